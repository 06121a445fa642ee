// The left column: sandboxes, with what can be done with a whole one, and apis.

import type { Operations } from '../client/client.ts';
import { Ask } from './parts/dialog.ts';
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
  const { sandbox, standIn, go, say } = useSession();
  const [asks, setAsks] = useState<'make' | 'reset' | Listed | undefined>(undefined);
  const { value, problem } = useLoaded(
    () => standIn.sandboxes(),
    [standIn],
    ({ event }) => event === 'made' || event === 'removed',
  );
  const close = () => setAsks(undefined);
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
            <small>${one.expires === undefined ? 'stays' : endsIn(one.expires)}</small>
          </a>
          ${
            one.sandbox !== 'main' &&
            html`<button type="button" class="quiet" title=${`Remove ${one.sandbox}`} aria-label=${`Remove the sandbox ${one.sandbox}`}
              onClick=${() => setAsks(one)}>×</button>`
          }
        </li>`,
      )}
    </ul>
    <p class="row">
      <button type="button" onClick=${() => setAsks('make')}>New sandbox…</button>
      <button type="button" onClick=${() => setAsks('reset')}>Start over…</button>
    </p>
    ${asks === 'make' && html`<${NewSandbox} names=${listed.map(({ sandbox }) => sandbox)} onClose=${close} />`}
    ${
      asks === 'reset' &&
      html`<${Ask} title=${`Start over in ${sandbox.name}`} act="Start over" tone="grave" onClose=${close}
        onAct=${async () => {
          await sandbox.reset();
          say(`${sandbox.name} starts over: every record is that of the fixtures.`, 'good');
        }}>
        <p>Every record goes back to the fixtures, the clock to that of the machine; fault plans are lifted, and the recorded exchanges are forgotten.</p>
      <//>`
    }
    ${
      typeof asks === 'object' &&
      html`<${Ask} title=${`Remove ${asks.sandbox}`} act="Remove" tone="grave" onClose=${close}
        onAct=${async () => {
          if (asks.sandbox === sandbox.name) go({ sandbox: 'main', rest: [] });
          await standIn.control('removeSandbox', { name: asks.sandbox });
          say(`${asks.sandbox} was removed.`, 'good');
        }}>
        <p>The sandbox goes with all that is in it. Who names it again gets a new one, from the fixtures.</p>
      <//>`
    }
  </details>`;
}

function NewSandbox({ names, onClose }: { readonly names: readonly string[]; readonly onClose: () => void }): VNode {
  const { standIn, sandbox, go, say } = useSession();
  const [name, setName] = useState('');
  const [from, setFrom] = useState('');
  const act = async () => {
    const made = await standIn.control('createSandbox', { name, ...(from !== '' && { from }) });
    say(`${made.sandbox} was made.`, 'good');
    go({ sandbox: made.sandbox, rest: [] });
  };
  return html`<${Ask} title="New sandbox" act="Make it" onClose=${onClose} onAct=${act}>
    <label>Name <input required pattern="[a-z0-9]([a-z0-9\\-]{0,61}[a-z0-9])?" autofocus value=${name} autocomplete="off" spellcheck=${false}
      onInput=${(event: InputEvent) => setName((event.target as HTMLInputElement).value)} />
      <small>Lower-case letters, digits and hyphens</small></label>
    <label>It begins
      <select value=${from} onChange=${(event: InputEvent) => setFrom((event.target as HTMLSelectElement).value)}>
        <option value="">from the fixtures</option>
        ${names.map((one) => html`<option key=${one} value=${one}>where ${one === sandbox.name ? `${one}, this one,` : one} is now</option>`)}
      </select></label>
  <//>`;
}

function Apis(): VNode {
  const { standIn, at } = useSession();
  const { value = [], problem } = useLoaded(async () => (await standIn.control('listDocuments')).documents, [standIn]);
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

/** How long it is until a time, about: `ends in 29 min`. */
function endsIn(time: string): string {
  const minutes = Math.max(0, Math.round((Date.parse(time) - Date.now()) / 60_000));
  return minutes < 120 ? `ends in ${minutes} min` : `ends in ${Math.round(minutes / 60)} h`;
}
