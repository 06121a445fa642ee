// Probes that check whether a state file can be written.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { machineDisk } from '../../src/store/disk/disk.ts';
import { watchStorage } from '../../src/store/disk/storage-health.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** A disk that is full or not, with virtual time. */
async function openHealth() {
  const folder = await temporaryFolder();
  const notices: string[] = [];
  const waits: (() => void)[] = [];
  let isFull = true;
  const disk = {
    ...machineDisk,
    open: (...args: Parameters<typeof machineDisk.open>) =>
      isFull ? Promise.reject(new Error('ENOSPC: no space left on device, open')) : machineDisk.open(...args),
  };
  const wait = () => new Promise<void>((resolve) => void waits.push(resolve));
  const health = watchStorage(join(folder, 'pets.json'), { disk, wait, onNotice: (one) => void notices.push(one) });
  return {
    health,
    notices,
    waits,
    empty: () => {
      isFull = false;
    },
    files: () => readdir(folder),
  };
}

test('a probe detects that a disk has space again, and leaves no file', async () => {
  const { health, notices, waits, empty, files } = await openHealth();
  expect(health.problem()).toBeUndefined();
  health.failed(new Error('ENOSPC: no space left on device, write'));
  expect(health.problem()).toBe('changes cannot be stored: ENOSPC: no space left on device');
  waits[0]?.();
  await expect.poll(() => waits.length).toBe(2);
  expect(health.problem()).toContain('ENOSPC');
  empty();
  waits[1]?.();
  await expect.poll(() => health.problem()).toBeUndefined();
  expect(await files()).toEqual([]);
  expect(notices).toEqual([
    expect.stringMatching(/pets\.json cannot be written, .*: ENOSPC: no space left on device, write$/),
    expect.stringMatching(/pets\.json can be written again\.$/),
  ]);
});

test('a lost lock is not a disk failure', async () => {
  const { health, notices, waits } = await openHealth();
  health.failed(new StoreError('lock-lost', 'another process has taken over the state'));
  expect([health.problem(), notices, waits]).toEqual([undefined, [], []]);
});

test('no probe runs after the end', async () => {
  const { health, notices, waits, empty } = await openHealth();
  health.failed(new Error('EIO'));
  empty();
  health.end();
  waits[0]?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect([waits.length, notices.length]).toEqual([1, 1]);
});
