// Writes a state into a folder as `--data` has it, with its sandboxes.

import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { CopiedState, StoreStates } from '../../cluster/copy-state.ts';
import { makeFolder } from '../../schema/make-folder.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { writeKeys } from '../../server/oidc/tokens/keys.ts';
import { openDurable } from '../../store/disk/durable.ts';
import { writtenSandbox } from './sandbox-file.ts';
import { isFileName, KEYS, momentIn, SANDBOXES } from './state-folder.ts';

/**
 * Writes a state into a folder that is not there yet: all of it, or nothing. Only its owner may read it.
 *
 * @throws UsageError if it cannot be made
 */
export async function writeStateFolder(folder: string, carried: CopiedState): Promise<void> {
  const names = namesIn(carried).filter((name) => !isFileName(name));
  if (names.length > 0)
    throw new UsageError(
      'These cannot be names of files; nothing was written:',
      names.map((name) => JSON.stringify(name)),
    );
  if (existsSync(folder)) throw new UsageError(`${folder} is there already; name a folder that is not.`, []);
  const parent = dirname(resolve(folder));
  try {
    await makeFolder(parent);
    const fresh = await mkdtemp(join(parent, `.${basename(folder)}-`));
    try {
      await writeAll(fresh, carried);
      await rename(fresh, folder);
    } catch (error) {
      await rm(fresh, { recursive: true, force: true });
      throw error;
    }
  } catch (error) {
    throw new UsageError(`State cannot be written into ${folder}: ${(error as Error).message}`, []);
  }
}

async function writeAll(folder: string, { main, keys, sandboxes }: CopiedState): Promise<void> {
  await writeStates(folder, main);
  if (keys) await writeKeys(join(folder, KEYS), keys);
  for (const [name, sandbox] of sandboxes) {
    const own = join(folder, SANDBOXES, name);
    await makeFolder(dirname(own), 0o700);
    await writeFile(`${own}.json`, writtenSandbox(sandbox), { mode: 0o600, flush: true });
    await writeStates(own, sandbox.states);
    for (const [index, { states }] of sandbox.snapshots.entries()) await writeStates(momentIn(own, index), states);
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

/** All that becomes the name of a file or a folder. */
function namesIn({ main, sandboxes }: CopiedState): readonly string[] {
  const states = [...sandboxes.values()].flatMap((sandbox) => [sandbox, ...sandbox.snapshots]).map((one) => one.states);
  return [...new Set([main, ...states].flatMap((one) => [...one.keys()])), ...sandboxes.keys()];
}
