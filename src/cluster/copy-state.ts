// Copies the state of a server between shared storages: main, signing keys, sandboxes.

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../schema/usage-error.ts';
import { PENDING } from '../server/oidc/login/login-types.ts';
import type { StoredKeys } from '../server/oidc/tokens/keys.ts';
import { MAIN } from '../server/pipeline/sandbox/sandbox.ts';
import type { StreamReader, StreamWriter } from '../store/postgres/copy-streams.ts';
import type { RecordLists } from '../store/record.ts';
import {
  ISSUER_KEYS,
  NOTHING_SHARED,
  newSnapshot,
  type SandboxStateRecord,
  SHARED_STREAM,
  type SharedRecords,
  type SnapshotRecord,
  snapshotStream,
} from './shared-records.ts';

/** Records, by the names of their apis. One that is not among them is as its fixtures are. */
export type StoreStates = ReadonlyMap<string, RecordLists>;

export interface CopiedSnapshot {
  readonly name: string;
  readonly seed: string;
  readonly states: StoreStates;
}

export interface CopiedSandbox {
  readonly states: StoreStates;
  /** Its clock, random seed and fault plans. Default: the initial ones. */
  readonly controls?: Omit<SandboxStateRecord, 'id' | 'cleared' | 'recounted'>;
  readonly snapshots: readonly CopiedSnapshot[];
  /** Seconds without a request until it is removed. Default: one hour */
  readonly endsAfter?: number;
}

export interface CopiedState {
  /** The records of main. */
  readonly main: StoreStates;
  /** The signing keys of logins. */
  readonly keys?: StoredKeys;
  /** The requested sandboxes; under `main` its other state. */
  readonly sandboxes: ReadonlyMap<string, CopiedSandbox>;
}

const HOUR = 3600;

/** @throws UsageError if it cannot be read */
export async function readSharedState(streams: StreamReader, withSandboxes: boolean): Promise<CopiedState> {
  const shared = await sharedIn(streams);
  const apis = (await apisIn(streams, MAIN)).filter((api) => api !== PENDING);
  const statesOf = async (streamOf: (api: string) => string): Promise<StoreStates> => {
    const states = new Map<string, RecordLists>();
    for (const api of apis) {
      const records = await streams.records(streamOf(api));
      if (records) states.set(api, records);
    }
    return states;
  };

  async function besideOf(name: string): Promise<Pick<CopiedSandbox, 'controls' | 'snapshots'>> {
    const snapshots: CopiedSnapshot[] = [];
    for (const keys of shared.snapshots.filter(({ sandbox }) => sandbox === name)) {
      const states = await statesOf((api) => snapshotStream(keys, api));
      snapshots.push({ name: keys.name, seed: keys.seed, states });
    }
    const controls = shared.states.find(({ id }) => id === name);
    if (!controls) return { snapshots };
    const { seed, faults, clock } = controls;
    return { snapshots, controls: { seed, faults, ...(clock && { clock }) } };
  }

  async function allSandboxes(): Promise<ReadonlyMap<string, CopiedSandbox>> {
    const sandboxes = new Map<string, CopiedSandbox>();
    const beside = await besideOf(MAIN);
    if (beside.controls || beside.snapshots.length > 0) sandboxes.set(MAIN, { states: new Map(), ...beside });
    for (const { id, expires } of shared.sandboxes) {
      const endsAfter = Math.max(0, Math.ceil((Date.parse(expires) - Date.now()) / 1000));
      sandboxes.set(id, { states: await statesOf((api) => `${id}/${api}`), ...(await besideOf(id)), endsAfter });
    }
    return sandboxes;
  }

  const [keys] = shared.keys;
  return {
    main: await statesOf((api) => `${MAIN}/${api}`),
    ...(keys && { keys: { signing: keys.signing, cookies: keys.cookies } }),
    sandboxes: withSandboxes ? await allSandboxes() : new Map(),
  };
}

/**
 * A copied sandbox replaces an existing one completely; of main, only the copied stores are replaced.
 *
 * @param mayReplace - whether existing data may be replaced
 * @returns whether other processes used other signing keys
 * @throws UsageError, with nothing written, if data may not be replaced
 */
export async function writeSharedState(
  streams: StreamWriter,
  carried: CopiedState,
  mayReplace: boolean,
): Promise<boolean> {
  const shared = await sharedIn(streams);
  const there = mayReplace ? [] : await foundOf(streams, shared, carried);
  if (there.length > 0) {
    throw new UsageError(
      'The database already contains state; nothing was changed. To replace it, add --replace:',
      there,
    );
  }
  const { main, keys, sandboxes } = carried;
  const [signsWith] = shared.keys;
  const apis = new Set([...(await apisIn(streams, MAIN)), ...main.keys()]);
  const writeStates = async (states: StoreStates, streamOf: (api: string) => string) => {
    for (const [api, records] of states) await streams.replace(streamOf(api), records);
  };
  await writeStates(main, (api) => `${MAIN}/${api}`);
  const snapshots: SnapshotRecord[] = [];
  for (const [name, sandbox] of sandboxes) {
    if (name !== MAIN) {
      const gone = (await apisIn(streams, name)).filter((api) => !sandbox.states.has(api));
      for (const api of gone) await streams.remove(`${name}/${api}`);
      await writeStates(sandbox.states, (api) => `${name}/${api}`);
    }
    for (const record of shared.snapshots.filter((one) => one.sandbox === name))
      for (const api of apis) await streams.remove(snapshotStream(record, api));
    for (const { name: moment, seed, states } of sandbox.snapshots) {
      const record = newSnapshot(name, moment, seed);
      await writeStates(states, (api) => snapshotStream(record, api));
      snapshots.push(record);
    }
  }
  const written: Shared = {
    ...shared,
    sandboxes: [
      ...shared.sandboxes.filter(({ id }) => !sandboxes.has(id)),
      ...[...sandboxes].flatMap(([id, { endsAfter = HOUR }]) =>
        id === MAIN ? [] : { id, expires: new Date(Date.now() + endsAfter * 1000).toISOString(), tag: randomUUID() },
      ),
    ],
    states: statesWith(shared.states, sandboxes),
    snapshots: [...shared.snapshots.filter(({ sandbox }) => !sandboxes.has(sandbox)), ...snapshots],
    keys: keys ? [{ id: ISSUER_KEYS, ...keys }] : shared.keys,
  };
  await streams.replace(SHARED_STREAM, written);
  return signsWith !== undefined && keys !== undefined && !areKeys(keys, signsWith);
}

type Shared = { readonly [Name in keyof SharedRecords]: readonly SharedRecords[Name][] };

async function sharedIn(streams: StreamReader): Promise<Shared> {
  return { ...NOTHING_SHARED, ...((await streams.records(SHARED_STREAM)) as Partial<Shared> | undefined) };
}

async function apisIn(streams: StreamReader, sandbox: string): Promise<readonly string[]> {
  return (await streams.names(`${sandbox}/`)).map((name) => name.slice(sandbox.length + 1)).sort();
}

/** The data that would be replaced, for messages. */
async function foundOf(
  streams: StreamReader,
  shared: Shared,
  { main, keys, sandboxes }: CopiedState,
): Promise<string[]> {
  const found = (await apisIn(streams, MAIN)).filter((api) => main.has(api)).map((api) => `${MAIN}/${api}`);
  const [signsWith] = shared.keys;
  if (keys && signsWith && !areKeys(keys, signsWith)) found.push('the keys of logins');
  for (const name of sandboxes.keys()) {
    const isKnown = [...shared.states, ...shared.sandboxes].some(({ id }) => id === name);
    if (name !== MAIN && (isKnown || (await apisIn(streams, name)).length > 0)) found.push(`the sandbox ${name}`);
    else if (name === MAIN && (isKnown || shared.snapshots.some(({ sandbox }) => sandbox === MAIN)))
      found.push('the snapshots, the clock, the seed and the fault plans of main');
  }
  return found;
}

function areKeys({ signing, cookies }: StoredKeys, others: StoredKeys): boolean {
  return isDeepStrictEqual([signing, cookies], [others.signing, others.cookies]);
}

/** The rest of main stays if only it is copied; its request log and its coverage always stay. */
function statesWith(
  states: readonly SandboxStateRecord[],
  sandboxes: CopiedState['sandboxes'],
): readonly SandboxStateRecord[] {
  const carried = [...sandboxes].flatMap(([id, { controls }]): readonly SandboxStateRecord[] => {
    const before = id === MAIN ? states.find((one) => one.id === MAIN) : undefined;
    if (!controls) return before ? [before] : [];
    return [{ ...controls, id, cleared: before?.cleared ?? 0, recounted: before?.recounted ?? 0 }];
  });
  return [...states.filter(({ id }) => !sandboxes.has(id)), ...carried];
}
