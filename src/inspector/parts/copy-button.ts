// A button that copies text.

import { html, useState, type VNode } from '../preact.ts';
import { messageOf, useSession } from '../session.ts';

/** @param text - to copy @param label - of the button */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }): VNode {
  const { notify } = useSession();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await toClipboard(text);
      setIsCopied(true);
      notify('Copied.');
      setTimeout(() => setIsCopied(false), 1500);
    } catch (thrown) {
      notify(`Copying failed: ${messageOf(thrown)}`, 'bad');
    }
  };
  return html`<button type="button" onClick=${copy}>${isCopied ? 'Copied' : label}</button>`;
}

/** Browsers offer the clipboard only to pages from loopback or HTTPS. */
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
