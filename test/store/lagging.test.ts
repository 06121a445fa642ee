// Past states of a store.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Index } from '../../src/store/groups.ts';
import { memoryLog } from '../../src/store/log/memory-log.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { RecordLists } from '../../src/store/record.ts';
import { checkProperty } from '../support/runs.ts';

interface Thing {
  readonly id: string;
  readonly value: number;
}

const time = fc.integer({ min: 0, max: 20 });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      id: fc.constantFrom('a', 'b', 'c'),
      value: fc.nat(9),
      at: time,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('remove' as const), id: fc.constantFrom('a', 'b', 'c'), at: time }),
  },
  fc.record({ kind: fc.constant('unknown' as const), id: fc.constantFrom('a', 'b'), value: fc.nat(9) }),
  fc.record({ kind: fc.constant('undo' as const), count: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ kind: fc.constant('restore' as const), at: time }),
);

const group: Index<Thing> = { group: () => [], order: ({ value }) => String(value) };
const FIRST: RecordLists = { things: [Object.assign({ id: 'a' }, { value: 0 })] };
const date = (at: number) => new Date(at);

test('is the state after the newest change up to that time; changes of unknown time and restored states are always included', async () => {
  await checkProperty(
    fc.asyncProperty(
      fc.array(step, { maxLength: 14 }),
      fc.array(time, { minLength: 1, maxLength: 3 }),
      async (steps, times) => {
        const store = await openStore<{ things: Thing }>(FIRST, memoryLog());
        const listed = () => [...store.collections.things.values()];
        const first = store.state;
        /** The state after each change; the first is the state before all of them. */
        let past: { readonly at: number; readonly things: readonly Thing[] }[] = [{ at: -1, things: listed() }];
        for (const one of steps) {
          const before = store.changes.length;
          if (one.kind === 'undo') {
            const undone = await store.undo(one.count);
            past = past.slice(0, past.length - undone);
            continue;
          }
          if (one.kind === 'restore') await store.restore(first, { at: date(one.at), operation: 'restore' });
          else {
            const origin = one.kind === 'unknown' ? undefined : { at: date(one.at), operation: 'put' };
            await store.change(({ things }) => {
              if (one.kind === 'remove') things.remove(one.id);
              else if (things.get(one.id)) things.replace({ id: one.id, value: one.value });
              else things.add({ id: one.id, value: one.value });
            }, origin);
          }
          const isKnown = one.kind !== 'unknown' && one.kind !== 'restore';
          if (one.kind === 'restore') past = past.map((each) => ({ ...each, at: -1 }));
          if (store.changes.length > before) past.push({ at: isKnown ? one.at : -1, things: listed() });
          for (const at of times) {
            const { collections } = store.asOf(date(at));
            const expected = past.findLast((each) => each.at <= at)?.things;
            expect([...collections.things.values()]).toEqual(expected);
            expect([...collections.things.group(group).values()].map(({ id }) => id).sort()).toEqual(
              expected?.map(({ id }) => id).sort(),
            );
          }
        }
        expect(store.fork().asOf(date(-5)).collections.things.size).toBe(store.collections.things.size);
      },
    ),
  );
});

test('is the current state if nothing changed later, and the same object when read again', async () => {
  const store = await openStore<{ things: Thing }>({ things: [] }, memoryLog());
  expect(store.asOf(date(1)).collections).toBe(store.collections);
  await store.change(({ things }) => things.add({ id: 'a', value: 1 }), { at: date(5), operation: 'put' });
  const then = store.asOf(date(1)).collections;
  expect(then.things.size).toBe(0);
  expect(store.asOf(date(4)).collections).toBe(then);
  expect(store.asOf(date(5)).collections).toBe(store.collections);
});

test('returns the effective time, which is not before the last restore', async () => {
  const store = await openStore<{ things: Thing }>({ things: [] }, memoryLog());
  await store.change(({ things }) => things.add({ id: 'a', value: 1 }), { at: date(5), operation: 'put' });
  expect(store.asOf(date(3)).at).toEqual(date(3));
  await store.reset({ at: date(7), operation: 'reset' });
  expect([3, 7, 9].map((at) => store.asOf(date(at)).at)).toEqual([7, 7, 9].map(date));
});

test('a reset to the current state discards the past states', async () => {
  const store = await openStore<{ things: Thing }>({ things: [] }, memoryLog());
  await store.change(({ things }) => things.add({ id: 'a', value: 1 }), { at: date(1), operation: 'put' });
  await store.change(({ things }) => things.remove('a'), { at: date(3), operation: 'put' });
  expect(store.asOf(date(2)).collections.things.size).toBe(1);
  await store.reset({ at: date(4), operation: 'reset' });
  expect(store.asOf(date(2)).collections.things.size).toBe(0);
});
