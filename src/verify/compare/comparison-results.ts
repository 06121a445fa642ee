// Collects the results of a comparison, by operation.

import type { Operation } from '../../openapi/document.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import type { ComparedResponse } from './compare-responses.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import type { ResponseDifference } from './response-difference.ts';

/** One request to each server, with both responses. */
export interface ComparedRequest {
  readonly requests: readonly [first: SerializedRequest, second: SerializedRequest];
  readonly responses: readonly [first: ComparedResponse, second: ComparedResponse];
}

/** The differences of one operation in one field. */
export interface FoundDifference extends ResponseDifference {
  readonly operation: Operation;
  /** How often it was met. */
  readonly count: number;
  /** Where it was met first. */
  readonly compared: ComparedRequest;
}

/** The same difference in one operation, or in many. */
export interface DifferenceGroup extends FoundDifference {
  /** All operations that have it. */
  readonly operations: readonly Operation[];
}

/** Groups differences by their cause: those of most operations first. Each shows where it was met first. */
export function groupDifferences(all: readonly FoundDifference[]): readonly DifferenceGroup[] {
  const groups = new Map<string, DifferenceGroup>();
  for (const one of all) {
    const key = `${one.severity} ${one.cause}`;
    const before = groups.get(key);
    const operations = [...new Set([...(before?.operations ?? []), one.operation])];
    groups.set(key, { ...(before ?? one), count: (before?.count ?? 0) + one.count, operations });
  }
  return [...groups.values()].toSorted(
    (one, other) => other.operations.length - one.operations.length || other.count - one.count,
  );
}

/** The result of one operation. */
export interface OperationComparison {
  readonly operation: Operation;
  /** The number of requests to both servers, and of equal responses. */
  readonly exchanges: number;
  readonly equal: number;
  /** The share of equal responses, in percent, rounded down; undefined without requests. */
  readonly score: number | undefined;
  /**
   * Why it was not compared, not completely, or only by error responses: a clause. Undefined if a request was accepted
   * and all had responses.
   */
  readonly reason: string | undefined;
  /** Differences first, the most frequent before others. */
  readonly differences: readonly FoundDifference[];
}

interface Counts {
  exchanges: number;
  /** Requests without a response of either server. */
  withoutResponse: number;
  /** Requests about items that only the first server has. */
  skipped: number;
  equal: number;
  isAccepted: boolean;
  readonly differences: Map<string, FoundDifference>;
}

export class ComparisonResults {
  readonly #operations = new Map<string, Counts>();
  readonly #ignored: IgnoreRules;
  /** The number of ignored differences. */
  ignoredCount = 0;
  readonly #causes = new Set<string>();
  #skipped = 0;
  /** Whether requests do not count now, such as the deletion of leftovers. */
  isPaused = false;

  constructor(ignored: IgnoreRules) {
    this.#ignored = ignored;
  }

  /** Counts a request about an item that only the first server has. */
  skip(operation: Operation): void {
    if (this.isPaused) return;
    this.#skipped += 1;
    this.#of(operation).skipped += 1;
  }

  /** Parts that were not compared, a sentence each. */
  get notices(): readonly string[] {
    return this.#skipped === 0
      ? []
      : [`${this.#skipped} requests were not compared: they are about items that only the reference has created.`];
  }

  /** The number of differences; the same one in many operations is one. */
  get differenceCount(): number {
    return this.#causes.size;
  }

  add(operation: Operation, compared: ComparedRequest, differences: Iterable<ResponseDifference>): void {
    if (this.isPaused) return;
    const gathered = this.#of(operation);
    // Two servers that are down cannot be compared.
    if (compared.responses.every((response) => 'reason' in response)) {
      gathered.withoutResponse += 1;
      return;
    }
    let isAlike = true;
    for (const one of differences) {
      if (this.#ignored.covers(operation.id, one.field)) {
        if (one.severity === 'difference') this.ignoredCount += 1;
        continue;
      }
      if (one.severity === 'difference') isAlike = false;
      const key = `${one.severity} ${one.field}`;
      if (one.severity === 'difference') this.#causes.add(one.cause);
      const before = gathered.differences.get(key) ?? { ...one, operation, count: 0, compared };
      gathered.differences.set(key, { ...before, count: before.count + 1 });
    }
    gathered.exchanges += 1;
    if (isAlike) gathered.equal += 1;
    const [first] = compared.responses;
    if (first.status > 0 && first.status < 400) gathered.isAccepted = true;
  }

  /** @param reason - why nothing was compared, or nothing accepted */
  resultOf(operation: Operation, reason: string | undefined): OperationComparison {
    const { exchanges, withoutResponse, skipped, equal: alike, isAccepted, differences } = this.#of(operation);
    const silence = withoutResponse > 0 ? `neither server responded to ${withoutResponse} of its requests` : undefined;
    const absence = exchanges === 0 && skipped > 0 ? 'only the reference has created items for it' : undefined;
    const rank = ({ severity }: ResponseDifference) => (severity === 'difference' ? 0 : 1);
    return {
      operation,
      exchanges,
      equal: alike,
      score: exchanges === 0 ? undefined : Math.floor((alike / exchanges) * 100),
      reason: silence ?? absence ?? (isAccepted ? undefined : (reason ?? 'no request was accepted')),
      differences: [...differences.values()].toSorted(
        (one, other) => rank(one) - rank(other) || other.count - one.count,
      ),
    };
  }

  #of({ id }: Operation): Counts {
    const known = this.#operations.get(id) ?? {
      exchanges: 0,
      withoutResponse: 0,
      skipped: 0,
      equal: 0,
      isAccepted: false,
      differences: new Map(),
    };
    this.#operations.set(id, known);
    return known;
  }
}
