// A field for any value, as JSON.

import { html, useContext, useEffect, useRef, useState, type VNode } from '../preact.ts';
import type { ControlProps } from './control.ts';
import { UnreadableContext } from './unreadable.ts';

/** How many lines it has at the most. */
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
  const told = useRef(value);
  const tell = useContext(UnreadableContext);
  // Somebody else has changed it: what is typed and means it stays.
  useEffect(() => {
    if (told.current === value) return;
    told.current = value;
    setText(written(value));
    setProblem(undefined);
  }, [value]);
  useEffect(() => {
    tell(id, problem !== undefined);
    return () => tell(id, false);
  }, [problem]);
  const read = (event: InputEvent) => {
    const next = (event.target as HTMLTextAreaElement).value;
    setText(next);
    try {
      const parsed: unknown = JSON.parse(next);
      told.current = parsed;
      setProblem(undefined);
      onChange(parsed);
    } catch (thrown) {
      setProblem((thrown as Error).message);
    }
  };
  const lines = text.split('\n', LINES).length;
  return html`<textarea ...${about} id=${id} class="source" spellcheck=${false} rows=${Math.min(rows, lines + 1)} value=${text} readonly=${isFixed}
      aria-invalid=${problem === undefined ? about['aria-invalid'] : 'true'} onInput=${read}></textarea>
    ${problem !== undefined && html`<p class="finding" role="alert">This is no JSON: ${problem}</p>`}`;
}

function written(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}
