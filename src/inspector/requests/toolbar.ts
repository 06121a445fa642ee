// The toolbar of the Requests tab: filters, export, clear.

import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { FormDialog } from '../parts/dialog.ts';
import { download } from '../parts/download.ts';
import { FilterField } from '../parts/filter-field.ts';
import { html, useMemo, useState, type VNode } from '../preact.ts';
import type { Row } from '../rows.ts';
import { useAction, useSession } from '../session.ts';
import type { Filter } from './filter.ts';
import { SOURCES } from './source.ts';

interface Props {
  readonly rows: readonly Row[];
  /** How many of them match the filter. */
  readonly shown: number;
  readonly filter: Filter;
  onFilter(filter: Filter): void;
}

type Options = readonly (readonly [value: string, text: string])[];

const STATUSES: Options = ['2', '3', '4', '5'].map((digit) => [digit, `${digit}xx`]);

export function Toolbar({ rows, shown, filter, onFilter }: Props): VNode {
  const { sandbox } = useSession();
  const run = useAction();
  const [isClearing, setIsClearing] = useState(false);
  const operations = useMemo<Options>(
    () => distinct(rows.map(({ operation }) => operation)).map((one) => [one, one]),
    [rows],
  );
  const sources = useMemo<Options>(
    () => distinct(rows.map(({ source }) => source)).map((one) => [one, SOURCES[one]]),
    [rows],
  );
  const chooser = (name: 'operation' | 'status' | 'source', label: string, options: Options) =>
    html`<select aria-label=${label} value=${filter[name]} onChange=${(event: Event) => onFilter({ ...filter, [name]: (event.target as HTMLSelectElement).value })}>
      <option value="">${label}: all</option>
      ${options.map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}
    </select>`;
  const toggle = (name: 'findings' | 'fault', label: string) =>
    html`<button type="button" aria-pressed=${filter[name] ? 'true' : 'false'} onClick=${() => onFilter({ ...filter, [name]: !filter[name] })}>${label}</button>`;
  const exportAll = () =>
    run(async () =>
      download(`${sandbox.name}.har`, 'application/json', stringifyJson(await sandbox.control('exportRequests'))),
    );
  return html`<div class="tools">
    <${FilterField} label="Filter requests" value=${filter.text} onInput=${(text: string) => onFilter({ ...filter, text })} />
    ${chooser('operation', 'Operation', operations)} ${chooser('status', 'Status', STATUSES)} ${chooser('source', 'Source', sources)}
    ${toggle('findings', 'Violations')} ${toggle('fault', 'Faults')}
    <span class="end acts"><span class="soft count" aria-live="off">${shown === rows.length ? rows.length : `${shown} of ${rows.length}`}</span>
      <button type="button" onClick=${exportAll} disabled=${rows.length === 0}>Download HAR</button>
      <button type="button" onClick=${() => setIsClearing(true)} disabled=${rows.length === 0}>Clear…</button></span>
    ${
      isClearing &&
      html`<${FormDialog} title="Clear requests" act="Clear" tone="grave" onClose=${() => setIsClearing(false)} onAct=${() => sandbox.clearRequests()}>
        <p>This deletes all recorded requests of ${sandbox.name}. Its data is not changed.</p>
      <//>`
    }
  </div>`;
}

function distinct<T>(values: readonly (T | undefined)[]): readonly T[] {
  return [...new Set(values)].filter((value) => value !== undefined).sort() as T[];
}
