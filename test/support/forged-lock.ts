// Lock files of simulated processes.

import { writeFile } from 'node:fs/promises';
import { createOwner, type LockOwner } from '../../src/store/disk/lock-owner.ts';

/**
 * Writes a lock file beside a state file.
 *
 * @param other - differences from a lock of this process. Default: the namespace of another container
 * @returns its path
 */
export async function forgeLock(path: string, number: number, other: Partial<LockOwner> = {}): Promise<string> {
  const lock = `${path}.lock.${number}`;
  const owner = {
    ...(await createOwner()),
    namespace: 'another boot pid:[1]',
    process: 7,
    host: 'elsewhere',
    ...other,
  };
  await writeFile(lock, `${JSON.stringify(owner)}\n`, { mode: 0o600 });
  return lock;
}
