// Writes a state with its sandboxes into a new `--data` folder.

import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { CopiedState, StoreStates } from '../../cluster/copy-state.ts';
import { makeFolder } from '../../schema/make-folder.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { writeKeys } from '../../server/oidc/tokens/keys.ts';
import { openDurable } from '../../store/disk/open-durable.ts';
import { sandboxText } from './sandbox-file.ts';
import { isFileName, KEYS, SANDBOXES, snapshotFolder } from './state-folder.ts';

/**
 * Writes a state into a new folder: all of it, or nothing. Only its owner may read it.
 *
 * @throws UsageError if the folder exists, or cannot be written
 */
export async function writeStateFolder(folder: string, copied: CopiedState): Promise<void> {
  const names = namesIn(copied).filter((name) => !isFileName(name));
  if (names.length > 0)
    throw new UsageError(
      'Nothing was written: these names cannot be file names:',
      names.map((name) => JSON.stringify(name)),
    );
  if (existsSync(folder)) throw new UsageError(`${folder} exists; name a new folder.`);
  const parent = dirname(resolve(folder));
  try {
    await makeFolder(parent);
    const fresh = await mkdtemp(join(parent, `.${basename(folder)}-`));
    try {
      await writeAll(fresh, copied);
      await rename(fresh, folder);
    } catch (error) {
      await rm(fresh, { recursive: true, force: true });
      throw error;
    }
  } catch (error) {
    throw new UsageError(`State cannot be written into ${folder}: ${(error as Error).message}`);
  }
}

async function writeAll(folder: string, { main, keys, sandboxes }: CopiedState): Promise<void> {
  await writeStates(folder, main);
  if (keys) await writeKeys(join(folder, KEYS), keys);
  for (const [name, sandbox] of sandboxes) {
    const own = join(folder, SANDBOXES, name);
    await makeFolder(dirname(own), 0o700);
    await writeFile(`${own}.json`, sandboxText(sandbox), { mode: 0o600, flush: true });
    await writeStates(own, sandbox.states);
    for (const [index, { states }] of sandbox.snapshots.entries())
      await writeStates(snapshotFolder(own, index), states);
  }
}

async function writeStates(folder: string, states: StoreStates): Promise<void> {
  for (const [api, records] of states) {
    const log = await openDurable(join(folder, `${api}.json`), { check: () => [] });
    try {
      await log.open(true);
      await log.replace({ records: () => records, places: () => ({}), next: () => undefined }, -1);
    } finally {
      await log.close();
    }
  }
}

/** All names that become files or folders. */
function namesIn({ main, sandboxes }: CopiedState): readonly string[] {
  const states = [...sandboxes.values()].flatMap((sandbox) => [sandbox, ...sandbox.snapshots]).map((one) => one.states);
  return [...new Set([main, ...states].flatMap((one) => [...one.keys()])), ...sandboxes.keys()];
}
