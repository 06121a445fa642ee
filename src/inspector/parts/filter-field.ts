// A filter field. The key `/` focuses it, Escape clears it.

import { html, useEffect, useRef, type VNode } from '../preact.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  onInput(value: string): void;
}

export function FilterField({ label, value, onInput }: Props): VNode {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const lead = (event: KeyboardEvent) => {
      const isWriting = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    addEventListener('keydown', lead);
    return () => removeEventListener('keydown', lead);
  }, []);
  const empty = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    if (value === '') field.current?.blur();
    onInput('');
  };
  return html`<label class="filter"><span class="hint" aria-hidden="true">/</span>
    <input ref=${field} type="search" aria-label=${label} aria-keyshortcuts="/" placeholder=${label} value=${value} autocomplete="off" spellcheck=${false}
      onInput=${(event: InputEvent) => onInput((event.target as HTMLInputElement).value)} onKeyDown=${empty} /></label>`;
}
