// A store kept in a lowdb JSON file: the only door to lowdb.

import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Low } from 'lowdb';
import { Problems } from '../schema/problems.ts';
import type { Adapter } from './adapter.ts';
import type { Fixture } from './fixture.ts';
import { lockFile } from './lock.ts';
import type { Snapshot } from './record.ts';

/**
 * Opens a JSON file as the place of a store, for this process alone.
 *
 * A write is done when its bytes are on the disk under the file's own name: a new file is written and flushed, then renamed
 * over the old one, then the folder is flushed. (lowdb's own file adapter does not flush.)
 *
 * @throws Error if another process has the file open
 * @throws Problems if there can be no such file
 * @throws Problems, while reading, if the file does not hold what `check` asks for
 */
export async function openLowdb(path: string, check: Fixture['check']): Promise<Adapter> {
  const release = await claim(path);
  const low = new Low<Snapshot | null>(
    { read: () => readJson(path), write: (snapshot) => writeJson(path, snapshot) },
    null,
  );
  return {
    async read() {
      await low.read();
      if (low.data === null) return undefined;
      const problems = check(low.data);
      if (problems.length === 0) return low.data;
      throw new Problems(`The state in ${path} cannot be used; mend it, or start over with --fresh:`, problems);
    },
    async write(snapshot) {
      low.data = snapshot;
      await low.write();
    },
    close: release,
  };
}

async function claim(path: string): Promise<() => Promise<void>> {
  const unusable = ({ message }: Error) => new Problems(`The state cannot be kept in ${path}: ${message}`, []);
  await mkdir(dirname(path), { recursive: true }).catch((error: Error) => {
    throw unusable(error);
  });
  return lockFile(path).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === undefined ? error : unusable(error);
  });
}

async function readJson(path: string): Promise<Snapshot | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Problems(`The state in ${path} cannot be read: ${error.message}`, []);
  });
  if (text === undefined) return null;
  const advice = 'mend it, or start over with --fresh';
  let snapshot: Snapshot | null;
  try {
    snapshot = JSON.parse(text);
  } catch (error) {
    throw new Problems(`The state in ${path} is not JSON; ${advice}:`, [(error as Error).message]);
  }
  // lowdb takes null for a file that is not there.
  if (snapshot === null) throw new Problems(`The state in ${path} is null; ${advice}.`, []);
  return snapshot;
}

async function writeJson(path: string, snapshot: Snapshot | null): Promise<void> {
  const fresh = `${path}.new`;
  const file = await open(fresh, 'w');
  try {
    await file.writeFile(`${JSON.stringify(snapshot, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
