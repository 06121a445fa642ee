// Fixtures by their names: starts over from some, and tells how what is there becomes some.

import type { Operations } from '../../client/client.ts';
import { CopyButton } from '../parts/copy-button.ts';
import { Ask } from '../parts/dialog.ts';
import { html, useState, type VNode } from '../preact.ts';
import { useSession } from '../session.ts';

type Listed = Operations['listCollections']['output']['apis'][number];

export function FixturesDialog({ apis, onClose }: { readonly apis: readonly Listed[]; onClose(): void }): VNode {
  const { sandbox, origin, at, say } = useSession();
  const names = [...new Set(['default', ...apis.flatMap(({ fixtures }) => fixtures)])];
  const [chosen, setChosen] = useState('default');
  const [name, setName] = useState('');
  const command = `understudy fixtures save ${/^[a-z0-9_-]+$/.test(name) ? name : 'NAME'} --url ${origin}${at.replace(/\/_sandbox\/[^/]*$/, '')}${sandbox.name === 'main' ? '' : ` --sandbox ${sandbox.name}`}`;
  const act = async () => {
    await sandbox.reset(chosen === 'default' ? undefined : chosen);
    say(`${sandbox.name} starts over from the fixtures ${chosen}.`, 'good');
  };
  return html`<${Ask} title="Fixtures" act="Start over from these" tone="grave" onAct=${act} onClose=${onClose}>
    <label>Start over from
      <select value=${chosen} onChange=${(event: Event) => setChosen((event.target as HTMLSelectElement).value)}>
        ${names.map((one) => html`<option key=${one} value=${one}>${one}${one === 'empty' ? ' (nothing at all)' : ''}</option>`)}
      </select>
      <small>Every record of ${sandbox.name} goes back to them, the clock to that of the machine; fault plans are lifted, recorded exchanges are forgotten.</small></label>
    <h3>Make fixtures of what is there</h3>
    <label>Their name <input value=${name} pattern="[a-z0-9]([a-z0-9_\\-]*[a-z0-9])?" autocomplete="off" spellcheck=${false} onInput=${(event: InputEvent) => setName((event.target as HTMLInputElement).value)} />
      <small>A command writes them, in the folder of the project: the page writes no files.</small></label>
    <pre class="code" tabindex="0">${command}</pre>
    <${CopyButton} text=${command} label="Copy the command" />
  <//>`;
}
