// What a request waits for in one of several replicas: before it, what others have done; after it, that others can know what it did.

import { setTimeout as pause } from 'node:timers/promises';
import type { AnyStore } from '../server/pipeline/api/api.ts';
import type { Gate } from '../server/pipeline/mount.ts';
import { MAIN, type Sandbox } from '../server/pipeline/sandbox/sandbox.ts';
import { type Sandboxes, sandboxNamed, type Visit } from '../server/pipeline/sandbox/sandboxes.ts';
import type { WireRequest } from '../server/pipeline/wire.ts';
import { GoneError, type LogPlace } from '../store/log/log.ts';
import type { Store } from '../store/store.ts';
import { createSandboxList } from './sandbox-list.ts';
import type { SharedRecords } from './shared-records.ts';
import { type SharedBeside, shareWorlds } from './shared-worlds.ts';
import { shareSnapshots } from './snapshots.ts';

export interface GateSettings extends SharedBeside {
  readonly place: LogPlace;
  readonly shared: Store<SharedRecords>;
  readonly sandboxes: Sandboxes;
  /** `strong`: a request sees all that was acknowledged, by whomever, before it came. `local`: all that was here, and what others did a moment later. */
  readonly consistency: 'strong' | 'local';
  /** After how long without a request a sandbox ends, in milliseconds. */
  readonly idle: number;
  /** Whether the store of an api is shared. */
  isShared(api: string): boolean;
}

/** How often a sandbox is tried again that others take away or make meanwhile, with a pause in between, in milliseconds. */
const [TRIES, PAUSE] = [100, 10];

export function createGate(settings: GateSettings): Gate {
  const { place, shared, sandboxes, tapes, tallies, consistency, isShared } = settings;
  /** Those whose stores know what is kept of them. */
  const opened = new WeakSet<Sandbox>([sandboxes.main]);
  /** Those that begin here just now, until it is known whether they can. */
  const beginning = new Map<string, Promise<void>>();
  const worlds = shareWorlds(shared, { tapes, tallies }, consistency);
  const snapshots = shareSnapshots(place, shared, isShared);
  const list = createSandboxList({
    ...settings,
    worlds,
    snapshots,
    async keepFirst(sandbox) {
      // What changes nothing keeps what is there at first, and leaves what others have changed since as it is.
      const keep = (store: AnyStore) => (store.state === store.fixture ? undefined : store.change(() => undefined));
      await Promise.all(storesOf(sandbox).map(keep));
      opened.add(sandbox);
    },
  });
  const storesOf = ({ stores }: Sandbox) => [...stores].flatMap(([api, store]) => (isShared(api) ? [store] : []));
  async function refresh(sandbox: Sandbox): Promise<void> {
    if (consistency === 'local' && opened.has(sandbox)) return;
    await Promise.all(storesOf(sandbox).map((store) => store.newest())).catch((error) => list.letGo(sandbox, error));
    opened.add(sandbox);
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
      if (!list.has(name) && !isBare()) list.letGo(sandbox, new GoneError(name));
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
    list.follow();
    if (list.has(name) && !sandboxes.find(name)) {
      // It was idle for long enough, and ends before it begins anew; or others have used it.
      list.doubt();
      await list.publish(name);
      list.follow();
    }
    for (let begun = beginning.get(name); begun; begun = beginning.get(name)) await begun;
    const visit = visitOrNone(name);
    if (!visit) return undefined;
    const { sandbox } = visit;
    try {
      if (!opened.has(sandbox) && !list.has(name) && tries < TRIES) await begin(sandbox);
      else if (sandbox !== here || consistency === 'local') await refresh(sandbox);
      worlds.follow(sandbox);
      await snapshots.learn(sandbox);
      return visit;
    } catch (error) {
      visit.leave();
      return list.letGo(sandbox, error);
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
      await list.publish(name);
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

  tallies?.stand(sandboxes.main);
  tallies?.tellBy(worlds.tellRecounted);
  tapes?.beside(async (isFollowed) => {
    list.follow();
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
