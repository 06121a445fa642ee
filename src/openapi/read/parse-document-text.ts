// Parsing of document text, with duplicate keys.

import { parseData } from '../../schema/data-file.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import { START, UsageError } from '../../schema/usage-error.ts';
import { type DuplicateKey, findDuplicateKeys } from './source-positions.ts';

/** The result of parsing. */
interface ParsedText {
  readonly value: unknown;
  /** Whether the text is JSON, which needs no other form in the cache. */
  readonly isJson: boolean;
  /** Duplicate keys: the last one counts. */
  readonly duplicateKeys: readonly DuplicateKey[];
}

/** Reads JSON or YAML. @throws UsageError with a position */
export function parseDocumentText(text: string): ParsedText {
  requireValueLimit(text);
  if (text.trim() === '') throw unusable('it is empty');
  try {
    const value: unknown = parseJson(text);
    return {
      value,
      isJson: true,
      duplicateKeys: countKeysInText(text) === countKeys(value) ? [] : findDuplicateKeys(text),
    };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (/^\s*</.test(text)) throw unusable('it is an HTML page');
  try {
    return { value: parseData(text), isJson: false, duplicateKeys: [] };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // Further syntax errors are found by the second attempt.
    return { value: parseData(text, 'last'), isJson: false, duplicateKeys: findDuplicateKeys(text) };
  }
}

/** Maximum values of a document. The largest published one (47 MB) has three million. */
const MAX_VALUES = 25_000_000;

/**
 * Rejects text with more values than fit into memory: a few bytes can become an object. Counts commas, brackets and
 * line ends, including those in strings: every value but the first follows one.
 *
 * @throws UsageError with a position
 */
export function requireValueLimit(text: string): void {
  if (text.length < MAX_VALUES) return;
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === COMMA || code === BRACKET || code === BRACE || code === LINE) count += 1;
  }
  if (count > MAX_VALUES) throw unusable(`it has up to ${count} values; the maximum is ${MAX_VALUES}`);
}

const [COMMA, BRACKET, BRACE, LINE] = [0x2c, 0x5b, 0x7b, 0x0a];

function unusable(reason: string): UsageError {
  return new UsageError(reason, [], { position: START });
}

/** The number of keys in JSON text. */
function countKeysInText(json: string): number {
  const strings = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/gs;
  let count = 0;
  for (let found = strings.exec(json); found; found = strings.exec(json)) if (found[1] !== undefined) count += 1;
  return count;
}

/** The number of keys in a value. */
function countKeys(value: unknown): number {
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
