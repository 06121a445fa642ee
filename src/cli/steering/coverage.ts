// The command about what traffic has exercised of the documents.

import type { Coverage } from '../../coverage/report.ts';
import { TOTALS } from '../../coverage/totals.ts';
import { Problems } from '../../schema/problems.ts';
import type { Steering } from './steering.ts';

type Respect = (typeof TOTALS)[number];

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
  async run(world, { words, flags }) {
    const bounds = boundsIn(flags['fail-under']);
    if (flags.clear) {
      await world.clearCoverage(flags.all ? 'all' : undefined);
      return { value: {}, lines: ['It is counted from now on.'] };
    }
    const { coverageTable } = await import('../../coverage/table.ts');
    const value = words.length > 0 ? await together(words) : await world.coverage(flags.all ? 'all' : [world.name]);
    const failed = bounds.filter(([respect, percent]) => value.totals[respect].percent < percent);
    const told = failed.map(
      ([respect, percent]) =>
        `Covered are ${value.totals[respect].percent}% of ${wordsFor(respect)}, and not ${percent}%.`,
    );
    const lines = [...coverageTable(value, { missing: flags.missing === true }), ...told];
    return { value, lines, ...(failed.length > 0 && { code: 1, complaints: told }) };
  },
};

function wordsFor(respect: Respect): string {
  return respect === 'all' ? 'all points' : respect;
}

/** @throws Problems if they are none */
function boundsIn(given: string | boolean | undefined): readonly (readonly [Respect, number])[] {
  if (given === undefined) return [];
  return String(given)
    .split(',')
    .map((one) => {
      const [, name = 'all', percent] = /^(?:(\w+)=)?(\d{1,3}(?:\.\d+)?)$/.exec(one.trim()) ?? [];
      const respect = TOTALS.find((respect) => respect === name);
      if (!respect || percent === undefined || Number(percent) > 100)
        throw new Problems(
          `--fail-under takes a percentage, or some by respect (${TOTALS.join(', ')}), not ${JSON.stringify(one)}.`,
          [],
        );
      return [respect, Number(percent)] as const;
    });
}

/** What files hold. Only then a document is read: that of the control API, which says what coverage looks like. */
async function together(paths: readonly string[]): Promise<Coverage> {
  const { mergeCoverage } = await import('../../coverage/merge.ts');
  const { readCoverage } = await import('../read-coverage.ts');
  return mergeCoverage(await Promise.all(paths.map(readCoverage)));
}
