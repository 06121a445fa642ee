// A list with a detail pane beside it, or in its place on narrow screens.

import { type ComponentChildren, html, useLayoutEffect, useRef, type VNode } from '../preact.ts';
import { adoptStyle } from './style.ts';

adoptStyle(`
.master-detail { display: grid; grid-template-columns: minmax(0, 1fr); height: 100%; }
.master-detail .master { display: grid; grid-template-rows: auto minmax(0, 1fr); min-height: 0; min-width: 0; }
.master-detail .list { border-top: 1px solid var(--line); }
.side { overflow: auto; min-width: 0; padding: 0.9rem 1.25rem 2.5rem; border-left: 1px solid var(--line); }
.side header { display: flex; align-items: start; gap: 0.75rem; }
.side h2 { flex: 1; margin: 0; font: 600 1.0625rem/1.4 var(--sans); overflow-wrap: anywhere; outline: none; }
.side h3 { margin: 1.5rem 0 0.4rem; font: 600 0.9375rem var(--sans); }
.side p { margin: 0.6rem 0; overflow-wrap: anywhere; }
.side .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); gap: 0.6rem 1rem; margin: 0.9rem 0; }
.side dt { color: var(--soft); font-size: 0.8125rem; }
.side dd { margin: 0; overflow-wrap: anywhere; }
.side .code { font: 0.8125rem/1.5 var(--mono); }
.side > .json, .side .boxed { padding: 0.7rem 0.9rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
@media (min-width: 76rem) {
  .master-detail[data-open] { grid-template-columns: minmax(0, 1fr) minmax(0, 26rem); }
}
@media (max-width: 75.99rem) {
  .master-detail[data-open] .master { display: none; }
  .side { border-left: 0; }
}
`);

interface MasterDetailProps {
  /** The CSS class. */
  readonly name: string;
  /** The toolbar and the list. */
  readonly children: ComponentChildren;
  /** The detail pane; undefined while no item is selected. */
  readonly side: VNode | undefined;
  onClose(): void;
}

/** Escape closes the detail pane and moves the focus to the list. */
export function MasterDetail({ name, children, side, onClose }: MasterDetailProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const isOpen = side !== undefined;
  const was = useRef(isOpen);
  useLayoutEffect(() => {
    if (was.current === isOpen) return;
    was.current = isOpen;
    const list = box.current?.querySelector<HTMLElement>('[role=listbox]');
    // Where the pane covers the list, it receives the focus.
    if (isOpen && !list?.checkVisibility()) box.current?.querySelector<HTMLElement>('.side h2')?.focus();
    if (!isOpen) list?.focus();
  }, [isOpen]);
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) onClose();
  };
  return html`<div class=${`master-detail ${name}`} data-open=${isOpen ? '' : undefined} ref=${box} onKeyDown=${leave}>
    <div class="master">${children}</div>
    ${side}
  </div>`;
}

interface SideProps {
  readonly title: string;
  readonly children: ComponentChildren;
  onClose(): void;
}

/** The detail pane of the selected item. */
export function Side({ title, children, onClose }: SideProps): VNode {
  return html`<article class="side" aria-label=${title}>
    <header><h2 tabindex="-1">${title}</h2>
      <button type="button" class="quiet" aria-label="Close" onClick=${onClose}>×</button></header>
    ${children}
  </article>`;
}

/** Names and values. Undefined values are left out. */
export function Facts({ of }: { readonly of: readonly (readonly [name: string, value: unknown])[] }): VNode {
  const known = of.filter(([, value]) => value !== undefined);
  return html`<dl class="facts">${known.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
