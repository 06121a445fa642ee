// JSON text to value, more strictly than JSON.parse: no key twice, no text that is not Unicode, no endless nesting.

import { Failure } from '../engine/failure.ts';

/** Deepest nesting that is read; protobuf implementations stop at the same depth by default. */
export const MAX_DEPTH = 100;

/** Why a text was refused, for the person who wrote it. */
export class JsonTextError extends Failure {
  constructor(message: string) {
    super('invalid_argument', message);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads JSON (RFC 8259).
 *
 * @throws JsonTextError saying what is wrong and where
 */
export function readJsonText(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new JsonTextError('the body is not UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new JsonTextError(`the body is not JSON: ${(error as Error).message}`);
  }
  refuseOddities(text);
  return value;
}

// Characters are compared by their codes: each one of each body comes by here.
const SPACE = 0x20;
const QUOTE = 0x22;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Walks a text that is known to be JSON, and refuses what JSON.parse lets pass. */
function refuseOddities(text: string): void {
  /** For each open bracket: the keys seen so far, or undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  /** Without escapes, texts that are no keys have nothing in them to refuse. */
  const hasEscapes = text.includes('\\');
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case OPEN_OBJECT:
        descend(open, new Set());
        break;
      case OPEN_LIST:
        descend(open, undefined);
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop();
        break;
      case QUOTE: {
        const end = endOfString(text, at);
        const keys = open.at(-1);
        if (keys && isKey(text, end)) {
          const key = readString(text.slice(at, end));
          if (keys.has(key)) throw new JsonTextError(`duplicate field "${key}"`);
          keys.add(key);
        } else if (hasEscapes) readString(text.slice(at, end));
        at = end - 1;
      }
    }
  }
}

function descend(open: (Set<string> | undefined)[], keys: Set<string> | undefined): void {
  if (open.length === MAX_DEPTH) throw new JsonTextError(`the body is nested deeper than ${MAX_DEPTH} levels`);
  open.push(keys);
}

/** What a text in quotes means. Only an escape can be half a surrogate pair: those in the body itself are not UTF-8. */
function readString(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  const string: string = JSON.parse(quoted);
  if (!string.isWellFormed()) throw new JsonTextError(`a text in the body has half a surrogate pair: ${quoted}`);
  return string;
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
