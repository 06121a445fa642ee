// A sorted map with free copies. The only door to sorted-btree.

import { createRequire } from 'node:module';

// Node and bundlers disagree about the default import of such a CommonJS module.
const require = createRequire(import.meta.url);
const { default: BPlusTree }: typeof import('sorted-btree') = require('sorted-btree');
const {
  default: diffAgainst,
}: typeof import('sorted-btree/extended/diffAgainst.js') = require('sorted-btree/extended/diffAgainst.js');

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

/** The values from the n-th on, counted from 0. Earlier ones are skipped at no cost. */
export function valuesFrom<K extends string | number, V>(tree: Tree<K, V>, from: number): IterableIterator<V> {
  if (from <= 0) return tree.values();
  const key = keyAt(tree, from);
  return key === undefined ? [].values() : tree.values(key);
}

/** A node of sorted-btree 2.1.0, which counts the keys below it; no public method returns that. */
interface Node<K> {
  readonly keys: readonly K[];
  /** Undefined for a leaf. */
  readonly children?: readonly Node<K>[];
  size(): number;
}

function keyAt<K extends string | number, V>(tree: Tree<K, V>, index: number): K | undefined {
  // biome-ignore lint/complexity/useLiteralKeys: what is private can only be had in brackets
  let node: Node<K> | undefined = tree['_root'];
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
