// A field for any JSON value.

import { parseJson } from '../../schema/json/parse-json.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { html, useContext, useEffect, useRef, useState, type VNode } from '../preact.ts';
import type { ControlProps } from './control.ts';
import { UnreadableContext } from './unreadable.ts';

/** The largest number of lines. */
const LINES = 24;

export function JsonField({
  id,
  value,
  isFixed,
  onChange,
  rows = LINES,
  ...about
}: ControlProps & { readonly rows?: number }): VNode {
  const [text, setText] = useState(() => written(value));
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const last = useRef(value);
  const report = useContext(UnreadableContext);
  // Changed from outside: typed text that means the same value stays.
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    setText(written(value));
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

function written(value: unknown): string {
  return value === undefined ? '' : stringifyJson(value, null, 2);
}
