// The verdict: results of operations, and findings.

import type { Operation } from '../openapi/document.ts';
import type { Exchange } from './cases/trial.ts';
import type { CheckId } from './checks.ts';
import type { VerdictCoverage } from './coverage/coverage.ts';
import { NAMED_TO_SKIP, type Untested } from './created/permission.ts';
import type { Outage } from './outage.ts';
import type { Call } from './requests/call.ts';
import type { Answer } from './target.ts';

/** Equal findings with one cause. */
export interface Found {
  readonly check: CheckId;
  readonly operation: string;
  /** `error`: the response violates the document. `warning`: the document leaves it open. */
  readonly severity: 'error' | 'warning';
  /** One sentence. */
  readonly message: string;
  /** A JSON pointer into the document. */
  readonly pointer: string;
  /** The grouping key, equal in other runs: it contains nothing variable. */
  readonly cause: string;
  /** The number of occurrences. */
  readonly count: number;
  /** The distinct descriptions of its requests, such as `body /name one more than maxLength`. */
  readonly ways: readonly string[];
  /** The first exchange with this finding. */
  readonly exchange: KeptExchange;
}

/** The stored form of an exchange. */
export interface KeptExchange extends Pick<Exchange, 'operation' | 'phase' | 'what' | 'call'> {
  /** With a truncated body. */
  readonly answer: Answer;
  /** The size of the complete body, in bytes. */
  readonly length: number;
}

/** Maximum number of stored body bytes per finding, as many as reports use. */
const MAX_KEPT = 32 * 1024;

/** Maximum number of variants of one finding. */
const MAX_WAYS = 50;

/** Copies the start of the body: a view would keep the whole body in memory. */
function createStoredExchange({ operation, phase, what, call: request, answer: response }: Exchange): KeptExchange {
  const body = Uint8Array.from(response.body.subarray(0, MAX_KEPT));
  return { operation, phase, what, call: request, answer: { ...response, body }, length: response.body.length };
}

export interface OperationVerdict {
  readonly operation: Operation;
  /** `notTested`: no request was accepted, so little is known. `skipped`: it was excluded, or sent once only. */
  readonly outcome: 'passed' | 'failed' | 'notTested' | 'skipped';
  /** Why it was not tested, or skipped: a clause. Undefined otherwise. */
  readonly reason: string | undefined;
  /** The number of responses. */
  readonly requests: number;
  /** Their total time, in milliseconds. */
  readonly duration: number;
  /** The number of responses per status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** The checks that applied. */
  readonly tried: ReadonlySet<CheckId>;
  /** The checks that apply, but could not be run, with the reason: a clause. */
  readonly untested: ReadonlyMap<CheckId, string>;
  readonly found: readonly Found[];
}

export interface Verdict {
  readonly title: string;
  readonly url: string;
  readonly seed: string;
  /** The checks of the run. */
  readonly checks: readonly CheckId[];
  readonly operations: readonly OperationVerdict[];
  readonly requests: number;
  /** In milliseconds. */
  readonly duration: number;
  /** Whether the run ended early. */
  readonly isCut: boolean;
  /** The coverage of the document. Undefined if it was not counted. */
  readonly coverage?: VerdictCoverage;
  /** Leftovers on a shared server. */
  readonly leftovers?: VerdictLeftovers;
  /** The outage that ended the run. Undefined if there was none. */
  readonly outage?: Outage;
}

/** An item that the run has created and could not delete. */
export interface Leftover {
  /** The operation that created it. */
  readonly operation: Operation;
  /** Undefined if its id is unknown. */
  readonly id: string | number | undefined;
  /** Why it could not be deleted: a clause. */
  readonly reason: string;
  /** The request that deletes it. Undefined if the document declares none. */
  readonly call: Call | undefined;
}

/** Leftovers of a run. */
export interface VerdictLeftovers {
  readonly items: readonly Leftover[];
  /** Unsafe operations, with the number of requests. */
  readonly unsafe: readonly { readonly operation: Operation; readonly requests: number }[];
}

/** The findings of all operations with severity `error`. */
export function findingsOf({ operations }: Pick<Verdict, 'operations'>): readonly Found[] {
  return operations.flatMap(({ found }) => found.filter(({ severity }) => severity === 'error'));
}

/** Whether there are findings. @param least - the lowest severity that counts */
export function hasFindings({ operations }: Pick<Verdict, 'operations'>, least: 'error' | 'warn'): boolean {
  return operations.some(({ found }) => found.some(({ severity }) => severity === 'error' || least === 'warn'));
}

/** Whether an operation was not tested, and not excluded by name. */
export function isMissed({
  outcome,
  reason,
}: Pick<OperationVerdict, 'outcome'> & { readonly reason?: string | undefined }): boolean {
  return outcome === 'notTested' || (outcome === 'skipped' && reason !== NAMED_TO_SKIP);
}

/** The number of responses. */
export function requestsOf({ operations }: Pick<Verdict, 'operations'>): number {
  return operations.reduce((sum, { requests }) => sum + requests, 0);
}

/** Creates the result of an operation. @param reason - why no request was accepted, or sent; undefined otherwise */
export function verdictOn(
  operation: Operation,
  { found, requests, duration, statuses, tried, missed }: Gathering,
  reason: Untested | undefined,
): OperationVerdict {
  const hasErrors = found.some(({ severity }) => severity === 'error');
  const isAccepted = [...statuses.keys()].some((status) => status < 400);
  const why = isAccepted && reason?.outcome !== 'skipped' ? undefined : reason;
  const outcome = hasErrors ? 'failed' : (why?.outcome ?? 'passed');
  const untested = new Map([...missed].filter(([check]) => !tried.has(check)));
  return { operation, outcome, reason: why?.reason, requests, duration, statuses, tried, untested, found };
}

/** Collects the findings of an operation by cause, and counts its responses. */
export class Gathering {
  readonly #found = new Map<string, Found>();
  readonly statuses = new Map<number, number>();
  readonly tried = new Set<CheckId>();
  /** Checks that could not be run, with the reason. */
  readonly missed = new Map<CheckId, string>();
  requests = 0;
  duration = 0;

  /** Adds a finding. @returns the finding with its new count */
  add(
    check: CheckId,
    exchange: Exchange,
    finding: Omit<Found, 'check' | 'operation' | 'count' | 'ways' | 'exchange'>,
  ): Found {
    const { cause, severity, message, pointer } = finding;
    const key = `${check} ${severity} ${cause}`;
    const before = this.#found.get(key);
    const operation = exchange.operation.id;
    const found: Found = before ?? {
      check,
      operation,
      severity,
      message,
      pointer,
      cause,
      count: 0,
      ways: [],
      exchange: createStoredExchange(exchange),
    };
    const { what } = exchange;
    const isNew = found.ways.length < MAX_WAYS && !found.ways.includes(what);
    const counted: Found = { ...found, count: found.count + 1, ways: isNew ? [...found.ways, what] : found.ways };
    this.#found.set(key, counted);
    return counted;
  }

  /** Counts a response. @param duration - in milliseconds */
  answered(status: number, duration: number): void {
    this.requests += 1;
    this.duration += duration;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  /** Errors first, sorted by frequency. */
  get found(): readonly Found[] {
    const rank = ({ severity }: Found) => (severity === 'error' ? 0 : 1);
    return [...this.#found.values()].toSorted((one, other) => rank(one) - rank(other) || other.count - one.count);
  }
}
