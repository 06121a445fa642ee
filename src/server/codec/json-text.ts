// A strict JSON parser: no duplicate keys, valid Unicode, limited nesting.

import { parseJson, stepsOutOfRange } from '../../schema/json/parse-json.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import type { ApiError } from '../pipeline/errors/api-error.ts';
import { invalidInput } from '../pipeline/errors/describe-error.ts';
import { bodyError } from './body-error.ts';
import { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COLON, OPEN_LIST, OPEN_OBJECT, QUOTE, SPACE } from './json-signs.ts';
import { type JsonBounds, membersIn } from './json-size.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses JSON (RFC 8259). @throws ApiError with reason and position */
export function readJsonText(bytes: Uint8Array, bounds: JsonBounds): unknown {
  const members = membersIn(bytes, bounds);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw bodyError('the body is not valid UTF-8');
  }
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const steps = stepsOutOfRange(error);
    if (steps) throw outOfRange(childPointer('', ...steps));
    throw bodyError(`the body is not valid JSON: ${withoutExcerpt((error as Error).message)}`);
  }
  // JSON.parse keeps the last of duplicate keys.
  if (membersOf(value) < members) throw lostMember(text);
  if (SURROGATE.test(text)) rejectHalves(value);
  return value;
}

function outOfRange(pointer: string): ApiError {
  const message = 'must be a number within ±1.8e308';
  return invalidInput([{ part: 'body', pointer, keyword: 'type', params: { type: 'number' }, message }]);
}

/** A message of V8 without the part of the body that it shows: that may have a secret. */
function withoutExcerpt(message: string): string {
  return message.replace(/, (\.\.\.)?".*is not valid JSON$/s, '').replace(/^".*" is not valid JSON$/s, 'syntax error');
}

/** Some releases of V8 (that of Node 24.21 is one) lose the name `"` after the name `\\`. */
function lostMember(text: string): ApiError {
  const twice = keyGivenTwice(text);
  return bodyError(
    twice === undefined
      ? 'an object in the body has the property `"` directly before `\\`, which this version of Node cannot parse'
      : `duplicate field "${shown(twice)}"`,
  );
}

/** How many members all objects in a value have. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const one of value) count += membersOf(one);
  // JSON.parse gives objects that inherit no names, and no list of them has to be made.
  else for (const name in value) count += 1 + membersOf((value as Record<string, unknown>)[name]);
  return count;
}

/** Only an escape can be half a surrogate pair: in the body itself it is invalid UTF-8. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

function rejectHalves(value: unknown): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed())
      throw bodyError(`a string in the body has an unpaired surrogate: ${JSON.stringify(shown(value))}`);
  } else if (typeof value === 'object' && value !== null) {
    if (!Array.isArray(value)) for (const key of Object.keys(value)) rejectHalves(key);
    for (const inner of Object.values(value)) rejectHalves(inner);
  }
}

/** A text for messages, cut if it is long. */
function shown(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 100)}…`;
}

/** The first duplicate key of a JSON text. */
function keyGivenTwice(text: string): string | undefined {
  /** For each open bracket: the keys seen so far, or undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case OPEN_OBJECT:
        open.push(new Set());
        break;
      case OPEN_LIST:
        open.push(undefined);
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop();
        break;
      case QUOTE: {
        const end = endOfString(text, at);
        const keys = open.at(-1);
        if (keys && isKey(text, end)) {
          const key: string = JSON.parse(text.slice(at, end));
          if (keys.has(key)) return key;
          keys.add(key);
        }
        at = end - 1;
      }
    }
  }
  return undefined;
}

/** Where the string that starts at `start` ends, its closing quote included. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (let unit = text.charCodeAt(at); unit !== QUOTE; unit = text.charCodeAt(at)) at += unit === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** Whether the next character that is not white space is a colon. */
function isKey(text: string, from: number): boolean {
  let at = from;
  // Between its tokens, JSON has no other characters up to the space than its white space.
  while (text.charCodeAt(at) <= SPACE) at += 1;
  return text.charCodeAt(at) === COLON;
}
