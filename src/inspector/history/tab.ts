// The History tab: data changes, undo, snapshots and comparisons.

import type { Change } from '../../client/client.ts';
import { DIFFERENCE_STYLE } from '../parts/difference-view.ts';
import { adoptStyle } from '../parts/style.ts';
import { VirtualList } from '../parts/virtual-list.ts';
import { html, useLayoutEffect, useRef, type VNode } from '../preact.ts';
import { useLoaded, useMedia, useSession } from '../session.ts';
import type { TabProps } from '../tab.ts';
import { useChanges } from './change-list.ts';
import { ChangePane } from './change-pane.ts';
import { ComparePane } from './compare-pane.ts';
import { summaryOf } from './merge-changes.ts';
import { SnapshotsPane } from './snapshots-pane.ts';
import { HISTORY_STYLE } from './style.ts';

adoptStyle(DIFFERENCE_STYLE);
adoptStyle(HISTORY_STYLE);

export function HistoryTab({ rest }: TabProps): VNode {
  const { sandbox } = useSession();
  const { value: apis, problem } = useLoaded(
    async () => (await sandbox.control('listCollections')).apis.map(({ api }) => api),
    [],
  );
  const api = rest[0] ?? apis?.[0];
  if (problem !== undefined) return html`<p class="problem" role="alert">${problem}</p>`;
  if (api === undefined) return html`<p class="empty">${apis ? 'No API stores data.' : ''}</p>`;
  return html`<${ChangesOf} key=${api} api=${api} apis=${apis ?? [api]} rest=${rest.slice(1)} />`;
}

/** The heights of a row in one line, and in two, in pixels. */
const [ONE_LINE, TWO_LINES] = [36, 58];

interface Props {
  readonly api: string;
  readonly apis: readonly string[];
  /** The number of a change, `snapshots`, or `compare` with two states. */
  readonly rest: readonly string[];
}

function ChangesOf({ api, apis, rest }: Props): VNode {
  const { go, sandbox } = useSession();
  const { changes, problem } = useChanges(api);
  const isNarrow = useMedia('(max-width: 56rem)');
  const box = useRef<HTMLDivElement>(null);
  const [what, from = 'fixtures', to = `sandbox:${sandbox.name}`] = rest;
  const number = /^[1-9]\d{0,14}$/.test(what ?? '') ? Number(what) : undefined;
  const close = () => {
    go({ rest: [api] });
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[role=listbox]')?.focus());
  };
  const leave = (event: KeyboardEvent) => {
    const isWriting = event.target instanceof Element && event.target.closest('input, select');
    if (event.key === 'Escape' && what !== undefined && !isWriting) close();
  };
  // Where the pane covers the list, it receives the focus.
  useLayoutEffect(() => {
    const list = box.current?.querySelector<HTMLElement>('.list');
    if (what !== undefined && list && (number === undefined || !list.checkVisibility()))
      box.current?.querySelector<HTMLElement>('.side h2')?.focus();
  }, [what]);
  const open = (name: string) => go({ rest: [api, name] });
  return html`<div class="history" data-open=${what === undefined ? undefined : ''} ref=${box} onKeyDown=${leave}>
    <div class="master">
      <div class="tools">
        ${
          apis.length > 1 &&
          html`<select aria-label="API" value=${api} onChange=${(event: Event) => go({ rest: [(event.target as HTMLSelectElement).value] })}>
          ${apis.map((one) => html`<option key=${one} value=${one}>${one}</option>`)}</select>`
        }
        <span class="soft" role="status">${changes && `${changes.length.toLocaleString('en')} ${changes.length === 1 ? 'change' : 'changes'}`}</span>
        <span class="end acts">
          <button type="button" aria-pressed=${what === 'snapshots' ? 'true' : 'false'} onClick=${() => open('snapshots')}>Snapshots</button>
          <button type="button" aria-pressed=${what === 'compare' ? 'true' : 'false'} onClick=${() => open('compare')}>Compare</button>
        </span>
      </div>
      ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
      <${VirtualList} label="Changes" items=${changes ?? []} keyOf=${({ number: key }: Change) => key} row=${rowOf} rowHeight=${isNarrow ? TWO_LINES : ONE_LINE} chosen=${number}
        onChoose=${(change: Change, isOpened: boolean) => {
          if (isOpened || number !== undefined) go({ rest: [api, String(change.number)] }, isOpened);
        }}
        empty=${changes ? 'No changes yet. Each request that creates, updates or deletes data appears here.' : ''} />
    </div>
    ${number !== undefined && changes && html`<${ChangePane} key=${number} api=${api} number=${number} changes=${changes} onClose=${close} />`}
    ${what === 'snapshots' && html`<${SnapshotsPane} api=${api} onClose=${close} />`}
    ${what === 'compare' && html`<${ComparePane} api=${api} from=${from} to=${to} onClose=${close} />`}
  </div>`;
}

function rowOf(change: Change): VNode {
  const { number, at, operation = 'unknown operation', caller } = change;
  const summary = summaryOf(change);
  return html`<span class="number">${number}</span><time datetime=${at} title=${at}>${at?.slice(11, 23)}</time><span class="operation">${operation}</span>
    <span class="summary" title=${summary}>${summary}</span><span class="caller">${caller}</span>`;
}
