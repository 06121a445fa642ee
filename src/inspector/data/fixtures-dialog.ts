// Resets to named fixtures, and shows the command that saves the current data as fixtures.

import type { Operations } from '../../client/client.ts';
import { CopyButton } from '../parts/copy-button.ts';
import { FormDialog } from '../parts/dialog.ts';
import { html, useState, type VNode } from '../preact.ts';
import { useSession } from '../session.ts';

type Listed = Operations['listCollections']['output']['apis'][number];

export function FixturesDialog({ apis, onClose }: { readonly apis: readonly Listed[]; onClose(): void }): VNode {
  const { sandbox, origin, at, notify } = useSession();
  const names = [...new Set(['default', ...apis.flatMap(({ fixtures }) => fixtures)])];
  const [chosen, setChosen] = useState('default');
  const [name, setName] = useState('');
  const command = `understudy fixtures save ${/^[a-z0-9_-]+$/.test(name) ? name : 'NAME'} --url ${origin}${at.replace(/\/_sandbox\/[^/]*$/, '')}${sandbox.name === 'main' ? '' : ` --sandbox ${sandbox.name}`}`;
  const act = async () => {
    await sandbox.reset(chosen === 'default' ? undefined : chosen);
    notify(`Sandbox ${sandbox.name} was reset to the fixtures ${chosen}.`, 'good');
  };
  return html`<${FormDialog} title="Fixtures" act="Reset to these fixtures" tone="grave" onAct=${act} onClose=${onClose}>
    <label>Reset to
      <select value=${chosen} onChange=${(event: Event) => setChosen((event.target as HTMLSelectElement).value)}>
        ${names.map((one) => html`<option key=${one} value=${one}>${one}${one === 'empty' ? ' (no records)' : ''}</option>`)}
      </select>
      <small>Replaces all records of ${sandbox.name} and restores the system time. Removes all faults and recorded requests.</small></label>
    <h3>Save the current data as fixtures</h3>
    <label>Name <input value=${name} pattern="[a-z0-9]([a-z0-9_\\-]*[a-z0-9])?" autocomplete="off" spellcheck=${false} onInput=${(event: InputEvent) => setName((event.target as HTMLInputElement).value)} />
      <small>Run the command in the folder of your project.</small></label>
    <pre class="code" tabindex="0">${command}</pre>
    <${CopyButton} text=${command} label="Copy command" />
  <//>`;
}
