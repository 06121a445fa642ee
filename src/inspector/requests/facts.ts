// Status, operation, time and source of a recorded request.

import { PlaceLink } from '../parts/place-link.ts';
import { html, type VNode } from '../preact.ts';
import type { Exchange } from '../rows.ts';
import { useReference } from './operations.ts';
import { SOURCES } from './source.ts';

export function Facts({ exchange }: { readonly exchange: Exchange }): VNode {
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
        : html`<a href=${reference}>${operation}</a>${api !== undefined && html` <small>${api}</small>`}`,
    ],
    ['Source', source === undefined ? undefined : SOURCES[source]],
    ['Fault', fault === undefined ? undefined : faultLink(fault)],
    ['Caller', caller],
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
