// `understudy coverage`: the parts of the documents that requests covered.

import type { Coverage } from '../../coverage/coverage-report.ts';
import { TOTALS } from '../../coverage/totals.ts';
import { COVERAGE } from '../command-tables/control-behaviour.ts';
import { findShortfalls, parseBounds } from '../verify/fail-under.ts';
import { controlCommand } from './control-command.ts';

export const coverage = controlCommand(COVERAGE, async (sandbox, { positionals: files, values }) => {
  const { all, missing, clear, 'fail-under': minimum } = values;
  const bounds = parseBounds(minimum, TOTALS);
  if (clear) {
    await sandbox.clearCoverage(all ? 'all' : undefined);
    return { value: {}, lines: ['Coverage cleared.'] };
  }
  const { coverageTable } = await import('../../coverage/coverage-text.ts');
  const value = files.length > 0 ? await mergeFiles(files) : await sandbox.coverage(all ? 'all' : [sandbox.name]);
  const warnings = findShortfalls(bounds, value.totals).map(({ sentence }) => sentence);
  const lines = [...coverageTable(value, { missing }), ...warnings];
  return { value, lines, ...(warnings.length > 0 && { code: 1, warnings }) };
});

/** Merges coverage files. Their validation needs the document of the control API, which is loaded only here. */
async function mergeFiles(paths: readonly string[]): Promise<Coverage> {
  const { mergeCoverage } = await import('../../coverage/merge-coverage.ts');
  const { readCoverage } = await import('../../coverage/merge-coverage.ts');
  return mergeCoverage(await Promise.all(paths.map(readCoverage)));
}
