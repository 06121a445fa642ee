// A body: JSON as a tree or raw, other text as it is, binary data by its length.

import { parseJson } from '../../schema/json/parse-json.ts';
import { html, useMemo, useState, type VNode } from '../preact.ts';
import { CopyButton } from './copy-button.ts';
import { JsonView } from './json-view.ts';

/** How much text is shown at first, in characters. */
const MOST = 20_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters mark binary data
const BINARY = /[\0-\x08\x0e-\x1f\ufffd]/;

export function BodyView({ text }: { readonly text: string }): VNode {
  const [isRaw, setIsRaw] = useState(false);
  const json = useMemo(() => parsed(text), [text]);
  if (BINARY.test(text))
    return html`<p class="soft">${text.length.toLocaleString('en')} characters of binary data.</p>`;
  return html`<div class="body">
    ${json && !isRaw ? html`<${JsonView} value=${json.value} />` : html`<${Raw} text=${text} />`}
    <p class="row">
      ${json && html`<button type="button" aria-pressed=${isRaw ? 'true' : 'false'} onClick=${() => setIsRaw(!isRaw)}>Raw</button>`}
      <${CopyButton} text=${text} label="Copy" />
    </p>
  </div>`;
}

function Raw({ text }: { readonly text: string }): VNode {
  const [isWhole, setIsWhole] = useState(false);
  const isLong = text.length > MOST && !isWhole;
  return html`<pre tabindex="0">${isLong ? text.slice(0, MOST) : text}</pre>
    ${isLong && html`<button type="button" onClick=${() => setIsWhole(true)}>${(text.length - MOST).toLocaleString('en')} more characters</button>`}`;
}

function parsed(text: string): { readonly value: object } | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return { value: parseJson(text) as object };
  } catch {
    return undefined;
  }
}
