// An index: the records of a collection in groups, each group in an order.

import type { Identified } from './record.ts';
import { emptyTree, type Tree, valuesFrom } from './tree.ts';

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
  /** The text to sort by, in order of UTF-16 code units; equal ones by id. Default: the id. */
  readonly order?: (record: R) => string;
}

/** The sorted records of one group. */
export interface Group<R extends Identified> {
  readonly size: number;
  /** @param from - the number of first records to skip, at no cost. Default 0 */
  values(from?: number): IterableIterator<R>;
  /** Starts with the last. */
  reversed(): IterableIterator<R>;
  readonly last: R | undefined;
}

/** The groups of an index by their key. */
export type Groups<R extends Identified> = Tree<string, Tree<string, R>>;

/** The group with this key. */
export function groupOf<R extends Identified>(groups: Groups<R>, key: readonly string[]): Group<R> {
  return new TreeGroup(groups.get(keyOf(key)) ?? emptyTree());
}

class TreeGroup<R extends Identified> implements Group<R> {
  readonly #tree: Tree<string, R>;

  constructor(tree: Tree<string, R>) {
    this.#tree = tree;
  }

  get size(): number {
    return this.#tree.size;
  }

  values(from = 0): IterableIterator<R> {
    return valuesFrom(this.#tree, from);
  }

  reversed(): IterableIterator<R> {
    // The tree fills one pair anew for each record.
    return secondOf(this.#tree.entriesReversed(undefined, []));
  }

  get last(): R | undefined {
    return this.#tree.nextLowerPair(undefined)?.[1];
  }
}

/** The second of each pair. A generator would take several times as long. */
function secondOf<T>(pairs: Iterator<readonly [unknown, T]>): IterableIterator<T> {
  return {
    next() {
      const { done, value } = pairs.next();
      return done ? { done, value: undefined } : { done: false, value: value[1] };
    },
    [Symbol.iterator]() {
      return this;
    },
  };
}

/** The groups of an index over these records. */
export function createGroups<R extends Identified>(records: Iterable<R>, index: Index<R>): Groups<R> {
  const groups: Groups<R> = emptyTree();
  for (const record of records) updateGroups(groups, index, undefined, record);
  return groups;
}

/** Brings groups up to date with one record that was, or is, or both. */
export function updateGroups<R extends Identified>(
  groups: Groups<R>,
  index: Index<R>,
  was: R | undefined,
  is: R | undefined,
): void {
  const from = was && placeIn(index, was);
  const to = is && placeIn(index, is);
  for (const left of from?.groups ?? []) {
    if (from?.at === to?.at && to?.groups.includes(left)) continue;
    const group = groups.get(left)?.clone();
    group?.delete(from?.at ?? '');
    if (group && group.size > 0) groups.set(left, group);
    else groups.delete(left);
  }
  if (!is || !to) return;
  for (const entered of to.groups) {
    const group = groups.get(entered)?.clone() ?? emptyTree<string, R>();
    group.set(to.at, is);
    groups.set(entered, group);
  }
}

/** One text for several. Lengths separate them, faster than quotes. */
function keyOf(parts: readonly string[]): string {
  let key = '';
  for (const part of parts) key += `${part.length}:${part}`;
  return key;
}

/** The groups that a record is in, and where in each of them. */
interface Place {
  readonly groups: readonly string[];
  readonly at: string;
}

function placeIn<R extends Identified>(index: Index<R>, record: R): Place {
  const { order } = index;
  // Two U+0000 end the text, and U+0000 inside it is escaped, so order and id cannot be confused and sort correctly.
  const sorted = (order?.(record) ?? '').replaceAll('\u0000', '\u0000\uffff');
  const groups = 'group' in index ? [keyOf(index.group(record))] : index.groups(record).map(keyOf);
  return { groups, at: `${sorted}\u0000\u0000${record.id}` };
}
