// Coverage of a run, including each schema keyword satisfied and violated.

import { createCoveragePlans } from '../../coverage/coverage-plans.ts';
import { operationCoverage } from '../../coverage/coverage-report.ts';
import { DIMENSIONS } from '../../coverage/dimension.ts';
import { createKeywordTally } from '../../coverage/keywords/keyword-tally.ts';
import { Tally } from '../../coverage/tally.ts';
import { type CoveredShare, TOTALS, totalsOf } from '../../coverage/totals.ts';
import type { Document, Operation } from '../../openapi/document.ts';
import { type SentExchange, toObservedExchange } from './observed-exchange.ts';

/** The dimensions of coverage, in order: `all` is all points together. */
export const COVERAGE_DIMENSIONS = [...TOTALS, 'keywords'] as const;

export type CoverageDimension = (typeof COVERAGE_DIMENSIONS)[number];

/** Dimensions whose points have names. */
export type NamedDimension = Exclude<CoverageDimension, 'all' | 'operations'>;

export interface CoveredOperation {
  readonly operation: string;
  /** The number of counted requests. */
  readonly requests: number;
  /** Dimensions without points are absent. */
  readonly totals: Readonly<Partial<Record<NamedDimension, CoveredShare>>>;
  /**
   * Missing points, by names such as `query sort=up` or `request name: maxLength 40 violated by one`. An operation
   * without requests has none.
   */
  readonly missing: Readonly<Partial<Record<NamedDimension, readonly string[]>>>;
  /** The number of missing points that are not named. */
  readonly omitted: number;
  /** Whether a limit cut the counting of its values. */
  readonly incomplete: boolean;
}

export interface VerdictCoverage {
  readonly totals: Readonly<Record<CoverageDimension, CoveredShare & { readonly percent: number }>>;
  readonly operations: readonly CoveredOperation[];
}

/** Counts during a run. */
export interface CoverageCounter {
  /** Counts an exchange. Never throws. */
  count(sent: SentExchange): Promise<void>;
  report(operations: readonly Operation[]): VerdictCoverage;
}

/** Maximum number of names per operation and dimension, and in total. */
const MAX_NAMES = 200;
const MAX_NAMES_AT_ALL = 100_000;

export function createCoverageCounter(document: Document): CoverageCounter {
  const plans = createCoveragePlans();
  const tally = new Tally(plans);
  const keywords = createKeywordTally(document);
  const admitted = new Set<Operation>();
  return {
    async count(sent) {
      if (sent.response?.status !== 401 && sent.response?.status !== 403) admitted.add(sent.operation);
      const observed = await toObservedExchange(sent);
      tally.count(observed);
      if (observed.request) keywords.count(observed.operation, observed.request);
    },
    report(operations) {
      let namesLeft = MAX_NAMES_AT_ALL;
      const covered = operations.map((operation): CoveredOperation => {
        const {
          requests,
          statuses,
          totals,
          points = {},
          cut,
        } = operationCoverage(operation, tally.cell(operation), plans);
        const own = keywords.of(operation);
        const all = own.seen.length + own.missing.length;
        const names: Readonly<Partial<Record<NamedDimension, readonly string[]>>> = {
          statuses: statuses.filter(({ count }) => count === 0).map(({ status }) => status),
          ...Object.fromEntries(DIMENSIONS.map((one) => [one, points[one]?.missing ?? []])),
          keywords: own.missing,
        };
        let unnamed = 0;
        const missing: Partial<Record<NamedDimension, readonly string[]>> = {};
        for (const [respect, some = []] of Object.entries(requests === 0 ? {} : names)) {
          const observed = some.slice(0, Math.min(MAX_NAMES, namesLeft));
          namesLeft -= observed.length;
          unnamed += some.length - observed.length;
          if (observed.length > 0) missing[respect as NamedDimension] = observed;
        }
        return {
          operation: operation.id,
          requests,
          totals: { ...totals, ...(all > 0 && { keywords: { covered: own.seen.length, total: all } }) },
          missing,
          omitted: unnamed,
          incomplete: own.isCut || cut === true,
        };
      });
      // An operation whose requests were all rejected with 401 or 403 is not covered.
      const counted = covered.map((one, index) => {
        const operation = operations[index];
        return operation && admitted.has(operation) ? one : { ...one, requests: 0 };
      });
      return { totals: totalsOf(counted, COVERAGE_DIMENSIONS), operations: covered };
    },
  };
}
