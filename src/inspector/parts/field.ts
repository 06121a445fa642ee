// A form field with a label, a hint and an error message.

import { html, useEffect, useId, useRef, type VNode } from '../preact.ts';
import { adoptStyle } from './style.ts';

adoptStyle(`
.form-fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); gap: 0 1rem; align-items: start; }
.form-field label { display: block; margin-top: 0.7rem; font-size: 0.9375rem; font-weight: 600; }
.form-field :is(input, select, textarea) { display: block; width: 100%; margin-top: 0.2rem; }
.form-field small { display: block; margin-top: 0.25rem; color: var(--soft); font-size: 0.8125rem; line-height: 1.4; overflow-wrap: anywhere; }
.form-field small.rejected { margin-top: 0.4rem; color: var(--red); font-weight: 500; }
.form-field small.rejected::first-letter { text-transform: uppercase; }
.form-field [aria-invalid] { border-color: var(--red); }
`);

interface FieldProps {
  readonly label: string;
  readonly value: string;
  /** Below the field. */
  readonly hint?: string;
  /** Why the value was rejected. Moves the focus to the field. */
  readonly problem?: string | undefined;
  /** Values to choose from. Default: free text. */
  readonly options?: readonly (readonly [value: string, text: string])[];
  /** Suggestions while typing. */
  readonly offers?: readonly (readonly [value: string, text: string])[];
  /** The number of lines. Default: one */
  readonly lines?: number;
  /** Other attributes of the control. */
  readonly more?: Readonly<Record<string, unknown>>;
  onInput(value: string): void;
}

export function Field({ label, value, hint, problem, options, offers, lines, more = {}, onInput }: FieldProps): VNode {
  const id = useId();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (problem !== undefined) box.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [problem]);
  const own = {
    id,
    value,
    autocomplete: 'off',
    spellcheck: false,
    'aria-invalid': problem === undefined ? undefined : 'true',
    'aria-describedby': problem === undefined ? (hint === undefined ? undefined : `${id}-hint`) : `${id}-problem`,
    onInput: (event: Event) => onInput((event.target as HTMLInputElement).value),
    ...more,
  };
  const control =
    options !== undefined
      ? html`<select ...${own}>${options.map(([one, text]) => html`<option key=${one} value=${one} selected=${one === value}>${text}</option>`)}</select>`
      : lines !== undefined
        ? html`<textarea ...${own} rows=${lines}></textarea>`
        : html`<input ...${own} list=${offers === undefined ? undefined : `${id}-offers`} />`;
  return html`<div class="form-field" ref=${box}>
    <label for=${id}>${label}</label>
    ${control}
    ${offers !== undefined && html`<datalist id=${`${id}-offers`}>${offers.map(([one, text]) => html`<option key=${one} value=${one}>${text}</option>`)}</datalist>`}
    ${hint !== undefined && problem === undefined && html`<small id=${`${id}-hint`}>${hint}</small>`}
    ${problem !== undefined && html`<small class="rejected" role="alert" id=${`${id}-problem`}>${problem}</small>`}
  </div>`;
}
