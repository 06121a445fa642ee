// Reads coverage files, and merges coverage of several processes, in any order.

import { createDocument } from '../openapi/document.ts';
import { describeFinding } from '../openapi/finding.ts';
import type { Schema } from '../openapi/objects.ts';
import { openDocument } from '../openapi/read/open-document.ts';
import { packageFile } from '../schema/package-files.ts';
import { readRegularFile } from '../schema/read-regular-file.ts';
import { UsageError } from '../schema/usage-error.ts';
import {
  type ApiCoverage,
  type Coverage,
  type OperationCoverage,
  operationTotals,
  type Points,
  type StatusCount,
  totalsIn,
} from './coverage-report.ts';
import { DIMENSIONS, type Dimension } from './dimension.ts';
import { type OperationTotals, totalsOf } from './totals.ts';

/**
 * A point is covered if one process has covered it; requests and responses are added. If versions of the document
 * differ, the points of all count. Lists are sorted, because no process is the first.
 */
export function mergeCoverage(coverages: readonly Coverage[]): Coverage {
  const apis = groups(
    coverages.flatMap((one) => one.apis),
    ({ api }) => api,
  ).map(mergeApis);
  const unmatched = groups(
    coverages.flatMap((one) => one.unmatched),
    ({ method, path, status }) => JSON.stringify([path, method, status]),
  );
  return {
    sandboxes: sorted(coverages.flatMap(({ sandboxes }) => sandboxes)),
    totals: totalsOf(apis.flatMap(({ operations }) => operations)),
    apis,
    unmatched: unmatched.map((same) => ({ ...same[0], count: sum(same.map(({ count }) => count)) })),
    unmatchedBeyond: sum(coverages.map((one) => one.unmatchedBeyond)),
  };
}

type Some<T> = readonly [T, ...T[]];

function mergeApis(same: Some<ApiCoverage>): ApiCoverage {
  const all = same.flatMap(({ operations }) => operations);
  const operations = groups(all, ({ operation }) => operation).map(mergeOperations);
  const byPlace = operations.sort((one, other) => compare(placeOf(one), placeOf(other)));
  return {
    api: same[0].api,
    title: least(same.map(({ title }) => title)),
    totals: totalsOf(byPlace),
    operations: byPlace,
  };
}

function placeOf({ path, method, operation }: OperationCoverage): string {
  return JSON.stringify([path, method, operation]);
}

function mergeOperations(same: Some<OperationCoverage>): OperationCoverage {
  const statuses = mergeCounts(same.map((one) => one.statuses));
  const undeclared = mergeCounts(same.map((one) => one.undeclared ?? []));
  const allPoints = same.flatMap(({ points }) => points ?? []);
  const points = allPoints.length > 0 ? mergePoints(allPoints) : undefined;
  const [group] = sorted(same.flatMap((one) => one.group ?? []));
  const [method = '', path = ''] = JSON.parse(
    least(same.map((one) => JSON.stringify([one.method, one.path]))),
  ) as string[];
  return {
    operation: same[0].operation,
    method,
    path,
    ...(group !== undefined && { group }),
    requests: sum(same.map(({ requests }) => requests)),
    statuses,
    ...(undeclared.length > 0 && { undeclared }),
    totals: points ? operationTotals(statuses, points) : mostTotals(same, statuses),
    ...(points && { points }),
    ...(same.some(({ cut }) => cut) && { cut: true }),
  };
}

function mergeCounts(lists: readonly (readonly StatusCount[])[]): readonly StatusCount[] {
  return groups(lists.flat(), ({ status }) => status).map((same) => ({
    status: same[0].status,
    count: sum(same.map(({ count }) => count)),
  }));
}

function mergePoints(
  some: readonly NonNullable<OperationCoverage['points']>[],
): NonNullable<OperationCoverage['points']> {
  const merged: Partial<Record<Dimension, Points>> = {};
  for (const dimension of DIMENSIONS) {
    const allPoints = some.flatMap((points) => points[dimension] ?? []);
    if (allPoints.length === 0) continue;
    const seen = sorted(allPoints.flatMap((one) => one.seen));
    const isSeen = new Set(seen);
    merged[dimension] = {
      seen,
      missing: sorted(allPoints.flatMap((one) => one.missing)).filter((name) => !isSeen.has(name)),
    };
  }
  return merged;
}

/** Of an operation without requests, only the number of points is known. */
function mostTotals(same: Some<OperationCoverage>, statuses: readonly StatusCount[]): OperationTotals {
  const most = DIMENSIONS.map((one) => [one, Math.max(...same.map(({ totals }) => totals[one]?.total ?? 0))] as const);
  return { ...operationTotals(statuses, {}), ...totalsIn(Object.fromEntries(most)) };
}

/** Groups by key, in the order of the keys. */
function groups<T>(all: readonly T[], keyOf: (one: T) => string): Some<T>[] {
  const byKey = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const key = keyOf(one);
    const known = byKey.get(key);
    if (known) known.push(one);
    else byKey.set(key, [one]);
  }
  return [...byKey].sort(([one], [other]) => compare(one, other)).map(([, same]) => same);
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(compare);
}

/** By code units, as on every machine. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function least(texts: readonly string[]): string {
  return texts.reduce((one, other) => (compare(other, one) < 0 ? other : one));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((one, other) => one + other, 0);
}

const CONTROL = packageFile('spec/control.yaml');

/** @throws UsageError if the file does not exist, or is not the output of `understudy coverage --json` */
export async function readCoverage(path: string): Promise<Coverage> {
  const invalid = (reasons: readonly string[]) => new UsageError(`${path} is not coverage written by --json:`, reasons);
  let value: unknown;
  try {
    value = JSON.parse(`${await readRegularFile(path)}`);
  } catch (error) {
    throw invalid([(error as Error).message]);
  }
  const { references, validate } = createDocument(await openDocument(CONTROL));
  const schema = references.resolveAt<Schema>('/components/schemas/Coverage');
  const findings = schema ? validate(schema, value, 'response') : [];
  if (findings.length > 0) throw invalid(findings.map(describeFinding));
  return value as Coverage;
}
