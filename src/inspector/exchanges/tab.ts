// The tab Exchanges: what is asked and answered, as it comes.

import { Ask } from '../parts/dialog.ts';
import { download } from '../parts/download.ts';
import { FilterField } from '../parts/filter-field.ts';
import { adoptStyle } from '../parts/style.ts';
import { VirtualList } from '../parts/virtual-list.ts';
import { html, useLayoutEffect, useMemo, useRef, useState, type VNode } from '../preact.ts';
import type { Row } from '../rows.ts';
import { useDoing, useMedia, useRows, useSession } from '../session.ts';
import type { TabProps } from '../tab.ts';
import { Detail } from './detail.ts';
import { ALL, type Filter, fitting } from './filter.ts';
import { EXCHANGES_STYLE } from './style.ts';

adoptStyle(EXCHANGES_STYLE);

/** The heights of a row in one line, and in two, in pixels. */
const [ONE_LINE, TWO_LINES] = [34, 58];

export function ExchangesTab({ rest }: TabProps): VNode {
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
  // Where the exchange covers the list, it has the keys as well.
  useLayoutEffect(() => {
    const list = box.current?.querySelector<HTMLElement>('.list');
    if (number !== undefined && list && !list.checkVisibility())
      box.current?.querySelector<HTMLElement>('.detail h2')?.focus();
  }, [number]);
  return html`<div class="exchanges" data-open=${number === undefined ? undefined : ''} ref=${box} onKeyDown=${leave}>
    <div class="choosing">
      <${Tools} rows=${rows} shown=${shown.length} filter=${filter} onFilter=${setFilter} />
      <${VirtualList} label="Exchanges" items=${shown} keyOf=${({ number: key }: Row) => key} row=${rowOf} rowHeight=${isNarrow ? TWO_LINES : ONE_LINE}
        chosen=${number} onChoose=${(row: Row, isOpened: boolean) => {
          if (isOpened || number !== undefined) go({ rest: [String(row.number)] }, number === undefined);
        }}
        empty=${rows.length === 0 ? 'Nothing was asked here so far. Requests appear as they come.' : 'None of the exchanges fits.'} />
    </div>
    ${number !== undefined && html`<${Detail} key=${number} number=${number} onClose=${close} />`}
  </div>`;
}

interface ToolsProps {
  readonly rows: readonly Row[];
  /** How many of them fit. */
  readonly shown: number;
  readonly filter: Filter;
  onFilter(filter: Filter): void;
}

function Tools({ rows, shown, filter, onFilter }: ToolsProps): VNode {
  const { sandbox } = useSession();
  const doing = useDoing();
  const [asks, setAsks] = useState(false);
  const operations = useMemo(() => distinct(rows.map(({ operation }) => operation)), [rows]);
  const sources = useMemo(() => distinct(rows.map(({ source }) => source)), [rows]);
  const chooser = (
    name: 'operation' | 'status' | 'source',
    label: string,
    options: readonly (readonly [value: string, text: string])[],
  ) =>
    html`<select aria-label=${label} value=${filter[name]} onChange=${(event: Event) => onFilter({ ...filter, [name]: (event.target as HTMLSelectElement).value })}>
      <option value="">${label}: all</option>
      ${options.map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}
    </select>`;
  const toggle = (name: 'findings' | 'fault', label: string) =>
    html`<button type="button" aria-pressed=${filter[name] ? 'true' : 'false'} onClick=${() => onFilter({ ...filter, [name]: !filter[name] })}>${label}</button>`;
  const exportAll = () =>
    doing(async () =>
      download(`${sandbox.name}.har`, 'application/json', JSON.stringify(await sandbox.control('exportRequests'))),
    );
  return html`<div class="tools">
    <${FilterField} label="Filter the exchanges" value=${filter.text} onInput=${(text: string) => onFilter({ ...filter, text })} />
    ${chooser(
      'operation',
      'Operation',
      operations.map((one) => [one, one]),
    )}
    ${chooser(
      'status',
      'Status',
      ['2', '3', '4', '5'].map((one) => [one, `${one}xx`]),
    )}
    ${chooser(
      'source',
      'Answered by',
      sources.map((one) => [one, one]),
    )}
    ${toggle('findings', 'With findings')} ${toggle('fault', 'With a fault')}
    <span class="end soft count" aria-live="off">${shown === rows.length ? rows.length : `${shown} of ${rows.length}`}</span>
    <button type="button" onClick=${exportAll} disabled=${rows.length === 0}>Download HAR</button>
    <button type="button" onClick=${() => setAsks(true)} disabled=${rows.length === 0}>Clear…</button>
    ${
      asks &&
      html`<${Ask} title="Forget the exchanges" act="Forget them" tone="grave" onClose=${() => setAsks(false)} onAct=${() => sandbox.clearRequests()}>
        <p>What was asked and answered in ${sandbox.name} is forgotten. Records stay as they are.</p>
      <//>`
    }
  </div>`;
}

function rowOf({ number, at, method, target, status, operation = '', duration, findings, fault, caller }: Row): VNode {
  return html`<span class="number">${number}</span><time datetime=${at}>${at.slice(11, 23)}</time><span class="method">${method}</span>
    <span class="status" data-class=${String(status)[0]}>${status}</span><span class="target" title=${target}>${target}</span>
    <span class="marks">${findings > 0 && html`<b class="mark-finding" title="What the document says against it">${findings} ${findings === 1 ? 'finding' : 'findings'}</b>`}
      ${fault !== undefined && html`<b class="mark-fault" title=${fault}>fault</b>`}</span>
    <span class="operation">${operation}</span><span class="caller">${caller}</span><span class="duration">${duration === undefined ? '' : `${duration.toFixed(1)} ms`}</span>`;
}

function distinct(values: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(values)].filter((value) => value !== undefined).sort();
}
