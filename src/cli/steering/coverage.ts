// The command about what traffic has exercised of the documents.

import type { Coverage } from '../../coverage/report.ts';
import { TOTALS } from '../../coverage/totals.ts';
import { boundsIn, shortfalls } from '../fail-under.ts';
import type { Steering } from './steering.ts';

export const coverage: Steering = {
  usage: ['coverage', 'coverage --all --fail-under 80', 'coverage FILE…', 'coverage --clear'],
  about:
    'Shows which operations, statuses, parameters, properties and values requests have exercised, of a sandbox, of all,\nor of files that --json has written, put together.',
  flags: {
    all: { help: 'of all sandboxes, with those that are gone' },
    missing: { help: 'name all that is missing of operations that were asked for' },
    'fail-under': {
      takes: 'PERCENT',
      help: 'end with 1 when less is covered: 80, or by respect, operations=100,statuses=70',
    },
    clear: { help: 'begin anew' },
  },
  words: [0, 1000],
  async run(sandbox, { words, flags }) {
    const { 'fail-under': least } = flags;
    const bounds = boundsIn(least === undefined ? undefined : String(least), TOTALS);
    if (flags.clear) {
      await sandbox.clearCoverage(flags.all ? 'all' : undefined);
      return { value: {}, lines: ['It is counted from now on.'] };
    }
    const { coverageTable } = await import('../../coverage/table.ts');
    const value = words.length > 0 ? await together(words) : await sandbox.coverage(flags.all ? 'all' : [sandbox.name]);
    const told = shortfalls(bounds, value.totals).map((one) => one.told);
    const lines = [...coverageTable(value, { missing: flags.missing === true }), ...told];
    return { value, lines, ...(told.length > 0 && { code: 1, complaints: told }) };
  },
};

/** What files hold. Only then a document is read: that of the control API, which says what coverage looks like. */
async function together(paths: readonly string[]): Promise<Coverage> {
  const { mergeCoverage } = await import('../../coverage/merge.ts');
  const { readCoverage } = await import('../read-coverage.ts');
  return mergeCoverage(await Promise.all(paths.map(readCoverage)));
}
