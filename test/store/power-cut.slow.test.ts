// Power cuts at every operation: acknowledged changes are stored, and no change is partial.

import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandomNumbers } from '../../src/server/pipeline/sandbox/random-numbers.ts';
import type { Durability } from '../../src/store/disk/log-file.ts';
import { openDurable } from '../../src/store/disk/open-durable.ts';
import { openStore } from '../../src/store/open-store.ts';
import { SimulatedDisk } from '../support/disk.ts';
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

/** Concurrent actions, or close and reopen. */
type Step = readonly Action[] | 'reopen';

const program: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.array(actions, { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.constant('reopen' as const) },
  ),
  { minLength: 1, maxLength: 6 },
);

interface Circumstances {
  readonly path: string;
  readonly seed: string;
  readonly durability: Durability;
  readonly foldAt: number;
  readonly room: number;
  /** Whether the store merges the log whenever it is idle. */
  readonly isIdle: boolean;
}

/** A disk that may lose power again during recovery, a limited number of times. */
function mendingDisk(before: SimulatedDisk, random: () => number, cuts: number): SimulatedDisk {
  const cut = cuts < 3 ? Math.floor(random() * 20) : undefined;
  return new SimulatedDisk(random, ({ number }) => (number === cut ? 'power cut' : 'done'), before.survivors());
}

/** Runs a program with a power cut at one operation. Returns whether the cut happened. */
async function run(
  program: readonly Step[],
  cut: number,
  { path, seed, durability, foldAt, room, isIdle }: Circumstances,
): Promise<boolean> {
  const random = createRandomNumbers(`${seed} ${cut}`);
  let disk = new SimulatedDisk(random, ({ number }) => (number === cut ? 'power cut' : 'done'));
  let cuts = 0;
  /** The states that the disk may have. */
  let possible: readonly Version[] = [FIXTURE];
  const open = async (): Promise<Things> => {
    for (;;) {
      try {
        const log = await openDurable(path, {
          disk,
          durability,
          foldAt,
          room,
          ...(isIdle && { wait: idleWait }),
          check: () => [],
          onNotice: () => undefined,
        });
        const store = await openStore<{ things: Thing }>(FIXTURE, log);
        const { things } = store.records();
        expect(possible.map((version) => version.things)).toContainEqual(things);
        possible = [{ things: things as readonly Thing[] }];
        return store;
      } catch (error) {
        if (!disk.isOff) throw error;
        cuts += 1;
        disk = mendingDisk(disk, random, cuts);
      }
    }
  };
  let store = await open();
  for (const step of [...program, 'reopen' as const]) {
    if (step !== 'reopen') {
      const { passed, stored, rejected, errors } = await perform(store, step, possible.at(-1) ?? FIXTURE);
      possible = durability === 'relaxed' ? [...possible, ...passed, stored] : [stored];
      if (!disk.isOff) expect(errors).toEqual([]);
      else possible = [...possible, ...rejected];
    }
    if (!disk.isOff && step !== 'reopen') continue;
    await store.close();
    if (disk.isOff) {
      cuts += 1;
      disk = mendingDisk(disk, random, cuts);
    } else {
      expect(disk.paths).toEqual([path]);
      possible = possible.slice(-1);
    }
    store = await open();
  }
  await store.close();
  return cuts > 0;
}

describe('a store with a power cut', () => {
  test.each(['group', 'relaxed'] as const)(
    'has complete changes only, and all that were flushed (%s)',
    async (durability) => {
      const folder = await temporaryFolder();
      let runs = 0;
      await checkProperty(
        fc.asyncProperty(
          program,
          fc.string(),
          fc.constantFrom(0, 300, 4000),
          fc.constantFrom(0, 100, 1000),
          fc.boolean(),
          async (steps, seed, foldAt, room, isIdle) => {
            let wasCut = true;
            for (let cut = 0; wasCut; cut += 1) {
              runs += 1;
              const path = join(folder, `${runs}.json`);
              wasCut = await run(steps, cut, { path, seed, durability, foldAt, room, isIdle });
            }
          },
        ),
        { numRuns: 20 },
      );
    },
  );

  test('reports no lost changes where changes cancelled each other out', async () => {
    const path = join(await temporaryFolder(), 'state.json');
    const open = async (disk: SimulatedDisk): Promise<Things> =>
      openStore(FIXTURE, await openDurable(path, { disk, check: () => [], onNotice: () => undefined }));
    let wasCut = true;
    for (let cut = 0; wasCut; cut += 1) {
      for (let run = 0; run < 12; run += 1) {
        const random = createRandomNumbers(`${cut} ${run}`);
        const disk = new SimulatedDisk(random, ({ number }) => (number === cut ? 'power cut' : 'done'));
        const addAndRemove = async () => {
          const store = await open(disk);
          await store.change(({ things }) => things.add({ id: 'new', value: 0 })).catch(() => undefined);
          await store.change(({ things }) => things.remove('new')).catch(() => undefined);
          await store.close();
        };
        await addAndRemove().catch(() => undefined);
        wasCut = disk.isOff;
        const next = await open(new SimulatedDisk(random, () => 'done', disk.survivors()));
        await next.close();
      }
    }
  });
});
