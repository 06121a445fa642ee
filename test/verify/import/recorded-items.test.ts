// The items of one type in a recording, in the order of lists.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findResources } from '../../../src/mock/resources/find-resources.ts';
import { RecordedItems } from '../../../src/verify/import/recorded-items.ts';
import { crew } from '../../support/crew/compared.ts';
import { checkProperty } from '../../support/runs.ts';

const [resource] = findResources(crew).all.values();
const stored = () => new RecordedItems(resource ?? expect.unreachable());

type Deed =
  | { readonly deed: 'put' | 'remove' | 'removeBelow'; readonly scope: readonly string[]; readonly id: string }
  | { readonly deed: 'arrange'; readonly scope: readonly string[]; readonly ids: readonly string[] };

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e/f', '');
const scope = fc.constantFrom<readonly string[]>([], ['a'], ['b'], ['a', 'e/f']);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ deed: fc.constantFrom('put', 'put', 'put', 'remove', 'removeBelow'), scope, id }),
  fc.record({ deed: fc.constant('arrange'), scope, ids: fc.array(id, { maxLength: 6 }) }),
);

/** A simple reference implementation: a list, searched for each action. */
function plainly(deeds: readonly Deed[]): readonly string[] {
  const name = (scope: readonly string[], id: string) => JSON.stringify([...scope, id]);
  let order: string[] = [];
  const arranged = new Set<string>();
  for (const one of deeds) {
    if (one.deed === 'put') {
      if (!order.includes(name(one.scope, one.id))) order.push(name(one.scope, one.id));
    } else if (one.deed === 'arrange') {
      const list = [...new Set(one.ids.map((each) => name(one.scope, each)))].filter((each) => order.includes(each));
      const isNew = (each: string) => !arranged.has(each);
      const known = list.find((each) => !isNew(each));
      const led = known === undefined ? list : list.slice(0, list.indexOf(known));
      const rest = order.filter((each) => !list.includes(each) || !isNew(each));
      rest.splice(known === undefined ? rest.length : rest.indexOf(known), 0, ...led);
      for (const [at, each] of list.entries())
        if (isNew(each) && !led.includes(each)) rest.splice(rest.indexOf(list[at - 1] ?? '') + 1, 0, each);
      for (const each of list) arranged.add(each);
      order = rest;
    } else {
      const above = [...one.scope, one.id];
      const isGone = (each: string) =>
        one.deed === 'remove'
          ? each === name(one.scope, one.id)
          : (JSON.parse(each) as string[]).length > above.length &&
            above.every((step, at) => step === (JSON.parse(each) as string[])[at]);
      for (const each of order.filter(isGone)) arranged.delete(each);
      order = order.filter((each) => !isGone(each));
    }
  }
  return order;
}

function done(deeds: readonly Deed[]): readonly string[] {
  const things = stored();
  for (const one of deeds) {
    if (one.deed === 'put') things.put({ scope: one.scope, id: one.id, item: {} });
    else if (one.deed === 'arrange') things.arrange(one.scope, one.ids);
    else if (one.deed === 'remove') things.remove(one.scope, one.id);
    else things.removeBelow(one.scope, one.id);
  }
  return things.all.map((thing) => JSON.stringify([...thing.scope, thing.id]));
}

describe('items of one type', () => {
  test('are in the order of their lists, else in the order of appearance', () => {
    checkProperty(
      fc.property(fc.array(deed, { maxLength: 30 }), (deeds) => {
        expect(done(deeds)).toEqual(plainly(deeds));
      }),
      { seed: 7, numRuns: 2000 },
    );
  });

  test.each<[what: string, of: (at: number) => Deed]>([
    ['listed', (at) => ({ deed: 'arrange', scope: [], ids: [`x${at}`, `x${at + 1}`] })],
    ['removed', (at) => ({ deed: 'remove', scope: [], id: `x${at}` })],
    ['removed with their parent', (at) => ({ deed: 'removeBelow', scope: [], id: `x${at}` })],
  ])('are %s in linear time', (_, of) => {
    const work = (count: number) => {
      const all = Array.from({ length: count }, (_, at) => at);
      const puts = all.map((at): Deed => ({ deed: 'put', scope: [], id: `x${at}` }));
      const below = all.map((at): Deed => ({ deed: 'put', scope: [`x${at}`], id: 'y' }));
      return lookUps(() => done([...puts, ...below, ...all.map(of)]));
    };
    expect(work(800)).toBeLessThan(5 * work(200));
  });
});

/** The number of lookups in maps and sets, and of evaluated conditions. */
function lookUps(work: () => void): number {
  let count = 0;
  const undo = (
    [
      [Map.prototype, 'get'],
      [Map.prototype, 'has'],
      [Set.prototype, 'has'],
    ] as const
  ).map(([holder, name]) => {
    const own = Object.getOwnPropertyDescriptor(holder, name) ?? expect.unreachable();
    const value = function (this: unknown, ...given: unknown[]): unknown {
      count += 1;
      return Reflect.apply(own.value as () => unknown, this, given);
    };
    Object.defineProperty(holder, name, { ...own, value });
    return () => Object.defineProperty(holder, name, own);
  });
  try {
    work();
  } finally {
    for (const one of undo) one();
  }
  return count;
}
