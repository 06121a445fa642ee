// Messages about unknown fields.

/** Maximum number of messages. */
export const MAX_REPORTED = 20;

/** The path of a message, for people. */
export function fieldPath(path: readonly string[]): string {
  return path.length === 0 ? 'the message' : path.join('.');
}

/** Adds a sentence about an unknown field, up to twenty. `field`: such as `with the number 9`. */
export function reportUnknown(unknown: Set<string>, path: readonly string[], field: string): void {
  if (unknown.size >= MAX_REPORTED) return;
  unknown.add(`${fieldPath(path)} has field ${field}, which is not in the document and was ignored`);
}
