// A change that as JSON exceeds the maximum string length.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { machineDisk } from '../../src/store/disk/disk.ts';
import { openDurable } from '../../src/store/disk/open-durable.ts';
import { openStore } from '../../src/store/open-store.ts';
import { temporaryFolder } from '../support/temporary.ts';

const TEXT = 'x'.repeat(15 * 1024 * 1024);
const IDS = Array.from({ length: 36 }, (_, index) => `${index}`);

test('is stored by writing the state file, and leaves nothing behind if that fails', async () => {
  const path = join(await temporaryFolder(), 'state.json');
  let failures = 0;
  const disk = {
    ...machineDisk,
    flushFolder: async (folder: string) => {
      if (failures > 0) {
        failures -= 1;
        throw new Error('EIO: i/o error, fsync');
      }
      await machineDisk.flushFolder(folder);
    },
  };
  const durable = await openDurable(path, { check: () => [], onNotice: () => undefined, disk });
  const store = await openStore<{ cats: { id: string; text: string } }>({ cats: [] }, durable);
  const addAll = () =>
    store.change(({ cats }) => {
      for (const id of IDS) cats.add({ id, text: TEXT });
    });
  failures = 1;
  await expect(addAll()).rejects.toThrow('nothing was changed');
  await store.change(({ cats }) => cats.add({ id: 'one', text: '' }));
  expect((await stat(path)).size).toBeLessThan(100);
  await addAll();
  expect((await stat(path)).size).toBeGreaterThan(IDS.length * TEXT.length);
  await store.close();
});
