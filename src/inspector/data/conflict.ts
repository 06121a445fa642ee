// Resolves edits of a record that was changed elsewhere in the meantime.

import { Differences } from '../parts/difference-view.ts';
import { differences } from '../parts/values.ts';
import { html, type VNode } from '../preact.ts';

interface Props {
  /** The common base of both edits. */
  readonly base: unknown;
  readonly mine: unknown;
  /** Undefined where it was deleted. */
  readonly theirs: unknown;
  onTake(): void;
  onPut(): void;
}

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
