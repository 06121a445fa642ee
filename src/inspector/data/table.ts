// The records of a collection as a table.

import type { RecordField } from '../../client/client.ts';
import { FilterField } from '../parts/filter-field.ts';
import { VirtualList } from '../parts/virtual-list.ts';
import {
  type ComponentChildren,
  html,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type VNode,
} from '../preact.ts';
import { useEvents, useSession } from '../session.ts';
import { type Column, columnsFor } from './columns.ts';
import { RecordList } from './record-list.ts';
import type { RecordRow } from './row.ts';

interface Props {
  readonly api: string;
  readonly collection: string;
  readonly fields: readonly RecordField[];
  /** Whether it has one record at most, which reads generate until it is written. */
  readonly isSingleton: boolean;
  /** The id of the opened record. */
  readonly chosen: string | undefined;
  onChoose(id: string, isOpened: boolean): void;
  /** Other controls of the toolbar. */
  readonly children: ComponentChildren;
}

const ROW = 34;
/** How long typing must pause before a search, in milliseconds. */
const TYPING = 200;

export function RecordTable({ api, collection, fields, isSingleton, chosen, onChoose, children }: Props): VNode {
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim().slice(0, 200)), TYPING);
    return () => clearTimeout(timer);
  }, [text]);
  const list = useRecordList(api, collection, q);
  const [box, width] = useWidth();
  const columns = useMemo(
    () => columnsFor(list.rows, fields, width),
    [list.rows.length > 0, list.count > 0, fields, width, collection],
  );
  const style = { '--columns': `minmax(7rem, 1.15fr) ${columns.map(() => 'minmax(0, 1fr)').join(' ')}` };
  const rowOf = (row: RecordRow) => cellsOf(row, columns);
  return html`<div class="master" ref=${box} style=${style}>
    <div class="tools">
      ${children}
      <${FilterField} label=${`Search ${collection}`} value=${text} onInput=${setText} />
      <span class="soft count" role="status">${counted(list, q)}</span>
    </div>
    ${list.problem !== undefined && html`<p class="problem" role="alert">${list.problem}</p>`}
    <${VirtualList} label=${collection} items=${list.rows} keyOf=${({ key }: RecordRow) => key} row=${rowOf} rowHeight=${ROW}
      chosen=${chosen === undefined ? undefined : `record ${chosen}`} onSee=${(_: number, to: number) => list.see(to)} head=${headOf(columns)}
      onChoose=${({ id }: RecordRow, isOpened: boolean) => id !== undefined && onChoose(id, isOpened)}
      empty=${emptyText(collection, list, { q, isSingleton })} />
  </div>`;
}

function emptyText(
  collection: string,
  { total }: RecordList,
  { q, isSingleton }: { readonly q: string; readonly isSingleton: boolean },
): string {
  if (total === undefined) return 'Loading…';
  if (q !== '') return `No ${collection} contain “${q}”.`;
  return isSingleton ? 'Not written yet: reads return a generated one.' : `No ${collection} yet.`;
}

function counted({ total, count, isAll }: RecordList, q: string): string {
  if (total === undefined) return '';
  if (q !== '') return `${count.toLocaleString('en')}${isAll ? '' : '+'} of ${total.toLocaleString('en')}`;
  return `${total.toLocaleString('en')} ${total === 1 ? 'record' : 'records'}`;
}

function headOf(columns: readonly Column[]): VNode {
  return html`<span role="columnheader">id</span>${columns.map(
    ({ pointer, label }) => html`<span key=${pointer} role="columnheader" title=${label}>${label}</span>`,
  )}`;
}

function cellsOf({ id, name, cells }: RecordRow, columns: readonly Column[]): VNode {
  if (id === undefined) return html`<span role="gridcell" class="soft">…</span>`;
  return html`<span role="gridcell" class="id" title=${name}>${name}</span>${columns.map(
    ({ pointer }) =>
      html`<span key=${pointer} role="gridcell" title=${cells.get(pointer)}>${cells.get(pointer)}</span>`,
  )}`;
}

/** The matching records, updated live. */
function useRecordList(api: string, collection: string, q: string): RecordList {
  const { sandbox, live } = useSession();
  const [, show] = useState(0);
  const list = useMemo(
    () => new RecordList(sandbox, { api, collection, q }, () => show((count) => count + 1)),
    [sandbox, api, collection, q],
  );
  useEffect(() => () => list.stop(), [list]);
  useEvents((events) => {
    for (const { event, data } of events) {
      if (event === 'change' && data.api === api) list.changed(data.number);
      if (event === 'undone' && data.api === api) list.changed('reload');
      if (event === 'missed' || (event === 'start' && live.connections > 1)) list.changed('reload');
    }
  });
  return list;
}

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(800);
  useLayoutEffect(() => {
    const { current: element } = box;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width] as const;
}
