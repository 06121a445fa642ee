// `understudy requests` and `understudy coverage`: recorded requests, and what they covered.

import type { Exchange, ExchangeMatch } from '../../client/client.ts';
import type { Coverage } from '../../coverage/coverage-report.ts';
import { TOTALS } from '../../coverage/totals.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { columns } from '../columns.ts';
import { COVERAGE, REQUESTS } from '../command-tables/control-behaviour.ts';
import { findShortfalls, parseBounds } from '../verify/fail-under.ts';
import { controlCommand, defined, wholeNumberFlag } from './control-command.ts';

export const requests = controlCommand(REQUESTS, async (sandbox, { values }) => {
  if (values.clear) {
    await sandbox.clearRequests();
    return { value: {}, lines: ['Recorded requests cleared.'] };
  }
  if (values.har) {
    const value = await sandbox.control('exportRequests');
    return { value, lines: stringifyJson(value, undefined, 2).split('\n') };
  }
  const match = matchOf(values);
  const count = wholeNumberFlag('--wait', values.wait);
  const timeout = wholeNumberFlag('--timeout', values.timeout);
  const limit = wholeNumberFlag('--limit', values.limit) ?? 100;
  const found =
    count === undefined
      ? await sandbox.requests(match, { limit })
      : await sandbox.waitFor(match, { count, ...defined({ timeout }) });
  if (found.length > 0) return { value: found, lines: linesOf(found) };
  const isAny = Object.keys(match).length === 0;
  return { value: found, lines: [isAny ? 'No requests recorded.' : 'No recorded request matches.'] };
});

type MatchFlags = Readonly<Record<'operation' | 'method' | 'path' | 'status' | 'caller' | 'since', string | undefined>>;

function matchOf(flags: MatchFlags & { readonly findings: boolean }): ExchangeMatch {
  const { operation, method, path, status, caller, since, findings } = flags;
  return defined({
    operation,
    method,
    path,
    caller,
    since,
    findings: findings || undefined,
    status: status === undefined ? undefined : statusOf(status),
  }) as ExchangeMatch;
}

/** A status, or a class of them. @throws UsageError for other texts */
function statusOf(text: string): number | string {
  if (/^[1-5]\d\d$/.test(text)) return Number(text);
  if (/^[1-5]xx$/i.test(text)) return text.toUpperCase();
  throw new UsageError(`--status must be a status such as 404, or a class such as 4XX, not ${JSON.stringify(text)}.`);
}

function linesOf(found: readonly Exchange[]): readonly string[] {
  const rows = columns(
    found.map(({ number, at, status, operation = '', method, target }) => [
      String(number),
      at,
      String(status),
      operation,
      `${method} ${target}`,
    ]),
  );
  return found.flatMap(({ findings, warnings }, at) => [
    rows[at] ?? '',
    ...[...findings, ...warnings].map((sentence) => `    ${sentence}`),
  ]);
}

/** `understudy coverage`: the parts of the documents that requests covered. */
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
