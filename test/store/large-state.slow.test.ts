// A state that is too large to be written when its store is closed.

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDurable } from '../../src/store/disk/open-durable.ts';
import { openStore } from '../../src/store/open-store.ts';
import { temporaryFolder } from '../support/temporary.ts';

const LONG = 'x'.repeat(14 * 1024 * 1024);

test('a large log remains when the store is closed, and is merged into the state at the next start', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'state.json');
  const open = async () =>
    openStore<{ cats: { id: string; text: string } }>(
      { cats: [] },
      await openDurable(path, { check: () => [], foldAt: 2 ** 30 }),
    );
  const ids = ['1', '2', '3', '4', '5'];
  const first = await open();
  for (const id of ids) await first.change(({ cats }) => cats.add({ id, text: LONG }));
  await first.close();
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ cats: [] });
  const second = await open();
  expect([...second.collections.cats.values()].map(({ id }) => id)).toEqual(ids);
  expect((await stat(path)).size).toBeGreaterThan(ids.length * LONG.length);
  await second.close();
  await expect(stat(join(folder, 'state.log'))).rejects.toThrow('ENOENT');
});
