// The Coverage tab: which operations, status codes and values requests have covered.

import type { Coverage } from '../../client/client.ts';
import { FilterField } from '../parts/filter-field.ts';
import { MasterDetail } from '../parts/master-detail.ts';
import { adoptStyle } from '../parts/style.ts';
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState, type VNode } from '../preact.ts';
import { useAction, useEvents, useLoaded, useSession } from '../session.ts';
import type { TabProps } from '../tab.ts';
import { Detail } from './detail.ts';
import { HeatMap, idOf } from './heat-map.ts';
import { fits, LABELS, type Respect, type Which, wordsOf } from './shares.ts';
import { COVERAGE_STYLE } from './style.ts';

adoptStyle(COVERAGE_STYLE);

/** The delay between a request and a reload in milliseconds; longer where loading takes long. */
const REST = 400;
const WHICH: readonly (readonly [Which, string])[] = [
  ['all', 'All operations'],
  ['incomplete', 'Incomplete'],
  ['requested', 'Requested'],
  ['unused', 'Not requested'],
];

export function CoverageTab({ rest: [api, id] }: TabProps): VNode {
  const { go, sandbox } = useSession();
  const run = useAction();
  const [isAll, setIsAll] = useState(false);
  const [which, setWhich] = useState<Which>('all');
  const [text, setText] = useState('');
  const { value, problem, reload } = useCoverage(isAll);
  const wanted = text.trim().toLowerCase();
  const apis = useMemo(
    () =>
      (value?.apis ?? []).map((one) => ({
        ...one,
        operations: one.operations.filter((each) => fits(each, which) && wordsOf(each).includes(wanted)),
      })),
    [value, which, wanted],
  );
  const chosen = value?.apis.find((one) => one.api === api)?.operations.find(({ operation }) => operation === id);
  const close = () => go({ rest: [] });
  useFocusBack(chosen && api !== undefined ? idOf(api, chosen.operation) : undefined);
  const clear = async () => {
    await run(() => sandbox.clearCoverage(isAll ? 'all' : undefined), 'Coverage was reset.');
    reload();
  };
  const isEmpty = value !== undefined && apis.every(({ operations }) => operations.length === 0);
  const side = chosen && html`<${Detail} key=${chosen.operation} operation=${chosen} onClose=${close} />`;
  return html`<${MasterDetail} name="coverage" side=${side} onClose=${close}>
    <div class="tools">
      <select aria-label="Sandboxes" value=${isAll ? 'all' : 'own'} onChange=${(event: Event) => setIsAll((event.target as HTMLSelectElement).value === 'all')}>
        <option value="own">This sandbox</option><option value="all">All sandboxes</option></select>
      <select aria-label="Operations" value=${which} onChange=${(event: Event) => setWhich((event.target as HTMLSelectElement).value as Which)}>
        ${WHICH.map(([name, label]) => html`<option key=${name} value=${name}>${label}</option>`)}</select>
      <${FilterField} label="Filter operations" value=${text} onInput=${setText} />
      <span class="end"></span>
      <button type="button" onClick=${reload}>Refresh</button>
      <button type="button" onClick=${clear}>Reset</button>
    </div>
    <div class="body" tabindex="0" role="region" aria-label="Coverage">
      ${problem !== undefined && html`<p class="problem">${problem}</p>`}
      ${value && html`<${Totals} totals=${value.totals} />`}
      ${
        isEmpty
          ? html`<p class="empty">No matching operations.</p>`
          : value &&
            html`<${HeatMap} apis=${apis} chosen=${chosen && [api, chosen.operation]} onChoose=${(of: string, one: string) => go({ rest: of === api && one === id ? [] : [of, one] }, chosen === undefined)} />`
      }
      ${value && value.unmatched.length > 0 && html`<${Unmatched} of=${value} />`}
    </div>
  <//>`;
}

/** Coverage, reloaded after requests, at most once per period. */
function useCoverage(isAll: boolean) {
  const { sandbox } = useSession();
  const took = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const load = async () => {
    const began = performance.now();
    const value = await sandbox.coverage(isAll ? 'all' : undefined);
    took.current = performance.now() - began;
    return value;
  };
  const loaded = useLoaded(load, [isAll]);
  const newest = useRef(loaded.reload);
  newest.current = loaded.reload;
  useEffect(() => () => clearTimeout(timer.current), []);
  useEvents((events) => {
    if (timer.current !== undefined || !events.some(({ event }) => event === 'exchange')) return;
    timer.current = setTimeout(
      () => {
        timer.current = undefined;
        newest.current();
      },
      REST + 4 * took.current,
    );
  });
  return loaded;
}

/** Moves the focus back to the opener when the detail pane is closed. */
function useFocusBack(opener: string | undefined): void {
  const before = useRef(opener);
  useLayoutEffect(() => {
    if (opener === undefined && before.current !== undefined) document.getElementById(before.current)?.focus();
    before.current = opener;
  }, [opener]);
}

function Totals({ totals }: { readonly totals: Coverage['totals'] }): VNode {
  const names = (Object.keys(LABELS) as Respect[]).filter((name) => totals[name].total > 0);
  return html`<dl class="totals">${names.map((name) => {
    const { covered, total, percent } = totals[name];
    return html`<div key=${name}><dt>${LABELS[name]}</dt><dd><strong>${percent}%</strong> <small>${covered} of ${total}</small>
      <meter aria-hidden="true" min="0" max="100" value=${percent}></meter></dd></div>`;
  })}</dl>`;
}

function Unmatched({ of: { unmatched, unmatchedBeyond } }: { readonly of: Coverage }): VNode {
  return html`<section class="legend" aria-label="Requests without an operation">
    <p>Requests that match no operation:</p>
    <ul class="points">${unmatched.map(({ method, path, status, count }) => html`<li key=${`${method} ${path} ${status}`}>${method} ${path}: ${status}, ${count} ×</li>`)}</ul>
    ${unmatchedBeyond > 0 && html`<p>… and ${unmatchedBeyond} more.</p>`}
  </section>`;
}
