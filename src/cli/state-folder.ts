// State in a folder, as `--data` has it: a file for each store of main, and below `sandboxes` a folder for each of the others.

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Problems } from '../schema/problems.ts';
import { openDurable } from '../store/durable.ts';
import type { RecordLists } from '../store/record.ts';

/** Records by the names of their streams: `<sandbox>/<store>`. */
export type States = ReadonlyMap<string, RecordLists>;

const MAIN = 'main';
const SANDBOXES = 'sandboxes';

/** What becomes the name of a file or a folder. */
const SAFE = /^[A-Za-z0-9][\w.-]{0,127}$/;

/** Files in a folder of state that hold no records of a store. */
const OTHERS = /^issuer-keys\.json$|\.aside(-\d+)?\.json$/;

/**
 * Writes states into a folder that is not there yet: all of them, or nothing.
 *
 * @throws Problems if it cannot be made
 */
export async function writeStates(folder: string, states: States): Promise<void> {
  const names = [...states.keys()];
  const strange = names.filter(
    (name) => !/^[^/]+\/[^/]+$/.test(name) || !name.split('/').every((part) => SAFE.test(part)),
  );
  if (strange.length > 0) throw new Problems('These cannot be names of files; nothing was written:', strange);
  if (existsSync(folder)) throw new Problems(`${folder} is there already; name a folder that is not.`, []);
  const parent = dirname(resolve(folder));
  try {
    await mkdir(parent, { recursive: true });
    const fresh = await mkdtemp(join(parent, `.${basename(folder)}-`));
    try {
      for (const [name, records] of states) await writeState(pathOf(fresh, name), records);
      await rename(fresh, folder);
    } catch (error) {
      await rm(fresh, { recursive: true, force: true });
      throw error;
    }
  } catch (error) {
    throw new Problems(`State cannot be written into ${folder}: ${(error as Error).message}`, []);
  }
}

function pathOf(folder: string, name: string): string {
  const [sandbox = '', store = ''] = name.split('/');
  return sandbox === MAIN ? join(folder, `${store}.json`) : join(folder, SANDBOXES, sandbox, `${store}.json`);
}

async function writeState(path: string, records: RecordLists): Promise<void> {
  const log = await openDurable(path, { check: () => [] });
  try {
    await log.open(true);
    await log.replace({ records: () => records, places: () => ({}), next: () => undefined }, -1);
  } finally {
    await log.close();
  }
}

/**
 * The states in a folder. A log that a crash has left beside one is folded into it, as at a start.
 *
 * @throws Problems if there are none, one cannot be used, or a process has it open
 */
export async function readStates(folder: string, withSandboxes: boolean): Promise<States> {
  const states = new Map<string, RecordLists>();
  await readInto(states, MAIN, folder);
  const below = join(folder, SANDBOXES);
  if (withSandboxes && existsSync(below)) {
    for (const sandbox of (await readdir(below)).filter((name) => SAFE.test(name)).sort())
      await readInto(states, sandbox, join(below, sandbox));
  }
  if (states.size === 0) throw new Problems(`There is no state in ${folder}.`, []);
  return states;
}

async function readInto(states: Map<string, RecordLists>, sandbox: string, folder: string): Promise<void> {
  const files = await readdir(folder).catch((error: Error) => {
    throw new Problems(`State cannot be read from ${folder}: ${error.message}`, []);
  });
  for (const file of files.filter((name) => name.endsWith('.json') && !OTHERS.test(name)).sort()) {
    const log = await openDurable(join(folder, file), { check: problemsOf }).catch((error: Error) => {
      throw error instanceof Problems ? error : new Problems(error.message, []);
    });
    try {
      const { whole } = await log.open();
      if (whole) states.set(`${sandbox}/${basename(file, '.json')}`, whole.records);
    } finally {
      await log.close();
    }
  }
}

/** What is wrong with records of which nothing is known: a serve holds them against its fixtures. */
function problemsOf(lists: unknown): string[] {
  if (typeof lists !== 'object' || lists === null || Array.isArray(lists)) return ['it is no object'];
  return Object.entries(lists).flatMap(([name, records]) => {
    if (!Array.isArray(records)) return [`${name} is no list of records`];
    const seen = new Set<unknown>();
    const index = records.findIndex((record) => {
      const id = record?.id;
      const isWrong = typeof id !== 'string' || id === '' || seen.has(id);
      seen.add(id);
      return isWrong;
    });
    return index === -1 ? [] : [`${name} /${index}/id must be a text that is not empty, and no other record's`];
  });
}
