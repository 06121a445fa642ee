// An index: the records of a collection in groups, each group in an order.

import type { Identified } from './record.ts';
import { emptyTree, type Tree, valuesFrom } from './tree.ts';

/**
 * How records are grouped and ordered, so that a group is found without looking at the others. An index is a constant: the
 * collection builds it when it is first asked for, and keeps it up to date from then on.
 *
 * @example const appsByProject: Index<App> = { group: (app) => [app.projectId], order: (app) => app.creationDate };
 */
export interface Index<R extends Identified> {
  /** What the records of one group have in common. */
  readonly group: (record: R) => readonly string[];
  /** The text that a group is sorted by, in order of UTF-16 code units; equal ones by id. Default: by id. */
  readonly order?: (record: R) => string;
}

/** The records of one group, in order. */
export interface Group<R extends Identified> {
  readonly size: number;
  /** @param from - how many of the first are left out, which takes no look at them. Default: none */
  values(from?: number): IterableIterator<R>;
  /** The last one first. */
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
export function groupsOf<R extends Identified>(records: Iterable<R>, index: Index<R>): Groups<R> {
  const groups: Groups<R> = emptyTree();
  for (const record of records) regroup(groups, index, undefined, record);
  return groups;
}

/** Brings groups up to date with one record that was, or is, or both. */
export function regroup<R extends Identified>(
  groups: Groups<R>,
  index: Index<R>,
  was: R | undefined,
  is: R | undefined,
): void {
  const from = was && placeIn(index, was);
  const to = is && placeIn(index, is);
  if (from && (from.group !== to?.group || from.at !== to.at)) {
    const group = groups.get(from.group)?.clone();
    group?.delete(from.at);
    if (group && group.size > 0) groups.set(from.group, group);
    else groups.delete(from.group);
  }
  if (!to) return;
  const group = groups.get(to.group)?.clone() ?? emptyTree<string, R>();
  group.set(to.at, is);
  groups.set(to.group, group);
}

/** One text for several. Lengths keep them apart, and are quicker than quotes. */
function keyOf(parts: readonly string[]): string {
  let key = '';
  for (const part of parts) key += `${part.length}:${part}`;
  return key;
}

function placeIn<R extends Identified>({ group, order }: Index<R>, record: R): { group: string; at: string } {
  // Two U+0000 end the text, and one inside it is marked, so that order and id can neither be mixed up nor sort in a wrong way.
  const sorted = (order?.(record) ?? '').replaceAll('\u0000', '\u0000\uffff');
  return { group: keyOf(group(record)), at: `${sorted}\u0000\u0000${record.id}` };
}
