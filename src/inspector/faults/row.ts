// A fault as a row of the list.

import type { Fault } from '../../client/client.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { html, type VNode } from '../preact.ts';
import { stepsWords, whenWords } from './words.ts';

/** In one word. */
export function stateOf({ paused, over, matched }: Fault): string {
  if (over) return 'finished';
  if (paused) return 'paused';
  return matched === 0 ? 'unused' : 'active';
}

export function rowOf(fault: Fault): VNode {
  const { id, plan, matched, met } = fault;
  const state = stateOf(fault);
  return html`<span class="state" data-is=${state}>${state}</span>
    <span class="when" title=${whenWords(plan)}>${whenWords(plan)}</span>
    <span class="what" title=${stepsWords(plan)}>${stepsWords(plan)}</span>
    <span class="id">${id}</span>
    <span class="applied"><span class="long">${matched === 0 ? 'no requests yet' : 'applied to'} </span>${matched > 0 && `${met} of ${matched}`}</span>`;
}

/** The text that the filter searches. */
export function wordsIn(fault: Fault): string {
  return `${fault.id} ${stateOf(fault)} ${whenWords(fault.plan)} ${stepsWords(fault.plan)} ${stringifyJson(fault.plan)}`.toLowerCase();
}
