// A store under random changes, some of which throw, compared with a Map.

import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openDurable } from '../../src/store/disk/open-durable.ts';
import { memoryLog } from '../../src/store/log/memory-log.ts';
import { openStore } from '../../src/store/open-store.ts';
import { checkProperty } from '../support/runs.ts';
import { temporaryFolder } from '../support/temporary.ts';

interface Thing {
  readonly id: string;
  readonly value: number;
}

const id = fc.constantFrom('a', 'b', 'c', '7', '10', '__proto__', 'constructor');
const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), id, value: fc.nat() }),
  fc.record({ kind: fc.constant('replace' as const), id, value: fc.nat() }),
  fc.record({ kind: fc.constant('remove' as const), id }),
);
const change = fc.record({ steps: fc.array(step, { maxLength: 6 }), throws: fc.boolean() });
type Change = { steps: readonly { kind: string; id: string; value?: number }[]; throws: boolean };

/** Applies a change to a Map; no effect when it throws, as when a record exists or is missing. */
function applied(model: ReadonlyMap<string, Thing>, { steps, throws }: Change): ReadonlyMap<string, Thing> {
  const next = new Map(model);
  for (const { kind, id, value = 0 } of steps) {
    if (kind === 'remove') next.delete(id);
    else if (next.has(id) !== (kind === 'replace')) return model;
    else next.set(id, { id, value });
  }
  return throws ? model : next;
}

describe('a store', () => {
  test('equals a Map after any changes, in the same order', async () => {
    await checkProperty(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        const store = await openStore<{ things: Thing }>({ things: [] }, memoryLog());
        let model: ReadonlyMap<string, Thing> = new Map();
        for (const { steps, throws } of changes) {
          const expected = applied(model, { steps, throws });
          await store
            .change(({ things }) => {
              for (const one of steps) {
                if (one.kind === 'remove') things.remove(one.id);
                else things[one.kind]({ id: one.id, value: one.value });
              }
              if (throws) throw new Error('on purpose');
              expect([...things.values()]).toEqual([...expected.values()]);
              expect(things.size).toBe(expected.size);
            })
            .catch((error: Error) => {
              if (error.name === 'AssertionError') throw error;
            });
          model = expected;
          expect(store.records().things).toEqual([...model.values()]);
          expect(store.collections.things.size).toBe(model.size);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('is the same after it was closed and opened again', async () => {
    const folder = await temporaryFolder();
    let run = 0;
    await checkProperty(
      fc.asyncProperty(
        fc.array(fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 5 }), { maxLength: 4 }),
        async (rounds) => {
          run += 1;
          const open = async () =>
            openStore<{ things: Thing }>(
              { things: [] },
              await openDurable(join(folder, `${run}.json`), { check: () => [] }),
            );
          let model: ReadonlyMap<string, Thing> = new Map();
          for (const ids of rounds) {
            const store = await open();
            expect(store.records().things).toEqual([...model.values()]);
            const next = new Map(model);
            await store.change(({ things }) => {
              for (const id of ids) {
                if (things.remove(id)) next.delete(id);
                else {
                  things.add({ id, value: run });
                  next.set(id, { id, value: run });
                }
              }
            });
            model = next;
            await store.close();
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});
