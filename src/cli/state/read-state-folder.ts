// Reads the state of a `--data` folder with its sandboxes, and validates it.

import { type Dirent, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ApiLoader } from '../../app/load-apis.ts';
import { withDefaults } from '../../app/server-settings.ts';
import type { CopiedSandbox, CopiedState, StoreStates } from '../../cluster/copy-state.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { ISSUER } from '../../server/oidc/login/login-types.ts';
import { issuerFixture } from '../../server/oidc/tokens/issuer-state.ts';
import { createKeys, readKeys } from '../../server/oidc/tokens/keys.ts';
import { createTrustedHosts } from '../../server/pipeline/cors/trusted-hosts.ts';
import { IDEMPOTENCY_KEYS, idempotencyFixture } from '../../server/pipeline/idempotency/idempotency-keys.ts';
import { declaresIdempotencyKeys } from '../../server/pipeline/idempotency/key-header.ts';
import { MAIN } from '../../server/pipeline/sandbox/sandbox.ts';
import { requireSandboxName } from '../../server/pipeline/sandbox/sandboxes.ts';
import { recordProblems } from '../../store/convert-records.ts';
import { openDurable } from '../../store/disk/open-durable.ts';
import { emptyFixture, type Fixture } from '../../store/fixture.ts';
import type { StoreLog } from '../../store/log/store-log.ts';
import type { RecordLists } from '../../store/record.ts';
import type { CommandIO } from '../io.ts';
import { chooseApis, chooseDemo, hasApis } from '../serve/chosen-apis.ts';
import { readSettings } from '../serve/read-settings.ts';
import { readSandbox } from './sandbox-file.ts';
import { KEYS, SANDBOXES, SNAPSHOTS, snapshotFolder, storeIn } from './state-folder.ts';

/** The parts of a folder to read. */
export interface FolderReading {
  readonly sandboxes: boolean;
  /** The schema of the records of each store, by its name. */
  readonly stores: ReadonlyMap<string, Fixture>;
}

/** A read in progress. */
interface OpenFolder extends FolderReading {
  /** They stay locked until everything is read. */
  readonly logs: StoreLog[];
}

/**
 * Reads the state in a folder. A log that a crash left beside a state file is applied, as at a start.
 *
 * @throws UsageError if there is none, it is invalid, or a process uses it
 */
export async function readStateFolder(folder: string, reading: FolderReading): Promise<CopiedState> {
  const open: OpenFolder = { ...reading, logs: [] };
  try {
    const main = await readStates(folder, open);
    const keys = await readKeys(join(folder, KEYS));
    const below = join(folder, SANDBOXES);
    const sandboxes = open.sandboxes && existsSync(below) ? await readSandboxes(below, open) : new Map();
    if (main.size === 0 && sandboxes.size === 0)
      throw new UsageError(`There is no state in ${folder}: no ${namesOf(open, (name) => `${name}.json`)}.`);
    return { main, ...(keys && { keys }), sandboxes };
  } finally {
    // Until here, other processes cannot change the state.
    for (const log of open.logs) await log.close();
  }
}

function namesOf({ stores }: FolderReading, shown: (name: string) => string): string {
  return [...stores.keys()].map(shown).join(' or ');
}

async function readSandboxes(folder: string, open: OpenFolder): Promise<ReadonlyMap<string, CopiedSandbox>> {
  const entries = await entriesOf(folder);
  const names = entries.flatMap((entry) => (entry.isDirectory() ? entry.name : (sandboxIn(entry) ?? [])));
  const sandboxes = new Map<string, CopiedSandbox>();
  for (const name of [...new Set(names)].sort()) {
    requireName(name, folder);
    sandboxes.set(name, await readOne(join(folder, name), open));
  }
  if ((sandboxes.get(MAIN)?.states.size ?? 0) > 0)
    throw new UsageError(`There are records in ${join(folder, MAIN)}: those of main belong into ${dirname(folder)}.`);
  return sandboxes;
}

function requireName(name: string, folder: string): void {
  try {
    requireSandboxName(name);
  } catch (error) {
    throw new UsageError(`${folder} cannot be used: ${(error as Error).message}`);
  }
}

/** @param path - the folder of its records; the file of this name has its other properties */
async function readOne(path: string, open: OpenFolder): Promise<CopiedSandbox> {
  const { snapshots: listed = [], ...properties } = existsSync(`${path}.json`) ? await readSandbox(`${path}.json`) : {};
  const states: StoreStates = existsSync(path) ? await readStates(path, open) : new Map();
  const below = join(path, SNAPSHOTS);
  const found = existsSync(below) ? (await entriesOf(below)).map(({ name }) => join(below, name)) : [];
  const known = listed.map((_, index) => snapshotFolder(path, index));
  const [unknown] = found.filter((one) => !known.includes(one));
  if (unknown !== undefined) throw new UsageError(`${unknown} is not a snapshot in the list of ${path}.json.`);
  const snapshots = [];
  for (const [index, one] of listed.entries()) {
    const at = snapshotFolder(path, index);
    const records = found.includes(at) ? await readStates(at, open) : new Map();
    if (records.size === 0)
      throw new UsageError(
        `The snapshot ${JSON.stringify(one.name)} of ${path}.json has no records in ${at}; ${ADVICE}.`,
      );
    snapshots.push({ ...one, states: records });
  }
  return { ...properties, states, snapshots };
}

/** Advice about invalid state. */
const ADVICE = 'repair it, or restore it from a backup, and import it again';

async function readStates(folder: string, open: OpenFolder): Promise<StoreStates> {
  const states = new Map<string, RecordLists>();
  const names = [...new Set((await entriesOf(folder)).flatMap(({ name }) => storeIn(name) ?? []))].sort();
  const unknown = names.filter((name) => !open.stores.has(name));
  if (unknown.length > 0)
    throw new UsageError(
      `These files contain the state of other APIs than ${namesOf(open, (name) => name)}. Name their documents (understudy state import DIR FILE…), or remove the files:`,
      unknown.map((name) => join(folder, `${name}.json`)),
    );
  for (const name of names) {
    const check = (lists: unknown) => problemsOf(lists, open.stores.get(name) ?? emptyFixture);
    const log = await openDurable(join(folder, `${name}.json`), { check, advice: ADVICE }).catch((error: Error) => {
      throw error instanceof UsageError ? error : new UsageError(error.message);
    });
    open.logs.push(log);
    const { whole } = await log.open();
    if (whole) states.set(name, whole.records);
  }
  return states;
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw new UsageError(`State cannot be read from ${folder}: ${(error as Error).message}`);
  }
}

/** The name of a sandbox from its file; undefined for other files. */
function sandboxIn({ name }: Dirent): string | undefined {
  return name.endsWith('.json') ? basename(name, '.json') : undefined;
}

/** Problems of a value that should be the records of a store. */
function problemsOf(lists: unknown, fixture: Fixture): readonly string[] {
  const problems = problemsOfLists(lists);
  return problems.length > 0 ? problems : recordProblems(lists as RecordLists, fixture);
}

/** Problems of records that need no schema. */
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

/**
 * The seed data of each store, by name.
 *
 * @param documents - paths, URLs, `-`. If empty, those that `understudy serve` chooses in this folder, else that of `understudy demo`
 * @throws UsageError as `understudy serve` does
 */
export async function servedStores(documents: readonly string[], io: CommandIO): Promise<ReadonlyMap<string, Fixture>> {
  const folder = process.cwd();
  const { config, configFile } = await readSettings(['--no-watch'], io.env, folder);
  const choice = { documents, config, configFile, folder, stdin: io.stdin };
  // Without anything to serve here, the state is that of `understudy demo`.
  const { apis } = await ((await hasApis(choice)) ? chooseApis(choice) : chooseDemo(choice));
  const settings = withDefaults({ ...config, apis, onNotice: () => undefined });
  const loader = new ApiLoader(settings, {
    hosts: createTrustedHosts(settings.trustedHosts),
    keys: createKeys(undefined),
  });
  const { apis: loaded, issuer } = await loader.loadAll(apis);
  const own = loaded.map(({ api, fixture }) => [api.name, fixture] as const);
  const hasKeys = loaded.some(({ document }) => declaresIdempotencyKeys(document));
  return new Map([
    ...own,
    ...(issuer ? [[ISSUER, issuerFixture] as const] : []),
    ...(hasKeys ? [[IDEMPOTENCY_KEYS, idempotencyFixture] as const] : []),
  ]);
}
