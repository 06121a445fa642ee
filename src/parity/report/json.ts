// What came of comparing two servers, for programs.

import {
  type LeftoversReport,
  leftoversReport,
  type OutageReport,
  outageReport,
} from '../../contract/report/leftovers.ts';
import type { FoundDifference } from '../gathering.ts';
import type { Comparison } from '../parity.ts';
import { plain, type ReportedSide, type Reporting, sidesOf } from './sides.ts';

export interface DifferenceReport {
  /** `/status`, `/media-type`, `/headers/location`, `/body/items/*`… */
  readonly field: string;
  readonly message: string;
  readonly count: number;
  readonly first: ReportedSide;
  readonly second: ReportedSide;
}

export interface OperationReport {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** In percent; null where nothing was compared. */
  readonly score: number | null;
  readonly requests: number;
  readonly alike: number;
  /** Why nothing was compared, or only refusals. */
  readonly reason?: string;
  readonly differences: readonly DifferenceReport[];
  readonly remarks: readonly DifferenceReport[];
}

export interface JsonReport {
  readonly title: string;
  readonly document: string;
  readonly first: string;
  readonly second: string;
  readonly seed?: string;
  readonly score: number | null;
  readonly requests: number;
  readonly passedOver: number;
  readonly notNeeded: readonly string[];
  readonly remarks: readonly string[];
  /** In milliseconds. */
  readonly duration: number;
  /** Whether it was ended before all was compared. */
  readonly cut: boolean;
  /** What was changed on the first server, where others share it, and not undone. Absent where nothing is left. */
  readonly leftovers?: LeftoversReport;
  /** The same on the second server. Unsafe operations are listed with the first one only: both got them. */
  readonly leftoversOnSecond?: LeftoversReport;
  /** That the first server rejected all requests from some moment on, so that it was ended. */
  readonly outage?: OutageReport;
  readonly operations: readonly OperationReport[];
}

export function jsonReport(comparison: Comparison, reporting: Reporting): JsonReport {
  const { title, urls, seed, score, exchanges, passedOver, unmet, remarks, duration, isCut, left, outage } = comparison;
  const { leftovers: onSecond } = leftoversReport(left[1], {
    url: urls[1] + reporting.base,
    secrets: reporting.secrets,
  });
  const told = (one: FoundDifference): DifferenceReport => {
    const [first, second] = sidesOf(one, reporting);
    return { field: one.field, message: plain(one.message, reporting), count: one.count, first, second };
  };
  return {
    title,
    document: reporting.document,
    first: urls[0],
    second: urls[1],
    ...(seed !== undefined && { seed }),
    score: score ?? null,
    requests: exchanges,
    passedOver,
    notNeeded: unmet,
    remarks,
    duration: Math.round(duration),
    cut: isCut,
    ...leftoversReport(left[0], { url: urls[0] + reporting.base, secrets: reporting.secrets }),
    ...(onSecond && { leftoversOnSecond: onSecond }),
    ...outageReport(outage, reporting.secrets),
    operations: comparison.operations.map(({ operation, score: own, exchanges: requests, alike, reason, found }) => ({
      operation: operation.id,
      method: operation.method,
      path: operation.path,
      score: own ?? null,
      requests,
      alike,
      ...(reason !== undefined && { reason: plain(reason, reporting) }),
      differences: found.filter(({ severity }) => severity === 'difference').map(told),
      remarks: found.filter(({ severity }) => severity === 'remark').map(told),
    })),
  };
}
