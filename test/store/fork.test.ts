// Forks of stores: each behaves as if it were alone, and is isolated from the others.

import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { openDurable } from '../../src/store/disk/open-durable.ts';
import { memoryLog } from '../../src/store/log/memory-log.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { StoreState } from '../../src/store/state.ts';
import { checkProperty } from '../support/runs.ts';
import {
  type Action,
  actions,
  FIXTURE,
  perform,
  type Thing,
  type Things,
  type Version,
} from '../support/store-program.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** A store with the expected records. */
interface World {
  store: Things;
  version: Version;
}

type Step =
  | { readonly kind: 'ask'; readonly sandbox: number; readonly batch: readonly Action[] }
  /** Forks a store: in its current state, or in a noted one. */
  | { readonly kind: 'fork'; readonly sandbox: number; readonly note: number | undefined }
  | { readonly kind: 'note'; readonly sandbox: number }
  | { readonly kind: 'restore'; readonly sandbox: number; readonly note: number }
  | { readonly kind: 'reopen' };

const sandbox = fc.nat({ max: 20 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      sandbox,
      batch: fc.array(actions, { minLength: 1, maxLength: 3 }),
    }),
  },
  fc.record({ kind: fc.constant('fork' as const), sandbox, note: fc.option(sandbox, { nil: undefined }) }),
  fc.record({ kind: fc.constant('note' as const), sandbox }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), sandbox, note: sandbox }) },
  fc.constant({ kind: 'reopen' as const }),
);

const pick = <T>(all: readonly T[], number: number): T => all[number % all.length] as T;

/** Runs a program on a first store and its forks; after each step every store equals its model. */
async function run(steps: readonly Step[], open: () => Promise<Things>): Promise<void> {
  const first: World = { store: await open(), version: FIXTURE };
  const sandboxes = [first];
  const notes: { state: StoreState; things: readonly Thing[] }[] = [
    { state: first.store.fixture, things: FIXTURE.things },
  ];
  for (const step of steps) {
    if (step.kind === 'reopen') {
      await first.store.close();
      first.store = await open();
      first.version = { things: first.version.things };
    } else {
      const sandbox = pick(sandboxes, step.sandbox);
      if (step.kind === 'ask') {
        const { stored, errors } = await perform(sandbox.store, step.batch, sandbox.version);
        expect(errors).toEqual([]);
        sandbox.version = stored;
      } else if (step.kind === 'note') {
        notes.push({ state: sandbox.store.state, things: sandbox.version.things });
      } else if (step.kind === 'fork') {
        const note = step.note === undefined ? undefined : pick(notes, step.note);
        sandboxes.push({
          store: sandbox.store.fork(note?.state),
          version: { things: note?.things ?? sandbox.version.things },
        });
      } else {
        const { state, things } = pick(notes, step.note);
        // After reopening, the same records may have other positions. This change is not visible.
        const isThere = sandbox.store.state.changeTo(state).length === 0;
        await sandbox.store.restore(state);
        if (!isThere) sandbox.version = { things, previous: sandbox.version };
      }
    }
    for (const { store, version } of sandboxes) {
      expect(store.records().things).toEqual(version.things);
      expect(store.collections.things.size).toBe(version.things.length);
    }
  }
  for (const { state, things } of notes) expect(state.records().things).toEqual(things);
  await first.store.close();
}

describe('forks of a store', () => {
  test('do not see an unacknowledged change, which may still fail', async () => {
    const { promise: disk, reject: fill } = Promise.withResolvers<never>();
    const store = await openStore<{ things: Thing }>(FIXTURE, { ...memoryLog(), append: () => disk });
    const change = store.change(({ things }) => things.add({ id: 'new', value: 1 }));
    const early = store.fork();
    expect(early.records()).toEqual(FIXTURE);
    fill(new Error('the disk is full'));
    await expect(change).rejects.toThrow('the disk is full');
    expect(store.fork().records()).toEqual(FIXTURE);
  });

  test('contain their own changes in order, also after undo and restore', async () => {
    await checkProperty(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const program = steps.filter(({ kind }) => kind !== 'reopen');
        await run(program, () => openStore<{ things: Thing }>(FIXTURE, memoryLog()));
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['its log was merged again and again', 0],
    ['its log was merged when it was closed', undefined],
  ])('find the first store unchanged after %s', async (_, foldAt) => {
    const folder = await temporaryFolder();
    let runs = 0;
    await checkProperty(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        runs += 1;
        const path = join(folder, `${runs}.json`);
        const settings = { check: () => [], ...(foldAt === undefined ? {} : { foldAt }) };
        await run(steps, async () => openStore<{ things: Thing }>(FIXTURE, await openDurable(path, settings)));
      }),
      { numRuns: 40 },
    );
  });
});

describe('in a store with many collections', () => {
  interface Many {
    readonly c1: Thing;
    readonly c3: Thing;
    readonly c7: Thing;
  }
  const records = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`c${at}`, []]));

  test('a fork creates nothing per collection, also after a change and a read', async () => {
    const store = await openStore<Many>(records as never, memoryLog());
    const defined = vi.spyOn(Object, 'defineProperty');
    const fork = store.fork();
    await fork.change(({ c7 }) => c7.add({ id: 'one' } as Thing));
    expect([...fork.state.table('c7').values()]).toEqual([{ id: 'one' }]);
    expect(defined.mock.calls.filter(([, name]) => /^c\d+$/.test(String(name)))).toEqual([]);
    expect([...store.collections.c7.values()]).toEqual([]);
  });

  test('a fork of a state with other collections has those, and so has a store that changes to that state', async () => {
    const before = await openStore<Many>({ c1: [], c2: [] } as never, memoryLog());
    const after = await openStore<Many>({ c1: [], c3: [] } as never, memoryLog());
    const fork = before.fork(after.state);
    await before.refit(after.fixture, () => ({ state: after.state, isAsBefore: false }));
    for (const store of [fork, before]) {
      await store.change(({ c3 }) => c3.add({ id: 'one' } as Thing));
      expect(Object.keys(store.collections)).toEqual(['c1', 'c3']);
      expect(store.collections.c3.size).toBe(1);
    }
  });
});
