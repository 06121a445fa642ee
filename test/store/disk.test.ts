// Bytes on the way to a disk.

import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeAll } from '../../src/store/disk.ts';
import { temporaryFolder } from '../support/temporary.ts';

test.each([1, 3, 7, 1000])('a disk that takes %i bytes at a time gets them all, each at its place', async (most) => {
  const path = join(await temporaryFolder(), 'state.log');
  const file = await open(path, 'w');
  await file.write('begun: ');
  const slow = {
    write: (bytes: Uint8Array, from: number, length: number, offset: number) =>
      file.write(bytes, from, Math.min(length, most), offset),
  };
  await writeAll(slow as typeof file, Buffer.from('Minka, Bello, Tiger'), 7);
  await file.close();
  expect(await readFile(path, 'utf8')).toBe('begun: Minka, Bello, Tiger');
});
