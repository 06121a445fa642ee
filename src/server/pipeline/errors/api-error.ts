// API errors: a closed list of codes, with HTTP and gRPC status.

import type { Finding } from '../../../openapi/finding.ts';
import { StoreError, type StoreErrorKind } from '../../../store/store-error.ts';
import type { TransferFault } from '../wire.ts';

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

/** The code of an error, stable across versions; messages may change. */
export type ErrorCode = keyof typeof TABLE;

/** The error code with this gRPC number; `unknown` for any other number (google/rpc/code.proto). */
export function codeOfNumber(number: number): ErrorCode {
  const found = Object.entries(TABLE).find(([, row]) => row.number === number);
  return (found?.[0] as ErrorCode | undefined) ?? 'unknown';
}

/** The error code for an HTTP status (google/rpc/code.proto); `unknown` for a status that is no error. */
export function codeOfStatus(status: number): ErrorCode {
  const code = STATUSES[status];
  if (code) return code;
  if (status >= 500) return 'internal';
  return status >= 400 ? 'failed_precondition' : 'unknown';
}

/** For statuses that several codes have, or none. */
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

/** Further properties of an error. */
export interface ApiErrorDetail {
  /** A stable identifier of this error, such as `COMMAND-28di9`. */
  readonly id?: string;
  /** Advice for the client. Replaces the message in responses whose text the API does not choose. */
  readonly advice?: string;
  /** The HTTP status. Default: that of the code. */
  readonly status?: number;
  /** Further response headers, with names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The violations of the document in the input or output. */
  readonly findings?: readonly Finding[];
  /** Whether a fault injected it. Default false. */
  readonly isInjected?: boolean;
  /** An injected fault of the transfer. Default: none. */
  readonly transferFault?: TransferFault | undefined;
  /** Further details of `google.rpc.Status`. */
  readonly details?: readonly object[];
  /** The original exception. Clients never see it. */
  readonly cause?: unknown;
}

/**
 * An error response. Throw it where the reason is known; the API encodes it in its error format.
 *
 * @example throw new ApiError('not_found', "Application doesn't exist");
 * @example throw new ApiError('failed_precondition', 'The order is already shipped', { status: 409 });
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly id: string | undefined;
  /** Advice for the client. Default: the message. */
  readonly advice: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
  readonly details: readonly object[];
  /** Whether a fault injected it. */
  readonly isInjected: boolean;
  /** An injected fault of the transfer; undefined for none. */
  readonly transferFault: TransferFault | undefined;

  constructor(code: ErrorCode, message: string, detail: ApiErrorDetail = {}) {
    super(message, { cause: detail.cause });
    this.name = 'ApiError';
    this.code = code;
    this.id = detail.id;
    this.advice = detail.advice ?? message;
    this.status = detail.status ?? TABLE[code].status;
    this.headers = detail.headers ?? {};
    this.findings = detail.findings ?? [];
    this.details = detail.details ?? [];
    this.isInjected = detail.isInjected ?? false;
    this.transferFault = detail.transferFault;
  }

  /** The same error with an injected fault of the transfer. */
  withTransferFault(transferFault: TransferFault): ApiError {
    const { id, advice, status, headers, findings, details, isInjected, cause } = this;
    const same = { advice, status, headers, findings, details, isInjected, cause, transferFault };
    return new ApiError(this.code, this.message, id === undefined ? same : { ...same, id });
  }

  /** The number of the code in gRPC. */
  get number(): number {
    return TABLE[this.code].number;
  }

  /** Whether it is a bug: an unexpected exception, or output that violates the document. */
  get isBug(): boolean {
    return this.code === 'internal' && (this.cause !== undefined || this.findings.length > 0);
  }

  /** The reason for developers, with the description of the challenge (RFC 6750, section 3). */
  get reason(): string {
    const [, description] = /error_description="([^"]*)"/.exec(this.headers['www-authenticate'] ?? '') ?? [];
    return description === undefined || description === this.message ? this.advice : `${this.message}: ${description}`;
  }

  /**
   * Converts any exception. Errors of the store have codes of their own, and 507 for a state that is too large.
   * Anything else becomes `internal`, and its text is not sent.
   */
  static from(thrown: unknown): ApiError {
    if (thrown instanceof ApiError) return thrown;
    const detail = thrown instanceof StoreError && STORE_ERRORS[thrown.kind];
    if (detail) return fromStoreError(thrown, detail);
    const cause = thrown ?? new Error(`${thrown} was thrown`);
    const advice = 'An internal error occurred; details are in the terminal of the mock server';
    return new ApiError('internal', 'An internal error occurred', { cause, advice });
  }
}

/** The errors of the store that clients learn about. */
const STORE_ERRORS: Readonly<Partial<Record<StoreErrorKind, { readonly code: ErrorCode; readonly status?: number }>>> =
  {
    unavailable: { code: 'unavailable' },
    removed: { code: 'aborted' },
    conflict: { code: 'aborted' },
    'too-large': { code: 'resource_exhausted', status: 507 },
  };

function fromStoreError(
  cause: StoreError,
  { code, ...status }: { readonly code: ErrorCode; readonly status?: number },
): ApiError {
  const { message, retryAfter } = cause;
  const again = retryAfter !== undefined && { headers: { 'retry-after': `${retryAfter}` } };
  return new ApiError(code, message, { cause, ...again, ...status });
}
