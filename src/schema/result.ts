// The result of what is expected to fail: a value, or the reason why not.

/**
 * A value, or the reason why there is none. The default reason is a clause, such as `timeout after 10 s`. Code that does
 * not need the reason reads `value`, which is undefined then.
 *
 * @example
 * const read = readEntry(text);
 * if (!read.ok) return read;
 * use(read.value);
 */
export type Result<T, Reason = string> = Success<T> | Failure<Reason>;

export interface Success<T> {
  readonly ok: true;
  readonly value: T;
  readonly reason?: undefined;
}

export interface Failure<Reason = string> {
  readonly ok: false;
  readonly value?: undefined;
  readonly reason: Reason;
}

export function success<T>(value: T): Success<T> {
  return { ok: true, value };
}

export function failure<Reason>(reason: Reason): Failure<Reason> {
  return { ok: false, reason };
}
