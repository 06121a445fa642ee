// A sorted map with free copies. The only door to sorted-btree.

import { createRequire } from 'node:module';

// Node and bundlers disagree about the default import of such a CommonJS module.
const require = createRequire(import.meta.url);
const { default: BPlusTree }: typeof import('sorted-btree') = require('sorted-btree');
const {
  default: diffAgainst,
}: typeof import('sorted-btree/extended/diffAgainst.js') = require('sorted-btree/extended/diffAgainst.js');
const { bulkLoad }: typeof import('sorted-btree/extended/bulkLoad.js') = require('sorted-btree/extended/bulkLoad.js');

/**
 * A B+ tree. `clone()` takes constant time: both trees share their nodes, and copy a node before changing it. So an
 * unchanged tree is a value, and a changed clone costs the changes only.
 */
export type Tree<K extends string | number, V> = InstanceType<typeof BPlusTree<K, V>>;

/**
 * One function for all trees, as only trees with the same one can be compared. An invalid key, such as the missing id
 * of an untyped caller, is neither less nor greater than a key, but not equal to it either: it must not find a record.
 */
const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a === b ? 0 : 1);

/** An empty tree, with texts in order of their UTF-16 code units and numbers in order of size. */
export function emptyTree<K extends string | number, V>(): Tree<K, V> {
  return new BPlusTree<K, V>(undefined, compare);
}

/** The maximum number of keys in a node, the default of the library. */
const NODE_SIZE = 32;

/** A tree of these entries, in any order, with different keys. Several times as fast as to add each. */
export function treeOf<K extends string | number, V>(entries: readonly (readonly [key: K, value: V])[]): Tree<K, V> {
  const sorted = entries.toSorted(([one], [other]) => compare(one, other));
  const keys = sorted.map(([key]) => key);
  const values = sorted.map(([, value]) => value);
  return bulkLoad(keys, values, NODE_SIZE, compare) as Tree<K, V>;
}

/** The values from the n-th on, counted from 0. Earlier ones are skipped at no cost. @param count - default: all */
export function valuesFrom<K extends string | number, V>(
  tree: Tree<K, V>,
  from: number,
  count = Number.POSITIVE_INFINITY,
): IterableIterator<V> {
  if (from <= 0) return firstOf(tree.values(), count);
  const key = keyAt(tree, from);
  return key === undefined ? [].values() : firstOf(tree.values(key), count);
}

/** A generator would take several times as long. */
function firstOf<V>(values: IterableIterator<V>, count: number): IterableIterator<V> {
  if (count === Number.POSITIVE_INFINITY) return values;
  let left = count;
  return {
    next() {
      left -= 1;
      return left < 0 ? { done: true, value: undefined } : values.next();
    },
    [Symbol.iterator]() {
      return this;
    },
  };
}

/** A node of sorted-btree 2.1.0, which counts the keys below it; no public method returns that. */
interface Node<K> {
  /** In a node with children, the last key of each. */
  readonly keys: readonly K[];
  /** Undefined for a leaf. */
  readonly children?: readonly Node<K>[];
  size(): number;
}

function rootOf<K extends string | number, V>(tree: Tree<K, V>): Node<K> {
  // biome-ignore lint/complexity/useLiteralKeys: what is private can only be had in brackets
  return tree['_root'];
}

function keyAt<K extends string | number, V>(tree: Tree<K, V>, index: number): K | undefined {
  let node: Node<K> | undefined = rootOf(tree);
  let left = index;
  while (node?.children) {
    node = node.children.find((child) => {
      const isHere = left < child.size();
      if (!isHere) left -= child.size();
      return isHere;
    });
  }
  return node?.keys[left];
}

/** The number of keys before a key, which may be missing, at no cost. */
export function countBefore<K extends string | number, V>(tree: Tree<K, V>, key: K): number {
  let node: Node<K> | undefined = rootOf(tree);
  let before = 0;
  while (node) {
    const at: number = node.keys.findIndex((one) => compare(one, key) >= 0);
    const lower: number = at < 0 ? node.keys.length : at;
    if (!node.children) return before + lower;
    for (let child = 0; child < lower; child += 1) before += node.children[child]?.size() ?? 0;
    node = node.children[lower];
  }
  return before;
}

/** A key whose value differs between two trees; `undefined` for a missing one. */
export interface TreeDifference<K, V> {
  readonly key: K;
  readonly was: V | undefined;
  readonly is: V | undefined;
}

/** The differences of two trees. Shared nodes are skipped, so related trees cost only what was changed since. */
export function treeDifferences<K extends string | number, V>(
  before: Tree<K, V>,
  after: Tree<K, V>,
  same: (was: V, is: V) => boolean,
): TreeDifference<K, V>[] {
  const found: TreeDifference<K, V>[] = [];
  diffAgainst(
    before,
    after,
    (key, was) => void found.push({ key, was, is: undefined }),
    (key, is) => void found.push({ key, was: undefined, is }),
    (key, was, is) => void (same(was, is) || found.push({ key, was, is })),
  );
  return found;
}
