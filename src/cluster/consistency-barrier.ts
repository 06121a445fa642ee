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
import { SandboxList } from './sandbox-list.ts';
import type { SharedRecords } from './shared-records.ts';
import { type SharedParts, SharedSandboxStates } from './shared-sandbox-states.ts';
import { type SharedSnapshots, shareSnapshots } from './snapshots.ts';

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

/** The consistency barrier of replicas: each request sees the shared state, and publishes what it changed. */
export class SharedStateBarrier implements ConsistencyBarrier {
  readonly #settings: ConsistencyBarrierSettings;
  readonly #states: SharedSandboxStates;
  readonly #snapshots: SharedSnapshots;
  readonly #list: SandboxList;
  /** The sandboxes whose stores have read the shared state. */
  readonly #opened: WeakSet<Sandbox>;
  /** The sandboxes that are being created here. */
  readonly #creating = new Map<string, Promise<void>>();
  readonly #errors = new WeakMap<WireRequest, unknown>();

  constructor(settings: ConsistencyBarrierSettings) {
    const { place, shared, sandboxes, requestLogs, tallies, consistency, isShared } = settings;
    const states = new SharedSandboxStates(shared, { requestLogs, tallies }, consistency);
    const snapshots = shareSnapshots(place, shared, isShared);
    this.#settings = settings;
    this.#states = states;
    this.#snapshots = snapshots;
    this.#opened = new WeakSet([sandboxes.main]);
    this.#list = new SandboxList({
      ...settings,
      states,
      snapshots,
      storeFirst: (sandbox) => this.#storeFirst(sandbox),
    });
    tallies?.identify(sandboxes.main);
    tallies?.onCleared((cleared) => states.publishCleared(cleared));
    requestLogs?.alsoPoll((isFollowed) => this.#followAll(isFollowed));
  }

  async enter(request: WireRequest): Promise<() => Promise<void>> {
    const name = getSandboxName(request.headers);
    try {
      const visit = await this.#enterOrAgain(name);
      return () => {
        visit?.leave();
        return this.#publish(visit, name);
      };
    } catch (error) {
      this.#errors.set(request, error);
      return async () => undefined;
    }
  }

  findError(request: WireRequest): unknown {
    return this.#errors.get(request);
  }

  /** Enters a sandbox, again if another replica has removed it meanwhile. It may exist again since. */
  async #enterOrAgain(name: string): Promise<SandboxVisit | undefined> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#enter(name, tries);
      } catch (error) {
        if (!isStoreError(error, 'removed') || tries === TRIES) throw error;
        if (tries > 0) await pause(PAUSE);
      }
    }
  }

  /**
   * The sandbox of a request, as it is by now; undefined if it cannot exist.
   *
   * @param tries - earlier attempts. The last one accepts stored data: a killed process finishes nothing
   * @throws StoreError `removed` if it was removed meanwhile
   */
  async #enter(name: string, tries: number): Promise<SandboxVisit | undefined> {
    const { shared, sandboxes, consistency } = this.#settings;
    const local = sandboxes.find(name);
    if (consistency === 'strong' || tries > 0) await Promise.all([shared.newest(), local && this.#refresh(local)]);
    await this.#followList(name);
    for (let creating = this.#creating.get(name); creating; creating = this.#creating.get(name)) await creating;
    const visit = this.#visit(name);
    if (!visit) return undefined;
    const { sandbox } = visit;
    try {
      if (!this.#opened.has(sandbox) && !this.#list.has(name) && tries < TRIES) await this.#create(sandbox);
      else if (sandbox !== local || consistency === 'local') await this.#refresh(sandbox);
      this.#states.follow(sandbox);
      await this.#snapshots.read(sandbox);
      return visit;
    } catch (error) {
      visit.leave();
      return this.#list.dropIfRemoved(sandbox, error);
    }
  }

  async #followList(name: string): Promise<void> {
    this.#list.follow();
    if (!this.#list.has(name) || this.#settings.sandboxes.find(name)) return;
    // It was idle for long enough and ends before it starts again, or other replicas have used it.
    this.#list.recheck();
    await this.#list.publish(name);
    this.#list.follow();
  }

  #visit(name: string): SandboxVisit | undefined {
    try {
      return this.#settings.sandboxes.visit(name);
    } catch {
      // Rejected where the request is answered.
      return undefined;
    }
  }

  /**
   * Creates a sandbox that is not in the list. Concurrent requests wait.
   *
   * @throws StoreError `removed` if it has stored data all the same: another replica is removing or creating it, stream by stream
   */
  #create(sandbox: Sandbox): Promise<void> {
    const { name } = sandbox;
    const stores = this.#storesOf(sandbox);
    const before = stores.map(({ state }) => state);
    const isEmpty = () => stores.every(({ state }, index) => state === before[index]);
    const creating = (async () => {
      await this.#refresh(sandbox);
      if (!this.#list.has(name) && !isEmpty()) this.#list.dropIfRemoved(sandbox, streamRemoved(name));
    })().finally(() => this.#creating.delete(name));
    this.#creating.set(
      name,
      creating.catch(() => undefined),
    );
    return creating;
  }

  async #refresh(sandbox: Sandbox): Promise<void> {
    if (this.#settings.consistency === 'local' && this.#opened.has(sandbox)) return;
    const reading = Promise.all(this.#storesOf(sandbox).map((store) => store.newest()));
    await reading.catch((error) => this.#list.dropIfRemoved(sandbox, error));
    this.#opened.add(sandbox);
  }

  async #storeFirst(sandbox: Sandbox): Promise<void> {
    // An empty change writes the first version, and keeps changes of others. The fixture needs none.
    const changed = this.#storesOf(sandbox).filter(({ state, fixture }) => state !== fixture);
    await Promise.all(changed.map((store) => store.change(() => undefined)));
    this.#opened.add(sandbox);
  }

  #storesOf({ stores }: Sandbox): readonly AnyStore[] {
    return [...stores].flatMap(([api, store]) => (this.#settings.isShared(api) ? [store] : []));
  }

  async #followAll(isFollowed: (sandbox: Sandbox) => boolean): Promise<void> {
    this.#list.follow();
    for (const sandbox of this.#settings.sandboxes.allWithTentative()) {
      if (!isFollowed(sandbox)) continue;
      this.#states.follow(sandbox);
      await this.#snapshots.read(sandbox);
    }
  }

  /** Publishes the effects of a request beside its records. */
  async #publish(visit: SandboxVisit | undefined, name: string): Promise<void> {
    const { sandboxes } = this.#settings;
    try {
      await this.#list.publish(name);
    } catch (error) {
      const isOwn = visit && sandboxes.find(name) !== visit.sandbox;
      if (!isStoreError(error, 'removed') || isOwn) throw error;
      // One that was created here was removed before it was published.
      return this.#publish(visit, name);
    }
    if (!visit || (name !== MAIN && sandboxes.find(name) !== visit.sandbox)) return;
    await this.#states.publish(visit.sandbox);
    await this.#snapshots.publish(visit.sandbox);
  }
}
