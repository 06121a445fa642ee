// Errors of the client: error responses, no response, requests that did not come.

import { stringifyJson } from '../schema/json/stringify-json.ts';
import type { ExchangeMatch, FaultStep, FoundExchanges } from '../server/control/operations.ts';

/** A word to switch on. Messages may change, codes may not. */
export type UnderstudyCode = NonNullable<FaultStep['code']>;

/** In their order of number (google/rpc/code.proto), from 1. */
const CODES: readonly UnderstudyCode[] = [
  'cancelled',
  'unknown',
  'invalid_argument',
  'deadline_exceeded',
  'not_found',
  'already_exists',
  'permission_denied',
  'resource_exhausted',
  'failed_precondition',
  'aborted',
  'out_of_range',
  'unimplemented',
  'internal',
  'unavailable',
  'data_loss',
  'unauthenticated',
];

/** The code of a gRPC number; `unknown` for others. */
export function codeNumbered(number: number): UnderstudyCode {
  return CODES[number - 1] ?? 'unknown';
}

/** Further properties of an error. */
interface UnderstudyErrorOptions extends ErrorOptions {
  readonly details?: UnderstudyError['details'];
}

/** An error response of the mock server, or the reason why there is no response. */
export class UnderstudyError extends Error {
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** Such as `not_found`; `unavailable` without a response, `deadline_exceeded` after a timeout. */
  readonly code: UnderstudyCode;
  /**
   * The `details` of the error response: for invalid records, `{ collection, id, pointer, message }` each. May be
   * empty.
   */
  readonly details: readonly Readonly<Record<string, unknown>>[];

  constructor(message: string, status: number, code: UnderstudyCode, options: UnderstudyErrorOptions = {}) {
    super(message, options);
    this.name = 'UnderstudyError';
    this.status = status;
    this.code = code;
    this.details = options.details ?? [];
  }
}

/** The expected exchanges, how many came, and what came instead. */
export function missingExchangesMessage(
  match: ExchangeMatch,
  count: number,
  timeout: number,
  found: FoundExchanges,
): string {
  const wanted = `${count} ${count === 1 ? 'request' : 'requests'} matching ${stringifyJson(match)}`;
  const headline = `Expected ${wanted} in sandbox ${found.sandbox} within ${timeout} ms, received ${found.count}.`;
  if (found.near.length === 0) return `${headline} There were no other requests.`;
  const others = found.near.map(
    ({ number, method, target, status, differs }) =>
      `  ${number}: ${method} ${target} (${status}): ${differs.join('; ')}`,
  );
  return [`${headline} Similar requests:`, ...others].join('\n');
}
