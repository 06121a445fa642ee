// What people have begun to write and not saved yet: it stays while they look at something else.

/** A record that is edited. */
export interface UnsavedRecord {
  /** What it was when somebody began to edit it, with its version; undefined for one that is to be added. */
  readonly base: { readonly record: unknown; readonly version: string } | undefined;
  /** What is to become of it. */
  readonly record: unknown;
}

const drafts = new Map<string, UnsavedRecord>();

/** Where a draft is kept: the names that lead to its record. */
export function draftAt(place: readonly string[]): UnsavedRecord | undefined {
  return drafts.get(JSON.stringify(place));
}

/** @param draft - undefined when there is nothing left to be saved */
export function keepDraft(place: readonly string[], draft: UnsavedRecord | undefined): void {
  if (draft) drafts.set(JSON.stringify(place), draft);
  else drafts.delete(JSON.stringify(place));
}
