// The snapshots of the sandbox: taken, gone back to, compared, forgotten.

import { Ask } from '../parts/dialog.ts';
import { PlaceLink } from '../parts/place-link.ts';
import { html, useState, type VNode } from '../preact.ts';
import { useDoing, useLoaded, useSession } from '../session.ts';

export function SnapshotsPane({ api, onClose }: { readonly api: string; readonly onClose: () => void }): VNode {
  const { sandbox, say } = useSession();
  const doing = useDoing();
  const [name, setName] = useState('');
  const [asks, setAsks] = useState<{ readonly act: 'restore' | 'remove'; readonly name: string } | undefined>(
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
    const taken = await doing(() => sandbox.snapshot(name), `The records are remembered as ${name}.`);
    if (taken) setName('');
  };
  const close = () => setAsks(undefined);
  return html`<article class="side" aria-label="Snapshots">
    <header><h2 tabindex="-1">Snapshots of ${sandbox.name}</h2><button type="button" class="quiet" aria-label="Close the snapshots" onClick=${onClose}>×</button></header>
    <form class="take" onSubmit=${take}>
      <input aria-label="Name of a new snapshot" placeholder="Name" required maxlength="200" value=${name} autocomplete="off" onInput=${(event: InputEvent) => setName((event.target as HTMLInputElement).value)} />
      <button type="submit" class="main">${names.includes(name) ? 'Take it anew' : 'Take a snapshot'}</button>
    </form>
    <p class="soft">A snapshot remembers every record, the seed, and which ids come next. It is kept in memory.</p>
    ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
    ${names.length === 0 && !isLoading && html`<p class="empty">None was taken so far.</p>`}
    <ul class="snapshots">${names.map(
      (one) => html`<li key=${one}><span class="name">${one}</span>
        <button type="button" aria-label=${`Go back to ${one}`} onClick=${() => setAsks({ act: 'restore', name: one })}>Go back…</button>
        <${PlaceLink} class="button" label=${`Compare ${one} with now`} to=${{ rest: [api, 'compare', `snapshot:${one}`, `sandbox:${sandbox.name}`] }}>Compare<//>
        <button type="button" class="quiet" aria-label=${`Forget ${one}`} onClick=${() => setAsks({ act: 'remove', name: one })}>×</button></li>`,
    )}</ul>
    ${
      asks?.act === 'restore' &&
      html`<${Ask} title=${`Go back to ${asks.name}`} act="Go back" onClose=${close} onAct=${async () => {
        await sandbox.restore(asks.name);
        say(`The records are those of ${asks.name} again.`, 'good');
      }}>
        <p>Every record of ${sandbox.name} is as it was when the snapshot was taken. It is a change: it can be taken back.</p><//>`
    }
    ${
      asks?.act === 'remove' &&
      html`<${Ask} title=${`Forget ${asks.name}`} act="Forget it" tone="grave" onClose=${close} onAct=${() => sandbox.control('removeSnapshot', { name: asks.name })}>
        <p>The records stay as they are.</p><//>`
    }
  </article>`;
}
