// Told to whoever edits a record that somebody else has changed meanwhile.

import { Differences } from '../parts/difference-view.ts';
import { differences } from '../parts/values.ts';
import { html, type VNode } from '../preact.ts';

interface Props {
  /** What it was when both began. */
  readonly base: unknown;
  readonly mine: unknown;
  /** Undefined where it was removed. */
  readonly theirs: unknown;
  onTake(): void;
  onPut(): void;
}

export function Conflict({ base, mine, theirs, onTake, onPut }: Props): VNode {
  const isGone = theirs === undefined;
  return html`<section class="conflict" aria-label="Changed by somebody else">
    <p role="alert"><b>${isGone ? 'Somebody has removed this record' : 'Somebody has changed this record'}</b> since you began to edit it. Nothing of yours is saved.</p>
    ${!isGone && html`<h3>What they changed</h3><${Differences} list=${differences(base, theirs)} />`}
    <h3>What you changed</h3><${Differences} list=${differences(base, mine)} />
    <p class="row">
      <button type="button" onClick=${onTake}>${isGone ? 'Leave it removed' : 'Take theirs'}</button>
      <button type="button" onClick=${onPut}>${isGone ? 'Add it again' : 'Put mine again'}</button>
      ${!isGone && html`<small class="soft">Yours is put on top: what you did not change is as they have it.</small>`}
    </p>
  </section>`;
}
