// One exchange with all that is known of it, and what can be made of it.

import { BodyView } from '../parts/body-view.ts';
import { html, useState, type VNode } from '../preact.ts';
import type { WholeExchange } from '../rows.ts';
import { useLoaded, useSession } from '../session.ts';
import { AgainDialog } from './again-dialog.ts';
import { CaseDialog } from './case-dialog.ts';
import { CurlDialog } from './curl-dialog.ts';
import { FaultDialog } from './fault-dialog.ts';
import { useReference } from './operations.ts';

const DIALOGS = { again: AgainDialog, curl: CurlDialog, fault: FaultDialog, case: CaseDialog } as const;

/** @param number - of the exchange */
export function Detail({ number, onClose }: { readonly number: number; readonly onClose: () => void }): VNode {
  const { sandbox } = useSession();
  const { value, problem, isLoading } = useLoaded(async () => {
    const { exchanges } = await sandbox.control('listRequests', { after: number - 1, limit: 1 });
    return exchanges.find((one) => one.number === number);
  }, [number]);
  return html`<article class="detail" aria-label=${`Exchange ${number}`}>
    <header>
      <h2 tabindex="-1">${value ? html`<span class="method">${value.method}</span> <span class="target">${value.target}</span>` : `Exchange ${number}`}</h2>
      <button type="button" class="quiet" aria-label="Close the exchange" onClick=${onClose}>×</button>
    </header>
    ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
    ${!value && !isLoading && problem === undefined && html`<p class="empty">Exchange ${number} is not kept any more.</p>`}
    ${value && html`<${Shown} exchange=${value} />`}
  </article>`;
}

function Shown({ exchange }: { readonly exchange: WholeExchange }): VNode {
  const [asks, setAsks] = useState<keyof typeof DIALOGS | undefined>(undefined);
  const { requestBody, responseBody, reason, findings, warnings, links = [] } = exchange;
  const ask = (what: keyof typeof DIALOGS) => () => setAsks(what);
  return html`<${Facts} exchange=${exchange} />
    <p class="row">
      <button type="button" onClick=${ask('again')}>Again…</button>
      <button type="button" onClick=${ask('curl')}>As curl…</button>
      <button type="button" onClick=${ask('fault')}>Make this a fault…</button>
      <button type="button" onClick=${ask('case')}>Make this a contract case…</button>
    </p>
    ${findings.length > 0 && html`<section><h3>What the document says against it</h3><ul class="findings">${findings.map((text) => html`<${Finding} key=${text} text=${text} />`)}</ul></section>`}
    ${reason !== undefined && !findings.includes(reason) && html`<section><h3>Why it was refused</h3><p>${reason}</p></section>`}
    ${warnings.length > 0 && html`<section><h3>Accepted all the same</h3><ul class="plain">${warnings.map((text) => html`<li key=${text}>${text}</li>`)}</ul></section>`}
    <section><h3>Request</h3>${bodyOf(requestBody)}</section>
    <section><h3>Answer</h3>${bodyOf(responseBody)}</section>
    ${links.length > 0 && html`<section><h3>What it leads to</h3><ul class="plain">${links.map((link) => html`<li key=${link.name}><b>${link.name}</b> <code>${link.problem ?? `${link.method} ${link.target}`}</code></li>`)}</ul></section>`}
    <p class="soft">Header fields are not kept: they hold passwords. What is secret in bodies and addresses is shown as <code>[redacted]</code>.</p>
    ${asks && html`<${DIALOGS[asks]} exchange=${exchange} onClose=${() => setAsks(undefined)} />`}`;
}

function Facts({ exchange }: { readonly exchange: WholeExchange }): VNode {
  const { go, tabs } = useSession();
  const { number, at, status, duration, operation, api, caller, source, code, fault } = exchange;
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
        : html`<a href=${reference}>${operation}</a>${api !== undefined && html` <small>of ${api}</small>`}`,
    ],
    ['Number', number],
    ['Time', html`<time datetime=${at}>${at.replace('T', ' ').replace('Z', ' UTC')}</time>`],
    ['Took', duration === undefined ? undefined : `${duration} ms`],
    ['Caller', caller],
    ['Answered by', source === undefined ? undefined : SOURCES[source]],
    [
      'Fault',
      fault !== undefined && tabs.includes('faults')
        ? html`<button type="button" onClick=${() => go({ tab: 'faults', rest: [fault] })}>${fault}</button>`
        : fault,
    ],
  ];
  return html`<dl class="facts">${facts.map(([name, value]) => value !== undefined && html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

const SOURCES = {
  fault: 'a fault plan',
  handler: 'the handler',
  stored: 'stored data',
  example: 'an example',
  generated: 'generated',
  rejected: 'rejected',
  document: 'the document',
} as const;

/** A finding begins with its place: `body /name must …`. */
function Finding({ text }: { readonly text: string }): VNode {
  const [, place, sentence] = /^((?:path|query|header|cookie|body|response)(?: \/\S*)?) (.*)$/s.exec(text) ?? [];
  return html`<li>${place !== undefined && html`<code>${place}</code> `}${sentence ?? text}</li>`;
}

function bodyOf(body: string | undefined): VNode {
  return body === undefined
    ? html`<p class="soft">No body, or one of more than 16 KiB, which is not kept.</p>`
    : html`<${BodyView} text=${body} />`;
}
