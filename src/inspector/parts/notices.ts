// The place where the page says what was done, and what was refused.

import { html, useEffect, type VNode } from '../preact.ts';
import type { Tone } from '../session.ts';

/** Something that is said. */
export interface Said {
  readonly text: string;
  readonly tone: Tone;
  /** When, so that the same said twice is said twice. */
  readonly at: number;
}

/** How long it stays, in milliseconds. What went wrong stays until somebody closes it. */
const STAYS = 6000;

export function Notices({ said, onClose }: { readonly said: Said | undefined; readonly onClose: () => void }): VNode {
  useEffect(() => {
    if (!said || said.tone === 'bad') return undefined;
    const timer = setTimeout(onClose, STAYS);
    return () => clearTimeout(timer);
  }, [said]);
  return html`<div class="notices">
    <div role="status">${said && html`<p key=${said.at} data-tone=${said.tone}>${said.text}</p>`}</div>
    ${said && html`<button type="button" class="quiet" aria-label="Close the notice" onClick=${onClose}>×</button>`}
  </div>`;
}
