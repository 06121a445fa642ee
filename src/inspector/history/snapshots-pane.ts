// The snapshots of the sandbox: create, restore, compare, delete.

import { FormDialog } from '../parts/dialog.ts';
import { PlaceLink } from '../parts/place-link.ts';
import { html, useState, type VNode } from '../preact.ts';
import { useAction, useLoaded, useSession } from '../session.ts';

export function SnapshotsPane({ api, onClose }: { readonly api: string; readonly onClose: () => void }): VNode {
  const { sandbox, notify } = useSession();
  const run = useAction();
  const [name, setName] = useState('');
  const [dialog, setDialog] = useState<{ readonly act: 'restore' | 'remove'; readonly name: string } | undefined>(
    undefined,
  );
  const {
    value: names = [],
    problem,
    isLoading,
  } = useLoaded(
    () => sandbox.snapshots(),
    [],
    ({ event }) => event === 'snapshots',
  );
  const take = async (event: Event) => {
    event.preventDefault();
    const taken = await run(() => sandbox.snapshot(name), `Snapshot ${name} was created.`);
    if (taken) setName('');
  };
  const close = () => setDialog(undefined);
  return html`<article class="side" aria-label="Snapshots">
    <header><h2 tabindex="-1">Snapshots of ${sandbox.name}</h2><button type="button" class="quiet" aria-label="Close" onClick=${onClose}>×</button></header>
    <form class="take" onSubmit=${take}>
      <input aria-label="Name of a new snapshot" placeholder="Name" required maxlength="200" value=${name} autocomplete="off" onInput=${(event: InputEvent) => setName((event.target as HTMLInputElement).value)} />
      <button type="submit" class="main">${names.includes(name) ? 'Replace snapshot' : 'Take snapshot'}</button>
    </form>
    <p class="soft">A snapshot stores all records, the random seed and the id counters in memory.</p>
    ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
    ${names.length === 0 && !isLoading && html`<p class="empty">No snapshots.</p>`}
    <ul class="snapshots">${names.map(
      (one) => html`<li key=${one}><span class="name">${one}</span>
        <button type="button" aria-label=${`Restore ${one}`} onClick=${() => setDialog({ act: 'restore', name: one })}>Restore…</button>
        <${PlaceLink} class="button" label=${`Compare ${one} with the current data`} to=${{ rest: [api, 'compare', `snapshot:${one}`, `sandbox:${sandbox.name}`] }}>Compare<//>
        <button type="button" class="quiet" aria-label=${`Delete ${one}`} onClick=${() => setDialog({ act: 'remove', name: one })}>×</button></li>`,
    )}</ul>
    ${
      dialog?.act === 'restore' &&
      html`<${FormDialog} title=${`Restore ${dialog.name}`} act="Restore" onClose=${close} onAct=${async () => {
        await sandbox.restore(dialog.name);
        notify(`Snapshot ${dialog.name} was restored.`, 'good');
      }}>
        <p>This replaces all records of ${sandbox.name} with those of the snapshot. You can undo it in this tab.</p><//>`
    }
    ${
      dialog?.act === 'remove' &&
      html`<${FormDialog} title=${`Delete ${dialog.name}`} act="Delete" tone="grave" onClose=${close} onAct=${() => sandbox.control('removeSnapshot', { name: dialog.name })}>
        <p>The current records are not changed.</p><//>`
    }
  </article>`;
}
