// A value in a message: as JSON, cut with a mark where it is long.

import { stringifyJson } from './json/stringify-json.ts';

/** Maximum characters of a value, unless a caller says otherwise. */
const MAX_LENGTH = 60;

/** The value as JSON; its first characters and `…` if it is longer. Large values are not written whole. */
export function shortValue(value: unknown, maxLength = MAX_LENGTH): string {
  const text = start(value, maxLength + 1);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** The JSON text of a value, or at least so many characters of it. */
function start(value: unknown, length: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, length));
  if (typeof value !== 'object' || value === null) return stringifyJson(value) ?? String(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  let text = `${open}`;
  for (const [name, member] of Object.entries(value)) {
    if (text.length > length) return text;
    const separator = text === open ? '' : ',';
    const key = Array.isArray(value) ? '' : `${JSON.stringify(name)}:`;
    text += `${separator}${key}${start(member, length - text.length)}`;
  }
  return text + close;
}
