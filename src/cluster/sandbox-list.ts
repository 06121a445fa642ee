// Synchronises the shared list of sandboxes with the local one.

import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../server/pipeline/sandbox/sandbox.ts';
import type { Sandboxes } from '../server/pipeline/sandbox/sandboxes.ts';
import type { LogStorage } from '../store/log/store-log.ts';
import type { Store } from '../store/store.ts';
import { isStoreError } from '../store/store-error.ts';
import type { SandboxRecord, SharedRecords } from './shared-records.ts';
import type { SharedParts, SharedSandboxStates } from './shared-sandbox-states.ts';
import type { SharedSnapshots } from './snapshots.ts';

export interface SandboxList {
  /** Whether the shared list had one of this name when it was last read. */
  has(name: string): boolean;
  /** Brings the list here in line with the one that all share. */
  follow(): void;
  /**
   * Publishes which sandboxes were created, used and removed here.
   *
   * @param name - the requested one: if no sandbox was created or removed, no other one was used
   * @throws StoreError `unavailable` if that failed; the next call repeats it
   * @throws StoreError `removed` if one that was created here was removed meanwhile
   */
  publish(name: string): Promise<void>;
  /** Makes the next call of `publish` check all of them. */
  doubt(): void;
  /** Rethrows an error, and drops the local sandbox if another replica removed it: it may be a different one by now. */
  letGo(sandbox: Sandbox, error: unknown): never;
}

export interface SandboxListSettings extends SharedParts {
  readonly place: LogStorage;
  readonly shared: Store<SharedRecords>;
  readonly sandboxes: Sandboxes;
  readonly worlds: SharedSandboxStates;
  readonly snapshots: SharedSnapshots;
  readonly consistency: 'strong' | 'local';
  /** After how long without a request a sandbox ends, in milliseconds. */
  readonly idle: number;
  /** Whether the store of an api is shared. */
  isShared(api: string): boolean;
  /** Stores the first version of a sandbox, if nothing is stored yet. */
  keepFirst(sandbox: Sandbox): Promise<void>;
}

/** Interval of the check for idle sandboxes, in milliseconds. */
const LOOK = 1000;

export function createSandboxList(settings: SandboxListSettings): SandboxList {
  const { place, shared, sandboxes, tapes, tallies, worlds, snapshots, consistency, idle, isShared, keepFirst } =
    settings;
  /** The shared list, as last read. */
  const known = new Map<string, SandboxRecord>();
  /** The sandboxes whose removal is being published. */
  const removing = new Set<string>();
  /** The sandboxes whose creation is being published, each until that is done. */
  const making = new Map<string, Promise<void>>();
  /** Difference between the real and the published lifetime, in milliseconds: not every request is published. */
  const slack = idle / 10;
  /** The shared and the local list when they were last equal: without a change, there is nothing to do. */
  let followed: unknown;
  let published: { readonly revision: number; readonly time: number } | undefined;

  function letGo(sandbox: Sandbox, error: unknown): never {
    if (isStoreError(error, 'removed') && sandboxes.drop(sandbox)) {
      known.delete(sandbox.name);
      followed = undefined;
    }
    throw error;
  }

  function follow(): void {
    const { state } = shared;
    if (state === followed) return;
    const there = shared.collections.sandboxes;
    for (const [name, { tag }] of known) {
      const kept = there.get(name);
      // It may have been removed and made again.
      if (making.has(name) || (kept && kept.tag === tag)) continue;
      known.delete(name);
      sandboxes.forget(name);
    }
    for (const kept of there.values()) {
      if (removing.has(kept.id) || known.get(kept.id) === kept) continue;
      const sandbox = sandboxes.adopt(kept.id, new Date(livesUntil(kept) + slack));
      known.set(kept.id, kept);
      stand(sandbox, kept);
    }
    if (making.size === 0 && removing.size === 0) followed = state;
  }

  function stand(sandbox: Sandbox, { tag = '' }: SandboxRecord): void {
    tapes?.stand(sandbox, tag);
    tallies?.stand(sandbox, tag);
  }

  async function publish(name: string): Promise<void> {
    // Changes are published after the sandbox itself.
    await making.get(name);
    const { revision } = sandboxes;
    const age = Date.now() - (published?.time ?? 0);
    const isListed = revision === published?.revision && age >= 0 && age < LOOK;
    if (isListed && (sandboxes.expiryOf(name) ?? 0) - livesUntil(known.get(name)) <= slack) return;
    const here = new Map(sandboxes.all().flatMap(({ sandbox, expires }) => (expires ? [[sandbox, expires]] : [])));
    const names = new Set([...here.keys()].map(({ name }) => name));
    const gone = [...known.values()].filter(({ id }) => !names.has(id));
    const madeStill = gone.flatMap(({ id }) => making.get(id) ?? []);
    if (madeStill.length > 0) {
      // An unpublished sandbox cannot be removed elsewhere.
      await Promise.all(madeStill);
      return publish(name);
    }
    const made = [...here.keys()].filter(({ name }) => !known.has(name));
    const used = [...here].filter(([{ name }, expires]) => expires.getTime() - livesUntil(known.get(name)) > slack);
    if (gone.length === 0 && used.length === 0) {
      published = { revision, time: Date.now() };
      return;
    }
    followed = undefined;
    const records = used.map(([{ name: id }, expires]): SandboxRecord => {
      return { id, expires: expires.toISOString(), tag: known.get(id)?.tag ?? randomUUID() };
    });
    const before = new Map(known);
    for (const { id } of gone) known.delete(id);
    for (const record of records) known.set(record.id, record);
    for (const { id } of gone) removing.add(id);
    let settle = () => {};
    const settled = new Promise<void>((resolve) => {
      settle = resolve;
    });
    for (const { name } of made) making.set(name, settled);
    try {
      // Its first state would be known here only.
      for (const sandbox of made) await keepFirst(sandbox).catch((error) => letGo(sandbox, error));
      await keep(records, gone);
      for (const sandbox of made) {
        const kept = shared.collections.sandboxes.get(sandbox.name);
        if (kept) stand(sandbox, kept);
        await worlds.publish(sandbox);
      }
    } catch (error) {
      // It is tried again with the next request.
      followed = undefined;
      published = undefined;
      for (const { id } of [...gone, ...records]) {
        const was = before.get(id);
        if (was) known.set(id, was);
        else known.delete(id);
      }
      // Only the time of use is unpublished, which is no reason to reject the request.
      if (consistency === 'local' && made.length === 0 && isStoreError(error, 'unavailable')) return;
      throw error;
    } finally {
      for (const { id } of gone) removing.delete(id);
      for (const { name } of made) making.delete(name);
      settle();
    }
  }

  /** @param gone - the sandboxes that were removed here, or idle as far as known here */
  async function keep(records: readonly SandboxRecord[], gone: readonly SandboxRecord[]): Promise<void> {
    const isIdle = (kept: SandboxRecord) => livesUntil(kept) + slack <= Date.now();
    const apis = [...sandboxes.main.stores.keys()].filter(isShared);
    const streamsOf = ({ id }: SandboxRecord) => apis.map((api) => `${id}/${api}`);
    // As soon as a name is free, other replicas may create another sandbox of that name.
    const ids = gone.length > 0 && place.kind === 'shared' ? await place.ids(gone.flatMap(streamsOf)) : undefined;
    const { ended, lost } = await shared.change((draft) => {
      const ended = gone.flatMap((one) => {
        const kept = draft.sandboxes.get(one.id);
        // Another replica may have removed and created it again, or used a sandbox that was idle here.
        return kept && kept.tag === one.tag && (isIdle(kept) || !isIdle(one)) ? [kept] : [];
      });
      for (const { id } of ended) {
        draft.sandboxes.remove(id);
        draft.worlds.remove(id);
      }
      const lost = [...draft.snapshots.values()].filter(({ sandbox }) => ended.some(({ id }) => id === sandbox));
      for (const { id } of lost) draft.snapshots.remove(id);
      for (const record of records) {
        const there = draft.sandboxes.get(record.id);
        // Another replica may have created it at the same time.
        if (there) draft.sandboxes.replace({ ...record, ...(there.tag !== undefined && { tag: there.tag }) });
        else draft.sandboxes.add(record);
      }
      return { ended, lost };
    });
    for (const stream of ended.flatMap(streamsOf)) {
      const id = ids?.get(stream);
      if (id !== undefined || !ids) await place.remove(stream, id);
    }
    await snapshots.clear(lost, apis);
    if (ended.length === 0) return;
    const there = [...shared.collections.sandboxes.values()];
    await tapes?.remove(ended, there);
    tallies?.remove(ended, there);
  }

  return {
    has: (name) => known.has(name),
    follow,
    publish,
    doubt() {
      published = undefined;
    },
    letGo,
  };
}

/** In milliseconds since 1970; 0 if unknown. */
function livesUntil(kept: SandboxRecord | undefined): number {
  return kept ? Date.parse(kept.expires) : 0;
}
