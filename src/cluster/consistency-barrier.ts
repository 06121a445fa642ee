// Consistency barrier: what a request of a replica waits for, before and after.

import { setTimeout as pause } from 'node:timers/promises';
import type { AnyStore } from '../server/pipeline/api/api.ts';
import type { ConsistencyBarrier } from '../server/pipeline/route-groups.ts';
import { MAIN, type Sandbox } from '../server/pipeline/sandbox/sandbox.ts';
import { getSandboxName, type Sandboxes, type SandboxVisit } from '../server/pipeline/sandbox/sandboxes.ts';
import type { WireRequest } from '../server/pipeline/wire.ts';
import type { LogStorage } from '../store/log/store-log.ts';
import type { Store } from '../store/store.ts';
import { isStoreError, streamRemoved } from '../store/store-error.ts';
import { createSandboxList } from './sandbox-list.ts';
import type { SharedRecords } from './shared-records.ts';
import { type SharedParts, shareSandboxStates } from './shared-sandbox-states.ts';
import { shareSnapshots } from './snapshots.ts';

export interface ConsistencyBarrierSettings extends SharedParts {
  readonly place: LogStorage;
  readonly shared: Store<SharedRecords>;
  readonly sandboxes: Sandboxes;
  /**
   * `strong`: a request sees every change that any replica acknowledged before it. `local`: all local changes, and
   * others a moment later.
   */
  readonly consistency: 'strong' | 'local';
  /** After how long without a request a sandbox ends, in milliseconds. */
  readonly idle: number;
  /** Whether the store of an api is shared. */
  isShared(api: string): boolean;
}

/**
 * Attempts for a sandbox that other replicas remove or create meanwhile, and the pause between them in milliseconds.
 */
const [TRIES, PAUSE] = [100, 10];

export function createConsistencyBarrier(settings: ConsistencyBarrierSettings): ConsistencyBarrier {
  const { place, shared, sandboxes, tapes, tallies, consistency, isShared } = settings;
  /** The sandboxes whose stores have read the shared state. */
  const opened = new WeakSet<Sandbox>([sandboxes.main]);
  /** The sandboxes that are being created here. */
  const beginning = new Map<string, Promise<void>>();
  const worlds = shareSandboxStates(shared, { tapes, tallies }, consistency);
  const snapshots = shareSnapshots(place, shared, isShared);
  const list = createSandboxList({
    ...settings,
    worlds,
    snapshots,
    async keepFirst(sandbox) {
      // An unchanged store writes its first version, and keeps changes of others.
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
   * Creates a sandbox that is not in the list. Concurrent requests wait.
   *
   * @throws StoreError `removed` if it has stored data all the same: another replica is removing or creating it, stream by stream
   */
  function begin(sandbox: Sandbox): Promise<void> {
    const { name } = sandbox;
    const stores = storesOf(sandbox);
    const before = stores.map(({ state }) => state);
    const isBare = () => stores.every(({ state }, at) => state === before[at]);
    const begun = (async () => {
      await refresh(sandbox);
      if (!list.has(name) && !isBare()) list.letGo(sandbox, streamRemoved(name));
    })().finally(() => beginning.delete(name));
    beginning.set(
      name,
      begun.catch(() => undefined),
    );
    return begun;
  }

  /**
   * The sandbox of a request, as it is by now; undefined if it cannot exist.
   *
   * @param tries - earlier attempts. The last one accepts stored data: a killed process finishes nothing
   * @throws StoreError `removed` if it was removed meanwhile
   */
  async function enter(name: string, tries: number): Promise<SandboxVisit | undefined> {
    const here = sandboxes.find(name);
    if (consistency === 'strong' || tries > 0) await Promise.all([shared.newest(), here && refresh(here)]);
    list.follow();
    if (list.has(name) && !sandboxes.find(name)) {
      // It was idle for long enough and ends before it starts again, or other replicas have used it.
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

  function visitOrNone(name: string): SandboxVisit | undefined {
    try {
      return sandboxes.visit(name);
    } catch {
      // Rejected where the request is answered.
      return undefined;
    }
  }

  /** Enters a sandbox, again if another replica has removed it meanwhile. It may exist again since. */
  async function enterOrAgain(name: string): Promise<SandboxVisit | undefined> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await enter(name, tries);
      } catch (error) {
        if (!isStoreError(error, 'removed') || tries === TRIES) throw error;
        if (tries > 0) await pause(PAUSE);
      }
    }
  }

  /** Publishes the effects of a request beside its records. */
  async function publish(visit: SandboxVisit | undefined, name: string): Promise<void> {
    try {
      await list.publish(name);
    } catch (error) {
      const isOwn = visit && sandboxes.find(name) !== visit.sandbox;
      if (!isStoreError(error, 'removed') || isOwn) throw error;
      // One that was created here was removed before it was published.
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
    for (const sandbox of sandboxes.allWithTentative()) {
      if (!isFollowed(sandbox)) continue;
      worlds.follow(sandbox);
      await snapshots.learn(sandbox);
    }
  });
  const refusals = new WeakMap<WireRequest, unknown>();
  return {
    async enter(request) {
      const name = getSandboxName(request.headers);
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
    findError: (request) => refusals.get(request),
  };
}
