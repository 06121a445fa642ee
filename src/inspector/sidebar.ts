// The left column: sandboxes and APIs.

import type { Operations } from '../client/client.ts';
import { FormDialog } from './parts/dialog.ts';
import { html, useState, type VNode } from './preact.ts';
import { useLoaded, useSession } from './session.ts';

type Listed = Operations['listSandboxes']['output']['sandboxes'][number];
type Report = Operations['listDocuments']['output']['documents'][number];

export function Sidebar(): VNode {
  return html`<aside>
    <${Sandboxes} />
    <${Apis} />
  </aside>`;
}

function Sandboxes(): VNode {
  const { sandbox, server, go, notify } = useSession();
  const [dialog, setDialog] = useState<'create' | 'reset' | Listed | undefined>(undefined);
  const { value, problem } = useLoaded(
    () => server.sandboxes(),
    [server],
    ({ event }) => event === 'made' || event === 'removed',
  );
  const close = () => setDialog(undefined);
  const listed = value ?? [{ sandbox: sandbox.name }];
  return html`<details class="sandboxes" open=${matchMedia('(min-width: 56rem)').matches}>
    <summary><h2>Sandboxes</h2><span class="chosen">${sandbox.name}</span></summary>
    ${problem !== undefined && html`<p class="problem">${problem}</p>`}
    <ul>
      ${listed.map(
        (one) => html`<li key=${one.sandbox}>
          <a href=${`#/${one.sandbox}`} aria-current=${one.sandbox === sandbox.name ? 'true' : undefined}
            onClick=${(event: Event) => {
              event.preventDefault();
              go({ sandbox: one.sandbox, rest: [] });
            }}>
            <span class="name">${one.sandbox}</span>
            <small>${one.expires === undefined ? 'persistent' : expiresIn(one.expires)}</small>
          </a>
          ${
            one.sandbox !== 'main' &&
            html`<button type="button" class="quiet" title=${`Remove ${one.sandbox}`} aria-label=${`Remove sandbox ${one.sandbox}`}
              onClick=${() => setDialog(one)}>×</button>`
          }
        </li>`,
      )}
    </ul>
    <p class="row">
      <button type="button" onClick=${() => setDialog('create')}>New sandbox…</button>
      <button type="button" onClick=${() => setDialog('reset')}>Reset…</button>
    </p>
    ${dialog === 'create' && html`<${NewSandbox} names=${listed.map(({ sandbox }) => sandbox)} onClose=${close} />`}
    ${
      dialog === 'reset' &&
      html`<${FormDialog} title=${`Reset ${sandbox.name}`} act="Reset" tone="grave" onClose=${close}
        onAct=${async () => {
          await sandbox.reset();
          notify(`Sandbox ${sandbox.name} was reset.`, 'good');
        }}>
        <p>This restores the data of the fixtures and the system time. It removes all faults and recorded requests.</p>
      <//>`
    }
    ${
      typeof dialog === 'object' &&
      html`<${FormDialog} title=${`Remove ${dialog.sandbox}`} act="Remove" tone="grave" onClose=${close}
        onAct=${async () => {
          if (dialog.sandbox === sandbox.name) go({ sandbox: 'main', rest: [] });
          await server.control('removeSandbox', { name: dialog.sandbox });
          notify(`Sandbox ${dialog.sandbox} was removed.`, 'good');
        }}>
        <p>This deletes all its data. The next request to ${dialog.sandbox} creates it again from the fixtures.</p>
      <//>`
    }
  </details>`;
}

function NewSandbox({ names, onClose }: { readonly names: readonly string[]; readonly onClose: () => void }): VNode {
  const { server, go, notify } = useSession();
  const [name, setName] = useState('');
  const [from, setFrom] = useState('');
  const act = async () => {
    const created = await server.control('createSandbox', { name, ...(from !== '' && { from }) });
    notify(`Sandbox ${created.sandbox} was created.`, 'good');
    go({ sandbox: created.sandbox, rest: [] });
  };
  return html`<${FormDialog} title="New sandbox" act="Create" onClose=${onClose} onAct=${act}>
    <label>Name <input required pattern="[a-z0-9]([a-z0-9\\-]{0,61}[a-z0-9])?" autofocus value=${name} autocomplete="off" spellcheck=${false}
      onInput=${(event: InputEvent) => setName((event.target as HTMLInputElement).value)} />
      <small>Lower-case letters, digits and hyphens</small></label>
    <label>Start from
      <select value=${from} onChange=${(event: InputEvent) => setFrom((event.target as HTMLSelectElement).value)}>
        <option value="">Fixtures</option>
        ${names.map((one) => html`<option key=${one} value=${one}>Current data of ${one}</option>`)}
      </select></label>
  <//>`;
}

function Apis(): VNode {
  const { server, at } = useSession();
  const { value = [], problem } = useLoaded(async () => (await server.control('listDocuments')).documents, [server]);
  return html`<section class="apis">
    <h2>APIs</h2>
    ${problem !== undefined && html`<p class="problem">${problem}</p>`}
    <ul>
      ${value.map(
        (report: Report, index: number) => html`<li key=${report.api}>
        <a href=${`${at}/reference${index === 0 ? '' : `/${index + 1}`}`}>${report.title}</a>
        <small>${report.version} · ${report.operations} ${report.operations === 1 ? 'operation' : 'operations'}</small>
      </li>`,
      )}
    </ul>
  </section>`;
}

/** The time until it expires, about: `expires in 29 min`. */
function expiresIn(time: string): string {
  const minutes = Math.max(0, Math.round((Date.parse(time) - Date.now()) / 60_000));
  return minutes < 120 ? `expires in ${minutes} min` : `expires in ${Math.round(minutes / 60)} h`;
}
