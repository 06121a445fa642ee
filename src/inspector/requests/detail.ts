// The details of one recorded request, and actions on it.

import { html, useState, type VNode } from '../preact.ts';
import type { Exchange } from '../rows.ts';
import { useLoaded, useSession } from '../session.ts';
import { CurlDialog } from './curl-dialog.ts';
import { Facts } from './facts.ts';
import { FaultDialog } from './fault-dialog.ts';
import { Message } from './message.ts';
import { ResendDialog } from './resend-dialog.ts';
import { ResponseDialog } from './response-dialog.ts';
import { TestDialog } from './test-dialog.ts';

const DIALOGS = {
  resend: ResendDialog,
  response: ResponseDialog,
  fault: FaultDialog,
  curl: CurlDialog,
  test: TestDialog,
} as const;

export function Detail({ number, onClose }: { readonly number: number; readonly onClose: () => void }): VNode {
  const { sandbox } = useSession();
  const { value, problem, isLoading } = useLoaded(async () => {
    const { exchanges } = await sandbox.control('listRequests', { after: number - 1, limit: 1 });
    return exchanges.find((one) => one.number === number);
  }, [number]);
  return html`<article class="detail" aria-label=${`Request ${number}`}>
    <header>
      <h2 tabindex="-1">${value ? html`<span class="method">${value.method}</span> <span class="target">${value.target}</span>` : `Request ${number}`}</h2>
      <button type="button" class="quiet" aria-label="Close" onClick=${onClose}>×</button>
    </header>
    ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
    ${!value && !isLoading && problem === undefined && html`<p class="empty">Request ${number} is no longer in the log.</p>`}
    ${value && html`<${Shown} exchange=${value} />`}
  </article>`;
}

function Shown({ exchange }: { readonly exchange: Exchange }): VNode {
  const [dialog, setDialog] = useState<keyof typeof DIALOGS | undefined>(undefined);
  const { operation, reason, findings, warnings, links = [] } = exchange;
  const opener = (name: keyof typeof DIALOGS, label: string) =>
    html`<button type="button" onClick=${() => setDialog(name)}>${label}</button>`;
  return html`<${Facts} exchange=${exchange} />
    <p class="row">
      ${opener('resend', 'Resend…')} ${operation !== undefined && opener('response', 'Edit response…')} ${opener('fault', 'Add fault…')}
      ${opener('curl', 'curl…')} ${opener('test', 'Save as test…')}
    </p>
    ${findings.length > 0 && html`<section><h3>Violations</h3><ul class="findings">${findings.map((text) => html`<${Finding} key=${text} text=${text} />`)}</ul></section>`}
    ${reason !== undefined && !findings.includes(reason) && html`<section><h3>Reason</h3><p>${reason}</p></section>`}
    ${warnings.length > 0 && html`<section><h3>Warnings</h3><ul class="plain">${warnings.map((text) => html`<li key=${text}>${text}</li>`)}</ul></section>`}
    <${Message} title="Request" body=${exchange.requestBody} headers=${exchange.requestHeaders} />
    <${Message} title="Response" body=${exchange.responseBody} headers=${exchange.responseHeaders} />
    ${links.length > 0 && html`<section><h3>Links</h3><ul class="plain">${links.map((link) => html`<li key=${link.name}><b>${link.name}</b> <code>${link.problem ?? `${link.method} ${link.target}`}</code></li>`)}</ul></section>`}
    <p class="soft">Secrets are shown as <code>[redacted]</code>.</p>
    ${dialog && html`<${DIALOGS[dialog]} exchange=${exchange} onClose=${() => setDialog(undefined)} />`}`;
}

/** A finding starts with its location: `body /name must …`. */
function Finding({ text }: { readonly text: string }): VNode {
  const [, place, sentence] = /^((?:path|query|header|cookie|body|response)(?: \/\S*)?) (.*)$/s.exec(text) ?? [];
  return html`<li>${place !== undefined && html`<code>${place}</code> `}${sentence ?? text}</li>`;
}
