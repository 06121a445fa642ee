// A link to another place of the page.

import { hashOf, type Place } from '../place.ts';
import { type ComponentChildren, html, type VNode } from '../preact.ts';
import { useSession } from '../session.ts';

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
