// The error of the store: what failed, and what its callers can do.

export type StoreErrorKind =
  /** Something could not be stored, or the state of other processes is unknown. Try again later. */
  | 'unavailable'
  /** Another process removed the stream. */
  | 'removed'
  /** Other processes changed the state first, each time. Nothing was changed. */
  | 'conflict'
  /** An item or the state would be too large. Nothing was changed. */
  | 'too-large'
  /** Another process has taken over the files. */
  | 'lock-lost'
  /** A statement of the database failed. Callers of a log get `unavailable` instead. */
  | 'database';

/** Further properties of a store error. */
export interface StoreErrorDetail extends ErrorOptions {
  /** Seconds to wait before another attempt. Default: unknown. */
  readonly retryAfter?: number;
  /** Whether it may be stored all the same, such as after a lost connection. Default false. */
  readonly mayBeDone?: boolean;
  /** SQLSTATE (PostgreSQL, Appendix A), or a code of the system. Default: none. */
  readonly code?: string;
}

/**
 * Something was not stored, read or removed. Clients see the message; the cause is for operators.
 *
 * @example throw new StoreError('unavailable', 'the change could not be stored', { cause: error, retryAfter: 1 });
 */
export class StoreError extends Error {
  readonly kind: StoreErrorKind;
  readonly retryAfter: number | undefined;
  readonly mayBeDone: boolean;
  readonly code: string | undefined;

  constructor(kind: StoreErrorKind, message: string, detail: StoreErrorDetail = {}) {
    const { retryAfter, mayBeDone = false, code, ...options } = detail;
    super(message, options);
    this.name = 'StoreError';
    this.kind = kind;
    this.retryAfter = retryAfter;
    this.mayBeDone = mayBeDone;
    this.code = code;
  }
}

/** Whether a store error of this kind was thrown. */
export function isStoreError(thrown: unknown, kind: StoreErrorKind): thrown is StoreError {
  return thrown instanceof StoreError && thrown.kind === kind;
}

/** @param what - the consequence. Default: nothing was changed */
export function storageUnavailable(
  cause: Error,
  what = 'the change could not be stored, so nothing was changed',
  detail: Omit<StoreErrorDetail, 'cause'> = {},
): StoreError {
  // The rest of the message is the system call and a path, which clients must not see.
  const [reason] = cause.message.split(', ', 1);
  return new StoreError('unavailable', `${what}: ${reason}`, { ...detail, cause });
}

export function streamRemoved(stream: string): StoreError {
  return new StoreError('removed', `${stream} was removed by another process`);
}

export function changeConflict(attempts: number): StoreError {
  const message = `another process changed the state before each of ${attempts} attempts, so nothing was changed`;
  return new StoreError('conflict', message);
}
