// Fields of a form: texts, numbers, JSON.

import { type JsonNumber, toNumber } from '../../schema/json/exact-number.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { createContext, html, useContext, useEffect, useRef, useState, type VNode } from '../preact.ts';

/** Reports whether the field with an id is invalid. */
type ReportUnreadable = (id: string, isUnreadable: boolean) => void;

export const UnreadableContext = createContext<ReportUnreadable>(() => undefined);

/** Its id, its value, and attributes for assistive technology. */
export interface ControlProps {
  readonly id: string;
  readonly value: unknown;
  readonly isFixed: boolean;
  readonly 'aria-invalid': string | undefined;
  readonly 'aria-describedby': string | undefined;
  onChange(value: unknown): void;
}

/** The longest text in one line, and the longest that is shown at once, in characters. */
const [LINE, MOST] = [80, 20_000];

export function TextField({ value, isFixed, onChange, ...about }: ControlProps): VNode {
  const text = String(value);
  const [isWhole, setIsWhole] = useState(false);
  const [wasLong] = useState(text.length > LINE || text.includes('\n'));
  if (text.length > MOST && !isWhole) {
    const length = text.length.toLocaleString('en');
    return html`<textarea ...${about} rows="6" readonly value=${text.slice(0, MOST / 10)}></textarea>
      <button type="button" onClick=${() => setIsWhole(true)}>Edit all ${length} characters</button>`;
  }
  const written = (event: InputEvent) => onChange((event.target as HTMLInputElement).value);
  return wasLong || text.length > LINE
    ? html`<textarea ...${about} rows=${Math.min(10, 2 + Math.floor(text.length / LINE))} value=${text} readonly=${isFixed} onInput=${written}></textarea>`
    : html`<input ...${about} value=${text} readonly=${isFixed} autocomplete="off" spellcheck=${false} onInput=${written} />`;
}

/** An invalid number is sent as text, so that the server reports the violation. */
export function NumberField({ value, isFixed, onChange, ...about }: ControlProps): VNode {
  const [text, setText] = useState(String(value));
  const shown = numberIn(text) === value ? text : String(value);
  const written = (event: InputEvent) => {
    const next = (event.target as HTMLInputElement).value;
    setText(next);
    onChange(numberIn(next));
  };
  return html`<input ...${about} inputmode="decimal" class="numeric" value=${shown} readonly=${isFixed} autocomplete="off" onInput=${written} />`;
}

function numberIn(text: string): JsonNumber | string {
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text.trim()) ? toNumber(text.trim()) : text;
}

/** A record as JSON in one field. */
export function JsonForm({
  value,
  findings,
  onChange,
}: {
  readonly value: unknown;
  readonly findings: readonly string[];
  onChange(value: unknown): void;
}): VNode {
  return html`<div class="field">
    <label for="record-json">Record as JSON</label>
    <${JsonField} id="record-json" value=${value} isFixed=${false} aria-invalid=${findings.length > 0 ? 'true' : undefined}
      aria-describedby=${findings.length > 0 ? 'record-json-problems' : undefined} onChange=${onChange} />
    ${findings.length > 0 && html`<ul class="finding" id="record-json-problems">${findings.map((text) => html`<li key=${text}>${text}</li>`)}</ul>`}
  </div>`;
}

/** The largest number of lines. */
const LINES = 24;

/** A field for any JSON value. */
export function JsonField({
  id,
  value,
  isFixed,
  onChange,
  rows = LINES,
  ...about
}: ControlProps & { readonly rows?: number }): VNode {
  const [text, setText] = useState(() => formatValue(value));
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const last = useRef(value);
  const report = useContext(UnreadableContext);
  // Changed from outside: typed text that means the same value stays.
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    setText(formatValue(value));
    setProblem(undefined);
  }, [value]);
  useEffect(() => {
    report(id, problem !== undefined);
    return () => report(id, false);
  }, [problem]);
  const read = (event: InputEvent) => {
    const next = (event.target as HTMLTextAreaElement).value;
    setText(next);
    try {
      const parsed: unknown = parseJson(next);
      last.current = parsed;
      setProblem(undefined);
      onChange(parsed);
    } catch (thrown) {
      setProblem((thrown as Error).message);
    }
  };
  const lines = text.split('\n', LINES).length;
  return html`<textarea ...${about} id=${id} class="source" spellcheck=${false} rows=${Math.min(rows, lines + 1)} value=${text} readonly=${isFixed}
      aria-invalid=${problem === undefined ? about['aria-invalid'] : 'true'} onInput=${read}></textarea>
    ${problem !== undefined && html`<p class="finding" role="alert">Invalid JSON: ${problem}</p>`}`;
}

function formatValue(value: unknown): string {
  return value === undefined ? '' : stringifyJson(value, null, 2);
}
