// What is told of fields that a document does not have.

/** How many are told of. */
export const MAX_TOLD = 20;

/** The names of the fields down to a message, as people read them. */
export function placeOf(path: readonly string[]): string {
  return path.length === 0 ? 'the message' : path.join('.');
}

/** Adds a sentence about a field of the message at a place, unless twenty were told of. `field`: such as `with the number 9`. */
export function tellUnknown(told: Set<string>, path: readonly string[], field: string): void {
  if (told.size >= MAX_TOLD) return;
  told.add(`${placeOf(path)} has field ${field}, which is not in the document and was ignored`);
}
