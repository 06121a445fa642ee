// Unsaved edits, and their conflicts with changes by others.

import { Differences } from '../parts/difference-view.ts';
import { differences } from '../parts/values.ts';
import { html, type VNode } from '../preact.ts';

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

interface Props {
  /** The common base of both edits. */
  readonly base: unknown;
  readonly mine: unknown;
  /** Undefined where it was deleted. */
  readonly theirs: unknown;
  onTake(): void;
  onPut(): void;
}

/** Resolves edits of a record that was changed elsewhere in the meantime. */
export function Conflict({ base, mine, theirs, onTake, onPut }: Props): VNode {
  const isGone = theirs === undefined;
  return html`<section class="conflict" aria-label="Edit conflict">
    <p role="alert"><b>${isGone ? 'This record was deleted' : 'This record was changed'}</b> while you were editing it. Your changes are not saved.</p>
    ${!isGone && html`<h3>Other changes</h3><${Differences} list=${differences(base, theirs)} />`}
    <h3>Your changes</h3><${Differences} list=${differences(base, mine)} />
    <p class="row">
      <button type="button" onClick=${onTake}>${isGone ? 'Discard my changes' : 'Use the other version'}</button>
      <button type="button" onClick=${onPut}>${isGone ? 'Create it again' : 'Save my changes'}</button>
      ${!isGone && html`<small class="soft">Your changes are applied to the other version.</small>`}
    </p>
  </section>`;
}
