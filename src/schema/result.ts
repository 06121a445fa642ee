// The result of what is expected to fail: a value, or the reason why not.

/**
 * A value, or the reason why there is none. The default reason is a clause, such as `timeout after 10 s`.
 *
 * @example
 * const read = readEntry(text);
 * if (!read.ok) return read;
 * use(read.value);
 */
export type Result<T, Reason = string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: Reason };

export function success<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function failure<Reason>(reason: Reason): { readonly ok: false; readonly reason: Reason } {
  return { ok: false, reason };
}
