// Text and number fields.

import { type JsonNumber, toNumber } from '../../schema/json/exact-number.ts';
import { html, useState, type VNode } from '../preact.ts';
import type { ControlProps } from './control.ts';

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
