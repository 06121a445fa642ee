// A recorded request as a row of the list.

import { html, type VNode } from '../preact.ts';
import type { Row } from '../rows.ts';
import { SOURCES } from './source.ts';

export function rowOf({
  number,
  at,
  method,
  target,
  status,
  operation,
  source,
  duration,
  findings,
  fault,
}: Row): VNode {
  const label = source === undefined ? '' : SOURCES[source];
  const violations = `${findings} ${findings === 1 ? 'violation' : 'violations'}`;
  return html`<span class="number">${number}</span><time datetime=${at} title=${at}>${at.slice(11, 19)}</time><span class="method">${method}</span>
    <span class="status" data-class=${String(status)[0]}>${status}</span><span class="target" title=${target}>${target}</span>
    <span class="marks">${findings > 0 && html`<b class="mark-finding">${violations}</b>`}
      ${fault !== undefined && html`<b class="mark-fault" title=${fault}>fault</b>`}</span>
    <span class="operation" title=${operation}>${operation}</span><span class="source">${label}</span>
    <span class="duration">${duration === undefined ? '' : `${duration.toFixed(1)} ms`}</span>`;
}
