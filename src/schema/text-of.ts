// The text of a value that somebody has sent, by which it is compared.

/** Of a list or an object its JSON: a member that is called `toString` makes no text of it. */
export function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
