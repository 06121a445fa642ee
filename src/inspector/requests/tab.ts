// The Requests tab: recorded requests as they arrive, and the details of one.

import { adoptStyle } from '../parts/style.ts';
import { VirtualList } from '../parts/virtual-list.ts';
import { html, useLayoutEffect, useMemo, useRef, useState, type VNode } from '../preact.ts';
import type { Row } from '../rows.ts';
import { useMedia, useRows, useSession } from '../session.ts';
import type { TabProps } from '../tab.ts';
import { Detail } from './detail.ts';
import { ALL, type Filter, fitting } from './filter.ts';
import { SOURCES } from './source.ts';
import { REQUESTS_STYLE } from './style.ts';
import { Toolbar } from './toolbar.ts';

adoptStyle(REQUESTS_STYLE);

/** The heights of a row in pixels: in one line, and with the path below, which takes up to two lines. */
const [ONE_LINE, TALL] = [34, 74];

export function RequestsTab({ rest }: TabProps): VNode {
  const { go } = useSession();
  const rows = useRows();
  const [filter, setFilter] = useState<Filter>(ALL);
  const isNarrow = useMedia('(max-width: 56rem)');
  const shown = useMemo(() => fitting(rows, filter), [rows, filter]);
  const box = useRef<HTMLDivElement>(null);
  const number = /^[1-9]\d{0,14}$/.test(rest[0] ?? '') ? Number(rest[0]) : undefined;
  const close = () => {
    go({ rest: [] });
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[role=listbox]')?.focus());
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && number !== undefined) close();
  };
  // Where the details cover the list, they receive the focus.
  useLayoutEffect(() => {
    const list = box.current?.querySelector<HTMLElement>('.list');
    if (number !== undefined && list && !list.checkVisibility())
      box.current?.querySelector<HTMLElement>('.detail h2')?.focus();
  }, [number]);
  // Beside the details, and on a phone, a path has no room in one line.
  const isTall = isNarrow || number !== undefined;
  return html`<div class="request-log" data-open=${number === undefined ? undefined : ''} data-tall=${isTall ? '' : undefined} ref=${box} onKeyDown=${leave}>
    <div class="master">
      <${Toolbar} rows=${rows} shown=${shown.length} filter=${filter} onFilter=${setFilter} />
      <${VirtualList} label="Requests" items=${shown} keyOf=${({ number: key }: Row) => key} row=${rowOf} rowHeight=${isTall ? TALL : ONE_LINE}
        chosen=${number} onChoose=${(row: Row, isOpened: boolean) => {
          if (isOpened || number !== undefined) go({ rest: [String(row.number)] }, number === undefined);
        }}
        empty=${rows.length === 0 ? 'No requests yet. They appear here as they arrive.' : 'No matching requests.'} />
    </div>
    ${number !== undefined && html`<${Detail} key=${number} number=${number} onClose=${close} />`}
  </div>`;
}

/** A recorded request as a row of the list. */
function rowOf({ number, at, method, target, status, operation, source, duration, findings, fault }: Row): VNode {
  const label = source === undefined ? '' : SOURCES[source];
  const violations = `${findings} ${findings === 1 ? 'violation' : 'violations'}`;
  return html`<span class="number">${number}</span><time datetime=${at} title=${at}>${at.slice(11, 19)}</time><span class="method">${method}</span>
    <span class="status" data-class=${String(status)[0]}>${status}</span><span class="target" title=${target}>${target}</span>
    <span class="marks">${findings > 0 && html`<b class="mark-finding">${violations}</b>`}
      ${fault !== undefined && html`<b class="mark-fault" title=${fault}>fault</b>`}</span>
    <span class="operation" title=${operation}>${operation}</span><span class="source">${label}</span>
    <span class="duration">${duration === undefined ? '' : `${duration.toFixed(1)} ms`}</span>`;
}
