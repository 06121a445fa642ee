// Values of JSON as texts by which they are compared.

import { isRecord } from './is-record.ts';

/** A value of JSON as a text that is the same for the same value, however its members are ordered. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    isRecord(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  );
}
