// What the client throws: a refusal of the stand-in, or that there is none.

import type { FaultStep } from '../server/control/operations.ts';

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

/** The code with a number of gRPC; `unknown` when there is none. */
export function codeNumbered(number: number): UnderstudyCode {
  return CODES[number - 1] ?? 'unknown';
}

/** What else is known of an error. */
interface UnderstudyErrorOptions extends ErrorOptions {
  readonly details?: UnderstudyError['details'];
}

/** A refusal of the stand-in in its own words, or a sentence that says why it could not be asked. */
export class UnderstudyError extends Error {
  /** The HTTP status of the refusal; 0 when nobody answered. */
  readonly status: number;
  /** Such as `not_found`; `unavailable` when nobody answered, `deadline_exceeded` when what was waited for did not come. */
  readonly code: UnderstudyCode;
  /** What is wrong in detail, as `details` of the refusal: of records that do not fit, `{ collection, id, pointer, message }` each. None when nothing more is said. */
  readonly details: readonly Readonly<Record<string, unknown>>[];

  constructor(message: string, status: number, code: UnderstudyCode, options: UnderstudyErrorOptions = {}) {
    super(message, options);
    this.name = 'UnderstudyError';
    this.status = status;
    this.code = code;
    this.details = options.details ?? [];
  }
}
