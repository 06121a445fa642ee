// Compares two states: fixtures, snapshots or sandboxes.

import { EditedRecords } from '../parts/difference-view.ts';
import { useThrottled } from '../parts/throttled.ts';
import { html, type VNode } from '../preact.ts';
import { useLoaded, useSession } from '../session.ts';

/** How many records are shown. */
const MOST = 1000;

interface Props {
  readonly api: string;
  /** States as in the control API: `fixtures`, `snapshot:…`, `sandbox:…`. */
  readonly from: string;
  readonly to: string;
  onClose(): void;
}

export function ComparePane({ api, from, to, onClose }: Props): VNode {
  const { sandbox, server, go } = useSession();
  const { value, problem, isLoading, reload } = useLoaded(
    () => sandbox.control('showDifference', { api, from, to, limit: MOST }),
    [api, from, to],
  );
  const { value: snapshots = [] } = useLoaded(
    () => sandbox.snapshots(),
    [],
    ({ event }) => event === 'snapshots',
  );
  const { value: sandboxes = [] } = useLoaded(
    () => server.sandboxes(),
    [],
    ({ event }) => event === 'made' || event === 'removed',
  );
  useThrottled(reload, ({ event }) => event === 'change' || event === 'undone' || event === 'snapshots');
  const states = [
    ['fixtures', 'Fixtures'],
    ...sandboxes.map(({ sandbox }) => [`sandbox:${sandbox}`, `Sandbox ${sandbox}`] as const),
    ...snapshots.map((name) => [`snapshot:${name}`, `Snapshot ${name}`] as const),
  ] as const;
  const chooser = (label: string, chosen: string, choose: (state: string) => void) =>
    html`<label>${label} <select value=${chosen} onChange=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${!states.some(([state]) => state === chosen) && html`<option value=${chosen}>${chosen}</option>`}
      ${states.map(([state, text]) => html`<option key=${state} value=${state}>${text}</option>`)}</select></label>`;
  const lead = (next: { readonly from?: string; readonly to?: string }) => {
    const chosen = { from, to, ...next };
    go({ rest: [api, 'compare', chosen.from, chosen.to] }, false);
  };
  return html`<article class="side" aria-label="Comparison">
    <header><h2 tabindex="-1">Compare</h2><button type="button" class="quiet" aria-label="Close" onClick=${onClose}>×</button></header>
    <div class="states">
      ${chooser('From', from, (state) => lead({ from: state }))}
      <button type="button" class="quiet" aria-label="Swap" title="Swap" onClick=${() => lead({ from: to, to: from })}>⇄</button>
      ${chooser('To', to, (state) => lead({ to: state }))}
    </div>
    ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
    <p class="soft" role="status">${value ? summaryOf(value.touched) : isLoading ? 'Comparing…' : ''}</p>
    ${value && html`<${EditedRecords} key=${`${from} ${to}`} api=${api} records=${value.records} total=${value.touched} />`}
  </article>`;
}

function summaryOf(count: number): string {
  if (count === 0) return 'No differences.';
  return `${count.toLocaleString('en')} ${count === 1 ? 'record differs' : 'records differ'}.`;
}
