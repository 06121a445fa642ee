// An exchange as a case of the contract, in a dialog: to be copied, or kept as a file.

import { CopyButton } from '../parts/copy-button.ts';
import { Dialog } from '../parts/dialog.ts';
import { download } from '../parts/download.ts';
import { html, useState, type VNode } from '../preact.ts';
import type { WholeExchange } from '../rows.ts';
import { overlayOf, testOf } from './contract-case.ts';
import { Gaps } from './gaps.ts';

export function CaseDialog({
  exchange,
  onClose,
}: {
  readonly exchange: WholeExchange;
  readonly onClose: () => void;
}): VNode {
  const { operation, number } = exchange;
  const [kind, setKind] = useState<'example' | 'test'>(operation === undefined ? 'test' : 'example');
  const file =
    kind === 'example'
      ? { name: `${operation}-${number}.overlay.json`, type: 'application/json', text: overlayOf(exchange) }
      : { name: `${operation ?? 'exchange'}-${number}.test.ts`, type: 'text/plain', text: testOf(exchange) };
  const choice = (name: typeof kind, label: string) =>
    html`<label class="choice"><input type="radio" name="kind" checked=${kind === name} onChange=${() => setKind(name)} /> ${label}</label>`;
  return html`<${Dialog} title="Make this a contract case" onClose=${onClose}>
    <${Gaps} exchange=${exchange} />
    <fieldset><legend>As</legend>
      ${operation !== undefined && choice('example', 'an example of its document, by an overlay')}
      ${choice('test', 'a test of Vitest')}
    </fieldset>
    <pre class="code" tabindex="0">${file.text}</pre>
    <p class="soft">${
      kind === 'example'
        ? 'The request and the answer become examples of one name. Put them into the document, or serve it with --overlay; tools that replay examples hold other servers against it.'
        : 'It sends the request to a sandbox of its own that starts from the fixtures, so what was done before has to be done there too.'
    }</p>
    <p class="row end">
      <${CopyButton} text=${file.text} label="Copy" />
      <button type="button" onClick=${() => download(file.name, file.type, file.text)}>Download</button>
    </p>
  <//>`;
}
