// Synchronises the shared list of sandboxes with the local one.

import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../server/pipeline/sandbox/sandbox.ts';
import type { Sandboxes } from '../server/pipeline/sandbox/sandboxes.ts';
import type { LogStorage } from '../store/log/store-log.ts';
import type { Store } from '../store/store.ts';
import { isStoreError } from '../store/store-error.ts';
import type { SandboxRecord, SharedRecords, SnapshotRecord } from './shared-records.ts';
import type { SharedParts, SharedSandboxStates } from './shared-sandbox-states.ts';
import type { SharedSnapshots } from './snapshots.ts';

interface SandboxListSettings extends SharedParts {
  readonly place: LogStorage;
  readonly shared: Store<SharedRecords>;
  readonly sandboxes: Sandboxes;
  readonly states: SharedSandboxStates;
  readonly snapshots: SharedSnapshots;
  readonly consistency: 'strong' | 'local';
  /** After how long without a request a sandbox ends, in milliseconds. */
  readonly idle: number;
  /** Whether the store of an api is shared. */
  isShared(api: string): boolean;
  /** Stores the first version of a sandbox, if nothing is stored yet. */
  storeFirst(sandbox: Sandbox): Promise<void>;
}

/** Interval of the check for idle sandboxes, in milliseconds. */
const CHECK_INTERVAL = 1000;

/** The local changes of the list that others do not have yet. */
interface ListChanges {
  /** New here. */
  readonly created: readonly Sandbox[];
  /** Removed here, or idle as far as this replica knows. */
  readonly removed: readonly SandboxRecord[];
  /** New or used: their records. */
  readonly records: readonly SandboxRecord[];
}

/** The local list of sandboxes, synchronised with the list that all replicas share. */
export class SandboxList {
  readonly #settings: SandboxListSettings;
  /** The shared list, as last read. */
  readonly #known = new Map<string, SandboxRecord>();
  /** The sandboxes whose removal is being published. */
  readonly #removing = new Set<string>();
  /** The sandboxes whose creation is being published, each until that is done. */
  readonly #creating = new Map<string, Promise<void>>();
  /** Difference between the real and the published lifetime, in milliseconds: not every request is published. */
  readonly #slack: number;
  /** The shared state when both lists were last equal: without a change, there is nothing to do. */
  #followed: unknown;
  /** When the local list was last published. */
  #published: { readonly revision: number; readonly time: number } | undefined;

  constructor(settings: SandboxListSettings) {
    this.#settings = settings;
    this.#slack = settings.idle / 10;
  }

  /** Whether the shared list had one of this name when it was last read. */
  has(name: string): boolean {
    return this.#known.has(name);
  }

  /** Makes the next call of `publish` check all of them. */
  recheck(): void {
    this.#published = undefined;
  }

  /** Rethrows an error, and drops the local sandbox if another replica removed it: it may be a different one by now. */
  dropIfRemoved(sandbox: Sandbox, error: unknown): never {
    if (isStoreError(error, 'removed') && this.#settings.sandboxes.drop(sandbox)) {
      this.#known.delete(sandbox.name);
      this.#followed = undefined;
    }
    throw error;
  }

  /** Updates the local list from the shared one. */
  follow(): void {
    const { shared, sandboxes } = this.#settings;
    const { state } = shared;
    if (state === this.#followed) return;
    const records = shared.collections.sandboxes;
    for (const [name, { tag }] of this.#known) {
      // It may have been removed and created again.
      if (this.#creating.has(name) || records.get(name)?.tag === tag) continue;
      this.#known.delete(name);
      sandboxes.forget(name);
    }
    for (const record of records.values()) {
      if (this.#removing.has(record.id) || this.#known.get(record.id) === record) continue;
      const sandbox = sandboxes.adopt(record.id, new Date(expiryOf(record) + this.#slack));
      this.#known.set(record.id, record);
      this.#identify(sandbox, record);
    }
    if (this.#creating.size === 0 && this.#removing.size === 0) this.#followed = state;
  }

  #identify(sandbox: Sandbox, { tag = '' }: SandboxRecord): void {
    this.#settings.requestLogs?.identify(sandbox, tag);
    this.#settings.tallies?.identify(sandbox, tag);
  }

  /**
   * Publishes which sandboxes were created, used and removed here.
   *
   * @param name - the requested one: if no sandbox was created or removed, no other one was used
   * @throws StoreError `unavailable` if that failed; the next call repeats it
   * @throws StoreError `removed` if one that was created here was removed meanwhile
   */
  async publish(name: string): Promise<void> {
    // Changes are published after the sandbox itself.
    await this.#creating.get(name);
    const { revision } = this.#settings.sandboxes;
    if (this.#isPublished(name, revision)) return;
    const { created, removed, records } = this.#changes();
    const unpublished = removed.flatMap(({ id }) => this.#creating.get(id) ?? []);
    if (unpublished.length > 0) {
      // An unpublished sandbox cannot be removed elsewhere.
      await Promise.all(unpublished);
      return this.publish(name);
    }
    if (removed.length === 0 && records.length === 0) this.#published = { revision, time: Date.now() };
    else await this.#publishChanges({ created, removed, records });
  }

  /** Whether the sandbox needs no publication, as far as that is known without a look at all others. */
  #isPublished(name: string, revision: number): boolean {
    const age = Date.now() - (this.#published?.time ?? 0);
    const isChecked = revision === this.#published?.revision && age >= 0 && age < CHECK_INTERVAL;
    const expiry = this.#settings.sandboxes.expiryOf(name) ?? 0;
    return isChecked && expiry - expiryOf(this.#known.get(name)) <= this.#slack;
  }

  #changes(): ListChanges {
    const local = this.#settings.sandboxes
      .all()
      .flatMap(({ sandbox, expires }) => (expires ? [{ sandbox, expires }] : []));
    const names = new Set(local.map(({ sandbox }) => sandbox.name));
    const used = local.filter(
      ({ sandbox, expires }) => expires.getTime() - expiryOf(this.#known.get(sandbox.name)) > this.#slack,
    );
    return {
      created: local.flatMap(({ sandbox }) => (this.#known.has(sandbox.name) ? [] : [sandbox])),
      removed: [...this.#known.values()].filter(({ id }) => !names.has(id)),
      records: used.map(({ sandbox: { name: id }, expires }) => {
        return { id, expires: expires.toISOString(), tag: this.#known.get(id)?.tag ?? randomUUID() };
      }),
    };
  }

  async #publishChanges({ created, removed, records }: ListChanges): Promise<void> {
    this.#followed = undefined;
    const before = new Map(this.#known);
    for (const { id } of removed) this.#known.delete(id);
    for (const record of records) this.#known.set(record.id, record);
    for (const { id } of removed) this.#removing.add(id);
    let settle = () => {};
    const settled = new Promise<void>((resolve) => {
      settle = resolve;
    });
    for (const { name } of created) this.#creating.set(name, settled);
    try {
      await this.#store({ created, removed, records });
    } catch (error) {
      // The next request tries it again.
      this.#followed = undefined;
      this.#published = undefined;
      for (const { id } of [...removed, ...records]) {
        const record = before.get(id);
        if (record) this.#known.set(id, record);
        else this.#known.delete(id);
      }
      // Only the time of use is unpublished, which is no reason to reject the request.
      const isHarmless = this.#settings.consistency === 'local' && created.length === 0;
      if (!isHarmless || !isStoreError(error, 'unavailable')) throw error;
    } finally {
      for (const { id } of removed) this.#removing.delete(id);
      for (const { name } of created) this.#creating.delete(name);
      settle();
    }
  }

  async #store({ created, removed, records }: ListChanges): Promise<void> {
    const { shared, states, storeFirst } = this.#settings;
    // Before it is in the list: its first state would exist here only.
    for (const sandbox of created) await storeFirst(sandbox).catch((error) => this.dropIfRemoved(sandbox, error));
    const streams = await this.#streamsOf(removed);
    const { ended, snapshots } = await this.#changeList(records, removed);
    await this.#removeParts(ended, snapshots, streams);
    for (const sandbox of created) {
      const record = shared.collections.sandboxes.get(sandbox.name);
      if (record) this.#identify(sandbox, record);
      await states.publish(sandbox);
    }
  }

  /** The streams of sandboxes with their ids. As soon as a name is free, another replica may create it again. */
  async #streamsOf(removed: readonly SandboxRecord[]): Promise<Streams> {
    const { place } = this.#settings;
    const names = removed.map(({ id }) => [id, this.#sharedApis().map((api) => `${id}/${api}`)] as const);
    const ids =
      removed.length > 0 && place.kind === 'shared' ? await place.ids(names.flatMap(([, all]) => all)) : undefined;
    return { names: new Map(names), ids };
  }

  #sharedApis(): readonly string[] {
    return [...this.#settings.sandboxes.main.stores.keys()].filter(this.#settings.isShared);
  }

  /** Changes the shared list. Returns what was removed from it. */
  #changeList(records: readonly SandboxRecord[], removed: readonly SandboxRecord[]): Promise<RemovedRecords> {
    const isIdle = (record: SandboxRecord) => expiryOf(record) + this.#slack <= Date.now();
    return this.#settings.shared.change((draft) => {
      const ended = removed.flatMap((one) => {
        const record = draft.sandboxes.get(one.id);
        // Another replica may have removed and created it again, or used a sandbox that was idle here.
        return record && record.tag === one.tag && (isIdle(record) || !isIdle(one)) ? [record] : [];
      });
      for (const { id } of ended) {
        draft.sandboxes.remove(id);
        draft.states.remove(id);
      }
      const snapshots = [...draft.snapshots.values()].filter(({ sandbox }) => ended.some(({ id }) => id === sandbox));
      for (const { id } of snapshots) draft.snapshots.remove(id);
      for (const record of records) {
        const existing = draft.sandboxes.get(record.id);
        // Another replica may have created it at the same time.
        if (existing) draft.sandboxes.replace({ ...record, ...(existing.tag !== undefined && { tag: existing.tag }) });
        else draft.sandboxes.add(record);
      }
      return { ended, snapshots };
    });
  }

  async #removeParts(
    ended: readonly SandboxRecord[],
    lost: readonly SnapshotRecord[],
    { names, ids }: Streams,
  ): Promise<void> {
    const { place, shared, snapshots, requestLogs, tallies } = this.#settings;
    for (const stream of ended.flatMap(({ id }) => names.get(id) ?? [])) {
      const id = ids?.get(stream);
      if (id !== undefined || !ids) await place.remove(stream, id);
    }
    await snapshots.clear(lost, this.#sharedApis());
    if (ended.length === 0) return;
    const remaining = [...shared.collections.sandboxes.values()];
    await requestLogs?.remove(ended, remaining);
    tallies?.remove(ended, remaining);
  }
}

/** The names of streams by sandbox, and the ids of those that exist, if the storage has ids. */
interface Streams {
  readonly names: ReadonlyMap<string, readonly string[]>;
  readonly ids: ReadonlyMap<string, string> | undefined;
}

interface RemovedRecords {
  readonly ended: readonly SandboxRecord[];
  readonly snapshots: readonly SnapshotRecord[];
}

/** When a sandbox ends without a request, in milliseconds since 1970; 0 if unknown. */
function expiryOf(record: SandboxRecord | undefined): number {
  return record ? Date.parse(record.expires) : 0;
}
