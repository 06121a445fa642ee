// The collections of each API with the number of records.

import type { Operations } from '../../client/client.ts';
import { FilterField } from '../parts/filter-field.ts';
import { PlaceLink } from '../parts/place-link.ts';
import { type ComponentChildren, html, useState, type VNode } from '../preact.ts';

type Listed = Operations['listCollections']['output']['apis'][number];

/** How many collections are shown at once. */
const MOST = 300;

export function Overview({
  apis,
  children,
}: {
  readonly apis: readonly Listed[];
  readonly children: ComponentChildren;
}): VNode {
  const [text, setText] = useState('');
  const [most, setMost] = useState(MOST);
  const wanted = text.trim().toLowerCase();
  const found = apis.map(({ api, collections }) => ({
    api,
    collections: collections.filter(({ collection }) => collection.toLowerCase().includes(wanted)),
  }));
  const count = found.reduce((sum, { collections }) => sum + collections.length, 0);
  let room = most;
  return html`<div class="overview">
    <div class="tools"><${FilterField} label="Filter collections" value=${text} onInput=${setText} />${children}</div>
    <div class="kinds" tabindex="-1">
      ${found.map(({ api, collections }) => {
        const shown = collections.slice(0, room);
        room -= shown.length;
        return html`<section key=${api}>
          <h2>${api}</h2>
          <ul>${shown.map(
            ({ collection, records, singleton }) =>
              html`<li key=${collection}><${PlaceLink} to=${{ rest: [api, collection] }}><span>${collection}</span> <b>${singleton && records === 0 ? 'singleton' : records.toLocaleString('en')}</b><//></li>`,
          )}</ul>
          ${collections.length === 0 && html`<p class="soft">${wanted === '' ? 'No collections.' : 'No matching collections.'}</p>`}
        </section>`;
      })}
      ${count > most && html`<button type="button" onClick=${() => setMost(most + 1000)}>Show ${count - most} more collections</button>`}
    </div>
  </div>`;
}
