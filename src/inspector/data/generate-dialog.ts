// Generates many records from the schema and a template.

import { FormDialog } from '../parts/dialog.ts';
import { html, useState, type VNode } from '../preact.ts';
import { useSession } from '../session.ts';

export function GenerateDialog({
  api,
  collection,
  onClose,
}: {
  readonly api: string;
  readonly collection: string;
  onClose(): void;
}): VNode {
  const { sandbox, notify } = useSession();
  const [count, setCount] = useState('10');
  const [template, setTemplate] = useState('{}');
  const act = async () => {
    const created = await sandbox.records(collection, api).make(Number(count), templateIn(template));
    notify(`${created.length.toLocaleString('en')} ${created.length === 1 ? 'record' : 'records'} created.`, 'good');
  };
  const written = (set: (text: string) => void) => (event: InputEvent) => set((event.target as HTMLInputElement).value);
  return html`<${FormDialog} title=${`Generate ${collection}`} act="Generate" onAct=${act} onClose=${onClose}>
    <label>Number <input type="number" min="1" max="5000" required autofocus value=${count} onInput=${written(setCount)} /></label>
    <label>Template (JSON) <small>{n} in a text is replaced by the number of the record. Other required properties are generated.</small>
      <textarea rows="6" spellcheck=${false} value=${template} onInput=${written(setTemplate)}></textarea></label>
  <//>`;
}

/** @throws Error if it is not an object */
function templateIn(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text.trim() || '{}');
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw new Error('The template must be an object, for example {"name": "Project {n}"}.');
}
