// A sandbox: an isolated copy of stores, clock, ids and request log.

import { type CoverageTallies, createTallies } from '../../../coverage/coverage-tallies.ts';
import type { Tally } from '../../../coverage/tally.ts';
import { convertState } from '../../../store/convert-state.ts';
import type { Fixture } from '../../../store/fixture.ts';
import type { StoreLog } from '../../../store/log/store-log.ts';
import type { RecordLists } from '../../../store/record.ts';
import type { StoreState } from '../../../store/state.ts';
import type { AnyStore } from '../api/api.ts';
import type { FaultPlan } from '../faults/fault-plan.ts';
import { createFaultPlans, type FaultPlans } from '../faults/fault-plans.ts';
import { createIdempotencyKeys, type IdempotencyKeys } from '../idempotency/idempotency-keys.ts';
import type { RequestLog, RequestLogs } from '../request-log/request-log.ts';
import { createRequestLogs } from '../request-log/request-logs.ts';
import { type Clock, createClock } from './clock.ts';
import { createIdGenerator, type IdGenerator, type IdOwner } from './id-generator.ts';
import { createRandomNumbers } from './random-numbers.ts';

/** The default sandbox, and the only one that is stored on the disk. */
export const MAIN = 'main';

/** A past state of a sandbox: the state of each API, by name, and the next ids. A snapshot costs nothing. */
export interface Snapshot {
  readonly states: ReadonlyMap<string, StoreState>;
  readonly ids: IdGenerator;
  readonly seed: string;
  readonly clock: Clock;
  readonly faults: FaultPlans;
}

export interface Sandbox {
  readonly name: string;
  /** The store of each api, by the api's name. */
  readonly stores: ReadonlyMap<string, AnyStore>;
  readonly clock: Clock;
  /** The present time of its clock. */
  now(): Date;
  /** The random seed of samples and ids. */
  readonly seed: string;
  /** Replaces the random seed, and restarts its numbers. */
  setSeed(seed: string): void;
  /** A new id for an item of an API. */
  newId(api: IdOwner): string;
  readonly requestLog: RequestLog;
  /** The coverage of its requests. It survives a reset. */
  readonly tally: Tally;
  /** Its injected faults. */
  readonly faults: FaultPlans;
  /** Its idempotency keys. They are forgotten when its state is replaced, and do not survive a restart. */
  readonly idempotencyKeys: IdempotencyKeys;
  /** Its snapshots, by name. */
  readonly snapshots: Map<string, Snapshot>;
  /** How it is now. */
  snapshot(): Snapshot;
  /** How it is when it starts over: every store from its fixtures, ids as from the beginning. */
  readonly initialState: Snapshot;
  /** Restores a snapshot of its own, or of the sandbox that it was forked from. Clock and faults are unchanged. */
  restore(snapshot: Snapshot, operation?: string): Promise<void>;
  /**
   * Resets state, clock, random seed, faults and request log.
   *
   * @param initialState - another initial state. Default: its own
   */
  reset(operation?: string, initialState?: Snapshot): Promise<void>;
  /**
   * Migrates the store of an API, and its snapshots, to another fixture.
   *
   * @param is - the records of the fixture
   * @param save - stores invalid records elsewhere, before they are removed
   * @returns the number of records that are put aside by now
   */
  convertStore(
    api: string,
    fixture: Fixture,
    is: StoreState,
    save?: (quarantined: RecordLists) => Promise<void>,
  ): Promise<number>;
  /** An independent sandbox in memory with the state of a snapshot of this one. */
  fork(name: string, snapshot: Snapshot): Sandbox;
  /** Releases its request log. */
  close(): void;
}

/** The parts of a sandbox. */
export interface SandboxParts {
  readonly name: string;
  readonly stores: ReadonlyMap<string, AnyStore>;
  /** The clock of the machine. */
  readonly now: () => Date;
  /** The initial random seed. */
  readonly seed: string;
  /** The initial faults. Default: none. */
  readonly faults?: readonly FaultPlan[] | undefined;
  /** How it is now. Default: as when it starts over. */
  readonly from?: Omit<Snapshot, 'states'>;
  /** Creates its request log, and those of its forks. Default: with the default memory. */
  readonly requestLogs?: RequestLogs;
  /** Creates its coverage, and that of its forks. Default: with the default memory. */
  readonly tallies?: CoverageTallies;
  /** Where shared forks are stored. Default: in memory. */
  readonly sharing?: SandboxSharing | undefined;
}

/** The connection to other processes with the same sandboxes. */
export interface SandboxSharing {
  /** The log of an API in a sandbox; undefined if it is not shared. */
  log(sandbox: string, api: string): StoreLog | undefined;
  /** Added to random numbers of ids, so that processes create different ones. */
  readonly salt: string;
}

export function createSandbox(parts: SandboxParts): Sandbox {
  const { name, stores, now, seed: firstSeed, requestLogs = createRequestLogs(), tallies = createTallies() } = parts;
  const { sharing } = parts;
  const idsRandom = (seed: string) => createRandomNumbers(sharing ? `${seed} ${sharing.salt}` : seed);
  const first = {
    ids: createIdGenerator(now, idsRandom(firstSeed)),
    seed: firstSeed,
    clock: createClock(now),
    faults: createFaultPlans(firstSeed, parts.faults),
  };
  const { from = first } = parts;
  const requestLog = requestLogs.create(name);
  const tally = tallies.create();
  /** Records that became invalid when an API was reloaded, by API. */
  const quarantined = new Map<string, RecordLists>();
  const clock = from.clock.fork();
  const faults = from.faults.fork();
  let ids = from.ids.fork(clock.now);
  let { seed } = from;
  const mapStores = (state: (store: AnyStore) => StoreState) =>
    new Map([...stores].map(([api, one]) => [api, state(one)]));
  const sandbox: Sandbox = {
    name,
    stores,
    clock,
    now: clock.now,
    get seed() {
      return seed;
    },
    setSeed(next) {
      seed = next;
      ids = ids.fork(clock.now, idsRandom(next));
      faults.setSeed(next);
    },
    newId: (api) => ids.newId(api),
    requestLog,
    tally,
    faults,
    idempotencyKeys: createIdempotencyKeys(),
    snapshots: new Map(),
    snapshot: () => ({
      states: mapStores((store) => store.state),
      ids: ids.fork(clock.now),
      seed,
      clock: clock.fork(),
      faults: faults.fork(),
    }),
    get initialState() {
      return { states: mapStores((store) => store.fixture), ...first };
    },
    async restore(snapshot, operation) {
      const origin = operation === undefined ? undefined : { at: clock.now(), operation };
      for (const [api, store] of stores) {
        const state = snapshot.states.get(api);
        if (state) await store.restore(state, origin);
      }
      sandbox.idempotencyKeys.clear();
      ids = snapshot.ids.fork(clock.now);
      seed = snapshot.seed;
      faults.setSeed(seed);
    },
    async reset(operation, initialState = sandbox.initialState) {
      await sandbox.restore(initialState, operation);
      clock.reset();
      faults.reset();
      faults.setSeed(firstSeed);
      await requestLog.clear();
    },
    async convertStore(api, fixture, is, save) {
      const store = stores.get(api);
      if (!store) return 0;
      const was = store.fixture;
      const before = quarantined.get(api) ?? {};
      let orphans = before;
      const convert = (state: StoreState) => {
        const found = convertState(state, { was, is, fixture, aside: before });
        orphans = found.aside;
        return found;
      };
      await store.refit(is, convert, () => save?.(orphans) ?? Promise.resolve());
      quarantined.set(api, orphans);
      for (const [moment, snapshot] of sandbox.snapshots) {
        const { states } = snapshot;
        const state = states.get(api);
        if (!state) continue;
        const { state: converted } = convertState(state, { was, is, fixture, aside: {} });
        sandbox.snapshots.set(moment, { ...snapshot, states: new Map([...states, [api, converted]]) });
      }
      return Object.values(orphans).flat().length;
    },
    fork(forkName, snapshot) {
      const forks = new Map(
        [...stores].map(([api, store]) => [api, store.fork(snapshot.states.get(api), sharing?.log(forkName, api))]),
      );
      return createSandbox({
        name: forkName,
        stores: forks,
        now,
        seed: firstSeed,
        faults: parts.faults,
        from: snapshot,
        requestLogs,
        tallies,
        sharing,
      });
    },
    close() {
      requestLog.close();
      tallies.end(tally);
      // Stores in memory need no release.
      if (sharing) for (const store of stores.values()) void store.close().catch(() => undefined);
    },
  };
  return sandbox;
}
