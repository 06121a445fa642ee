// Counts the values of a JSON text before it is parsed.

import type { ApiError } from '../pipeline/errors/api-error.ts';
import { bodyError } from './body-error.ts';
import { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE } from './json-signs.ts';
import type { ListBounds } from './list-bounds.ts';

/** Deepest nesting that is read; protobuf implementations stop at the same depth by default. */
export const MAX_JSON_DEPTH = 100;

/** Maximum length of a member name, in bytes: each finding below it repeats it. */
export const LONGEST_NAME = 4096;

/** The limits of a text. */
export interface JsonBounds {
  /** Maximum number of values: opening brackets and commas. */
  readonly values: number;
  /** The deepest nesting. Default `MAX_DEPTH`. */
  readonly depth?: number;
  /** Where a schema bounds lists. */
  readonly lists?: ListBounds | undefined;
}

const NONE: ListBounds['members'] = [];

/** Items beyond a schema's limit that are still read, so that the error names them with all other violations. */
const TOLERANCE = 1000;
/** Values per distinct name: names stay in memory during parsing, and cost the most. */
const VALUES_PER_NAME = 10;
/** The fewest bytes of a member: its quotes, its colon, its value and a comma. */
const BYTES_PER_NAME = 5;
/** Slots for the names of a text, by their hashes. Two names in one slot count as one. */
const SLOTS = 2 ** 18;

/**
 * Counts the members of all objects of a text, if it is JSON.
 *
 * @throws ApiError if it is nested too deeply or too large, whether it is JSON or not
 */
export function membersIn(
  bytes: Uint8Array,
  { values: most, depth: deepest = MAX_JSON_DEPTH, lists }: JsonBounds,
): number {
  const { length } = bytes;
  let depth = 0;
  let values = 0;
  let members = 0;
  /** The limits of the next value, and of each open one. */
  let next = lists;
  const open: (ListBounds | undefined)[] = [];
  /** Commas in each list that is open. */
  const commas: number[] = [];
  const names = namesFor(length, Math.floor(most / VALUES_PER_NAME));
  /** Where the last text in quotes began and ended. */
  let start = 0;
  let end = 0;
  for (let at = 0; at < length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        start = at + 1;
        // An escaped character may be a quote.
        for (at = start; at < length && bytes[at] !== QUOTE; at += 1) if (bytes[at] === BACKSLASH) at += 1;
        end = at;
        break;
      case COLON:
        members += 1;
        if (end - start > LONGEST_NAME)
          throw bodyError(`a property name in the body has more than ${LONGEST_NAME} bytes`);
        names?.add(bytes, start, end);
        next = lists && boundsBelow(open[depth], bytes, start, end);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (depth === deepest) throw bodyError(`the body is nested deeper than ${deepest} levels`);
        depth += 1;
        values += 1;
        if (values > most) throw tooMany(most);
        if (!lists) break;
        open[depth] = next;
        // An object may have as many members as it likes.
        commas[depth] = bytes[at] === OPEN_LIST ? 0 : Number.NEGATIVE_INFINITY;
        next = next?.item;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth = Math.max(0, depth - 1);
        break;
      case COMMA: {
        values += 1;
        if (values > most) throw tooMany(most);
        const around = open[depth];
        if (!around) break;
        const count = (commas[depth] ?? 0) + 1;
        commas[depth] = count;
        if (count >= around.most + TOLERANCE) throw tooManyItems(around.most);
        next = around.item;
      }
    }
  }
  return members;
}

/** The limits below a member name. */
function boundsBelow(
  around: ListBounds | undefined,
  bytes: Uint8Array,
  start: number,
  end: number,
): ListBounds | undefined {
  for (const { name, bounds } of around?.members ?? NONE) if (stands(name, bytes, start, end)) return bounds;
  return undefined;
}

/** Whether the text has a name here, without escapes. A needlessly escaped name is only subject to the total limit. */
function stands(name: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let at = 0; at < name.length; at += 1) if (name[at] !== bytes[start + at]) return false;
  return true;
}

function tooMany(most: number): ApiError {
  const message = `the body has more than ${most} values`;
  return bodyError(message, `${message}; a higher --body-limit allows more`);
}

function tooManyItems(most: number): ApiError {
  return bodyError(`an array in the body has more than ${most + TOLERANCE} items; the maximum is ${most}`);
}

/** A counter of names for a text of this length; undefined if it is too short for too many. */
function namesFor(length: number, most: number): Names | undefined {
  return length / BYTES_PER_NAME > most ? new Names(most) : undefined;
}

/** Counts distinct names by their hashes. */
class Names {
  /** A random seed of the hashes (Fowler, Noll and Vo), so that collisions cannot be chosen. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32);
  readonly #most: number;
  readonly #slots = new Uint8Array(SLOTS);
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Adds a name. */
  add(bytes: Uint8Array, start: number, end: number): void {
    let hash = this.#seed;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    const slot = (hash ^ (hash >>> 14)) & (SLOTS - 1);
    if (this.#slots[slot]) return;
    this.#slots[slot] = 1;
    this.#count += 1;
    if (this.#count > this.#most) throw bodyError(`the body has more than ${this.#most} different property names`);
  }
}
