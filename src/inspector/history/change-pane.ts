// One data change: records before and after, undo, and a sandbox from this point.

import type { Change } from '../../client/client.ts';
import { FormDialog } from '../parts/dialog.ts';
import { EditedRecords } from '../parts/difference-view.ts';
import { html, useState, type VNode } from '../preact.ts';
import { useLoaded, useSession } from '../session.ts';

/** How many records are shown. */
const MOST = 1000;

interface Props {
  readonly api: string;
  readonly number: number;
  /** All known changes. */
  readonly changes: readonly Change[];
  onClose(): void;
}

export function ChangePane({ api, number, changes, onClose }: Props): VNode {
  const { sandbox } = useSession();
  const [dialog, setDialog] = useState<'after' | 'before' | 'fork' | undefined>(undefined);
  const { value, problem } = useLoaded(
    () => sandbox.control('showChange', { api, number, limit: MOST }),
    [api, number],
  );
  const later = changes.filter((one) => one.number > number).length;
  const isUndoable = changes.some((one) => one.number === number);
  const close = () => setDialog(undefined);
  const { at, operation, caller, touched } = value?.change ?? {};
  const facts = [
    ['Time', at && html`<time datetime=${at}>${at.replace('T', ' ').replace('Z', ' UTC')}</time>`],
    ['Caller', caller],
    ['Records', touched],
  ] as const;
  return html`<article class="side" aria-label=${`Change ${number}`}>
    <header>
      <h2 tabindex="-1"><small>Change ${number}</small> ${operation ?? (value ? 'unknown operation' : '')}</h2>
      <button type="button" class="quiet" aria-label="Close" onClick=${onClose}>×</button>
    </header>
    ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
    ${
      value &&
      html`<dl class="facts">${facts.map(([name, fact]) => fact !== undefined && html`<div key=${name}><dt>${name}</dt><dd>${fact}</dd></div>`)}</dl>
      ${!isUndoable && html`<p class="problem">This change was undone or is too old to undo.</p>`}
      <p class="row">
        <button type="button" disabled=${later === 0 || !isUndoable} onClick=${() => setDialog('after')}>Undo later changes…</button>
        <button type="button" disabled=${!isUndoable} onClick=${() => setDialog('before')}>Undo this and later changes…</button>
        <button type="button" disabled=${!isUndoable} onClick=${() => setDialog('fork')}>New sandbox from here…</button>
      </p>
      ${value.records.length === 0 && html`<p class="empty">No visible record was changed.</p>`}
      <${EditedRecords} api=${api} records=${value.records} total=${value.change.touched} />`
    }
    ${dialog === 'after' && html`<${Undo} api=${api} to=${number} count=${later} title=${`Undo changes after ${number}`} onClose=${close} />`}
    ${dialog === 'before' && html`<${Undo} api=${api} to=${number - 1} count=${later + 1} title=${`Undo change ${number} and later ones`} onClose=${close} />`}
    ${dialog === 'fork' && html`<${Fork} api=${api} number=${number} onClose=${close} />`}
  </article>`;
}

interface UndoProps {
  readonly api: string;
  /** All changes after this number are undone. */
  readonly to: number;
  /** The number of these changes. */
  readonly count: number;
  readonly title: string;
  onClose(): void;
}

/** Asks before changes are undone. */
function Undo({ api, to, count, title, onClose }: UndoProps): VNode {
  const { sandbox, notify } = useSession();
  const changes = (number: number) => `${number.toLocaleString('en')} ${number === 1 ? 'change' : 'changes'}`;
  const act = async () => {
    const undone = await sandbox.undo({ to, api });
    notify(`${changes(undone)} undone.`, 'good');
  };
  return html`<${FormDialog} title=${title} act=${`Undo ${changes(count)}`} tone="grave" onAct=${act} onClose=${onClose}>
    <p>This undoes <b>${changes(count)}</b> of ${api} in ${sandbox.name}. You cannot redo them. To keep the current data, take a snapshot first.</p>
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
  const { sandbox, server, go, notify } = useSession();
  const [name, setName] = useState('');
  const act = async () => {
    await server.control('createSandbox', { name, from: sandbox.name, at: number, api });
    notify(`Sandbox ${name} was created from change ${number} of ${sandbox.name}.`, 'good');
    go({ sandbox: name, rest: [] });
  };
  return html`<${FormDialog} title=${`New sandbox from change ${number}`} act="Create" onAct=${act} onClose=${onClose}>
    <p>The new sandbox starts with the data of ${sandbox.name} after this change. ${sandbox.name} is not changed.</p>
    <label>Name <input required pattern="[a-z0-9]([a-z0-9\\-]{0,61}[a-z0-9])?" autofocus value=${name} autocomplete="off" spellcheck=${false}
      onInput=${(event: InputEvent) => setName((event.target as HTMLInputElement).value)} />
      <small>Lower-case letters, digits and hyphens</small></label>
  <//>`;
}
