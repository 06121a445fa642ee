// A plan in a list.

import type { Fault } from '../../client/client.ts';
import { html, type VNode } from '../preact.ts';
import { stepsWords, whenWords } from './words.ts';

/** In a word or two. */
export function stateOf({ paused, over, matched }: Fault): string {
  if (over) return 'over';
  if (paused) return 'rests';
  return matched === 0 ? 'unmatched' : 'in force';
}

export function rowOf(fault: Fault): VNode {
  const { id, plan, matched, met } = fault;
  const state = stateOf(fault);
  return html`<span class="state" data-is=${state}>${state}</span>
    <span class="when" title=${whenWords(plan)}>${whenWords(plan)}</span>
    <span class="what" title=${stepsWords(plan)}>${stepsWords(plan)}</span>
    <span class="id">${id}</span>
    <span class="met"><span class="long">${matched === 0 ? 'no request so far' : 'met by'} </span>${matched > 0 && `${met} of ${matched}`}</span>`;
}

/** What a text is looked for in. */
export function wordsIn(fault: Fault): string {
  return `${fault.id} ${stateOf(fault)} ${whenWords(fault.plan)} ${stepsWords(fault.plan)} ${JSON.stringify(fault.plan)}`.toLowerCase();
}
