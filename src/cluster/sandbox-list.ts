// The list of sandboxes that all replicas share, and the one here: each is brought in line with the other.

import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../server/pipeline/sandbox/sandbox.ts';
import type { Sandboxes } from '../server/pipeline/sandbox/sandboxes.ts';
import { GoneError, type LogPlace, PersistenceError } from '../store/log/log.ts';
import type { Store } from '../store/store.ts';
import type { KeptSandbox, SharedRecords } from './shared-records.ts';
import type { SharedBeside, SharedWorlds } from './shared-worlds.ts';
import type { SharedSnapshots } from './snapshots.ts';

export interface SandboxList {
  /** Whether all know one by this name, as they did when it was last looked. */
  has(name: string): boolean;
  /** Brings the list here in line with the one that all share. */
  follow(): void;
  /**
   * Lets all know which sandboxes were made, used and removed here.
   *
   * @param name - of the one that was asked for: of the others, where none has come or gone, none was used
   * @throws PersistenceError if it could not be told; it is tried again with the next call
   * @throws GoneError if one that was made here was taken away meanwhile
   */
  publish(name: string): Promise<void>;
  /** Lets the next call of `publish` look at all of them. */
  doubt(): void;
  /** Passes an error on, and lets go of the sandbox if it says that somebody has taken that away: it may be another one by now. */
  letGo(sandbox: Sandbox, error: unknown): never;
}

export interface SandboxListSettings extends SharedBeside {
  readonly place: LogPlace;
  readonly shared: Store<SharedRecords>;
  readonly sandboxes: Sandboxes;
  readonly worlds: SharedWorlds;
  readonly snapshots: SharedSnapshots;
  readonly consistency: 'strong' | 'local';
  /** After how long without a request a sandbox ends, in milliseconds. */
  readonly idle: number;
  /** Whether the store of an api is shared. */
  isShared(api: string): boolean;
  /** Keeps what a sandbox begins with, where nothing is kept yet. */
  keepFirst(sandbox: Sandbox): Promise<void>;
}

/** How often it is looked for sandboxes that were idle for long enough, in milliseconds. */
const LOOK = 1000;

export function createSandboxList(settings: SandboxListSettings): SandboxList {
  const { place, shared, sandboxes, tapes, tallies, worlds, snapshots, consistency, idle, isShared, keepFirst } =
    settings;
  /** The sandboxes that all know, as they were when it was last looked. */
  const known = new Map<string, KeptSandbox>();
  /** Those whose removal is on its way to the others. */
  const removing = new Set<string>();
  /** Those whose making is, each until it has come there or failed. */
  const making = new Map<string, Promise<void>>();
  /** By how much longer a sandbox may live than all know, in milliseconds: not each request to it is told to all. */
  const slack = idle / 10;
  /** The list of all as it was when the one here was last in line with it, and the one here when all last knew it: then there is nothing to do for either, be they long. */
  let followed: unknown;
  let published: { readonly revision: number; readonly time: number } | undefined;

  function letGo(sandbox: Sandbox, error: unknown): never {
    if (error instanceof GoneError && sandboxes.drop(sandbox)) {
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

  function stand(sandbox: Sandbox, { tag = '' }: KeptSandbox): void {
    tapes?.stand(sandbox, tag);
    tallies?.stand(sandbox, tag);
  }

  async function publish(name: string): Promise<void> {
    // Nobody is told what was done in one that not all know of yet.
    await making.get(name);
    const { revision } = sandboxes;
    const age = Date.now() - (published?.time ?? 0);
    const isListed = revision === published?.revision && age >= 0 && age < LOOK;
    if (isListed && (sandboxes.endOf(name) ?? 0) - livesUntil(known.get(name)) <= slack) return;
    const here = new Map(sandboxes.all().flatMap(({ sandbox, expires }) => (expires ? [[sandbox, expires]] : [])));
    const names = new Set([...here.keys()].map(({ name }) => name));
    const gone = [...known.values()].filter(({ id }) => !names.has(id));
    const madeStill = gone.flatMap(({ id }) => making.get(id) ?? []);
    if (madeStill.length > 0) {
      // What the others do not know yet cannot be removed at theirs.
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
    const records = used.map(([{ name: id }, expires]): KeptSandbox => {
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
      // That a sandbox was used, or idle, is no reason not to answer from it.
      if (consistency === 'local' && made.length === 0 && error instanceof PersistenceError) return;
      throw error;
    } finally {
      for (const { id } of gone) removing.delete(id);
      for (const { name } of made) making.delete(name);
      settle();
    }
  }

  /** @param gone - those that are gone here: removed, or idle for as long as anybody here knows */
  async function keep(records: readonly KeptSandbox[], gone: readonly KeptSandbox[]): Promise<void> {
    const isIdle = (kept: KeptSandbox) => livesUntil(kept) + slack <= Date.now();
    const apis = [...sandboxes.main.stores.keys()].filter(isShared);
    const streamsOf = ({ id }: KeptSandbox) => apis.map((api) => `${id}/${api}`);
    // As soon as the list does not name one any more, others may begin another one by its name.
    const ids = gone.length > 0 ? await place.ids?.(gone.flatMap(streamsOf)) : undefined;
    const { ended, lost } = await shared.change((draft) => {
      const ended = gone.flatMap((one) => {
        const kept = draft.sandboxes.get(one.id);
        // Somebody else may have removed it and made another one, or have used since what was idle here.
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
        // Somebody may have made it at the same time.
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

/** In milliseconds since 1970; 0 when nobody knows it. */
function livesUntil(kept: KeptSandbox | undefined): number {
  return kept ? Date.parse(kept.expires) : 0;
}
