// A lock that is taken over at any point of a write: the files of the new owner are not overwritten.

import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Disk, type DiskFile, machineDisk } from '../../src/store/disk/disk.ts';
import { openDurable } from '../../src/store/disk/open-durable.ts';
import { openStore } from '../../src/store/open-store.ts';
import { forgeLock } from '../support/forged-lock.ts';
import { temporaryFolder } from '../support/temporary.ts';

const LOST = 'the server cannot determine whether the change is stored: another process has taken over the state';

/** Called before a change on disk, after the check of the lock; and when a file is closed. */
type Before = (operation: 'open' | 'write' | 'close' | 'rename' | 'remove', path: string) => Promise<void>;

/** The real disk, with a callback before each change. */
function interrupted(before: Before): Disk {
  return {
    ...machineDisk,
    async open(path, which, mode) {
      await before('open', path);
      const file: DiskFile = await machineDisk.open(path, which, mode);
      const write = async (bytes: Uint8Array, offset: number) => {
        await before('write', path);
        await file.write(bytes, offset);
      };
      const close = async () => {
        await file.close();
        await before('close', path);
      };
      return { ...file, write, close };
    },
    async rename(from, to) {
      await before('rename', to);
      await machineDisk.rename(from, to);
    },
    async remove(path) {
      await before('remove', path);
      await machineDisk.remove(path);
    },
  };
}

/** A store of cats with one cat, and its files. */
async function openCats(before: Before = async () => undefined, foldAt?: number) {
  const folder = await temporaryFolder();
  const path = join(folder, 'state.json');
  const reasons: string[] = [];
  const notices: string[] = [];
  const log = await openDurable(path, {
    check: () => [],
    disk: interrupted(before),
    onLost: (reason) => reasons.push(reason),
    onNotice: (notice) => notices.push(notice),
    ...(foldAt !== undefined && { foldAt }),
  });
  const store = await openStore<{ cats: { id: string } }>({ cats: [] }, log);
  onTestFinished(() => store.close());
  const add = (id: string) => store.change(({ cats }) => cats.add({ id }));
  await add('1');
  return { folder, path, store, add, reasons, notices };
}

/** Takes over the lock as another process would. */
async function takeOver(path: string): Promise<void> {
  await forgeLock(path, 2);
  await rm(`${path}.lock.1`, { force: true });
}

describe('a store whose lock was taken over', () => {
  test('rejects changes, reports the loss once, and leaves all files unchanged, also when it is closed', async () => {
    const { folder, path, store, add, reasons, notices } = await openCats();
    await takeOver(path);
    const files = () => Promise.all(['state.json', 'state.log'].map((name) => readFile(join(folder, name), 'utf8')));
    const before = await files();
    for (const id of ['2', '3']) await expect(add(id)).rejects.toThrow(LOST);
    expect(store.records().cats).toEqual([{ id: '1' }]);
    await store.close();
    expect(await files()).toEqual(before);
    expect(await readdir(folder)).toEqual(['state.json', 'state.json.lock.2', 'state.log', 'state.log.length']);
    expect(reasons).toEqual([expect.stringContaining(`${path} was taken over by process 7 on elsewhere`)]);
    expect(notices).toEqual([]);
  });

  test('acknowledges no change in progress during the takeover', async () => {
    let isTaken = false;
    const { store, add, path } = await openCats(async (operation) => {
      if (operation === 'write' && isTaken) await takeOver(path);
    });
    isTaken = true;
    await expect(add('2')).rejects.toThrow(LOST);
    expect(store.records().cats).toEqual([{ id: '1' }]);
  });

  test('does not truncate the log of the new owner, which it was creating as well', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'state.json');
    const disk = interrupted(async (operation, opened) => {
      if (operation !== 'open' || !opened.endsWith('.log')) return;
      await takeOver(path);
      await writeFile(opened, 'of the new owner');
    });
    const log = await openDurable(path, { check: () => [], disk, onLost: () => undefined });
    const store = await openStore<{ cats: { id: string } }>({ cats: [] }, log);
    await expect(store.change(({ cats }) => cats.add({ id: '1' }))).rejects.toThrow(LOST);
    await store.close();
    expect(await readFile(join(folder, 'state.log'), 'utf8')).toBe('of the new owner');
  });

  test('does not merge its log into the state of the new owner', async () => {
    let isTaken = false;
    const { folder, add, path, store } = await openCats(async (operation) => {
      // Before the checkpoint is written to its own file.
      if (operation === 'open' && isTaken) await takeOver(path);
    }, 0);
    isTaken = true;
    await writeFile(path, 'of the new owner');
    await expect(add('2')).rejects.toThrow(LOST);
    await store.close();
    expect(await readFile(path, 'utf8')).toBe('of the new owner');
    expect(await readFile(join(folder, 'state.log'), 'utf8')).toContain('"1"');
  });

  test('does not replace the state of the new owner when it is reset', async () => {
    const path = join(await temporaryFolder(), 'state.json');
    await writeFile(path, 'of the new owner');
    const disk = interrupted(async (operation) => {
      if (operation === 'close') await takeOver(path);
    });
    const log = await openDurable(path, { check: () => [], disk, onLost: () => undefined });
    const store = await openStore<{ cats: { id: string } }>({ cats: [] }, log, { fresh: true });
    await expect(store.reset()).rejects.toThrow(LOST);
    await store.close();
    expect(await readFile(path, 'utf8')).toBe('of the new owner');
  });
});

test('a store that owns its lock replaces a log left by a process without the lock', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'state.json');
  const open = async () =>
    openStore<{ cats: { id: string } }>({ cats: [] }, await openDurable(path, { check: () => [] }));
  const store = await open();
  await writeFile(join(folder, 'state.log'), 'of a process that lost its lock');
  await store.change(({ cats }) => cats.add({ id: '1' }));
  await store.close();
  const again = await open();
  expect(again.records()).toEqual({ cats: [{ id: '1' }] });
  await again.close();
});
