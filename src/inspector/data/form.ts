// A record as a form: a field for each property, with hints and findings.

import type { RecordField } from '../../client/client.ts';
import { isJsonNumber } from '../../schema/json/exact-number.ts';
import { PlaceLink } from '../parts/place-link.ts';
import { isObject, pointerTo, type Steps, stepsIn, valueAt, without, withValue } from '../parts/values.ts';
import { createContext, html, useContext, useId, useState, type VNode } from '../preact.ts';
import { type ControlProps, JsonField, NumberField, TextField } from './fields.ts';

/** Shared by all fields of a form. */
interface FormState {
  readonly record: unknown;
  /** Descriptions of properties, by JSON Pointer. */
  readonly fields: ReadonlyMap<string, RecordField>;
  /** Findings, by the JSON Pointer where they are shown. */
  readonly findings: ReadonlyMap<string, readonly string[]>;
  /** References to other records, by JSON Pointer. */
  readonly references: ReadonlyMap<string, { readonly api: string; readonly collection: string; readonly id: string }>;
  /** Read-only places, such as the id of a stored record. */
  readonly fixed: ReadonlySet<string>;
  onChange(record: unknown): void;
}

const Form = createContext<FormState | undefined>(undefined);

function useForm(): FormState {
  const form = useContext(Form);
  if (!form) throw new Error('useForm needs a RecordForm');
  return form;
}

/** Deeper objects are shown as JSON. How many properties are shown at once. */
const DEEPEST = 4;
const MOST = 400;

export function RecordForm(state: FormState): VNode {
  const { record, fixed } = state;
  // The breadcrumbs show the parents of a stored record.
  const root = fixed.has('/parents') ? ['item'] : [];
  return html`<${Form.Provider} value=${state}>
    <${Problems} pointer="" id="findings-of-all" />${root.length > 0 && html`<${Problems} pointer="/parents" id="findings-of-parents" />`}
    ${isObject(valueAt(record, root)) ? html`<${Members} steps=${root} />` : html`<${Field} steps=${root} />`}
  <//>`;
}

function Members({ steps }: { readonly steps: Steps }): VNode {
  const { record } = useForm();
  const [shown, setShown] = useState(MOST);
  const names = Object.keys(valueAt(record, steps) ?? {});
  return html`${names.slice(0, shown).map((name) => html`<${Member} key=${name} steps=${[...steps, name]} />`)}
    ${names.length > shown && html`<button type="button" onClick=${() => setShown(shown + MOST)}>Show ${names.length - shown} more properties</button>`}
    <${AddProperty} steps=${steps} />`;
}

function Member({ steps }: { readonly steps: Steps }): VNode {
  const { record, fields } = useForm();
  const id = useId();
  if (!isObject(valueAt(record, steps)) || steps.length >= DEEPEST) return html`<${Field} steps=${steps} />`;
  const pointer = pointerTo(steps);
  return html`<fieldset class="group">
    <legend>${steps.at(-1)}<${Remove} steps=${steps} /></legend>
    <${Hint} field=${fields.get(pointer)} /><${Problems} pointer=${pointer} id=${`${id}-problems`} />
    <${Members} steps=${steps} />
  </fieldset>`;
}

function Field({ steps }: { readonly steps: Steps }): VNode {
  const form = useForm();
  const id = useId();
  const pointer = pointerTo(steps);
  const field = form.fields.get(pointer);
  const problems = form.findings.get(pointer) ?? [];
  const reference = form.references.get(pointer);
  const value = valueAt(form.record, steps);
  const set = (next: unknown) => form.onChange(withValue(form.record, steps, next));
  const about = {
    id,
    value,
    isFixed: isFixed(form, steps),
    'aria-invalid': problems.length > 0 ? 'true' : undefined,
    'aria-describedby': problems.length > 0 ? `${id}-problems` : undefined,
    onChange: set,
  };
  return html`<div class="field" data-wrong=${problems.length > 0 ? '' : undefined}>
    <label for=${id}>${steps.at(-1) ?? 'value'}${field?.required && html`<abbr title="required">*</abbr>`}</label>
    <div class="control">${controlOf(about, field)}<${Remove} steps=${steps} /></div>
    ${reference && html`<${PlaceLink} class="follow" to=${{ rest: [reference.api, reference.collection, reference.id] }}>→ ${reference.collection} ${reference.id.split('/').at(-1)}<//>`}
    <${Links} steps=${steps} />
    <${Hint} field=${field} /><${Problems} pointer=${pointer} id=${`${id}-problems`} />
  </div>`;
}

function controlOf(about: ControlProps, field: RecordField | undefined): VNode {
  const { value, isFixed, onChange, id, ...aria } = about;
  const { values, types = [] } = field ?? {};
  const isText = typeof value === 'string' || value === null;
  if (values?.every((one) => typeof one === 'string') && isText && !isFixed) {
    const all: readonly unknown[] = values.some((one) => one === value) ? values : [value, ...values];
    return html`<select id=${id} ...${aria} value=${String(value)} onChange=${(event: Event) => onChange(all[(event.target as HTMLSelectElement).selectedIndex])}>
      ${all.map((one) => html`<option key=${String(one)} value=${String(one)}>${String(one)}</option>`)}</select>`;
  }
  if (typeof value === 'boolean')
    return html`<input id=${id} ...${aria} type="checkbox" checked=${value} disabled=${isFixed} onChange=${(event: Event) => onChange((event.target as HTMLInputElement).checked)} />`;
  const isNumeric = types.length > 0 && types.every((type) => ['integer', 'number', 'null'].includes(type));
  if (isJsonNumber(value) || (typeof value === 'string' && isNumeric)) return html`<${NumberField} ...${about} />`;
  return typeof value === 'string' ? html`<${TextField} ...${about} />` : html`<${JsonField} ...${about} />`;
}

/** References inside an array that is one field. */
function Links({ steps }: { readonly steps: Steps }): VNode | null {
  const { references, record } = useForm();
  if (!Array.isArray(valueAt(record, steps))) return null;
  const pointer = `${pointerTo(steps)}/`;
  const inner = [...references].filter(([place]) => place.startsWith(pointer)).slice(0, 20);
  if (inner.length === 0) return null;
  return html`<p class="follow">${inner.map(([place, { api, collection, id }]) => html`<${PlaceLink} key=${place} to=${{ rest: [api, collection, id] }}>→ ${collection} ${id.split('/').at(-1)}<//> `)}</p>`;
}

/** Parents are read-only as a whole. */
function isFixed({ fixed }: Pick<FormState, 'fixed'>, steps: Steps): boolean {
  return fixed.has(pointerTo(steps)) || (steps[0] === 'parents' && fixed.has('/parents'));
}

function Hint({ field }: { readonly field: RecordField | undefined }): VNode | null {
  const { description, format } = field ?? {};
  if (description === undefined && format === undefined) return null;
  return html`<small class="hint">${format !== undefined && html`<code>${format}</code> `}${description?.slice(0, 300)}</small>`;
}

function Problems({ pointer, id }: { readonly pointer: string; readonly id: string }): VNode | null {
  const { findings } = useForm();
  const problems = findings.get(pointer) ?? [];
  if (problems.length === 0) return null;
  return html`<p class="finding" id=${id}>${pointer === '' ? 'The record ' : ''}${problems.join('; ')}</p>`;
}

function Remove({ steps }: { readonly steps: Steps }): VNode | null {
  const { record, fields, fixed, onChange } = useForm();
  const pointer = pointerTo(steps);
  if (steps.length === 0 || isFixed({ fixed }, steps) || fields.get(pointer)?.required) return null;
  return html`<button type="button" class="quiet" title="Remove property" aria-label=${`Remove property ${steps.at(-1)}`} onClick=${() => onChange(without(record, steps))}>×</button>`;
}

function AddProperty({ steps }: { readonly steps: Steps }): VNode {
  const { record, fields, fixed, onChange } = useForm();
  const [name, setName] = useState('');
  const id = useId();
  const value = valueAt(record, steps);
  const absent = [...fields.values()]
    .map(({ pointer }) => pointer)
    .filter((pointer) => pointer.slice(0, pointer.lastIndexOf('/')) === pointerTo(steps))
    .map((pointer) => stepsIn(pointer).at(-1) ?? '')
    .filter((one) => !(isObject(value) && Object.hasOwn(value, one)));
  const add = () => {
    const at = [...steps, name];
    if (name === '' || valueAt(record, at) !== undefined) return;
    onChange(withValue(record, at, blankFor(pointerTo(at), fields)));
    setName('');
  };
  return html`<p class="add">
    <input aria-label=${steps.length === 0 || fixed.has(pointerTo(steps)) ? 'Add property' : `Add property to ${steps.join(' ')}`} placeholder="Property name" list=${id} value=${name} autocomplete="off" spellcheck=${false}
      onInput=${(event: InputEvent) => setName((event.target as HTMLInputElement).value)}
      onKeyDown=${(event: KeyboardEvent) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        add();
      }} />
    <datalist id=${id}>${absent.map((one) => html`<option key=${one} value=${one} />`)}</datalist>
    <button type="button" onClick=${add} disabled=${name === ''}>Add</button>
  </p>`;
}

/** The initial value of a property: the first value that it may have, or the emptiest one of its type, with all that an object must have. */
export function blankFor(pointer: string, fields: ReadonlyMap<string, RecordField>): unknown {
  const { types = [], values } = fields.get(pointer) ?? {};
  if (pointer !== '' && values) return values[0];
  const [type] = types.filter((one) => one !== 'null');
  if (pointer !== '' && type !== 'object') return BLANKS[type ?? 'string'] ?? '';
  const inner = [...fields.values()].filter(
    (field) => field.required && field.pointer.slice(0, field.pointer.lastIndexOf('/')) === pointer,
  );
  return Object.fromEntries(inner.map((field) => [stepsIn(field.pointer).at(-1), blankFor(field.pointer, fields)]));
}

const BLANKS: Readonly<Record<string, unknown>> = { string: '', integer: 0, number: 0, boolean: false, array: [] };
