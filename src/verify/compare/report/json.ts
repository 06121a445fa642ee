// The comparison as JSON.

import { type LeftoversReport, leftoversReport, type OutageReport, outageReport } from '../../report/leftovers.ts';
import type { ServerComparison } from '../compare-servers.ts';
import { type FoundDifference, groupDifferences } from '../comparison-results.ts';
import { type ReportContext, type ReportedSide, redactValue, sidesOf } from './sides.ts';

export interface DifferenceReport {
  /** `/status`, `/media-type`, `/headers/location`, `/body/items/*`… */
  readonly field: string;
  readonly message: string;
  readonly count: number;
  readonly reference: ReportedSide;
  readonly candidate: ReportedSide;
}

export interface ComparedOperationReport {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** In percent; null if nothing was compared. */
  readonly score: number | null;
  readonly requests: number;
  readonly same: number;
  /** Why nothing was compared, or only error responses. */
  readonly reason?: string;
  readonly differences: readonly DifferenceReport[];
  readonly warnings: readonly DifferenceReport[];
}

export interface JsonReport {
  readonly title: string;
  readonly document: string;
  readonly reference: string;
  readonly candidate: string;
  readonly seed?: string;
  readonly score: number | null;
  readonly requests: number;
  readonly ignored: number;
  readonly unusedIgnores: readonly string[];
  readonly warnings: readonly string[];
  /** In milliseconds. */
  readonly duration: number;
  /** Whether it ended early. */
  readonly incomplete: boolean;
  /** Leftovers on the shared first server. Absent if there are none. */
  readonly leftovers?: LeftoversReport;
  /** The same on the second server. Unsafe operations are listed with the first one only: both got them. */
  readonly candidateLeftovers?: LeftoversReport;
  /** The first server rejected all requests from some moment on, which ended the comparison. */
  readonly outage?: OutageReport;
  /** The same difference of several operations once, with the ids of all. */
  readonly differences: readonly (DifferenceReport & { readonly operations: readonly string[] })[];
  readonly operations: readonly ComparedOperationReport[];
}

export function jsonReport(comparison: ServerComparison, reporting: ReportContext): JsonReport {
  const {
    title,
    urls,
    seed,
    score,
    exchanges,
    ignoredCount,
    unusedRules: unmet,
    notices,
    duration,
    isIncomplete,
    leftovers: left,
    outage,
  } = comparison;
  const { leftovers: onSecond } = leftoversReport(left[1], {
    url: urls[1] + reporting.base,
    secrets: reporting.secrets,
  });
  const formatDifference = (one: FoundDifference): DifferenceReport => {
    const [reference, candidate] = sidesOf(one, reporting);
    return { field: one.field, message: redactValue(one.message, reporting), count: one.count, reference, candidate };
  };
  return {
    title,
    document: reporting.document,
    reference: urls[0],
    candidate: urls[1],
    ...(seed !== undefined && { seed }),
    score: score ?? null,
    requests: exchanges,
    ignored: ignoredCount,
    unusedIgnores: unmet,
    warnings: notices,
    duration: Math.round(duration),
    incomplete: isIncomplete,
    ...leftoversReport(left[0], { url: urls[0] + reporting.base, secrets: reporting.secrets }),
    ...(onSecond && { candidateLeftovers: onSecond }),
    ...outageReport(outage, reporting.secrets),
    differences: groupDifferences(
      comparison.operations.flatMap(({ differences }) =>
        differences.filter(({ severity }) => severity === 'difference'),
      ),
    ).map((one) => ({ ...formatDifference(one), operations: one.operations.map(({ id }) => id) })),
    operations: comparison.operations.map(
      ({ operation, score: own, exchanges: requests, equal: alike, reason, differences }) => ({
        operation: operation.id,
        method: operation.method,
        path: operation.path,
        score: own ?? null,
        requests,
        same: alike,
        ...(reason !== undefined && { reason: redactValue(reason, reporting) }),
        differences: differences.filter(({ severity }) => severity === 'difference').map(formatDifference),
        warnings: differences.filter(({ severity }) => severity === 'warning').map(formatDifference),
      }),
    ),
  };
}
