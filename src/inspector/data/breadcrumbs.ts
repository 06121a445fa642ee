// The path to a record: API, parents with their collections, collection.

import type { Operations } from '../../client/client.ts';
import { PlaceLink } from '../parts/place-link.ts';
import { parentIds } from '../parts/record-id.ts';
import { html, type VNode } from '../preact.ts';

interface Props {
  readonly api: string;
  readonly collection: string;
  readonly id: string;
  /** The record; undefined or null while it is not known. */
  readonly stored: Operations['getRecord']['output'] | null | undefined;
}

export function Breadcrumbs({ api, collection, id, stored }: Props): VNode {
  const parents = parentIds(id, stored?.record);
  const references = stored?.references ?? [];
  const link = (rest: readonly string[], text: string) =>
    html`<li key=${rest.join('/')}><${PlaceLink} to=${{ rest }}>${text}<//></li>`;
  return html`<nav class="breadcrumbs" aria-label="Parents"><ol>
    ${link([], 'Data')}
    ${parents.map((parent) => {
      const target = references.find((one) => one.id === parent.id);
      if (!target) return html`<li key=${parent.id}>${parent.name}</li>`;
      return html`${link([api, target.collection], target.collection)}${link([api, target.collection, target.id], parent.name)}`;
    })}
    ${link([api, collection], collection)}
  </ol></nav>`;
}
