// A tab list, by mouse or keyboard (WAI-ARIA Authoring Practices, "Tabs").

import { html, useLayoutEffect, useRef, type VNode } from '../preact.ts';

interface Props {
  readonly label: string;
  readonly tabs: readonly { readonly name: string; readonly label: string }[];
  readonly chosen: string;
  /** The id of the tab panel, which is labelled by `tab-<name>`. */
  readonly panel: string;
  onChoose(name: string): void;
}

export function TabList({ label, tabs, chosen, panel, onChoose }: Props): VNode {
  const list = useRef<HTMLDivElement>(null);
  // On narrow screens, the selected tab is scrolled into view.
  useLayoutEffect(() => {
    const reveal = () => {
      const tab = list.current?.querySelector('[aria-selected=true]');
      tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    reveal();
    addEventListener('resize', reveal);
    return () => removeEventListener('resize', reveal);
  }, [chosen]);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChoose(next.name);
    list.current?.querySelector<HTMLElement>(`#tab-${next.name}`)?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} ref=${list} onKeyDown=${move}>
    ${tabs.map(
      ({
        name,
        label: text,
      }) => html`<button key=${name} type="button" role="tab" id=${`tab-${name}`} aria-controls=${panel}
        aria-selected=${name === chosen ? 'true' : 'false'} tabindex=${name === chosen ? 0 : -1} onClick=${() => onChoose(name)}>${text}</button>`,
    )}
  </div>`;
}
