// Cycles of a graph.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCycles } from '../../src/codegen/find-cycles.ts';
import { checkProperty } from '../support/runs.ts';

const NODES = [0, 1, 2, 3, 4, 5, 6];
const graphs = fc.array(fc.tuple(fc.constantFrom(...NODES), fc.constantFrom(...NODES)), { maxLength: 14 });

test('two nodes are in one group if each reaches the other', () => {
  checkProperty(
    fc.property(graphs, (edges) => {
      const next = (node: number) => edges.filter(([from]) => from === node).map(([, to]) => to);
      const reach = (from: number) => {
        const found = new Set([from]);
        for (const node of found) for (const other of next(node)) found.add(other);
        return found;
      };
      const groups = findCycles(NODES, next);
      for (const one of NODES)
        for (const other of NODES)
          expect(groups.get(one) === groups.get(other)).toBe(reach(one).has(other) && reach(other).has(one));
    }),
  );
});

test('a chain may be longer than the stack', () => {
  const groups = findCycles([0], (node) => (node < 100_000 ? [node + 1] : [50_000]));
  expect(groups.get(50_000)).toBe(groups.get(100_000));
  expect(groups.get(49_999)).not.toBe(groups.get(50_000));
});
