// A link to another place of the page.

import type { Operations } from '../../client/client.ts';
import { hashOf, type Place } from '../place.ts';
import { type ComponentChildren, html, type VNode } from '../preact.ts';
import { useSession } from '../session.ts';
import { parentIds } from './record-id.ts';

interface Props {
  readonly to: Partial<Place>;
  readonly label?: string | undefined;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** @param to - omitted parts stay as they are @param label - for screen readers. Default: the content */
export function PlaceLink({ to, label, class: name, children }: Props): VNode {
  const { place, go } = useSession();
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(to);
  };
  return html`<a class=${name} href=${hashOf({ ...place, ...to })} aria-label=${label} onClick=${follow}>${children}</a>`;
}

interface BreadcrumbsProps {
  readonly api: string;
  readonly collection: string;
  readonly id: string;
  /** The record; undefined or null while it is not known. */
  readonly stored: Operations['getRecord']['output'] | null | undefined;
}

/** The path to a record: API, parents with their collections, collection. */
export function Breadcrumbs({ api, collection, id, stored }: BreadcrumbsProps): VNode {
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
