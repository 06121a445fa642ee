// A recorded request as a test or as an example of the document.

import { CopyButton } from '../parts/copy-button.ts';
import { Dialog } from '../parts/dialog.ts';
import { download } from '../parts/download.ts';
import { html, useState, type VNode } from '../preact.ts';
import type { Exchange } from '../rows.ts';
import { Gaps } from './gaps.ts';
import { overlayOf, testOf } from './test-case.ts';

export function TestDialog({
  exchange,
  onClose,
}: {
  readonly exchange: Exchange;
  readonly onClose: () => void;
}): VNode {
  const { operation, number } = exchange;
  const [kind, setKind] = useState<'example' | 'test'>('test');
  const file =
    kind === 'example'
      ? { name: `${operation}-${number}.overlay.json`, type: 'application/json', text: overlayOf(exchange) }
      : { name: `${operation ?? 'request'}-${number}.test.ts`, type: 'text/plain', text: testOf(exchange) };
  const choice = (name: typeof kind, label: string) =>
    html`<label class="choice"><input type="radio" name="kind" checked=${kind === name} onChange=${() => setKind(name)} /> ${label}</label>`;
  return html`<${Dialog} title="Save as test" onClose=${onClose}>
    <${Gaps} exchange=${exchange} />
    <fieldset><legend>Format</legend>
      ${choice('test', 'Vitest test')}
      ${operation !== undefined && choice('example', 'Example for the document (OpenAPI Overlay)')}
    </fieldset>
    <pre class="code" tabindex="0">${file.text}</pre>
    <p class="soft">${
      kind === 'example'
        ? 'Adds the request and response as examples. Serve the document with --overlay, or copy the examples into it.'
        : 'The test uses a new sandbox with the fixtures. Add requests that must run before this one.'
    }</p>
    <p class="row end">
      <${CopyButton} text=${file.text} label="Copy" />
      <button type="button" onClick=${() => download(file.name, file.type, file.text)}>Download</button>
    </p>
  <//>`;
}
