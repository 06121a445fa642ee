// The details of one recorded request, and actions on it.

import { BodyView } from '../parts/body-view.ts';
import { CopyButton } from '../parts/copy-button.ts';
import { curlCommand, variablesIn } from '../parts/curl.ts';
import { Dialog } from '../parts/dialog.ts';
import { PlaceLink } from '../parts/place-link.ts';
import { html, useState, type VNode } from '../preact.ts';
import type { Exchange } from '../rows.ts';
import { useLoaded, useSession } from '../session.ts';
import { FaultDialog } from './fault-dialog.ts';
import { Gaps } from './gaps.ts';
import { type Headers, resendable } from './header-lines.ts';
import { useReference } from './operations.ts';
import { ResendDialog } from './resend-dialog.ts';
import { ResponseDialog } from './response-dialog.ts';
import { SOURCES } from './source.ts';
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

interface Props {
  readonly exchange: Exchange;
  onClose(): void;
}

/** A recorded request as a curl command. */
function CurlDialog({ exchange, onClose }: Props): VNode {
  const { origin, sandbox } = useSession();
  const { method, target, caller, requestBody, requestHeaders = {} } = exchange;
  const { authorization, cookie } = requestHeaders;
  const parts = {
    origin,
    sandbox: sandbox.name,
    method,
    target,
    headers: { ...resendable(requestHeaders), ...(cookie !== undefined && { cookie }) },
    body: requestBody,
    hasToken: authorization !== undefined,
  };
  const text = curlCommand(parts);
  const variables = variablesIn(parts);
  return html`<${Dialog} title="curl command" onClose=${onClose}>
    <pre class="code" tabindex="0">${text}</pre>
    <${Gaps} exchange=${exchange} hasVariables />
    ${
      variables.length > 0 &&
      html`<p>Secrets are not recorded. Set the shell ${variables.length === 1 ? 'variable' : 'variables'} first: ${variables.map((name) => html`<code key=${name}>${name}</code> `)}</p>`
    }
    ${authorization !== undefined && caller !== undefined && html`<p><code>TOKEN=$(understudy token ${caller})</code></p>`}
    <p class="row end"><${CopyButton} text=${text} label="Copy" /></p>
  <//>`;
}

/** Status, operation, time and source of a recorded request. */
function Facts({ exchange }: { readonly exchange: Exchange }): VNode {
  const { number, at, status, traceId, duration, operation, api, caller, source, code, fault } = exchange;
  const reference = useReference(api, operation);
  const facts: readonly (readonly [string, unknown])[] = [
    [
      'Status',
      html`<span class="status" data-class=${String(status)[0]}>${status}</span>${code !== undefined && ` ${code}`}`,
    ],
    [
      'Operation',
      operation === undefined
        ? 'none'
        : html`<a href=${reference}>${operation}</a>${api !== undefined && html` <small>${api}</small>`}`,
    ],
    ['Source', source === undefined ? undefined : SOURCES[source]],
    ['Fault', fault === undefined ? undefined : faultLink(fault)],
    ['Caller', caller],
    ['Trace', traceId],
    ['Duration', duration === undefined ? undefined : `${duration} ms`],
    ['Time', html`<time datetime=${at}>${at.replace('T', ' ').replace('Z', ' UTC')}</time>`],
    ['Number', number],
  ];
  return html`<dl class="facts">${facts.map(([name, value]) => value !== undefined && html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** A request can also bring its own fault in a header. */
function faultLink(fault: string): unknown {
  return fault.startsWith('fault-') ? html`<${PlaceLink} to=${{ tab: 'faults', rest: [fault] }}>${fault}<//>` : fault;
}

interface MessageProps {
  readonly title: string;
  readonly body: string | undefined;
  readonly headers: Headers | undefined;
}

/** Whether headers were opened last: the next request shows them, too. */
let areOpen = false;

/** A request or response in the details: body and headers. */
function Message({ title, body, headers = {} }: MessageProps): VNode {
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
