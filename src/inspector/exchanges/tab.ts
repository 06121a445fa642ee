// The tab Exchanges: what is asked and answered, as it comes.

import { FilterField } from '../parts/filter-field.ts';
import { adoptStyle } from '../parts/style.ts';
import { VirtualList } from '../parts/virtual-list.ts';
import { html, useState, type VNode } from '../preact.ts';
import { useEvents, useSession } from '../session.ts';
import type { TabProps } from '../tabs.ts';
import { ALL, type Filter, fitting } from './filter.ts';
import { type Row, rowsAfter } from './rows.ts';
import { EXCHANGES_STYLE } from './style.ts';

adoptStyle(EXCHANGES_STYLE);

export function ExchangesTab({ rest }: TabProps): VNode {
  const { go } = useSession();
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [filter, setFilter] = useState<Filter>(ALL);
  useEvents((events) => setRows((before) => rowsAfter(before, events)));
  const shown = fitting(rows, filter);
  const chosen = rest[0] === undefined ? undefined : Number(rest[0]);
  return html`<div class="exchanges">
    <div class="tools"><${FilterField} label="Filter the exchanges" value=${filter.text} onInput=${(text: string) => setFilter({ ...filter, text })} /></div>
    <${VirtualList} label="Exchanges" items=${shown} keyOf=${({ number }: Row) => number} row=${rowOf} rowHeight=${34} chosen=${chosen}
      onChoose=${({ number }: Row) => go({ rest: [String(number)] }, chosen === undefined)}
      empty=${rows.length === 0 ? 'Nothing was asked so far.' : 'None of the exchanges fits.'} />
  </div>`;
}

function rowOf({ number, at, method, target, status, operation = '' }: Row): VNode {
  return html`<span class="number">${number}</span><time datetime=${at}>${at.slice(11, 23)}</time><span class="method">${method}</span>
    <span class="status" data-class=${String(status)[0]}>${status}</span><span class="target">${target}</span><span class="operation">${operation}</span>`;
}
