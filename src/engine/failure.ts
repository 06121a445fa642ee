// A refusal: one class, a closed list of codes, and one table from code to HTTP status and gRPC number.

import type { Finding } from '../openapi/finding.ts';
import { ConflictError, GoneError, PersistenceError } from '../store/log.ts';
import { StateLimitError } from '../store/state-limit.ts';
import type { Delivery } from './delivery.ts';

/** The codes of gRPC in their order of number, each with the HTTP status it has over REST (google/rpc/code.proto). */
const TABLE = {
  cancelled: { number: 1, status: 499 },
  unknown: { number: 2, status: 500 },
  invalid_argument: { number: 3, status: 400 },
  deadline_exceeded: { number: 4, status: 504 },
  not_found: { number: 5, status: 404 },
  already_exists: { number: 6, status: 409 },
  permission_denied: { number: 7, status: 403 },
  resource_exhausted: { number: 8, status: 429 },
  failed_precondition: { number: 9, status: 400 },
  aborted: { number: 10, status: 409 },
  out_of_range: { number: 11, status: 400 },
  unimplemented: { number: 12, status: 501 },
  internal: { number: 13, status: 500 },
  unavailable: { number: 14, status: 503 },
  data_loss: { number: 15, status: 500 },
  unauthenticated: { number: 16, status: 401 },
} as const;

/** What went wrong, as a word to switch on. Messages may change, codes may not. */
export type ErrorCode = keyof typeof TABLE;

/** The code with a number of gRPC; `unknown` when there is none (google/rpc/code.proto). */
export function codeOf(number: number): ErrorCode {
  const found = Object.entries(TABLE).find(([, row]) => row.number === number);
  return (found?.[0] as ErrorCode | undefined) ?? 'unknown';
}

/** The code that an HTTP status means; `unknown` for one that says nothing (google/rpc/code.proto). */
export function codeOfStatus(status: number): ErrorCode {
  const meant = STATUSES[status];
  if (meant) return meant;
  if (status >= 500) return 'internal';
  return status >= 400 ? 'failed_precondition' : 'unknown';
}

/** Where several codes have one status, or none has it. */
const STATUSES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_argument',
  401: 'unauthenticated',
  403: 'permission_denied',
  404: 'not_found',
  409: 'already_exists',
  416: 'out_of_range',
  422: 'invalid_argument',
  429: 'resource_exhausted',
  499: 'cancelled',
  501: 'unimplemented',
  503: 'unavailable',
  504: 'deadline_exceeded',
};

/** What a failure may say beyond its code and message. */
export interface FailureDetail {
  /** Stable identifier of this very refusal, such as `COMMAND-28di9`. */
  readonly id?: string;
  /** What whoever is refused can do about it: told instead of the message, where the words are not the api's. */
  readonly advice?: string;
  /** HTTP status, where it differs from the one the table gives for the code. */
  readonly status?: number;
  /** Further response headers, names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What the document says against the input or the output. */
  readonly findings?: readonly Finding[];
  /** Whether a fault plan wanted it. Default false. */
  readonly isPlanned?: boolean;
  /** What is to go wrong with it on its way. Default: nothing. */
  readonly delivery?: Delivery | undefined;
  /** What is told beside the message, as details of `google.rpc.Status`. */
  readonly details?: readonly object[];
  /** What was thrown originally. It never reaches the client. */
  readonly cause?: unknown;
}

/**
 * A refusal. Throw it where the reason is noticed; it is caught once, in the pipeline, and described by the api.
 *
 * @example throw new ApiError('not_found', "Application doesn't exist", { id: 'COMMAND-28di9' });
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly id: string | undefined;
  /** The message, unless there is better advice. */
  readonly advice: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
  readonly details: readonly object[];
  /** Whether a fault plan wanted it. */
  readonly isPlanned: boolean;
  /** What is to go wrong with it on its way; undefined for nothing. */
  readonly delivery: Delivery | undefined;

  constructor(code: ErrorCode, message: string, detail: FailureDetail = {}) {
    super(message, { cause: detail.cause });
    this.name = 'ApiError';
    this.code = code;
    this.id = detail.id;
    this.advice = detail.advice ?? message;
    this.status = detail.status ?? TABLE[code].status;
    this.headers = detail.headers ?? {};
    this.findings = detail.findings ?? [];
    this.details = detail.details ?? [];
    this.isPlanned = detail.isPlanned ?? false;
    this.delivery = detail.delivery;
  }

  /** The same failure, with something that goes wrong with it on its way. */
  delivered(delivery: Delivery): ApiError {
    const { id, advice, status, headers, findings, details, isPlanned, cause } = this;
    const same = { advice, status, headers, findings, details, isPlanned, cause, delivery };
    return new ApiError(this.code, this.message, id === undefined ? same : { ...same, id });
  }

  /** The number of the code in gRPC. */
  get number(): number {
    return TABLE[this.code].number;
  }

  /** Whether nobody meant to refuse: something else was thrown, or the document does not allow what was to be answered. */
  get isMistake(): boolean {
    return this.code === 'internal' && (this.cause !== undefined || this.findings.length > 0);
  }

  /** Why, for developers: a challenge may say more than the message (RFC 6750, section 3). */
  get reason(): string {
    const [, description] = /error_description="([^"]*)"/.exec(this.headers['www-authenticate'] ?? '') ?? [];
    return description === undefined || description === this.message ? this.advice : `${this.message}: ${description}`;
  }

  /**
   * Anything caught as a failure: a change that could not be kept becomes `unavailable`, because it may be tried again, and one that others were in the way of `aborted`;
   * one that would make the state too large `resource_exhausted` (507); anything else `internal`, with its text kept out of the answer.
   */
  static from(thrown: unknown): ApiError {
    if (thrown instanceof ApiError) return thrown;
    if (thrown instanceof PersistenceError) return notKept(thrown);
    if (thrown instanceof StateLimitError)
      return new ApiError('resource_exhausted', thrown.message, { status: 507, cause: thrown });
    if (thrown instanceof ConflictError || thrown instanceof GoneError)
      return new ApiError('aborted', thrown.message, { cause: thrown });
    const cause = thrown ?? new Error(`${thrown} was thrown`);
    const advice = 'An internal error occurred; details are in the terminal of the mock server';
    return new ApiError('internal', 'An internal error occurred', { cause, advice });
  }
}

function notKept(thrown: PersistenceError): ApiError {
  const { message, retryAfter } = thrown;
  const again = retryAfter !== undefined && { headers: { 'retry-after': `${retryAfter}` } };
  return new ApiError('unavailable', message, { cause: thrown, ...again });
}
