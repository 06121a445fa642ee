// Trees with shared nodes and several levels: each equals a Map, and differences are complete.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandomNumbers } from '../../src/server/pipeline/sandbox/random-numbers.ts';
import { countBefore, emptyTree, type Tree, treeDifferences, treeOf, valuesFrom } from '../../src/store/tree.ts';
import { checkProperty } from '../support/runs.ts';

interface Pair {
  readonly tree: Tree<number, number>;
  readonly model: Map<number, number>;
}

/** Sets and deletes, alternating or in sequence, so that nodes are split, emptied and merged. */
function edit({ tree, model }: Pair, edits: number, space: number, random: () => number): void {
  const start = Math.floor(random() * space);
  const isRun = random() < 0.5;
  const deletes = random();
  for (let number = 0; number < edits; number += 1) {
    const key = isRun ? start + number : Math.floor(random() * space);
    if (random() < deletes) {
      tree.delete(key);
      model.delete(key);
    } else {
      tree.set(key, number);
      model.set(key, number);
    }
  }
}

const ascending = <T extends { readonly key: number }>(all: readonly T[]) => [...all].sort((a, b) => a.key - b.key);

test('forked trees do not change each other, and differ where their models do', () => {
  const size = fc.constantFrom(3, 40, 1200, 4000);
  checkProperty(
    fc.property(
      size,
      fc.array(fc.record({ from: fc.nat(), isSmall: fc.boolean() }), { maxLength: 5 }),
      fc.string(),
      (size, forks, seed) => {
        const random = createRandomNumbers(seed);
        const pairs: Pair[] = [{ tree: emptyTree(), model: new Map() }];
        for (const pair of pairs) edit(pair, size, 2 * size, random);
        for (const { from, isSmall } of forks) {
          const { tree, model } = pairs[from % pairs.length] as Pair;
          const fork = { tree: tree.clone(), model: new Map(model) };
          edit(fork, isSmall ? 5 : size, 2 * size, random);
          pairs.push(fork);
        }
        for (const { tree, model } of pairs) {
          expect(tree.toArray()).toEqual([...model].sort(([a], [b]) => a - b));
          const values = [...tree.values()];
          for (const from of [0, 1, 33, Math.floor(values.length / 2), values.length - 1, values.length, size * 3])
            expect([...valuesFrom(tree, from)]).toEqual(values.slice(Math.max(0, from)));
          for (const key of [-1, 0, 1, size, 2 * size, 4 * size])
            expect(countBefore(tree, key)).toBe([...model.keys()].filter((one) => one < key).length);
          const built = treeOf([...model]);
          expect(built.toArray()).toEqual(tree.toArray());
          expect([...valuesFrom(built, 1, 40)]).toEqual(values.slice(1, 41));
          for (const other of pairs) {
            const keys = [...new Set([...model.keys(), ...other.model.keys()])];
            const expected = keys
              .map((key) => ({ key, was: model.get(key), is: other.model.get(key) }))
              .filter(({ was, is }) => was !== is);
            expect(ascending(treeDifferences(tree, other.tree, () => false))).toEqual(ascending(expected));
          }
        }
      },
    ),
    { numRuns: 30 },
  );
});

test('deep values are found without reading those before them', () => {
  let looks = 0;
  const tree: Tree<number, number> = emptyTree();
  for (let key = 0; key < 100_000; key += 1) tree.set(key, key);
  const { entries } = tree;
  tree.entries = (...given) => {
    const pairs = entries.apply(tree, given);
    const next = () => {
      looks += 1;
      return pairs.next();
    };
    return { ...pairs, next } as typeof pairs;
  };
  expect([...valuesFrom(tree, 99_998)]).toEqual([99_998, 99_999]);
  expect(looks).toBeLessThan(5);
});
