// State in a folder, as `--data` has it: a file for each store of main, the keys of logins, and below `sandboxes` what `--data` has not.

import { type Dirent, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { MAIN } from '../engine/sandbox.ts';
import { refuseName } from '../engine/sandboxes.ts';
import { readKeys, writeKeys } from '../issuer/keys.ts';
import type { Carried, CarriedSandbox, States } from '../replica/carrying.ts';
import { Problems } from '../schema/problems.ts';
import { openDurable } from '../store/durable.ts';
import type { Log } from '../store/log.ts';
import type { RecordLists } from '../store/record.ts';
import { readSandbox, writtenSandbox } from './sandbox-file.ts';

const KEYS = 'issuer-keys.json';
const SANDBOXES = 'sandboxes';
const SNAPSHOTS = 'snapshots';

/** Files in a folder of state that hold no records of a store. */
const OTHERS = /^issuer-keys\.json$|\.aside(-\d+)?\.json$/;

/** A file system takes some 255 bytes for a name; beside this file there are others of a longer one. */
const LONGEST = 200;

/**
 * Writes a state into a folder that is not there yet: all of it, or nothing. Only its owner may read it.
 *
 * @throws Problems if it cannot be made
 */
export async function writeFolder(folder: string, carried: Carried): Promise<void> {
  const names = namesIn(carried).filter((name) => !isFileName(name));
  if (names.length > 0)
    throw new Problems(
      'These cannot be names of files; nothing was written:',
      names.map((name) => JSON.stringify(name)),
    );
  if (existsSync(folder)) throw new Problems(`${folder} is there already; name a folder that is not.`, []);
  const parent = dirname(resolve(folder));
  try {
    await mkdir(parent, { recursive: true });
    const fresh = await mkdtemp(join(parent, `.${basename(folder)}-`));
    try {
      await writeAll(fresh, carried);
      await rename(fresh, folder);
    } catch (error) {
      await rm(fresh, { recursive: true, force: true });
      throw error;
    }
  } catch (error) {
    throw new Problems(`State cannot be written into ${folder}: ${(error as Error).message}`, []);
  }
}

async function writeAll(folder: string, { main, keys, sandboxes }: Carried): Promise<void> {
  await writeStates(folder, main);
  if (keys) await writeKeys(join(folder, KEYS), keys);
  for (const [name, sandbox] of sandboxes) {
    const own = join(folder, SANDBOXES, name);
    await mkdir(dirname(own), { recursive: true, mode: 0o700 });
    await writeFile(`${own}.json`, writtenSandbox(sandbox), { mode: 0o600, flush: true });
    await writeStates(own, sandbox.states);
    for (const [index, { states }] of sandbox.snapshots.entries()) await writeStates(momentIn(own, index), states);
  }
}

/** The folder of a snapshot. */
function momentIn(folder: string, index: number): string {
  return join(folder, SNAPSHOTS, String(index + 1));
}

async function writeStates(folder: string, states: States): Promise<void> {
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
function namesIn({ main, sandboxes }: Carried): readonly string[] {
  const states = [...sandboxes.values()].flatMap((sandbox) => [sandbox, ...sandbox.snapshots]).map((one) => one.states);
  return [...new Set([main, ...states].flatMap((one) => [...one.keys()])), ...sandboxes.keys()];
}

function isFileName(name: string): boolean {
  const isOne =
    basename(name) === name && !/^\.|\p{Cc}/u.test(name) && name !== '' && Buffer.byteLength(name) <= LONGEST;
  return isOne && !OTHERS.test(`${name}.json`);
}

/**
 * The state in a folder. A log that a crash has left beside a file is folded into it, as at a start.
 *
 * @throws Problems if there is none, some of it cannot be used, or a process has it open
 */
export async function readFolder(folder: string, withSandboxes: boolean): Promise<Carried> {
  const logs: Log[] = [];
  try {
    const main = await readStates(folder, logs);
    const keys = await readKeys(join(folder, KEYS));
    const below = join(folder, SANDBOXES);
    const sandboxes = withSandboxes && existsSync(below) ? await readSandboxes(below, logs) : new Map();
    if (main.size === 0 && sandboxes.size === 0) throw new Problems(`There is no state in ${folder}.`, []);
    return { main, ...(keys && { keys }), sandboxes };
  } finally {
    // Until all of it is read, nobody else begins to change some of it.
    for (const log of logs) await log.close();
  }
}

async function readSandboxes(folder: string, logs: Log[]): Promise<ReadonlyMap<string, CarriedSandbox>> {
  const entries = await entriesOf(folder);
  const names = entries.flatMap((entry) => (entry.isDirectory() ? entry.name : (nameOf(entry) ?? [])));
  const sandboxes = new Map<string, CarriedSandbox>();
  for (const name of [...new Set(names)].sort()) {
    requireName(name, folder);
    sandboxes.set(name, await readOne(join(folder, name), logs));
  }
  if ((sandboxes.get(MAIN)?.states.size ?? 0) > 0)
    throw new Problems(`There are records in ${join(folder, MAIN)}: those of main belong into ${dirname(folder)}.`, []);
  return sandboxes;
}

function requireName(name: string, folder: string): void {
  try {
    refuseName(name);
  } catch (error) {
    throw new Problems(`What is in ${folder} cannot be used: ${(error as Error).message}`, []);
  }
}

/** @param path - of its folder; what it is beside its records stands in the file of this name */
async function readOne(path: string, logs: Log[]): Promise<CarriedSandbox> {
  const { snapshots: listed = [], ...beside } = existsSync(`${path}.json`) ? await readSandbox(`${path}.json`) : {};
  const states: States = existsSync(path) ? await readStates(path, logs) : new Map();
  const moments = join(path, SNAPSHOTS);
  const found = existsSync(moments) ? (await entriesOf(moments)).map(({ name }) => join(moments, name)) : [];
  const known = listed.map((_, index) => momentIn(path, index));
  const [strange] = found.filter((one) => !known.includes(one));
  if (strange !== undefined) throw new Problems(`${strange} is no snapshot that ${path}.json has in its list.`, []);
  const snapshots = [];
  for (const [index, one] of listed.entries()) {
    const at = momentIn(path, index);
    snapshots.push({ ...one, states: found.includes(at) ? await readStates(at, logs) : new Map() });
  }
  return { ...beside, states, snapshots };
}

async function readStates(folder: string, logs: Log[]): Promise<States> {
  const states = new Map<string, RecordLists>();
  const files = (await entriesOf(folder)).map(({ name }) => name);
  for (const file of files.filter((name) => name.endsWith('.json') && !OTHERS.test(name)).sort()) {
    const log = await openDurable(join(folder, file), { check: problemsOf }).catch((error: Error) => {
      throw error instanceof Problems ? error : new Problems(error.message, []);
    });
    logs.push(log);
    const { whole } = await log.open();
    if (whole) states.set(basename(file, '.json'), whole.records);
  }
  return states;
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw new Problems(`State cannot be read from ${folder}: ${(error as Error).message}`, []);
  }
}

/** What the file of a sandbox is called without its ending; undefined for other files. */
function nameOf({ name }: Dirent): string | undefined {
  return name.endsWith('.json') ? basename(name, '.json') : undefined;
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
