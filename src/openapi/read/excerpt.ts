// Excerpts of JSON or YAML text around a part.

import type { TextPosition } from '../../schema/usage-error.ts';

/** Consecutive lines of a text. */
export interface Excerpt {
  /** Number of the first line, from 1. */
  readonly line: number;
  /** Without their common indentation. */
  readonly lines: readonly string[];
}

/** Maximum lines before and after the start of a part. */
const BEFORE = 2;
const AFTER = 12;
/** Maximum characters of a line; longer ones are cut around the position. */
const MAX_LINE_LENGTH = 160;

/** @returns a function for the lines of a part: those with more indentation than its first line, and some before */
export function createExcerpts(text: string): (place: TextPosition) => Excerpt {
  const all = text.split(/\r\n|\n|\r/);
  return ({ line, column }) => {
    const first = Math.max(1, line - BEFORE);
    const firstLine = all[line - 1] ?? '';
    let last = line;
    while (last < line + AFTER && isInside(all[last], firstLine)) last += 1;
    // The closing bracket of a JSON part has the indentation of its first line.
    if (last < line + AFTER && /^\s*[\]}],?\s*$/.test(all[last] ?? '')) last += 1;
    while (last > line && (all[last - 1] ?? '').trim() === '') last -= 1;
    const shown = all.slice(first - 1, last);
    const indents = shown.filter((one) => one.trim() !== '').map(indentOf);
    const indent = indents.length === 0 ? 0 : Math.min(...indents);
    return {
      line: first,
      lines: shown.map((one, index) => cutLine(one.slice(indent), first + index === line ? column - 1 - indent : 0)),
    };
  };
}

function isInside(line: string | undefined, firstLine: string): boolean {
  if (line === undefined) return false;
  // List items may have the indentation of their key (YAML 1.2.2, section 8.2.1).
  const isItem = /^\s*-\s/.test(line) && !/^\s*-\s/.test(firstLine) && indentOf(line) === indentOf(firstLine);
  return line.trim() === '' || indentOf(line) > indentOf(firstLine) || isItem;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Cuts a line around a column. */
function cutLine(line: string, offset: number): string {
  if (line.length <= MAX_LINE_LENGTH) return line;
  const from = Math.max(0, Math.min(offset - MAX_LINE_LENGTH / 4, line.length - MAX_LINE_LENGTH));
  const piece = line.slice(from, from + MAX_LINE_LENGTH).toWellFormed();
  return `${from > 0 ? '…' : ''}${piece}${from + MAX_LINE_LENGTH < line.length ? '…' : ''}`;
}
