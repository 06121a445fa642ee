// An index: the records of a collection in groups, each group in an order.

import type { Identified } from './record.ts';
import { countBefore, type Tree, treeOf, valuesFrom } from './tree.ts';

/**
 * How records are grouped and sorted, so that a group is found without a scan. An index is a constant: the collection
 * builds it on first use and keeps it up to date.
 *
 * @example const appsByProject: Index<App> = { group: (app) => [app.projectId], order: (app) => app.creationDate };
 */
export type Index<R extends Identified> = Ordered<R> & (ByGroup<R> | ByGroups<R>);

interface ByGroup<R extends Identified> {
  /** The key of the group of a record. */
  readonly group: (record: R) => readonly string[];
}

interface ByGroups<R extends Identified> {
  /** The keys of all groups of a record, each once. */
  readonly groups: (record: R) => readonly (readonly string[])[];
}

interface Ordered<R extends Identified> {
  /**
   * The text to sort by, in order of UTF-16 code units, or several, the first one first; equal ones by id. Default: the
   * id.
   *
   * @param place - in the order of the collection, ascending
   */
  readonly order?: (record: R, place: number) => string | readonly string[];
}

/** The sorted records of one group. */
export interface Group<R extends Identified> {
  readonly size: number;
  /** @param from - the number of first records to skip, at no cost. Default 0 */
  values(from?: number): IterableIterator<R>;
  /** Starts with the last. */
  reversed(): IterableIterator<R>;
  readonly last: R | undefined;
  /** The number of records before these texts of the order, and before all that begin with them, at no cost. */
  countBefore(...order: readonly string[]): number;
}

/** The records of all groups of an index, in one tree: a key begins with that of the group. */
export type Groups<R extends Identified> = Tree<string, R>;

/** The group with this key. */
export function groupOf<R extends Identified>(groups: Groups<R>, key: readonly string[]): Group<R> {
  return new TreeGroup(groups, keyOf(key));
}

class TreeGroup<R extends Identified> implements Group<R> {
  readonly #tree: Groups<R>;
  readonly #key: string;
  /** The key after all records of the group. */
  readonly #end: string;
  #start: number | undefined;

  constructor(tree: Groups<R>, key: string) {
    this.#tree = tree;
    this.#key = key + GROUP_END;
    this.#end = key + AFTER_GROUP;
  }

  get size(): number {
    return countBefore(this.#tree, this.#end) - this.#first;
  }

  values(from = 0): IterableIterator<R> {
    return valuesFrom(this.#tree, this.#first + Math.max(0, from), Math.max(0, this.size - Math.max(0, from)));
  }

  reversed(): IterableIterator<R> {
    // The tree fills one pair anew for each record.
    return secondOf(this.#tree.entriesReversed(this.#end, [], true), this.#key);
  }

  get last(): R | undefined {
    const [key = '', record] = this.#tree.nextLowerPair(this.#end) ?? [];
    return key >= this.#key ? record : undefined;
  }

  countBefore(...order: readonly string[]): number {
    return countBefore(this.#tree, this.#key + textOf(order)) - this.#first;
  }

  /** The number of records in groups before this one. */
  get #first(): number {
    this.#start ??= countBefore(this.#tree, this.#key);
    return this.#start;
  }
}

/** The second of each pair, until a lower key. A generator would take several times as long. */
function secondOf<T>(pairs: Iterator<readonly [string, T]>, lowest: string): IterableIterator<T> {
  return {
    next() {
      const { done, value } = pairs.next();
      return done || value[0] < lowest ? { done: true, value: undefined } : { done: false, value: value[1] };
    },
    [Symbol.iterator]() {
      return this;
    },
  };
}

/** The groups of an index over these records. */
export function createGroups<R extends Identified>(
  records: Iterable<readonly [place: number, record: R]>,
  index: Index<R>,
): Groups<R> {
  const entries: (readonly [string, R])[] = [];
  for (const [place, record] of records)
    for (const key of keysIn(index, { place, record })) entries.push([key, record]);
  return treeOf(entries);
}

/** Brings groups up to date with one record that was, or is, or both. */
export function updateGroups<R extends Identified>(
  groups: Groups<R>,
  index: Index<R>,
  was: Placed<R> | undefined,
  is: Placed<R> | undefined,
): void {
  const entered = is ? keysIn(index, is) : [];
  if (was) for (const left of keysIn(index, was)) if (!entered.includes(left)) groups.delete(left);
  if (is) for (const key of entered) groups.set(key, is.record);
}

/** Between the key of a group and the order of its records; digits, which begin another part of a key, are before both. */
const GROUP_END = ';';
const AFTER_GROUP = '<';

/** One text for several. Lengths separate them, faster than quotes. */
function keyOf(parts: readonly string[]): string {
  let key = '';
  for (const part of parts) key += `${part.length}:${part}`;
  return key;
}

/** A record with its place in the order of its collection. */
interface Placed<R extends Identified> {
  readonly place: number;
  readonly record: R;
}

/** The keys of a record in the tree, one for each of its groups. */
function keysIn<R extends Identified>(index: Index<R>, { record, place }: Placed<R>): readonly string[] {
  const order = index.order?.(record, place) ?? '';
  const at = textOf(typeof order === 'string' ? [order] : order) + record.id;
  if ('group' in index) return [keyOf(index.group(record)) + GROUP_END + at];
  return [...new Set(index.groups(record).map((group) => keyOf(group) + GROUP_END + at))];
}

/**
 * One text that sorts as several: two U+0000 end each, and U+0000 inside one is escaped, so that they cannot be confused.
 */
function textOf(order: readonly string[]): string {
  let text = '';
  for (const one of order) text += `${one.replaceAll('\u0000', '\u0000\uffff')}\u0000\u0000`;
  return text;
}
