// Differences between two states of records, property by property.

import type { EditedRecord } from '../../client/client.ts';
import { html, useMemo, useState, type VNode } from '../preact.ts';
import { JsonView } from './json-view.ts';
import { PlaceLink } from './place-link.ts';
import { idPath } from './record-id.ts';
import { type Difference, differences, isObject } from './values.ts';

/** How many properties and records are shown at once. */
const [MOST, MOST_RECORDS] = [100, 50];

interface RecordsProps {
  readonly api: string;
  readonly records: readonly EditedRecord[];
  /** The total number. */
  readonly total: number;
}

/** Records with their properties before and after. */
export function EditedRecords({ api, records, total }: RecordsProps): VNode {
  const [shown, setShown] = useState(MOST_RECORDS);
  return html`<ol class="edited">
    ${records.slice(0, shown).map((record) => html`<${Edited} key=${`${record.collection}/${record.id}`} api=${api} record=${record} />`)}
  </ol>
  ${shown < records.length && html`<button type="button" onClick=${() => setShown(shown + MOST_RECORDS)}>Show more (${records.length - shown})</button>`}
  ${shown >= records.length && total > records.length && html`<p class="soft">Only the first ${records.length} of ${total} are shown.</p>`}`;
}

function Edited({ api, record: edited }: { readonly api: string; readonly record: EditedRecord }): VNode {
  const { collection, id, kind, was, is } = edited;
  const list = useMemo(() => edits(edited), [was, is]);
  const name = html`${collection} <b>${idPath(id, is ?? was)}</b>`;
  return html`<li data-kind=${kind}>
    <h3><span class="kind">${kind}</span> ${kind === 'removed' ? name : html`<${PlaceLink} to=${{ tab: 'data', rest: [api, collection, id] }}>${name}<//>`}</h3>
    <${Differences} list=${list} />
  </li>`;
}

/** Of a new or removed record, each property is a difference. */
function edits({ was, is }: EditedRecord): readonly Difference[] {
  return differences(isObject(is) ? (was ?? {}) : was, isObject(was) ? (is ?? {}) : is);
}

export function Differences({ list }: { readonly list: readonly Difference[] }): VNode {
  const [shown, setShown] = useState(MOST);
  return html`<dl class="differences">
    ${list.slice(0, shown).map(
      (one) => html`<div key=${one.steps.join('/')}>
      <dt>${one.steps.length === 0 ? '(entire value)' : one.steps.map((step, index) => html`${index > 0 && html`<i>›</i>`}${step}`)}</dt>
      <dd>${'was' in one && html`<del><span class="unseen">before: </span><${JsonView} value=${one.was} depth=${2} /></del>`}
        ${'is' in one && html`<ins><span class="unseen">after: </span><${JsonView} value=${one.is} depth=${2} /></ins>`}</dd>
    </div>`,
    )}
  </dl>
  ${list.length > shown && html`<button type="button" onClick=${() => setShown(shown + MOST)}>Show ${list.length - shown} more properties</button>`}`;
}

/** Text of a style sheet. */
export const DIFFERENCE_STYLE = `
.edited { margin: 0; padding: 0; list-style: none; }
.edited > li { margin-top: 1.1rem; }
.edited h3 { margin: 0 0 0.35rem; font: 500 0.9375rem/1.4 var(--sans); overflow-wrap: anywhere; }
.edited h3 b { font: 0.8125rem var(--mono); }
.edited .kind { display: inline-block; margin-right: 0.35rem; padding: 0 0.5rem; border-radius: 99px; font-size: 0.75rem; line-height: 1.6; background: light-dark(#fde7c4, #4a3410); color: light-dark(#6b4300, #f3d29b); }
.edited [data-kind=added] .kind { background: light-dark(#d8efdf, #143a22); color: light-dark(#14532d, #a9e2bb); }
.edited [data-kind=removed] .kind { background: light-dark(#f6d9de, #53202a); color: light-dark(#7d1628, #f7c0c6); }
.differences { margin: 0; border: 1px solid var(--line); border-radius: 10px; overflow: hidden; background: var(--card); }
.differences:empty { display: none; }
.differences > div { display: grid; grid-template-columns: minmax(6rem, 11rem) minmax(0, 1fr); gap: 0.2rem 0.9rem; padding: 0.4rem 0.8rem; }
.differences > div + div { border-top: 1px solid var(--line); }
.differences dt { color: var(--soft); font: 0.8125rem/1.6 var(--mono); overflow-wrap: anywhere; }
.differences dt i { margin-inline: 0.25rem; font-style: normal; }
.differences dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.differences :is(ins, del) { display: block; padding: 0 0.5rem; border-radius: 5px; text-decoration: none; }
.differences :is(ins, del) > .json { display: inline-block; vertical-align: top; max-width: calc(100% - 1.2rem); }
.differences :is(ins, del)::before { display: inline-block; width: 1rem; font: 600 0.8125rem/1.6 var(--mono); }
.differences del::before { content: '−' / ''; color: var(--red); }
.differences ins::before { content: '+' / ''; color: var(--good); }
.differences del { background: light-dark(#fbecee, #341a1f); }
.differences ins { background: light-dark(#e9f6ed, #14291c); }
.differences del + ins { margin-top: 0.15rem; }
.differences .json .string { color: inherit; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 56rem) { .differences > div { grid-template-columns: minmax(0, 1fr); } }
`;
