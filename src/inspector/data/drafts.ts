// Unsaved edits, which survive navigation inside the page.

/** A record with unsaved edits. */
export interface UnsavedRecord {
  /** The stored record at the start of the edit, with its version; undefined for a new record. */
  readonly base: { readonly record: unknown; readonly version: string } | undefined;
  /** The edited record. */
  readonly record: unknown;
}

const drafts = new Map<string, UnsavedRecord>();

/** @param place - sandbox, API, collection and id */
export function draftAt(place: readonly string[]): UnsavedRecord | undefined {
  return drafts.get(JSON.stringify(place));
}

/** @param draft - undefined when nothing is left to save */
export function storeDraft(place: readonly string[], draft: UnsavedRecord | undefined): void {
  if (draft) drafts.set(JSON.stringify(place), draft);
  else drafts.delete(JSON.stringify(place));
}
