// State files: format, errors, exclusive access, and files left behind.

import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IDLE_INTERVAL } from '../../src/store/disk/checkpointed-log.ts';
import { type Disk, machineDisk } from '../../src/store/disk/disk.ts';
import { openDurable } from '../../src/store/disk/open-durable.ts';
import { readFixture } from '../../src/store/fixture.ts';
import { openStore } from '../../src/store/open-store.ts';
import { idleWait } from '../support/idle-wait.ts';
import { temporaryFolder } from '../support/temporary.ts';

const nothingWrong = () => [];
/** Changes stay in the log until the store closes. */
const LOGGED = { check: nothingWrong, promptSize: 0 };

describe('a state file', () => {
  test('is readable JSON with one record per line, in a folder created if missing', async () => {
    const path = join(await temporaryFolder(), 'deep', 'er', 'state.json');
    const store = await openStore({ cats: [{ id: '1' }] }, await openDurable(path, LOGGED));
    expect(await readFile(path, 'utf8')).toBe('{\n  "cats": [\n    {"id":"1"}\n  ]\n}\n');
    await store.close();
  });

  test('is about as long as its records, also for deep nesting', async () => {
    const path = join(await temporaryFolder(), 'state.json');
    const nested = Array.from({ length: 90 }).reduce<unknown>((inner) => [inner], Array(1000).fill(1));
    const cats = [{ id: '1', nested }];
    const store = await openStore({ cats }, await openDurable(path, LOGGED));
    await store.close();
    expect((await stat(path)).size).toBeLessThan(JSON.stringify(cats).length + 100);
  });

  test('is also read with other indentation', async () => {
    const path = join(await temporaryFolder(), 'state.json');
    await writeFile(path, JSON.stringify({ cats: [{ id: '1' }, { id: '2' }], dogs: [] }, null, 2));
    const store = await openStore({ cats: [], dogs: [] }, await openDurable(path, LOGGED));
    expect(store.records()).toEqual({ cats: [{ id: '1' }, { id: '2' }], dogs: [] });
    await store.close();
  });

  test('has its created folders flushed to disk', async () => {
    const folder = await temporaryFolder();
    const flushed: string[] = [];
    const disk = { ...machineDisk, flushFolder: async (path: string) => void flushed.push(path) };
    const path = join(folder, 'deep', 'er', 'state.json');
    await (await openDurable(path, { check: nothingWrong, disk })).close();
    expect(flushed).toEqual([join(folder, 'deep'), folder]);
    const beside = relative(process.cwd(), join(folder, 'other', 'state.json'));
    await (await openDurable(beside, { check: nothingWrong, disk })).close();
    expect(flushed.splice(2)).toEqual([folder]);
    await (await openDurable(path, { check: nothingWrong, disk })).close();
    expect(flushed).toHaveLength(2);
  });

  test('reports when its log cannot be merged into it, and merges it at the next start', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'state.json');
    const first = await openStore<{ cats: { id: string } }>({ cats: [] }, await openDurable(path, LOGGED));
    await first.change(({ cats }) => cats.add({ id: '1' }));
    const log = await readFile(join(folder, 'state.log'));
    const state = await readFile(path);
    await first.close();
    await writeFile(path, state);
    await writeFile(join(folder, 'state.log'), log);
    const full = { ...machineDisk, open: () => Promise.reject(new Error('ENOSPC: no space left on device, open')) };
    const open = async (disk: Disk) => openStore({ cats: [] }, await openDurable(path, { check: nothingWrong, disk }));
    await expect(open(full)).rejects.toThrow(`The log of ${path} cannot be merged into it: ENOSPC: no space left`);
    const second = await open(machineDisk);
    expect(second.records()).toEqual({ cats: [{ id: '1' }] });
    await second.close();
  });

  test('has every change after it was closed; until then they are in a log beside it', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'state.json');
    const store = await openStore<{ cats: { id: string } }>({ cats: [] }, await openDurable(path, LOGGED));
    for (const id of ['1', '__proto__', '3']) await store.change(({ cats }) => cats.add({ id }));
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ cats: [] });
    expect(await readFile(join(folder, 'state.log'), 'utf8')).toContain('__proto__');
    await store.close();
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ cats: [{ id: '1' }, { id: '__proto__' }, { id: '3' }] });
  });

  test('has every change shortly after the last one, while it is small', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'state.json');
    const durable = await openDurable(path, { check: nothingWrong, wait: idleWait });
    const store = await openStore<{ cats: { id: string } }>({ cats: [] }, durable);
    for (const id of ['1', '2']) await store.change(({ cats }) => cats.add({ id }));
    await expect
      .poll(async () => JSON.parse(await readFile(path, 'utf8')))
      .toEqual({ cats: [{ id: '1' }, { id: '2' }] });
    await expect.poll(() => readdir(folder)).not.toContain('state.log');
    await store.change(({ cats }) => cats.add({ id: '3' }));
    await store.close();
    expect(JSON.parse(await readFile(path, 'utf8')).cats).toHaveLength(3);
  });

  test('has no change before it is closed, if it is larger', async () => {
    const path = join(await temporaryFolder(), 'state.json');
    const waits: number[] = [];
    const wait = (milliseconds: number, signal: AbortSignal) => {
      waits.push(milliseconds);
      return idleWait(milliseconds, signal);
    };
    const durable = await openDurable(path, { check: nothingWrong, wait, promptSize: 30 });
    const store = await openStore<{ cats: { id: string } }>({ cats: [] }, durable);
    await store.change(({ cats }) => cats.add({ id: '1' }));
    await expect.poll(() => waits.filter((time) => time === IDLE_INTERVAL).length).toBeGreaterThan(1);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ cats: [] });
    await store.close();
  });

  test('has a preallocated log, so that the log seldom grows and no torn end is reported', async () => {
    const folder = await temporaryFolder();
    const [path, log] = [join(folder, 'state.json'), join(folder, 'state.log')];
    const notices: string[] = [];
    const open = async () => {
      const durable = await openDurable(path, { ...LOGGED, onNotice: (notice) => notices.push(notice) });
      return openStore<{ cats: { id: string } }>({ cats: [] }, durable);
    };
    const first = await open();
    const add = (id: string) => first.change(({ cats }) => cats.add({ id }));
    await add('1');
    const [state, shorter] = [await readFile(path), await readFile(log)];
    await add('2');
    const longer = await readFile(log);
    expect(longer.length).toBe(shorter.length);
    await first.close();
    await writeFile(path, state);
    await writeFile(log, longer);
    const second = await open();
    expect(second.records()).toEqual({ cats: [{ id: '1' }, { id: '2' }] });
    await second.close();
    expect(notices).toEqual([]);
  });

  test('is opened with an empty, preallocated log', async () => {
    const folder = await temporaryFolder();
    const [path, log] = [join(folder, 'state.json'), join(folder, 'state.log')];
    await writeFile(path, '{"cats": [{"id": "1"}]}');
    await writeFile(log, Buffer.alloc(1000));
    const notices: string[] = [];
    const durable = await openDurable(path, { ...LOGGED, onNotice: (notice) => notices.push(notice) });
    const store = await openStore<{ cats: { id: string } }>({ cats: [] }, durable);
    await store.change(({ cats }) => cats.add({ id: '2' }));
    expect(await readFile(log, 'utf8')).toMatch(/^\n[0-9a-f]{16} \{"log":1,/);
    await store.close();
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ cats: [{ id: '1' }, { id: '2' }] });
    expect([await readdir(folder), notices]).toEqual([['state.json'], []]);
  });

  test('is the only file left in its folder after it was closed', async () => {
    const folder = await temporaryFolder();
    const store = await openStore<{ cats: { id: string } }>(
      { cats: [] },
      await openDurable(join(folder, 'state.json'), { check: nothingWrong }),
    );
    await store.change(({ cats }) => cats.add({ id: '1' }));
    await store.close();
    expect(await readdir(folder)).toEqual(['state.json']);
  });

  test('is not read when the state is reset at startup', async () => {
    const path = join(await temporaryFolder(), 'state.json');
    await writeFile(path, 'no JSON at all');
    const store = await openStore({ cats: [{ id: '1' }] }, await openDurable(path, LOGGED), {
      fresh: true,
    });
    expect(store.records()).toEqual({ cats: [{ id: '1' }] });
    expect(await readFile(path, 'utf8')).toBe('no JSON at all');
    await store.reset();
    await store.close();
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ cats: [{ id: '1' }] });
  });

  test('with invalid data is rejected with all errors, the file and the positions, and can be fixed', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'pets.json');
    const fixture = await readFixture(new URL('../support/pets/fixtures', import.meta.url).pathname);
    const pets = [
      { id: '1', name: 'Minka', kind: 'cow' },
      { id: '1', name: 'Tiger', kind: 'cat', motherId: 'nobody' },
    ];
    await writeFile(path, JSON.stringify({ pets, keepers: [{ id: 'resi' }], fish: [] }));
    const open = async () => openStore(fixture.records, await openDurable(path, fixture));
    const rejection = (await open().catch((error: unknown) => error)) as { message: string; problems: string[] };
    expect(rejection.message).toContain(path);
    expect(rejection.problems.toSorted()).toEqual([
      'keepers /0/name is required',
      'pets /0/kind must be one of cat, dog, hen',
      'pets /1/id must be unique, but "1" is used twice',
      'pets /1/motherId must be the id of an item in pets; "nobody" not found',
      'the root / must not have the property "fish"',
    ]);
    expect(await readdir(folder)).toEqual(['pets.json']);
    await writeFile(path, JSON.stringify({ pets: [], keepers: [] }));
    const store = await open();
    expect(store.records()).toEqual({ pets: [], keepers: [] });
    await store.close();
  });

  test.each([
    ['that is not JSON', '{ "cats": [', /state\.json is not JSON/],
    ['that is empty', '', /state\.json is not JSON/],
  ])('%s is rejected and not changed', async (_, text, message) => {
    const folder = await temporaryFolder();
    const path = join(folder, 'state.json');
    await writeFile(path, text);
    await expect(openDurable(path, { check: nothingWrong }).then((log) => openStore({}, log))).rejects.toThrow(message);
    expect(await readFile(path, 'utf8')).toBe(text);
    expect(await readdir(folder)).toEqual(['state.json']);
  });

  test.each(['null', '[]', '"text"', '7', '{"cats": 7}', '{"cats": [null]}'])(
    'that contains %s instead of records is rejected',
    async (text) => {
      const folder = await temporaryFolder();
      const path = join(folder, 'pets.json');
      await writeFile(path, text);
      const fixture = await readFixture(new URL('../support/pets/fixtures', import.meta.url).pathname);
      const opening = openDurable(path, fixture).then((log) => openStore(fixture.records, log));
      await expect(opening).rejects.toThrow(path);
    },
  );
});

describe('a state file that is open', () => {
  test('is rejected for others in the same process, until it is closed', async () => {
    const path = join(await temporaryFolder(), 'state.json');
    const first = await openDurable(path, LOGGED);
    await expect(openDurable(path, { check: nothingWrong })).rejects.toThrow(
      new RegExp(`in use by process ${process.pid}`),
    );
    await first.close();
    await (await openDurable(path, LOGGED)).close();
  });
});
