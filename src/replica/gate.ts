// What a request waits for in one of several replicas: before it, what others have done; after it, that others can know what it did.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Gate } from '../engine/mount.ts';
import { MAIN, type Sandbox } from '../engine/sandbox.ts';
import { type Sandboxes, sandboxNamed, type Visit } from '../engine/sandboxes.ts';
import type { WireRequest } from '../engine/wire.ts';
import { GoneError, type LogPlace, PersistenceError } from '../store/log.ts';
import type { Store } from '../store/store.ts';
import type { SharedJournals } from './shared-journals.ts';
import type { KeptSandbox, SharedRecords } from './shared-records.ts';
import { shareWorlds } from './shared-worlds.ts';
import { shareSnapshots } from './snapshots.ts';

export interface GateSettings {
  readonly place: LogPlace;
  readonly shared: Store<SharedRecords>;
  readonly sandboxes: Sandboxes;
  /** Undefined where recorded exchanges are not shared. */
  readonly tapes: SharedJournals | undefined;
  /** `strong`: a request sees all that was acknowledged, by whomever, before it came. `local`: all that was here, and what others did a moment later. */
  readonly consistency: 'strong' | 'local';
  /** After how long without a request a sandbox ends, in milliseconds. */
  readonly idle: number;
  /** Whether the store of an api is shared. */
  isShared(api: string): boolean;
}

/** How often it is looked for sandboxes that were idle for long enough, in milliseconds. */
const LOOK = 1000;
/** How often a sandbox is tried again that others take away or make meanwhile, with a pause in between, in milliseconds. */
const [TRIES, PAUSE] = [100, 10];

export function createGate({ place, shared, sandboxes, tapes, consistency, idle, isShared }: GateSettings): Gate {
  /** The sandboxes that all know, as they were when it was last looked. */
  const known = new Map<string, KeptSandbox>();
  /** Those whose making or removal is on its way to the others. */
  const removing = new Set<string>();
  const making = new Set<string>();
  /** By how much longer a sandbox may live than all know, in milliseconds: not each request to it is told to all. */
  const slack = idle / 10;
  /** The list of all as it was when the one here was last in line with it, and the one here when all last knew it: then there is nothing to do for either, be they long. */
  let followed: unknown;
  let published: { readonly revision: number; readonly time: number } | undefined;
  /** Those whose stores know what is kept of them. */
  const opened = new WeakSet<Sandbox>([sandboxes.main]);
  /** Those that begin here just now, until it is known whether they can. */
  const beginning = new Map<string, Promise<void>>();
  const worlds = shareWorlds(shared, tapes);
  const snapshots = shareSnapshots(place, shared, isShared);
  const storesOf = ({ stores }: Sandbox) => [...stores].flatMap(([api, store]) => (isShared(api) ? [store] : []));
  async function refresh(sandbox: Sandbox): Promise<void> {
    if (consistency === 'local' && opened.has(sandbox)) return;
    await Promise.all(storesOf(sandbox).map((store) => store.newest())).catch((error) => letGo(sandbox, error));
    opened.add(sandbox);
  }

  /** Passes an error on, and lets go of the sandbox if it says that somebody has taken that away: it may be another one by now. */
  function letGo(sandbox: Sandbox, error: unknown): never {
    if (error instanceof GoneError && sandboxes.drop(sandbox)) {
      known.delete(sandbox.name);
      followed = undefined;
    }
    throw error;
  }

  /** Brings the list of sandboxes here in line with the one that all share. */
  function followList(): void {
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
      tapes?.stand(sandbox, kept.tag ?? '');
    }
    if (making.size === 0 && removing.size === 0) followed = state;
  }

  /**
   * Begins a sandbox that the list does not have. Whoever wants it meanwhile waits.
   *
   * @throws GoneError if something of it is kept all the same: somebody is just taking it away, or making it, stream by stream
   */
  function begin(sandbox: Sandbox): Promise<void> {
    const { name } = sandbox;
    const stores = storesOf(sandbox);
    const before = stores.map(({ state }) => state);
    const isBare = () => stores.every(({ state }, at) => state === before[at]);
    const begun = (async () => {
      await refresh(sandbox);
      if (!known.has(name) && !isBare()) letGo(sandbox, new GoneError(name));
    })().finally(() => beginning.delete(name));
    beginning.set(
      name,
      begun.catch(() => undefined),
    );
    return begun;
  }

  /**
   * The sandbox of a request, as it is by now; undefined where there can be none.
   *
   * @param tries - how often it was tried before. In the end it is begun with what is kept of it: who was killed finishes nothing
   * @throws GoneError if it was taken away meanwhile
   */
  async function enter(name: string, tries: number): Promise<Visit | undefined> {
    const here = sandboxes.find(name);
    if (consistency === 'strong' || tries > 0) await Promise.all([shared.newest(), here && refresh(here)]);
    followList();
    if (known.has(name) && !sandboxes.find(name)) {
      // It was idle for long enough, and ends before it begins anew; or others have used it.
      published = undefined;
      await publishList(name);
      followList();
    }
    for (let begun = beginning.get(name); begun; begun = beginning.get(name)) await begun;
    const visit = visitOrNone(name);
    if (!visit) return undefined;
    const { sandbox } = visit;
    try {
      if (!opened.has(sandbox) && !known.has(name) && tries < TRIES) await begin(sandbox);
      else if (sandbox !== here || consistency === 'local') await refresh(sandbox);
      worlds.follow(sandbox);
      await snapshots.learn(sandbox);
      return visit;
    } catch (error) {
      visit.leave();
      return letGo(sandbox, error);
    }
  }

  function visitOrNone(name: string): Visit | undefined {
    try {
      return sandboxes.visit(name);
    } catch {
      // It is refused where the request is answered.
      return undefined;
    }
  }

  /** Lets all know which sandboxes were made, used and removed here. @param name - of the one that was asked for: of the others, where none has come or gone, none was used */
  async function publishList(name: string): Promise<void> {
    const { revision } = sandboxes;
    const age = Date.now() - (published?.time ?? 0);
    const isListed = revision === published?.revision && age >= 0 && age < LOOK;
    if (isListed && (sandboxes.endOf(name) ?? 0) - livesUntil(known.get(name)) <= slack) return;
    const here = new Map(sandboxes.all().flatMap(({ sandbox, expires }) => (expires ? [[sandbox, expires]] : [])));
    const names = new Set([...here.keys()].map(({ name }) => name));
    const gone = [...known.values()].filter(({ id }) => !names.has(id) && !making.has(id));
    const made = [...here.keys()].filter(({ name }) => !known.has(name));
    const used = [...here].filter(([{ name }, expires]) => expires.getTime() - livesUntil(known.get(name)) > slack);
    if (gone.length === 0 && used.length === 0) {
      if (making.size === 0) published = { revision, time: Date.now() };
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
    for (const { name } of made) making.add(name);
    try {
      // Its first state would be known here only.
      for (const sandbox of made) {
        await Promise.all(
          // What changes nothing keeps what is there at first, and leaves what others have changed since as it is.
          storesOf(sandbox).map((store) => (store.state === store.fixture ? undefined : store.change(() => undefined))),
        ).catch((error) => letGo(sandbox, error));
        opened.add(sandbox);
      }
      await keepList(records, gone);
      for (const sandbox of made) {
        const kept = shared.collections.sandboxes.get(sandbox.name);
        if (kept) tapes?.stand(sandbox, kept.tag ?? '');
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
    }
  }

  /** @param gone - those that are gone here: removed, or idle for as long as anybody here knows */
  async function keepList(records: readonly KeptSandbox[], gone: readonly KeptSandbox[]): Promise<void> {
    const isIdle = (kept: KeptSandbox) => livesUntil(kept) + slack <= Date.now();
    const { ended, lost } = await shared.change((draft) => {
      const ended = gone.flatMap((one) => {
        const kept = draft.sandboxes.get(one.id);
        // Somebody else may have used since what was idle here.
        return kept && (isIdle(kept) || !isIdle(one)) ? [kept] : [];
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
    const apis = [...sandboxes.main.stores.keys()].filter(isShared);
    for (const { id } of ended) for (const api of apis) await place.remove(`${id}/${api}`);
    await snapshots.clear(lost, apis);
    if (ended.length > 0) await tapes?.remove(ended, [...shared.collections.sandboxes.values()]);
  }

  /** Enters a sandbox, again if somebody has removed it meanwhile, or still does. Perhaps it was made again since. */
  async function enterOrAgain(name: string): Promise<Visit | undefined> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await enter(name, tries);
      } catch (error) {
        if (!(error instanceof GoneError) || tries === TRIES) throw error;
        if (tries > 0) await pause(PAUSE);
      }
    }
  }

  /** Lets all know what a request did beside changing records. */
  async function publish(visit: Visit | undefined, name: string): Promise<void> {
    try {
      await publishList(name);
    } catch (error) {
      const isOwn = visit && sandboxes.find(name) !== visit.sandbox;
      if (!(error instanceof GoneError) || isOwn) throw error;
      // Another one, made here, was taken away before all knew of it; it is no more.
      return publish(visit, name);
    }
    if (!visit || (name !== MAIN && sandboxes.find(name) !== visit.sandbox)) return;
    await worlds.publish(visit.sandbox);
    await snapshots.publish(visit.sandbox);
  }

  tapes?.beside(async (isFollowed) => {
    followList();
    for (const sandbox of sandboxes.everyOne()) {
      if (!isFollowed(sandbox)) continue;
      worlds.follow(sandbox);
      await snapshots.learn(sandbox);
    }
  });
  const refusals = new WeakMap<WireRequest, unknown>();
  return {
    async enter(request) {
      const name = sandboxNamed(request.headers);
      try {
        const visit = await enterOrAgain(name);
        return () => {
          visit?.leave();
          return publish(visit, name);
        };
      } catch (error) {
        refusals.set(request, error);
        return async () => undefined;
      }
    },
    refusal: (request) => refusals.get(request),
  };
}

/** In milliseconds since 1970; 0 when nobody knows it. */
function livesUntil(kept: KeptSandbox | undefined): number {
  return kept ? Date.parse(kept.expires) : 0;
}
