// Indexes (groups of records) always equal a scan of all records.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Collection } from '../../src/store/collection.ts';
import type { Index } from '../../src/store/groups.ts';
import { memoryLog } from '../../src/store/log/memory-log.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { StoreState } from '../../src/store/state.ts';
import type { Store } from '../../src/store/store.ts';
import { checkProperty } from '../support/runs.ts';

interface Thing {
  readonly id: string;
  readonly kind: string;
  readonly part: string;
  readonly rank: string;
}

/** Texts that are similar, empty, sorted differently in UTF-8 and UTF-16, or contain possible separators of an index. */
const ODD = [
  '',
  '\u0000',
  '\u0000\u0000',
  '\u0000\uffff',
  '\u0001',
  'a',
  'a\u0000',
  'a\u0000b',
  'b',
  '"',
  '","',
  '\ud800',
  '\udc00',
  '\ud83d\ude00',
  '\uffff',
  '__proto__',
];
const odd = fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: 'binary', maxLength: 2 }));
const few = fc.constantFrom('', '\u0000', '","', '\ud800', 'a');
const id = odd.filter((one) => one !== '');
const thing: fc.Arbitrary<Thing> = fc.record({ id, kind: few, part: few, rank: odd });

const INDEXES: readonly Index<Thing>[] = [
  { group: ({ kind }) => [kind], order: ({ rank }) => rank },
  { group: ({ kind, part }) => [kind, part] },
  { group: () => [], order: ({ rank }) => rank },
  { groups: ({ kind, part }) => [...new Set([kind, part])].map((key) => [key]), order: ({ rank }) => rank },
  { group: ({ kind }) => [kind], order: ({ part, rank }) => [part, rank] },
  { group: ({ kind }) => [kind], order: (_, place) => String(place).padStart(9, '0') },
];

const beforeAll = (a: readonly string[], b: readonly string[]) =>
  a.map((text, index) => before(text, b[index] ?? '')).find((order) => order !== 0) ?? 0;
const before = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Fails when a group differs from a filter and a sort. */
function compare(things: Collection<Thing>, index: Index<Thing>): void {
  const orderOf = (thing: Thing) => [index.order?.(thing, places.get(thing.id) ?? 0) ?? []].flat();
  const groupsOf = (thing: Thing) => ('group' in index ? [index.group(thing)] : index.groups(thing));
  const all = [...things.values()];
  const places = new Map(all.map(({ id }, place) => [id, place]));
  const keys = new Map(all.flatMap(groupsOf).map((key) => [JSON.stringify(key), key]));
  for (const key of [...keys.values(), ['nobody'], ['', '', '']]) {
    const expected = all
      .filter((thing) => groupsOf(thing).some((group) => JSON.stringify(group) === JSON.stringify(key)))
      .sort((a, b) => beforeAll(orderOf(a), orderOf(b)) || before(a.id, b.id));
    const is = things.group(index, ...key);
    expect([...is.values()]).toEqual(expected);
    expect([...is.values(2)]).toEqual(expected.slice(2));
    expect([...is.reversed()]).toEqual(expected.toReversed());
    expect(is.size).toBe(expected.length);
    expect(is.last).toEqual(expected.at(-1));
    // The places of the collection have gaps, those of the model have none.
    const usesPlace = (index.order?.length ?? 0) > 1;
    for (const text of usesPlace ? [''] : ['', ...all.flatMap(orderOf)])
      expect(is.countBefore(text)).toBe(expected.filter((one) => before(orderOf(one)[0] ?? '', text) < 0).length);
  }
}

const edits = fc.record({
  put: fc.array(thing, { maxLength: 5 }),
  remove: fc.array(odd, { maxLength: 2 }),
  clear: fc.boolean(),
  throws: fc.boolean(),
  /** The indexes that are read before, during and after the change. */
  requested: fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 }), fc.nat({ max: 5 })),
});
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change' as const), edits }) },
  fc.record({ kind: fc.constant('undo' as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.constant({ kind: 'fork' as const }),
  fc.constant({ kind: 'restore' as const }),
);

type Edits = typeof edits extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const ON_PURPOSE = new Error('on purpose');

async function change(
  store: Store<{ things: Thing }>,
  { put, remove, clear, throws, requested }: Edits,
): Promise<void> {
  const [early, within, late] = requested.map((number) => INDEXES[number] as Index<Thing>) as [
    Index<Thing>,
    Index<Thing>,
    Index<Thing>,
  ];
  compare(store.collections.things, early);
  const changed = store.change(({ things }) => {
    if (clear) for (const { id } of things.values()) things.remove(id);
    for (const one of put) things[things.get(one.id) ? 'replace' : 'add'](one);
    compare(things, within);
    for (const id of remove) things.remove(id);
    compare(things, within);
    compare(things, late);
    if (throws) throw ON_PURPOSE;
  });
  await changed.catch((error: unknown) => {
    if (error !== ON_PURPOSE) throw error;
  });
}

describe('a group', () => {
  test('always equals a filter and a sort of all records', async () => {
    await checkProperty(
      fc.asyncProperty(
        fc.uniqueArray(thing, { selector: ({ id }) => id, maxLength: 6 }),
        fc.array(step, { maxLength: 8 }),
        async (fixture, steps) => {
          const stores = [await openStore<{ things: Thing }>({ things: fixture }, memoryLog())];
          const states: StoreState[] = stores.map(({ state }) => state);
          for (const [number, step] of steps.entries()) {
            const store = stores[number % stores.length] as Store<{ things: Thing }>;
            if (step.kind === 'change') await change(store, step.edits);
            else if (step.kind === 'undo') await store.undo(step.count);
            else if (step.kind === 'fork') stores.push(store.fork());
            else await store.restore(states[number % states.length] as StoreState);
            states.push(store.state);
          }
          for (const index of INDEXES) for (const { collections } of stores) compare(collections.things, index);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('does not change after it was returned, also for a change in progress', async () => {
    const [index] = INDEXES as [Index<Thing>];
    const things = ['1', '2', '3'].map((id) => ({ id, kind: 'a', part: '', rank: '' }));
    const store = await openStore<{ things: Thing }>({ things }, memoryLog());
    const group = store.collections.things.group(index, 'a');
    await store.change((draft) => {
      draft.things.remove('1');
      const mine = draft.things.group(index, 'a');
      for (const { id } of mine.values()) draft.things.remove(id);
      expect(mine.size).toBe(2);
      expect(draft.things.group(index, 'a').size).toBe(0);
    });
    expect([...group.values()]).toEqual(things);
  });

  test('is found without reading other groups, also while changes are in progress or fail', async () => {
    let looks = 0;
    const index: Index<Thing> = {
      group: ({ kind }) => {
        looks += 1;
        return [kind];
      },
    };
    const things = Array.from({ length: 1000 }, (_, id) => ({ id: `${id}`, kind: `${id % 10}`, part: '', rank: '' }));
    const store = await openStore<{ things: Thing }>({ things }, memoryLog());
    for (let round = 0; round < 50; round += 1) {
      const changes = [undefined, ON_PURPOSE].map((error) =>
        store.change((draft) => {
          draft.things.replace({ id: `${round}`, kind: '1', part: '', rank: `${round}` });
          if (error) throw error;
        }),
      );
      expect(store.collections.things.group(index, '1').size).toBeGreaterThanOrEqual(100);
      await Promise.allSettled(changes);
    }
    expect(looks).toBeLessThan(3 * things.length);
  });
});
