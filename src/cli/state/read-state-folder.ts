// Reads the state of a `--data` folder with its sandboxes, and validates it.

import { type Dirent, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { CopiedSandbox, CopiedState, StoreStates } from '../../cluster/copy-state.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { readKeys } from '../../server/oidc/tokens/keys.ts';
import { MAIN } from '../../server/pipeline/sandbox/sandbox.ts';
import { requireSandboxName } from '../../server/pipeline/sandbox/sandboxes.ts';
import { recordProblems } from '../../store/convert-records.ts';
import { openDurable } from '../../store/disk/durable.ts';
import { emptyFixture, type Fixture } from '../../store/fixture.ts';
import type { StoreLog } from '../../store/log/store-log.ts';
import type { RecordLists } from '../../store/record.ts';
import { readSandbox } from './sandbox-file.ts';
import { KEYS, momentIn, SANDBOXES, SNAPSHOTS, storeIn } from './state-folder.ts';

/** What is to be read of it. */
export interface FolderReading {
  readonly sandboxes: boolean;
  /** The schema of the records of each store, by its name. */
  readonly stores: ReadonlyMap<string, Fixture>;
}

/** The state, and the logs that stay locked until all of it is read. */
interface Held extends FolderReading {
  readonly logs: StoreLog[];
}

/**
 * The state in a folder. A log that a crash has left beside a file is folded into it, as at a start.
 *
 * @throws UsageError if there is none, some of it cannot be used, or a process has it open
 */
export async function readStateFolder(folder: string, reading: FolderReading): Promise<CopiedState> {
  const held: Held = { ...reading, logs: [] };
  try {
    const main = await readStates(folder, held);
    const keys = await readKeys(join(folder, KEYS));
    const below = join(folder, SANDBOXES);
    const sandboxes = held.sandboxes && existsSync(below) ? await readSandboxes(below, held) : new Map();
    if (main.size === 0 && sandboxes.size === 0)
      throw new UsageError(`There is no state in ${folder}: no ${namesOf(held, (name) => `${name}.json`)}.`, []);
    return { main, ...(keys && { keys }), sandboxes };
  } finally {
    // Other processes cannot change it until all of it is read.
    for (const log of held.logs) await log.close();
  }
}

function namesOf({ stores }: FolderReading, shown: (name: string) => string): string {
  return [...stores.keys()].map(shown).join(' or ');
}

async function readSandboxes(folder: string, held: Held): Promise<ReadonlyMap<string, CopiedSandbox>> {
  const entries = await entriesOf(folder);
  const names = entries.flatMap((entry) => (entry.isDirectory() ? entry.name : (nameOf(entry) ?? [])));
  const sandboxes = new Map<string, CopiedSandbox>();
  for (const name of [...new Set(names)].sort()) {
    requireName(name, folder);
    sandboxes.set(name, await readOne(join(folder, name), held));
  }
  if ((sandboxes.get(MAIN)?.states.size ?? 0) > 0)
    throw new UsageError(
      `There are records in ${join(folder, MAIN)}: those of main belong into ${dirname(folder)}.`,
      [],
    );
  return sandboxes;
}

function requireName(name: string, folder: string): void {
  try {
    requireSandboxName(name);
  } catch (error) {
    throw new UsageError(`What is in ${folder} cannot be used: ${(error as Error).message}`, []);
  }
}

/** @param path - of its folder; its other properties are in the file of this name */
async function readOne(path: string, held: Held): Promise<CopiedSandbox> {
  const { snapshots: listed = [], ...beside } = existsSync(`${path}.json`) ? await readSandbox(`${path}.json`) : {};
  const states: StoreStates = existsSync(path) ? await readStates(path, held) : new Map();
  const moments = join(path, SNAPSHOTS);
  const found = existsSync(moments) ? (await entriesOf(moments)).map(({ name }) => join(moments, name)) : [];
  const known = listed.map((_, index) => momentIn(path, index));
  const [strange] = found.filter((one) => !known.includes(one));
  if (strange !== undefined) throw new UsageError(`${strange} is no snapshot that ${path}.json has in its list.`, []);
  const snapshots = [];
  for (const [index, one] of listed.entries()) {
    const at = momentIn(path, index);
    const records = found.includes(at) ? await readStates(at, held) : new Map();
    if (records.size === 0)
      throw new UsageError(
        `The snapshot ${JSON.stringify(one.name)} of ${path}.json has no records in ${at}; ${ADVICE}.`,
        [],
      );
    snapshots.push({ ...one, states: records });
  }
  return { ...beside, states, snapshots };
}

/** What to do about what cannot be carried. */
const ADVICE = 'repair it, or restore it from a backup, and import it again';

async function readStates(folder: string, held: Held): Promise<StoreStates> {
  const states = new Map<string, RecordLists>();
  const names = [...new Set((await entriesOf(folder)).flatMap(({ name }) => storeIn(name) ?? []))].sort();
  const strange = names.filter((name) => !held.stores.has(name));
  if (strange.length > 0)
    throw new UsageError(
      `What is served here is ${namesOf(held, (name) => name)}, and these hold the state of something else; name its documents (understudy state import DIR FILE…), import it where they are served, or take the files away:`,
      strange.map((name) => join(folder, `${name}.json`)),
    );
  for (const name of names) {
    const check = (lists: unknown) => problemsOf(lists, held.stores.get(name) ?? emptyFixture);
    const log = await openDurable(join(folder, `${name}.json`), { check, advice: ADVICE }).catch((error: Error) => {
      throw error instanceof UsageError ? error : new UsageError(error.message, []);
    });
    held.logs.push(log);
    const { whole } = await log.open();
    if (whole) states.set(name, whole.records);
  }
  return states;
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw new UsageError(`State cannot be read from ${folder}: ${(error as Error).message}`, []);
  }
}

/** What the file of a sandbox is called without its ending; undefined for other files. */
function nameOf({ name }: Dirent): string | undefined {
  return name.endsWith('.json') ? basename(name, '.json') : undefined;
}

/** What is wrong with what should be records. */
function problemsOf(lists: unknown, fixture: Fixture): readonly string[] {
  const problems = problemsOfLists(lists);
  return problems.length > 0 ? problems : recordProblems(lists as RecordLists, fixture);
}

/** What is wrong with records, whatever is known of them. */
function problemsOfLists(lists: unknown): readonly string[] {
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
    return index === -1 ? [] : [`${name} /${index}/id must be a non-empty string, and no other record's`];
  });
}
