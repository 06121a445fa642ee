// A button that copies a text.

import { html, useState, type VNode } from '../preact.ts';
import { sentenceOf, useSession } from '../session.ts';

/** @param text - what is copied @param label - what the button says */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }): VNode {
  const { say } = useSession();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await toClipboard(text);
      setIsCopied(true);
      say('Copied.');
      setTimeout(() => setIsCopied(false), 1500);
    } catch (thrown) {
      say(`It could not be copied: ${sentenceOf(thrown)}`, 'bad');
    }
  };
  return html`<button type="button" onClick=${copy}>${isCopied ? 'Copied' : label}</button>`;
}

/** Only a page that came over a loopback or encrypted connection is given the clipboard. */
async function toClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (!isCopied) throw new Error('the browser does not allow it');
}
