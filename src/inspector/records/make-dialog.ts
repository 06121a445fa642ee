// Makes many records that fit the schema, like a template.

import { Ask } from '../parts/dialog.ts';
import { html, useState, type VNode } from '../preact.ts';
import { useSession } from '../session.ts';

export function MakeDialog({
  api,
  collection,
  onClose,
}: {
  readonly api: string;
  readonly collection: string;
  onClose(): void;
}): VNode {
  const { sandbox, say } = useSession();
  const [count, setCount] = useState('10');
  const [template, setTemplate] = useState('{}');
  const act = async () => {
    const made = await sandbox.records(collection, api).make(Number(count), templateIn(template));
    say(`${made.length.toLocaleString('en')} ${made.length === 1 ? 'record was' : 'records were'} made.`, 'good');
  };
  const written = (set: (text: string) => void) => (event: InputEvent) => set((event.target as HTMLInputElement).value);
  return html`<${Ask} title=${`Make records of ${collection}`} act="Make them" onAct=${act} onClose=${onClose}>
    <label>How many <input type="number" min="1" max="5000" required autofocus value=${count} onInput=${written(setCount)} /></label>
    <label>What each of them says, as JSON <small>In texts, {n} is the how manieth it is. The rest is made by the schema.</small>
      <textarea rows="6" spellcheck=${false} value=${template} onInput=${written(setTemplate)}></textarea></label>
  <//>`;
}

/** @throws Error if it is no object */
function templateIn(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text.trim() || '{}');
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw new Error('A template is an object, such as {"name": "Project {n}"}.');
}
