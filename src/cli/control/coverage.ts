// `understudy coverage`: which parts of the documents requests have covered.

import type { Coverage } from '../../coverage/coverage-report.ts';
import { TOTALS } from '../../coverage/totals.ts';
import { COVERAGE } from '../table/control-behaviour.ts';
import { boundsIn, shortfalls } from '../verify/fail-under.ts';
import { controlCommand } from './control-command.ts';

export const coverage = controlCommand(COVERAGE, async (sandbox, { positionals: files, values }) => {
  const { all, missing, clear, 'fail-under': least } = values;
  const bounds = boundsIn(least, TOTALS);
  if (clear) {
    await sandbox.clearCoverage(all ? 'all' : undefined);
    return { value: {}, lines: ['Coverage cleared.'] };
  }
  const { coverageTable } = await import('../../coverage/table.ts');
  const value = files.length > 0 ? await merged(files) : await sandbox.coverage(all ? 'all' : [sandbox.name]);
  const warnings = shortfalls(bounds, value.totals).map((one) => one.told);
  const lines = [...coverageTable(value, { missing }), ...warnings];
  return { value, lines, ...(warnings.length > 0 && { code: 1, warnings }) };
});

/** The coverage in files. They are validated by the document of the control API, which is loaded for this only. */
async function merged(paths: readonly string[]): Promise<Coverage> {
  const { mergeCoverage } = await import('../../coverage/merge-coverage.ts');
  const { readCoverage } = await import('../verify/read-coverage.ts');
  return mergeCoverage(await Promise.all(paths.map(readCoverage)));
}
