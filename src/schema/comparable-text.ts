// Comparable text of an untrusted value.

/** JSON for lists and objects, whose own `toString` is not called; else the value as text. */
export function toComparableText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
