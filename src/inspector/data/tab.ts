// The Data tab: collections and their records.

import type { Operations } from '../../client/client.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import { CopyButton } from '../parts/copy-button.ts';
import { FormDialog } from '../parts/dialog.ts';
import { DIFFERENCE_STYLE } from '../parts/difference-view.ts';
import { adoptStyle } from '../parts/style.ts';
import { useThrottled } from '../parts/throttled.ts';
import { html, useLayoutEffect, useRef, useState, type VNode } from '../preact.ts';
import { useLoaded, useSession } from '../session.ts';
import type { TabProps } from '../tab.ts';
import { Overview } from './overview.ts';
import { RecordPane } from './record-pane.ts';
import { DATA_STYLE } from './style.ts';
import { RecordTable } from './table.ts';

adoptStyle(DIFFERENCE_STYLE);
adoptStyle(DATA_STYLE);

type ListedApi = Operations['listCollections']['output']['apis'][number];

/** The URL fragment of a new record: two parts, which no id has. */
const NEW = ['new', 'record'];

export function DataTab({ rest }: TabProps): VNode {
  const { sandbox } = useSession();
  const [isFixturesOpen, setIsFixturesOpen] = useState(false);
  const {
    value: apis = [],
    problem,
    isLoading,
    reload,
  } = useLoaded(async () => (await sandbox.control('listCollections')).apis, []);
  useThrottled(reload);
  const [api, collection] = rest;
  const fixtures = html`<button type="button" onClick=${() => setIsFixturesOpen(true)}>Fixtures…</button>`;
  return html`<div class="data" data-open=${rest.length > 2 ? '' : undefined}>
    ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
    ${
      api === undefined || collection === undefined
        ? html`<${Overview} apis=${apis}><span class="end">${fixtures}</span><//>${apis.length === 0 && problem === undefined && html`<p class="empty">${isLoading ? 'Loading…' : 'No API stores data.'}</p>`}`
        : html`<${Records} key=${`${api} ${collection}`} api=${api} collection=${collection} rest=${rest.slice(2)} apis=${apis} fixtures=${fixtures} />`
    }
    ${isFixturesOpen && html`<${FixturesDialog} apis=${apis} onClose=${() => setIsFixturesOpen(false)} />`}
  </div>`;
}

interface RecordsProps {
  readonly api: string;
  readonly collection: string;
  /** The id of the opened record. */
  readonly rest: readonly string[];
  readonly apis: readonly ListedApi[];
  readonly fixtures: VNode;
}

function Records({ api, collection, rest, apis, fixtures }: RecordsProps): VNode {
  const { sandbox, go } = useSession();
  const [isGenerateOpen, setIsGenerateOpen] = useState(false);
  const { value: fields, problem } = useLoaded(() => sandbox.records(collection, api).fields(), [api, collection]);
  const box = useRef<HTMLDivElement>(null);
  const listed = apis.find((one) => one.api === api)?.collections.find((one) => one.collection === collection);
  const isSingleton = listed?.singleton === true;
  const isNew = rest.length > 1;
  const id = isNew ? undefined : rest[0];
  const close = () => {
    go({ rest: [api, collection] });
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[role=grid]')?.focus());
  };
  const leave = (event: KeyboardEvent) => {
    const isWriting = event.target instanceof Element && event.target.closest('input, textarea, select');
    if (event.key === 'Escape' && rest.length > 0 && !isWriting) close();
  };
  // Where the record covers the table, and for a new record, it receives the focus.
  useLayoutEffect(() => {
    const table = box.current?.querySelector<HTMLElement>('.list');
    if (rest.length > 0 && table && (isNew || !table.checkVisibility()))
      box.current?.querySelector<HTMLElement>('.record h2')?.focus();
  }, [rest.join('/'), fields === undefined]);
  return html`<div class="collection" data-open=${rest.length > 0 ? '' : undefined} ref=${box} onKeyDown=${leave}>
    ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
    ${
      problem === undefined &&
      html`<${RecordTable} api=${api} collection=${collection} fields=${fields ?? []} isSingleton=${isSingleton} chosen=${id} onChoose=${(
        chosen: string,
        isOpened: boolean,
      ) => {
        if (isOpened || id !== undefined) go({ rest: [api, collection, chosen] }, isOpened);
      }}>
      <${Chooser} api=${api} collection=${collection} apis=${apis} />
      <span class="acts"><button type="button" onClick=${() => go({ rest: [api, collection, ...NEW] })}>Create…</button>
      <button type="button" onClick=${() => setIsGenerateOpen(true)}>Generate…</button> ${fixtures}</span>
    <//>`
    }
    ${rest.length > 0 && fields && html`<${RecordPane} key=${rest.join('/')} api=${api} collection=${collection} id=${id} fields=${fields} onClose=${close} />`}
    ${isGenerateOpen && html`<${GenerateDialog} api=${api} collection=${collection} onClose=${() => setIsGenerateOpen(false)} />`}
  </div>`;
}

function Chooser({ api, collection, apis }: Pick<RecordsProps, 'api' | 'collection' | 'apis'>): VNode {
  const { go } = useSession();
  const choose = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    go({ rest: value === '' ? [] : JSON.parse(value) });
  };
  const known = apis.some((one) => one.api === api && one.collections.some((other) => other.collection === collection));
  return html`<select class="chooser" aria-label="Collection" value=${JSON.stringify([api, collection])} onChange=${choose}>
    <option value="">All collections</option>
    ${!known && html`<option value=${JSON.stringify([api, collection])}>${collection}</option>`}
    ${apis.map(
      (one) =>
        html`<optgroup key=${one.api} label=${one.api}>${one.collections.map(
          (other) =>
            html`<option key=${other.collection} value=${JSON.stringify([one.api, other.collection])}>${other.collection} (${other.records.toLocaleString('en')})</option>`,
        )}</optgroup>`,
    )}
  </select>`;
}

/** Generates many records from the schema and a template. */
function GenerateDialog({
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
  const value: unknown = parseJson(text.trim() || '{}');
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw new Error('The template must be an object, for example {"name": "Project {n}"}.');
}

/** Resets to named fixtures, and shows the command that saves the current data as fixtures. */
function FixturesDialog({ apis, onClose }: { readonly apis: readonly ListedApi[]; onClose(): void }): VNode {
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
