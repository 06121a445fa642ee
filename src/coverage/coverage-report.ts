// Coverage as a report: by names, so that reports of several processes can be merged.

import type { Document, Operation } from '../openapi/document.ts';
import { groupTitle } from '../openapi/tag-groups.ts';
import type { CoveragePlans } from './coverage-plans.ts';
import { DIMENSIONS, type Dimension } from './dimension.ts';
import { extentOf, namedPoints } from './named-points.ts';
import type { OperationTally } from './operation-tally.ts';
import type { Tally, Unmatched } from './tally.ts';
import { type CoveredShare, type OperationTotals, type Totals, totalsOf } from './totals.ts';

/** Points by their names. */
export interface Points {
  readonly seen: readonly string[];
  readonly missing: readonly string[];
}

export interface OperationCoverage {
  readonly operation: string;
  readonly method: string;
  /** As the document has it. */
  readonly path: string;
  /** The titles of its tag and of the parents of the tag, such as `Store › Orders`; absent without a tag. */
  readonly group?: string;
  readonly requests: number;
  /** The declared ones, with the number of responses. */
  readonly statuses: readonly StatusCount[];
  /** The undeclared ones. */
  readonly undeclared?: readonly StatusCount[];
  readonly totals: OperationTotals;
  /** Absent for an operation without requests: then all are missing. */
  readonly points?: Readonly<Partial<Record<Dimension, Points>>>;
  /** Whether its values hold more than is counted. */
  readonly cut?: boolean;
}

export interface StatusCount {
  /** `200`, `4XX`, `default`. */
  readonly status: string;
  readonly count: number;
}

export interface ApiCoverage {
  readonly api: string;
  readonly title: string;
  readonly totals: Totals;
  readonly operations: readonly OperationCoverage[];
}

export interface Coverage {
  readonly sandboxes: readonly string[];
  readonly totals: Totals;
  readonly apis: readonly ApiCoverage[];
  /** Requests without an operation. */
  readonly unmatched: readonly (Unmatched & { readonly count: number })[];
  /** The number of further ones. */
  readonly unmatchedBeyond: number;
}

/** An api as it is served. */
export interface CoveredApi {
  readonly api: string;
  readonly document: Document;
}

/** In steps, one per operation: a document may have very many. */
export function* coverageReport(
  tally: Tally,
  apis: readonly CoveredApi[],
  sandboxes: readonly string[],
  plans: CoveragePlans,
): Generator<undefined, Coverage> {
  const coverageOf: ApiCoverage[] = [];
  for (const { api, document } of apis) {
    const operations: OperationCoverage[] = [];
    for (const operation of document.operations.values()) {
      operations.push(operationCoverage(operation, tally.cell(operation), plans));
      yield;
    }
    coverageOf.push({ api, title: document.source.bundled.info.title, totals: totalsOf(operations), operations });
  }
  return {
    sandboxes,
    totals: totalsOf(coverageOf.flatMap(({ operations }) => operations)),
    apis: coverageOf,
    unmatched: tally.unmatched,
    unmatchedBeyond: tally.unmatchedBeyond,
  };
}

/** The reports of operations without requests, which never change. */
const unused = new WeakMap<Operation, OperationCoverage>();

/** @param cell - its counts; undefined without requests */
export function operationCoverage(
  operation: Operation,
  cell: OperationTally | undefined,
  plans: CoveragePlans,
): OperationCoverage {
  if (cell) return coverageOf(operation, cell, plans);
  const known = unused.get(operation) ?? summarizeUnused(operation, plans);
  unused.set(operation, known);
  return known;
}

function summarizeUnused(operation: Operation, plans: CoveragePlans): OperationCoverage {
  const { id, method, path } = operation;
  const { counts, isCut } = extentOf(operation, plans);
  const statuses = plans.of(operation).statuses.map((status) => ({ status, count: 0 }));
  const totals = { ...operationTotals(statuses, {}), ...totalsIn(counts) };
  return {
    operation: id,
    method,
    path,
    ...groupOf(operation),
    requests: 0,
    statuses,
    totals,
    ...(isCut && { cut: true }),
  };
}

function coverageOf(operation: Operation, cell: OperationTally, plans: CoveragePlans): OperationCoverage {
  const { id, method, path } = operation;
  const named = namedPoints(operation, cell, plans);
  const statuses = plans
    .of(operation)
    .statuses.map((status, number) => ({ status, count: cell.statuses[number] ?? 0 }));
  const undeclared = [...cell.undeclared].map(([status, count]) => ({ status: `${status}`, count }));
  const points: Partial<Record<Dimension, Points>> = {};
  for (const dimension of DIMENSIONS) {
    const all = [...named.points[dimension]];
    if (all.length === 0) continue;
    const names = (isWanted: boolean) => all.filter(([, isSeen]) => isSeen === isWanted).map(([name]) => name);
    points[dimension] = { seen: names(true), missing: names(false) };
  }
  return {
    operation: id,
    method,
    path,
    ...groupOf(operation),
    requests: cell.requests,
    statuses,
    ...(undeclared.length > 0 && { undeclared }),
    totals: operationTotals(statuses, points),
    points,
    ...(named.isCut && { cut: true }),
  };
}

function groupOf(operation: Operation): { readonly group?: string } {
  const group = groupTitle(operation);
  return group === undefined ? {} : { group };
}

/** For operations without requests. */
export function totalsIn(counts: Readonly<Partial<Record<Dimension, number>>>): OperationTotals {
  const totals: Partial<Record<Dimension, CoveredShare>> = {};
  for (const dimension of DIMENSIONS) {
    const total = counts[dimension] ?? 0;
    if (total > 0) totals[dimension] = { covered: 0, total };
  }
  return totals;
}

export function operationTotals(
  statuses: readonly StatusCount[],
  points: Readonly<Partial<Record<Dimension, Points>>>,
): OperationTotals {
  const totals: Partial<Record<'statuses' | Dimension, CoveredShare>> = {};
  if (statuses.length > 0)
    totals.statuses = { covered: statuses.filter(({ count }) => count > 0).length, total: statuses.length };
  for (const dimension of DIMENSIONS) {
    const { seen, missing } = points[dimension] ?? { seen: [], missing: [] };
    if (seen.length + missing.length > 0)
      totals[dimension] = { covered: seen.length, total: seen.length + missing.length };
  }
  return totals;
}
