// Messages about finished and failed actions.

import { html, useEffect, type VNode } from '../preact.ts';
import type { Tone } from '../session.ts';

/** A message. */
export interface Notice {
  readonly text: string;
  readonly tone: Tone;
  /** When, so that a repeated message is announced again. */
  readonly at: number;
}

/** How long a message stays, in milliseconds. Errors stay until they are closed. */
const STAYS = 6000;

export function Notices({
  notice,
  onClose,
}: {
  readonly notice: Notice | undefined;
  readonly onClose: () => void;
}): VNode {
  useEffect(() => {
    if (!notice || notice.tone === 'bad') return undefined;
    const timer = setTimeout(onClose, STAYS);
    return () => clearTimeout(timer);
  }, [notice]);
  return html`<div class="notices">
    <div role="status">${notice && html`<p key=${notice.at} data-tone=${notice.tone}>${notice.text}</p>`}</div>
    ${notice && html`<button type="button" class="quiet" aria-label="Close message" onClick=${onClose}>×</button>`}
  </div>`;
}
