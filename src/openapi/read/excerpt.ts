// The lines of a text of JSON or YAML that say one part of it.

import type { Place } from './places.ts';

/** Some lines of a text. */
export interface Excerpt {
  /** The number of the first one, counted from 1. */
  readonly line: number;
  /** Without the indentation that all of them have. */
  readonly lines: readonly string[];
}

/** How many lines stand before a part, and how many there are of it and behind it. */
const BEFORE = 2;
const BEHIND = 12;
/** The longest line, in characters. Of a longer one, what stands around the place is shown. */
const LONGEST = 160;

/** @returns the lines of parts: those that are indented further than the line where they begin, and some before */
export function excerptsIn(text: string): (place: Place) => Excerpt {
  const all = text.split(/\r\n|\n|\r/);
  return ({ line, column }) => {
    const first = Math.max(1, line - BEFORE);
    const own = all[line - 1] ?? '';
    let last = line;
    while (last < line + BEHIND && isInside(all[last], own)) last += 1;
    // What closes a part of JSON stands as far out as what opens it.
    if (last < line + BEHIND && /^\s*[\]}],?\s*$/.test(all[last] ?? '')) last += 1;
    while (last > line && (all[last - 1] ?? '').trim() === '') last -= 1;
    const shown = all.slice(first - 1, last);
    const indents = shown.filter((one) => one.trim() !== '').map(indentOf);
    const indent = indents.length === 0 ? 0 : Math.min(...indents);
    return {
      line: first,
      lines: shown.map((one, index) => cut(one.slice(indent), first + index === line ? column - 1 - indent : 0)),
    };
  };
}

function isInside(line: string | undefined, own: string): boolean {
  if (line === undefined) return false;
  // The items of a list may stand as far out as its key (YAML 1.2.2, section 8.2.1).
  const isItem = /^\s*-\s/.test(line) && !/^\s*-\s/.test(own) && indentOf(line) === indentOf(own);
  return line.trim() === '' || indentOf(line) > indentOf(own) || isItem;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** A line around a place in it. */
function cut(line: string, at: number): string {
  if (line.length <= LONGEST) return line;
  const from = Math.max(0, Math.min(at - LONGEST / 4, line.length - LONGEST));
  const piece = line.slice(from, from + LONGEST).toWellFormed();
  return `${from > 0 ? '…' : ''}${piece}${from + LONGEST < line.length ? '…' : ''}`;
}
