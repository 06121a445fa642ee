// The beginning of a value as JSON, with bounded length.

import { stringifyJson } from '../../schema/json/stringify-json.ts';

interface JsonPrefix {
  /** At most the requested number of characters. */
  readonly text: string;
  readonly isWhole: boolean;
}

/** Maximum depth. */
const DEEPEST = 64;

/** The JSON of a value, or its first characters; empty for values that JSON does not have. */
export function jsonPrefix(value: unknown, most: number): JsonPrefix {
  let text = '';
  let isCut = false;
  write(value, 0);
  return { text: text.slice(0, most), isWhole: !isCut && text.length <= most };

  function write(one: unknown, depth: number): void {
    if (text.length > most) return;
    if (typeof one === 'string') text += stringifyJson(one.slice(0, most + 1));
    else if (one instanceof Uint8Array) text += `"${one.length} bytes"`;
    else if (typeof one !== 'object' || one === null) text += stringifyJson(one) ?? '';
    else if (depth === DEEPEST) isCut = true;
    else if (Array.isArray(one)) writeAll('[', one, ']', (item) => write(item ?? null, depth + 1));
    else
      writeAll('{', Object.entries(one), '}', ([name, inner]) => {
        write(name, depth);
        text += ':';
        write(inner ?? null, depth + 1);
      });
  }

  function writeAll<T>(open: string, all: readonly T[], close: string, writeOne: (one: T) => void): void {
    text += open;
    for (const [index, one] of all.entries()) {
      if (text.length > most || isCut) return;
      if (index > 0) text += ',';
      writeOne(one);
    }
    text += close;
  }
}
