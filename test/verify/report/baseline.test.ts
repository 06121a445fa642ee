// Baselines: known findings of earlier runs.

import { expect, test } from 'vitest';
import { type Baseline, createBaseline, type KnownFinding, listGone } from '../../../src/verify/report/baseline.ts';
import type { FindingReport, OperationReport, Report } from '../../../src/verify/report/report.ts';

const finding = (ids: readonly string[], message = 'wrong') =>
  ({ ids, check: 'response-body', message, response: { status: 200 } }) as unknown as FindingReport;

type Found = Partial<Pick<OperationReport, 'findings' | 'warnings' | 'known' | 'outcome'>>;

const report = (path: string, found: Found = {}) =>
  ({
    checks: ['response-body'],
    operations: [
      { operation: `get ${path}`, method: 'GET', path, outcome: 'failed', findings: [], warnings: [], ...found },
    ],
  }) as unknown as Report;

const known = (path: string, ids: readonly string[], message = 'wrong'): KnownFinding => ({
  ids,
  operation: `get ${path}`,
  method: 'GET',
  path,
  check: 'response-body',
  status: 200,
  message,
});

const baseline = (...findings: readonly KnownFinding[]): Baseline => ({ version: 1, findings });
const ALL = { least: 'error', isPartial: false } as const;

test('a baseline has new and known findings, in the order of paths', () => {
  const reports = [report('/b', { findings: [finding(['1'])] }), report('/a', { known: [finding(['2', '3'])] })];
  expect(createBaseline(reports, undefined, ALL)).toEqual(baseline(known('/a', ['2', '3']), known('/b', ['1'])));
});

test('warnings belong to a baseline if they fail the run', () => {
  const reports = [report('/a', { warnings: [finding(['1'])] })];
  expect(createBaseline(reports, undefined, ALL).findings).toEqual([]);
  expect(createBaseline(reports, undefined, { ...ALL, least: 'warn' }).findings).toEqual([known('/a', ['1'])]);
});

test('a finding that was seen in part is neither gone nor doubled', () => {
  const earlier = baseline(known('/a', ['1', '2']));
  const reports = [report('/a', { known: [finding(['2'])] })];
  expect(listGone(reports, earlier, ALL)).toEqual([]);
  expect(createBaseline(reports, earlier, ALL)).toEqual(baseline(known('/a', ['2'])));
});

test.each<[what: string, reports: readonly Report[], isPartial: boolean, gone: readonly string[]]>([
  ['gone where its operation was tested', [report('/a', { outcome: 'passed' })], false, ['/a']],
  ['open where its operation was not tested', [report('/a', { outcome: 'notTested' })], false, []],
  ['open where its operation was skipped', [report('/a', { outcome: 'skipped' })], false, []],
  ['open where its operation is not in the run', [report('/b')], false, []],
  ['open where its check was not made', [{ ...report('/a'), checks: ['sort-applied'] }], false, []],
  ['open where only some phases ran', [report('/a', { outcome: 'passed' })], true, []],
])('a known finding is %s', (_, reports, isPartial, gone) => {
  const earlier = baseline(known('/a', ['1']));
  expect(listGone(reports, earlier, { isPartial }).map(({ path }) => path)).toEqual(gone);
  expect(createBaseline(reports, earlier, { ...ALL, isPartial }).findings).toHaveLength(1 - gone.length);
});
