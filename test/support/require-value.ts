// The value of a successful result.

import type { Result } from '../../src/schema/result.ts';

/** @throws Error with the reason if there is no value */
export function requireValue<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(`no value: ${result.reason}`);
  return result.value;
}
