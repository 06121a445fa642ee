// Comparable text of an untrusted value.

import { stringifyJson } from './json/stringify-json.ts';

/** JSON for lists and objects, whose own `toString` is not called; else the value as text. */
export function toComparableText(value: unknown): string {
  return typeof value === 'object' && value !== null ? stringifyJson(value) : String(value);
}
