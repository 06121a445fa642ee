// Writes to disk.

import { constants } from 'node:fs';
import { open, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { machineDisk, writeAll } from '../../src/store/disk/disk.ts';
import { temporaryFolder } from '../support/temporary.ts';

test.each([1, 3, 7, 1000])(
  'writes all bytes at the right offset to a disk that accepts %i bytes per write',
  async (most) => {
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
  },
);

/** The flags with which this process has a file open (proc(5)). */
async function flagsOf(path: string): Promise<number | undefined> {
  for (const fd of await readdir('/proc/self/fd')) {
    if ((await readlink(`/proc/self/fd/${fd}`).catch(() => '')) !== path) continue;
    const [, flags = ''] = /^flags:\s*(\d+)$/m.exec(await readFile(`/proc/self/fdinfo/${fd}`, 'utf8')) ?? [];
    return Number.parseInt(flags, 8);
  }
  return undefined;
}

test.runIf(process.platform === 'linux').each([
  ['there', 'synced', true],
  ['there', 'synced', true],
  ['there', 'buffered', false],
  ['there', 'buffered', false],
] as const)('a file opened as %s (%s) is written through to the disk: %s', async (which, mode, isThrough) => {
  const path = join(await temporaryFolder(), 'state.log');
  if (which === 'there') await (await machineDisk.open(path, 'new')).close();
  const file = await machineDisk.open(path, which, mode);
  await file.write(Buffer.from('Minka'), 0);
  const flags = await flagsOf(path);
  await file.close();
  expect(((flags ?? 0) & constants.O_DSYNC) !== 0).toBe(isThrough);
  expect(await readFile(path, 'utf8')).toBe('Minka');
});
