// A list or table of any length that renders only visible rows, by mouse or keyboard.

import { html, useEffect, useId, useLayoutEffect, useRef, useState, type VNode } from '../preact.ts';

interface Props<T> {
  readonly label: string;
  readonly items: readonly T[];
  keyOf(item: T): string | number;
  /** The content of a row, in a table elements with the role `gridcell`. All rows have the same height. */
  row(item: T): VNode;
  /** The height of a row, in pixels. */
  readonly rowHeight: number;
  /** The key of the selected item. Default: none. */
  readonly chosen?: string | number | undefined;
  /** Called when another item is selected. @param isOpened - by a click or Enter, not by arrow keys */
  onChoose(item: T, isOpened: boolean): void;
  /** The header row of a table, elements with the role `columnheader`. Default: it is a list. */
  readonly head?: VNode | undefined;
  /** Called when other rows become visible. @param to - exclusive */
  onSee?(from: number, to: number): void;
  /** Shown when there are no items. */
  readonly empty: VNode | string;
}

/** How many rows are rendered above and below the visible ones. */
const AROUND = 8;

export function VirtualList<T>({
  label,
  items,
  keyOf,
  row,
  rowHeight,
  chosen,
  onChoose,
  head,
  onSee,
  empty,
}: Props<T>): VNode {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [view, setView] = useState({ top: 0, height: 600 });
  const first = items[0];
  const firstKey = first === undefined ? undefined : keyOf(first);
  const before = useRef(firstKey);
  /** The item at the keyboard cursor, where none is selected. */
  const [active, setActive] = useState<string | number | undefined>(undefined);
  const current = chosen ?? active;
  const at = current === undefined ? -1 : items.findIndex((item) => keyOf(item) === current);

  useLayoutEffect(() => {
    const { current: element } = box;
    if (!element) return undefined;
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);

  // New rows on top do not move the visible rows of a scrolled list.
  useLayoutEffect(() => {
    const was = before.current;
    before.current = firstKey;
    const { current: element } = box;
    if (!element || was === undefined || was === firstKey || element.scrollTop === 0) return;
    const moved = items.findIndex((item) => keyOf(item) === was);
    if (moved > 0) element.scrollTop += moved * rowHeight;
  }, [firstKey]);

  // The header row stays on top.
  const above = head ? rowHeight : 0;
  const reveal = (index: number) => {
    const { current: element } = box;
    if (!element) return;
    const top = index * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + above + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + above + rowHeight - element.clientHeight;
  };
  useEffect(() => {
    if (at >= 0) reveal(at);
  }, [chosen, rowHeight]);

  const move = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const last = items.length - 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at < 0 ? 0 : at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: last,
      Enter: at,
    };
    const to = steps[event.key];
    const item = to === undefined ? undefined : items[Math.max(0, Math.min(last, to))];
    if (to === undefined || item === undefined || (event.key === 'Enter' && at < 0)) return;
    event.preventDefault();
    setActive(keyOf(item));
    reveal(Math.max(0, Math.min(last, to)));
    onChoose(item, event.key === 'Enter');
  };

  const from = Math.max(0, Math.floor(view.top / rowHeight) - AROUND);
  const to = Math.min(items.length, Math.ceil((view.top + view.height) / rowHeight) + AROUND);
  useEffect(() => onSee?.(from, to), [from, to]);
  const indices = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  if (at >= 0 && (at < from || at >= to)) indices.push(at);
  const option = (index: number) => {
    const item = items[index] as T;
    const key = keyOf(item);
    const place = head
      ? { role: 'row', 'aria-rowindex': index + 2 }
      : { role: 'option', 'aria-posinset': index + 1, 'aria-setsize': items.length };
    return html`<div key=${key} ...${place} id=${`${id}-${index}`} aria-selected=${index === at ? 'true' : 'false'} class="option" style=${{ transform: `translateY(${above + index * rowHeight}px)`, height: `${rowHeight}px` }}
      onClick=${() => {
        setActive(key);
        onChoose(item, true);
      }}>${row(item)}</div>`;
  };
  return html`<div class="list" ref=${box}>
    ${items.length === 0 && html`<div class="empty">${empty}</div>`}
    <div role=${head ? 'grid' : 'listbox'} aria-rowcount=${head && items.length + 1} tabindex="0" aria-label=${label} aria-activedescendant=${at < 0 ? undefined : `${id}-${at}`}
      onKeyDown=${move} style=${{ height: `${above + items.length * rowHeight}px` }} hidden=${items.length === 0}>
      ${head && html`<div role="row" aria-rowindex="1" class="head" style=${{ height: `${rowHeight}px` }}>${head}</div>`}${indices.map(option)}</div>
  </div>`;
}
