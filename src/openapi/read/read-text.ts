// The text of a document as a value, and the keys that stand in it twice.

import { parseData } from '../../schema/data-file.ts';
import { UnreadableText } from '../../schema/yaml.ts';
import { type RepeatedKey, repeatedKeys } from './places.ts';

/** A text as a value. */
export interface ReadText {
  readonly value: unknown;
  /** Whether the text is JSON, and so need not be kept in another form. */
  readonly isJson: boolean;
  /** Keys that stand in their object again: the last one counts. */
  readonly repeated: readonly RepeatedKey[];
}

/** Reads JSON or YAML. @throws UnreadableText */
export function readText(text: string): ReadText {
  requireFewValues(text);
  if (text.trim() === '') throw new UnreadableText('it is empty', BEGINNING);
  try {
    const value: unknown = JSON.parse(text);
    return { value, isJson: true, repeated: keysIn(text) === keysOf(value) ? [] : repeatedKeys(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (/^\s*</.test(text)) throw new UnreadableText('it is an HTML page', BEGINNING);
  try {
    return { value: parseData(text), isJson: false, repeated: [] };
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    // What is wrong with the text besides is found the second time.
    return { value: parseData(text, 'last'), isJson: false, repeated: repeatedKeys(text) };
  }
}

/** How many values a document may hold. The largest published one, of 47 MB, has three million. */
const MOST_VALUES = 25_000_000;

/**
 * Refuses what holds more values than there is memory for: a few bytes of text are an object. Every value but the first stands behind a comma, a bracket or the
 * end of a line; those in texts are counted as well.
 *
 * @throws UnreadableText
 */
export function requireFewValues(text: string): void {
  if (text.length < MOST_VALUES) return;
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index);
    if (sign === COMMA || sign === BRACKET || sign === BRACE || sign === LINE) count += 1;
  }
  if (count > MOST_VALUES)
    throw new UnreadableText(`it has up to ${count} values; the maximum is ${MOST_VALUES}`, BEGINNING);
}

const [COMMA, BRACKET, BRACE, LINE] = [0x2c, 0x5b, 0x7b, 0x0a];

const BEGINNING = { line: 1, column: 1 };

/** How many keys are written in a text of JSON. */
function keysIn(json: string): number {
  const strings = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/gs;
  let count = 0;
  for (let found = strings.exec(json); found; found = strings.exec(json)) if (found[1] !== undefined) count += 1;
  return count;
}

/** How many keys there are in a value. */
function keysOf(value: unknown): number {
  let count = 0;
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const parts = Object.values(next);
    if (!Array.isArray(next)) count += parts.length;
    for (const part of parts) if (typeof part === 'object' && part !== null) open.push(part);
  }
  return count;
}
