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
import { IDEMPOTENCY_KEYS, type IdempotencyKeys } from '../idempotency/idempotency-keys.ts';
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
  /** Replaces the fixtures as the state when it starts over. Default: none. */
  readonly initialState?: Snapshot | undefined;
  /** Creates its request log, and those of its forks. Default: with the default memory. */
  readonly requestLogs?: RequestLogs;
  /** Creates its coverage, and that of its forks. Default: with the default memory. */
  readonly tallies?: CoverageTallies;
  /** Where shared forks are stored. Default: in memory. */
  readonly sharing?: SandboxSharing | undefined;
  /** Opens the place of invalid records of an API; undefined for one without. Default: in memory, also for forks. */
  readonly quarantine?: ((api: string) => Promise<Quarantine> | undefined) | undefined;
}

/** How many records of an API were set aside before a conversion, and are after it; and where. */
export interface ConvertedStore {
  readonly before: number;
  readonly after: number;
  readonly place: string;
}

/** The connection to other processes with the same sandboxes. */
export interface SandboxSharing {
  /** The log of an API in a sandbox; undefined if it is not shared. */
  log(sandbox: string, api: string): StoreLog | undefined;
  /** Added to random numbers of ids, so that processes create different ones. */
  readonly salt: string;
}

/** The initial parts of a sandbox beside its stores. */
type InitialParts = Omit<Snapshot, 'states'>;

/** A place for the records of an API that a changed document does not allow. */
export interface Quarantine {
  readonly path: string;
  /** The records that an earlier process stored. */
  readonly records: RecordLists;
  /** Stores these records and no others. */
  write(records: RecordLists): Promise<void>;
}

/** An isolated copy of all state, with its own clock, random numbers, faults and request log. */
export class Sandbox {
  readonly name: string;
  /** The store of each api, by the api's name. */
  readonly stores: ReadonlyMap<string, AnyStore>;
  readonly clock: Clock;
  /** The present time of its clock. */
  readonly now: () => Date;
  readonly requestLog: RequestLog;
  /** The coverage of its requests. It survives a reset. */
  readonly tally: Tally;
  /** Its injected faults. */
  readonly faults: FaultPlans;
  /** Its requests with an idempotency key that are under way. The others are in a store. */
  readonly keysUnderWay: IdempotencyKeys['underWay'] = new Map();
  /** Its snapshots, by name. */
  readonly snapshots: Map<string, Snapshot> = new Map();
  readonly #ended = new AbortController();
  readonly #parts: SandboxParts & { readonly requestLogs: RequestLogs; readonly tallies: CoverageTallies };
  readonly #first: InitialParts;
  /** Records that became invalid when an API was reloaded, by API. */
  readonly #quarantined = new Map<string, RecordLists>();
  readonly #quarantines = new Map<string, Promise<Quarantine | undefined>>();
  /** Replaces the fixtures as the state when it starts over. */
  #initialState: Snapshot | undefined;
  #ids: IdGenerator;
  #seed: string;

  constructor(given: SandboxParts) {
    const { requestLogs = createRequestLogs(), tallies = createTallies() } = given;
    const parts = { ...given, requestLogs, tallies };
    this.#parts = parts;
    this.name = parts.name;
    this.stores = parts.stores;
    this.#first = {
      ids: createIdGenerator(parts.now, this.#randomNumbers(parts.seed)),
      seed: parts.seed,
      clock: createClock(parts.now),
      faults: createFaultPlans(parts.seed, parts.faults),
    };
    this.#initialState = parts.initialState;
    const from = parts.from ?? this.#first;
    this.clock = from.clock.fork();
    this.now = this.clock.now;
    this.faults = from.faults.fork();
    this.requestLog = parts.requestLogs.create(parts.name);
    this.tally = parts.tallies.create();
    this.#ids = from.ids.fork(this.now);
    this.#seed = from.seed;
  }

  /** The random seed of samples and ids. */
  get seed(): string {
    return this.#seed;
  }

  /** Replaces the random seed, and restarts its numbers. */
  setSeed(seed: string): void {
    this.#seed = seed;
    this.#ids = this.#ids.fork(this.now, this.#randomNumbers(seed));
    this.faults.setSeed(seed);
  }

  /** A new id for an item of an API. */
  newId(api: IdOwner): string {
    return this.#ids.newId(api);
  }

  /** How it is now. */
  snapshot(): Snapshot {
    return {
      states: this.#mapStores((store) => store.state),
      ids: this.#ids.fork(this.now),
      seed: this.#seed,
      clock: this.clock.fork(),
      faults: this.faults.fork(),
    };
  }

  /** How it is when it starts over: every store from its fixtures, ids as from the beginning, unless it was replaced. */
  get initialState(): Snapshot {
    return this.#initialState ?? { states: this.#mapStores((store) => store.fixture), ...this.#first };
  }

  /** Whether nothing has changed since it started from its fixtures. */
  get isUnchanged(): boolean {
    return [...this.stores.values()].every((store) => store.state === store.fixture);
  }

  /** Replaces the state that it, and all sandboxes that are forked from it later, start over with. */
  setInitialState(snapshot: Snapshot): void {
    this.#initialState = { ...this.#first, states: snapshot.states, ids: snapshot.ids };
  }

  /** Forgets its idempotency keys: the changes that their responses describe were undone. */
  async forgetIdempotencyKeys(): Promise<void> {
    const keys = this.stores.get(IDEMPOTENCY_KEYS);
    if (keys?.collections.requests?.size) await keys.reset();
  }

  /** Restores a snapshot of its own, or of the sandbox that it was forked from. Clock and faults are unchanged. */
  async restore(snapshot: Snapshot, operation?: string): Promise<void> {
    const origin = operation === undefined ? undefined : { at: this.now(), operation };
    for (const [api, store] of this.stores) {
      const state = snapshot.states.get(api);
      if (state) await store.restore(state, origin);
    }
    this.#ids = snapshot.ids.fork(this.now);
    this.#seed = snapshot.seed;
    this.faults.setSeed(snapshot.seed);
  }

  /**
   * Resets state, clock, random seed, faults and request log, and removes what was set aside.
   *
   * @param initialState - another initial state. Default: its own
   */
  async reset(operation?: string, initialState = this.initialState): Promise<void> {
    await this.restore(initialState, operation);
    for (const api of this.stores.keys()) {
      this.#quarantined.set(api, {});
      await (await this.#quarantine(api))?.write({});
    }
    this.clock.reset();
    this.faults.reset();
    this.faults.setSeed(this.#first.seed);
    await this.requestLog.clear();
  }

  /**
   * Migrates the store of an API, and its snapshots, to another fixture.
   *
   * @param is - the records of the fixture
   */
  async convertStore(api: string, fixture: Fixture, is: StoreState): Promise<ConvertedStore | undefined> {
    const store = this.stores.get(api);
    if (!store) return undefined;
    const was = store.fixture;
    const quarantine = await this.#quarantine(api);
    const before = this.#quarantined.get(api) ?? quarantine?.records ?? {};
    let quarantined = before;
    const convert = (state: StoreState) => {
      const converted = convertState(state, { was, is, fixture, aside: before });
      quarantined = converted.aside;
      return converted;
    };
    await store.refit(is, convert, async () => quarantine?.write(quarantined));
    this.#quarantined.set(api, quarantined);
    this.#convertSnapshots(api, (state) => convertState(state, { was, is, fixture, aside: {} }).state);
    return { before: countOf(before), after: countOf(quarantined), place: quarantine?.path ?? 'memory' };
  }

  #quarantine(api: string): Promise<Quarantine | undefined> {
    const opened = this.#quarantines.get(api) ?? this.#parts.quarantine?.(api) ?? Promise.resolve(undefined);
    this.#quarantines.set(api, opened);
    return opened;
  }

  #convertSnapshots(api: string, convert: (state: StoreState) => StoreState): void {
    const converted = (snapshot: Snapshot): Snapshot => {
      const state = snapshot.states.get(api);
      return state ? { ...snapshot, states: new Map([...snapshot.states, [api, convert(state)]]) } : snapshot;
    };
    for (const [name, snapshot] of this.snapshots) this.snapshots.set(name, converted(snapshot));
    if (this.#initialState) this.#initialState = converted(this.#initialState);
  }

  /** An independent sandbox in memory with the state of a snapshot of this one. */
  fork(name: string, snapshot: Snapshot): Sandbox {
    const { sharing } = this.#parts;
    const fork = ([api, store]: readonly [string, AnyStore]) =>
      [api, store.fork(snapshot.states.get(api), sharing?.log(name, api))] as const;
    const stores = new Map([...this.stores].map(fork));
    const own = { name, stores, from: snapshot, initialState: this.#initialState, quarantine: undefined };
    return new Sandbox({ ...this.#parts, ...own });
  }

  /** Aborted when it is removed. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Ends its streams, and releases its request log. */
  close(): void {
    this.#ended.abort();
    this.requestLog.close();
    this.#parts.tallies.end(this.tally);
    // Stores in memory need no release.
    if (this.#parts.sharing) for (const store of this.stores.values()) void store.close().catch(() => undefined);
  }

  #mapStores(stateOf: (store: AnyStore) => StoreState): ReadonlyMap<string, StoreState> {
    return new Map([...this.stores].map(([api, store]) => [api, stateOf(store)]));
  }

  #randomNumbers(seed: string): ReturnType<typeof createRandomNumbers> {
    const { sharing } = this.#parts;
    return createRandomNumbers(sharing ? `${seed} ${sharing.salt}` : seed);
  }
}

function countOf(records: RecordLists): number {
  return Object.values(records).flat().length;
}
