// One change: what each record was before it and is after it, going back to it, and a sandbox that goes on from it.

import type { Change } from '../../client/client.ts';
import { Ask } from '../parts/dialog.ts';
import { EditedRecords } from '../parts/difference-view.ts';
import { html, useState, type VNode } from '../preact.ts';
import { useLoaded, useSession } from '../session.ts';

/** How many records are told. */
const MOST = 1000;

interface Props {
  readonly api: string;
  readonly number: number;
  /** Those that there are. */
  readonly changes: readonly Change[];
  onClose(): void;
}

export function ChangePane({ api, number, changes, onClose }: Props): VNode {
  const { sandbox } = useSession();
  const [asks, setAsks] = useState<'back' | 'before' | 'fork' | undefined>(undefined);
  const { value, problem } = useLoaded(
    () => sandbox.control('showChange', { api, number, limit: MOST }),
    [api, number],
  );
  const later = changes.filter((one) => one.number > number).length;
  const isThere = changes.some((one) => one.number === number);
  const close = () => setAsks(undefined);
  const { at, operation, caller, touched } = value?.change ?? {};
  const facts = [
    ['Time', at && html`<time datetime=${at}>${at.replace('T', ' ').replace('Z', ' UTC')}</time>`],
    ['Caller', caller],
    ['Records', touched],
  ] as const;
  return html`<article class="side" aria-label=${`Change ${number}`}>
    <header>
      <h2 tabindex="-1"><small>Change ${number}</small> ${operation ?? (value ? 'of unknown origin' : '')}</h2>
      <button type="button" class="quiet" aria-label="Close the change" onClick=${onClose}>×</button>
    </header>
    ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
    ${
      value &&
      html`<dl class="facts">${facts.map(([name, fact]) => fact !== undefined && html`<div key=${name}><dt>${name}</dt><dd>${fact}</dd></div>`)}</dl>
      ${!isThere && html`<p class="problem">This change was taken back, or is too old to be.</p>`}
      <p class="row">
        <button type="button" disabled=${later === 0 || !isThere} onClick=${() => setAsks('back')}>Go back to here…</button>
        <button type="button" disabled=${!isThere} onClick=${() => setAsks('before')}>Go back to before it…</button>
        <button type="button" disabled=${!isThere} onClick=${() => setAsks('fork')}>Fork from here…</button>
      </p>
      ${value.records.length === 0 && html`<p class="empty">No record that people see is other by it.</p>`}
      <${EditedRecords} api=${api} records=${value.records} total=${value.change.touched} />`
    }
    ${asks === 'back' && html`<${Back} api=${api} to=${number} count=${later} title=${`Go back to change ${number}`} onClose=${close} />`}
    ${asks === 'before' && html`<${Back} api=${api} to=${number - 1} count=${later + 1} title=${`Go back to before change ${number}`} onClose=${close} />`}
    ${asks === 'fork' && html`<${Fork} api=${api} number=${number} onClose=${close} />`}
  </article>`;
}

interface BackProps {
  readonly api: string;
  /** The number of the change after which all are taken back. */
  readonly to: number;
  /** How many that are. */
  readonly count: number;
  readonly title: string;
  onClose(): void;
}

/** Asks before changes are taken back. */
export function Back({ api, to, count, title, onClose }: BackProps): VNode {
  const { sandbox, say } = useSession();
  const changes = (number: number) => `${number.toLocaleString('en')} ${number === 1 ? 'change' : 'changes'}`;
  const act = async () => {
    const undone = await sandbox.undo({ to, api });
    say(`${changes(undone)} ${undone === 1 ? 'was' : 'were'} taken back.`, 'good');
  };
  return html`<${Ask} title=${title} act=${`Take back ${changes(count)}`} tone="grave" onAct=${act} onClose=${onClose}>
    <p><b>${changes(count)}</b> of ${api} in ${sandbox.name} ${count === 1 ? 'is' : 'are'} taken back, and cannot be made again by this page. To keep what is there now, fork from it first, or take a snapshot.</p>
  <//>`;
}

function Fork({
  api,
  number,
  onClose,
}: {
  readonly api: string;
  readonly number: number;
  readonly onClose: () => void;
}): VNode {
  const { sandbox, standIn, go, say } = useSession();
  const [name, setName] = useState('');
  const act = async () => {
    await standIn.control('createSandbox', { name, from: sandbox.name, at: number, api });
    say(`${name} goes on from change ${number} of ${sandbox.name}.`, 'good');
    go({ sandbox: name, rest: [] });
  };
  return html`<${Ask} title=${`Fork from change ${number}`} act="Make it" onAct=${act} onClose=${onClose}>
    <p>A new sandbox, as ${sandbox.name} was right after this change. ${sandbox.name} stays as it is.</p>
    <label>Name <input required pattern="[a-z0-9]([a-z0-9\\-]{0,61}[a-z0-9])?" autofocus value=${name} autocomplete="off" spellcheck=${false}
      onInput=${(event: InputEvent) => setName((event.target as HTMLInputElement).value)} />
      <small>Lower-case letters, digits and hyphens</small></label>
  <//>`;
}
