// Full or failing disks: a change is rejected or stored, and memory and disk agree.

import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandomNumbers } from '../../src/server/pipeline/sandbox/random-numbers.ts';
import { openDurable } from '../../src/store/disk/open-durable.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type Fate, type Operation, SimulatedDisk } from '../support/disk.ts';
import { idleWait } from '../support/idle-wait.ts';
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

type Step = readonly Action[] | 'reopen';

const batches = fc.array(actions, { minLength: 1, maxLength: 3 });
const program: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof({ weight: 5, arbitrary: batches }, { weight: 1, arbitrary: fc.constant('reopen' as const) }),
  { minLength: 1, maxLength: 5 },
);

const QUIET = { check: () => [], onNotice: () => undefined };

interface Circumstances {
  readonly path: string;
  readonly foldAt: number;
  readonly room: number;
  /** Whether the store merges the log whenever it is idle. */
  readonly isIdle: boolean;
  readonly code: 'ENOSPC' | 'EIO';
  /** Number of operations that fail. */
  readonly failures: number;
}

/** On a full disk, reads, flushes, renames, truncations and deletions still work. */
function canFail({ kind }: Operation, code: string): boolean {
  return code === 'EIO' || kind === 'write' || kind === 'open';
}

/** Fails unless a power cut now would leave this state. */
async function compareAfterPowerCut(disk: SimulatedDisk, path: string, { things }: Version): Promise<void> {
  const copied = [...disk.survivors()].map(
    ([file, bytes]) => [`${file.replace(/\.json|\.log/, '-copy$&')}`, bytes] as const,
  );
  const copy = new SimulatedDisk(
    () => 0,
    () => 'done',
    new Map(copied),
  );
  const log = await openDurable(path.replace('.json', '-copy.json'), { disk: copy, ...QUIET });
  const store = await openStore<{ things: Thing }>(FIXTURE, log);
  expect(store.records().things).toEqual(things);
  await store.close();
}

/** Runs a program on a disk that fails from one operation on. Returns whether an operation failed. */
async function run(
  program: readonly Step[],
  from: number,
  { path, foldAt, room, isIdle, code, failures }: Circumstances,
): Promise<boolean> {
  let left = failures;
  let hasFailed = false;
  const fateOf = (operation: Operation): Fate => {
    if (operation.number < from || left === 0 || !canFail(operation, code)) return 'done';
    left -= 1;
    hasFailed = true;
    return code;
  };
  const disk = new SimulatedDisk(createRandomNumbers(`${from}`), fateOf);
  let stored: Version = FIXTURE;
  /** Other states that the disk may have, because the rejected change could not be rolled back. */
  let stuck: readonly Version[] = [];
  const open = async (): Promise<Things> => {
    const opening = async () =>
      openStore<{ things: Thing }>(
        FIXTURE,
        await openDurable(path, { disk, foldAt, room, ...(isIdle && { wait: idleWait }), ...QUIET }),
      );
    const store = await opening().catch((error: Error) => {
      expect(hasFailed, error.stack).toBe(true);
      expect(error.message).toMatch(/ENOSPC|EIO/);
      left = 0;
      return opening();
    });
    const { things } = store.records();
    expect([stored, ...stuck].map((version) => version.things)).toContainEqual(things);
    stored = { things: things as readonly Thing[] };
    stuck = [];
    return store;
  };
  let store = await open();
  for (const step of [...program, 'mended' as const, 'reopen' as const]) {
    if (step === 'reopen') {
      // Once the disk works again, closing the store rolls back what was rejected.
      if (left === 0) stuck = [];
      await store.close();
      left = 0;
      store = await open();
    } else if (step === 'mended') {
      left = 0;
      const { stored: newest, errors } = await perform(
        store,
        [{ kind: 'change', put: ['new'], remove: [], throws: false }],
        stored,
      );
      expect(errors).toEqual([]);
      stored = newest;
    } else {
      const outcome = await perform(store, step, stored);
      for (const error of outcome.errors) expect(error).toMatchObject({ kind: 'unavailable' });
      if (outcome.errors.length > 0) expect(hasFailed).toBe(true);
      stored = outcome.stored;
      if (stuck.length === 0) stuck = outcome.rejected;
      expect(store.records().things).toEqual(stored.things);
      // On a disk that failed once, the rejected change was rolled back permanently.
      if (outcome.errors.length > 0 && failures === 1) await compareAfterPowerCut(disk, path, stored);
    }
  }
  await store.close();
  expect(disk.paths).toEqual([path]);
  return hasFailed;
}

describe('a store on a disk that fails', () => {
  test.each([
    ['is full once', 'ENOSPC', 1],
    ['is full for a while', 'ENOSPC', 4],
    ['is full until space is freed', 'ENOSPC', Number.POSITIVE_INFINITY],
    ['has an error once', 'EIO', 1],
    ['has errors for a while', 'EIO', 4],
    ['is failing until it is repaired', 'EIO', Number.POSITIVE_INFINITY],
  ] as const)('because it %s rejects or stores each change, and continues', async (_, code, failures) => {
    const folder = await temporaryFolder();
    let runs = 0;
    await checkProperty(
      fc.asyncProperty(
        program,
        fc.constantFrom(0, 300, 4000),
        fc.constantFrom(0, 65536),
        fc.boolean(),
        async (steps, foldAt, room, isIdle) => {
          let hasFailed = true;
          for (let from = 0; hasFailed; from += 1) {
            runs += 1;
            const path = join(folder, `${runs}.json`);
            hasFailed = await run(steps, from, { path, foldAt, room, isIdle, code, failures });
          }
        },
      ),
      { numRuns: 8 },
    );
  });

  test('rolls back a rejected change when it is closed, if it could not do so before', async () => {
    const path = join(await temporaryFolder(), 'state.json');
    let failing: readonly Operation['kind'][] = [];
    const disk = new SimulatedDisk(
      () => 0.5,
      ({ kind }) => (failing.includes(kind) ? 'EIO' : 'done'),
    );
    const open = async () => openStore<{ things: Thing }>({ things: [] }, await openDurable(path, { disk, ...QUIET }));
    const add = (store: Things, id: string) => store.change(({ things }) => things.add({ id, value: 0 }));
    const stored: string[] = [];
    for (const id of ['1', '2', '3']) {
      const store = await open();
      expect([...store.collections.things.values()].map((thing) => thing.id)).toEqual(stored);
      if (id !== '1') {
        await add(store, id);
        stored.push(id);
      }
      failing = ['flush', 'cut'];
      await expect(add(store, 'refused')).rejects.toThrow(
        'the change could not be stored, so nothing was changed: EIO: simulated',
      );
      failing = id === '3' ? ['open'] : [];
      await store.close();
      failing = [];
    }
    const store = await open();
    expect([...store.collections.things.values()].map(({ id }) => id)).toEqual(stored);
    await store.close();
  });
});
