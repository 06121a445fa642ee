// A request or response in the details: body and headers.

import { BodyView } from '../parts/body-view.ts';
import { html, useState, type VNode } from '../preact.ts';
import type { Headers } from './header-lines.ts';

interface Props {
  readonly title: string;
  readonly body: string | undefined;
  readonly headers: Headers | undefined;
}

/** Whether headers were opened last: the next request shows them, too. */
let areOpen = false;

export function Message({ title, body, headers = {} }: Props): VNode {
  const names = Object.keys(headers);
  const [isOpen] = useState(areOpen);
  const remember = (event: Event) => {
    areOpen = (event.target as HTMLDetailsElement).open;
  };
  return html`<section class="message">
    <h3>${title}</h3>
    ${
      names.length > 0 &&
      html`<details open=${isOpen} onToggle=${remember}>
        <summary>${names.length} ${names.length === 1 ? 'header' : 'headers'}</summary>
        <dl class="headers">${names.map((name) => html`<div key=${name}><dt>${name}</dt><dd>${headers[name]}</dd></div>`)}</dl>
      </details>`
    }
    ${body === undefined ? html`<p class="soft">${missingBody(headers)}</p>` : html`<${BodyView} text=${body} />`}
  </section>`;
}

/** Why there is no body. */
function missingBody({ 'content-length': length, 'content-type': type }: Headers): string {
  const isEmpty = length === '0' || (length === undefined && type === undefined);
  return isEmpty ? 'No body' : 'Body not recorded: empty, or over 16 KiB';
}
