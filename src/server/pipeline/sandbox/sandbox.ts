// One isolated world: its stores, its clock, its ids, its journal.

import { type CoverageTallies, createTallies } from '../../../coverage/coverage-tallies.ts';
import type { Tally } from '../../../coverage/tally.ts';
import { convertState } from '../../../store/convert-state.ts';
import type { Fixture } from '../../../store/fixture.ts';
import type { StoreLog } from '../../../store/log/store-log.ts';
import type { RecordLists } from '../../../store/record.ts';
import type { StoreState } from '../../../store/state.ts';
import type { AnyStore } from '../api/api.ts';
import type { FaultPlan } from '../faults/plan.ts';
import { createFaultPlans, type FaultPlans } from '../faults/plans.ts';
import type { Journal, Journals } from '../request-log/journal.ts';
import { createJournals } from '../request-log/journals.ts';
import { type Clock, createClock } from './clock.ts';
import { createIds, type Ids, type IdsOf } from './ids.ts';
import { createRandom } from './random.ts';

/** The name of the sandbox that a request means when it names none, and the only one that is kept on the disk. */
export const MAIN = 'main';

/** A sandbox as it was: the state of each api, by the api's name, and what comes next. To keep one costs nothing. */
export interface Snapshot {
  readonly states: ReadonlyMap<string, StoreState>;
  readonly ids: Ids;
  readonly seed: string;
  readonly clock: Clock;
  readonly faults: FaultPlans;
}

export interface Sandbox {
  readonly name: string;
  /** The store of each api, by the api's name. */
  readonly stores: ReadonlyMap<string, AnyStore>;
  readonly clock: Clock;
  /** The present time of this world: that of its clock. */
  now(): Date;
  /** What samples and the random parts of ids follow from. */
  readonly seed: string;
  /** Lets samples and the random parts of ids follow from another seed, from its beginning. */
  sow(seed: string): void;
  /** A new id for something of an api. */
  newId(api: IdsOf): string;
  readonly journal: Journal;
  /** What its traffic has exercised of the documents. It goes on when the sandbox starts over. */
  readonly tally: Tally;
  /** What is to go wrong. */
  readonly faults: FaultPlans;
  /** Those that were taken, by their names. */
  readonly snapshots: Map<string, Snapshot>;
  /** How it is now. */
  snapshot(): Snapshot;
  /** How it is when it starts over: every store from its fixtures, ids as from the beginning. */
  readonly beginning: Snapshot;
  /** Goes back to a snapshot of its own, or of the sandbox that it was forked from. Its clock and its fault plans go on. */
  restore(snapshot: Snapshot, operation?: string): Promise<void>;
  /**
   * Goes back to the beginning, with the clock of the machine, the first seed and the first fault plans, and forgets the recorded exchanges.
   *
   * @param beginning - another one, this time. Default: its own
   */
  reset(operation?: string, beginning?: Snapshot): Promise<void>;
  /**
   * Brings the store of an api, and its moments that were given a name, over to another fixture.
   *
   * @param is - the records of the fixture
   * @param keep - is given what is put aside because it does not fit, before the state goes without it
   * @returns how many records that are by now
   */
  refit(api: string, fixture: Fixture, is: StoreState, keep?: (aside: RecordLists) => Promise<void>): Promise<number>;
  /** A sandbox in memory that goes on from a snapshot of this one. Neither sees what the other does. */
  fork(name: string, snapshot: Snapshot): Sandbox;
  /** Lets go of what it has recorded. */
  close(): void;
}

/** What a sandbox is made of. */
export interface SandboxParts {
  readonly name: string;
  readonly stores: ReadonlyMap<string, AnyStore>;
  /** The clock of the machine. */
  readonly now: () => Date;
  /** What samples and the random parts of ids follow from when it starts over. */
  readonly seed: string;
  /** What is to go wrong from the beginning. Default: nothing. */
  readonly faults?: readonly FaultPlan[] | undefined;
  /** How it is now. Default: as when it starts over. */
  readonly from?: Omit<Snapshot, 'states'>;
  /** Where its journal comes from, and those of its forks. Default: they share the default memory. */
  readonly journals?: Journals;
  /** Where its tally comes from, and those of its forks. Default: they share the default memory. */
  readonly tallies?: CoverageTallies;
  /** Where forks are kept that others share. Default: in memory. */
  readonly sharing?: Sharing | undefined;
}

/** What makes one of several processes of it that have the same sandboxes. */
export interface Sharing {
  /** The log of an api in a sandbox; undefined for what is not shared. */
  log(sandbox: string, api: string): StoreLog | undefined;
  /** Goes into the random parts of ids, so that no two processes make the same. */
  readonly salt: string;
}

export function createSandbox(parts: SandboxParts): Sandbox {
  const { name, stores, now, seed: firstSeed, journals = createJournals(), tallies = createTallies() } = parts;
  const { sharing } = parts;
  const idsRandom = (seed: string) => createRandom(sharing ? `${seed} ${sharing.salt}` : seed);
  const first = {
    ids: createIds(now, idsRandom(firstSeed)),
    seed: firstSeed,
    clock: createClock(now),
    faults: createFaultPlans(firstSeed, parts.faults),
  };
  const { from = first } = parts;
  const journal = journals.create(name);
  const tally = tallies.create();
  /** What did not fit any more when an api was changed, by its name. */
  const aside = new Map<string, RecordLists>();
  const clock = from.clock.fork();
  const faults = from.faults.fork();
  let ids = from.ids.fork(clock.now);
  let { seed } = from;
  const statesOf = (state: (store: AnyStore) => StoreState) =>
    new Map([...stores].map(([api, one]) => [api, state(one)]));
  const sandbox: Sandbox = {
    name,
    stores,
    clock,
    now: clock.now,
    get seed() {
      return seed;
    },
    sow(next) {
      seed = next;
      ids = ids.fork(clock.now, idsRandom(next));
      faults.sow(next);
    },
    newId: (api) => ids.newId(api),
    journal,
    tally,
    faults,
    snapshots: new Map(),
    snapshot: () => ({
      states: statesOf((store) => store.state),
      ids: ids.fork(clock.now),
      seed,
      clock: clock.fork(),
      faults: faults.fork(),
    }),
    get beginning() {
      return { states: statesOf((store) => store.fixture), ...first };
    },
    async restore(snapshot, operation) {
      const origin = operation === undefined ? undefined : { at: clock.now(), operation };
      for (const [api, store] of stores) {
        const state = snapshot.states.get(api);
        if (state) await store.restore(state, origin);
      }
      ids = snapshot.ids.fork(clock.now);
      seed = snapshot.seed;
      faults.sow(seed);
    },
    async reset(operation, beginning = sandbox.beginning) {
      await sandbox.restore(beginning, operation);
      clock.release();
      faults.restart();
      faults.sow(firstSeed);
      await journal.clear();
    },
    async refit(api, fixture, is, keep) {
      const store = stores.get(api);
      if (!store) return 0;
      const was = store.fixture;
      const before = aside.get(api) ?? {};
      let left = before;
      const bring = (state: StoreState) => {
        const found = convertState(state, { was, is, fixture, aside: before });
        left = found.aside;
        return found;
      };
      await store.refit(is, bring, () => keep?.(left) ?? Promise.resolve());
      aside.set(api, left);
      for (const [moment, snapshot] of sandbox.snapshots) {
        const { states } = snapshot;
        const state = states.get(api);
        if (!state) continue;
        const { state: fitting } = convertState(state, { was, is, fixture, aside: {} });
        sandbox.snapshots.set(moment, { ...snapshot, states: new Map([...states, [api, fitting]]) });
      }
      return Object.values(left).flat().length;
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
        journals,
        tallies,
        sharing,
      });
    },
    close() {
      journal.close();
      tallies.end(tally);
      // In memory there is nothing to let go of.
      if (sharing) for (const store of stores.values()) void store.close().catch(() => undefined);
    },
  };
  return sandbox;
}
