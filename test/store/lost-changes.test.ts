// A log that is missing or too short beside its state file: the next start reports it.

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type DurableSettings, openDurable } from '../../src/store/disk/open-durable.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { type Fate, SimulatedDisk } from '../support/disk.ts';
import { temporaryFolder } from '../support/temporary.ts';

type Cats = { cats: { id: string } };

const always = (fate: Fate) => () => fate;

const FILES = ['state.json', 'state.log', 'state.log.length'] as const;

async function opened(folder: string, settings: Partial<DurableSettings> = {}): Promise<Store<Cats>> {
  const durable = await openDurable(join(folder, 'state.json'), {
    check: () => [],
    onNotice: () => undefined,
    promptSize: 0,
    ...settings,
  });
  const store = await openStore<Cats>({ cats: [] }, durable);
  onTestFinished(() => store.close());
  return store;
}

async function addCats(store: Store<Cats>, ids: readonly string[]): Promise<void> {
  for (const id of ids) await store.change(({ cats }) => cats.add({ id }));
}

/** A copy of the files of an open store, as a crash would leave them. */
async function crashed(folder: string): Promise<string> {
  const copy = await temporaryFolder();
  for (const name of FILES) await writeFile(join(copy, name), await readFile(join(folder, name)));
  return copy;
}

const ids = (store: Store<Cats>) => store.records().cats?.map(({ id }) => id);

describe('the next start after a crash', () => {
  test('reports a log that is missing, and starts without it once its length is removed', async () => {
    const folder = await temporaryFolder();
    await addCats(await opened(folder), ['1', '2']);
    const copy = await crashed(folder);
    await rm(join(copy, 'state.log'));
    const path = join(copy, 'state.log');
    await expect(opened(copy)).rejects.toThrow(
      `The log ${path} is missing, with the last changes to the state. Restore the file; or, to start without these changes, remove ${path}.length.`,
    );
    await rm(`${path}.length`);
    expect(ids(await opened(copy))).toEqual([]);
  });

  test.each([0, 100, 64 * 1024])('reports a truncated log, written with %d preallocated bytes', async (room) => {
    const folder = await temporaryFolder();
    await addCats(await opened(folder, { room }), ['1', '2', '3']);
    const whole = await readFile(join(folder, 'state.log'));
    const ends = [...whole.entries()].flatMap(([at, byte]) => (byte === 10 ? at + 1 : []));
    for (const length of [0, 20, ...ends, whole.length - 1].filter((one) => one < whole.length)) {
      const copy = await crashed(folder);
      await writeFile(join(copy, 'state.log'), whole.subarray(0, length));
      await expect(opened(copy)).rejects.toThrow(
        `has ${length} bytes, but had at least ${whole.length}: its last changes are missing.`,
      );
    }
    expect(ids(await opened(await crashed(folder)))).toEqual(['1', '2', '3']);
  });

  test('reports missing changes that were flushed in the background', async () => {
    const folder = await temporaryFolder();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await addCats(await opened(folder, { durability: 'relaxed' }), ['1', '2']);
    await expect(readFile(join(folder, 'state.log.length'))).rejects.toThrow('ENOENT');
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    await expect.poll(() => readFile(join(folder, 'state.log.length'), 'utf8').catch(() => '')).toMatch(/}\n$/);
    const copy = await crashed(folder);
    const log = await readFile(join(copy, 'state.log'));
    await writeFile(join(copy, 'state.log'), log.subarray(0, -1));
    await expect(opened(copy)).rejects.toThrow('its last changes are missing');
    await writeFile(join(copy, 'state.log'), log);
    expect(ids(await opened(copy))).toEqual(['1', '2']);
  });

  test('reports missing changes after a power cut as well', async () => {
    const folder = await temporaryFolder();
    const disk = new SimulatedDisk(() => 0, always('done'));
    const store = await opened(folder, { disk });
    await addCats(store, ['1']);
    const files = disk.survivors();
    await store.close();
    files.delete(join(folder, 'state.log'));
    const rest = new SimulatedDisk(() => 0, always('done'), files);
    await expect(opened(folder, { disk: rest })).rejects.toThrow('is missing');
  });

  test('expects nothing of a log beside another state file, or when the length file is damaged', async () => {
    const folder = await temporaryFolder();
    await addCats(await opened(folder), ['1']);
    const restored = await crashed(folder);
    await rm(join(restored, 'state.log'));
    await writeFile(join(restored, 'state.json'), '{"cats": [{"id": "of a backup"}]}');
    expect(ids(await opened(restored))).toEqual(['of a backup']);
    const damaged = await crashed(folder);
    await writeFile(join(damaged, 'state.log.length'), '0'.repeat(200));
    expect(ids(await opened(damaged))).toEqual(['1']);
    const both = await crashed(folder);
    await writeFile(join(both, 'state.log.length'), '');
    await rm(join(both, 'state.log'));
    await expect(opened(both)).rejects.toThrow('is missing');
    const removed = await crashed(folder);
    for (const name of ['state.json', 'state.log']) await rm(join(removed, name));
    expect(ids(await opened(removed))).toEqual([]);
  });

  test('expects the changes since the last merge', async () => {
    const folder = await temporaryFolder();
    const store = await opened(folder, { foldAt: 300, room: 0 });
    await addCats(
      store,
      Array.from({ length: 20 }, (_, index) => `${index}`),
    );
    const copy = await crashed(folder);
    expect(ids(await opened(copy))).toHaveLength(20);
    const cut = await crashed(folder);
    await rm(join(cut, 'state.log'));
    await expect(opened(cut)).rejects.toThrow('is missing');
  });
});
