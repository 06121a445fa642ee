// Shares clock, random seed, fault plans and clears of a sandbox between replicas.

import { isDeepStrictEqual } from 'node:util';
import type { FaultPlansState, InjectedFault } from '../server/pipeline/faults/fault-plans.ts';
import type { FaultCandidate } from '../server/pipeline/faults/match-fault.ts';
import { areSamePlans, mergeFaultPlans } from '../server/pipeline/faults/merge-fault-plans.ts';
import { MAIN, type Sandbox } from '../server/pipeline/sandbox/sandbox.ts';
import type { Store } from '../store/store.ts';
import { isStoreError, storageUnavailable } from '../store/store-error.ts';
import type { SandboxStateRecord, SharedRecords } from './shared-records.ts';
import type { SharedRequestLogPublisher } from './shared-request-logs.ts';
import type { SharedTallies } from './shared-tallies.ts';

export interface SharedSandboxStates {
  /** Applies the shared state to a sandbox. Unpublished local changes stay. */
  follow(sandbox: Sandbox): void;
  /** Publishes the state of a sandbox, if it was changed here. */
  publish(sandbox: Sandbox): Promise<void>;
  /** Publishes how often the coverage of shared sandboxes was cleared. */
  tellRecounted(sandboxes: readonly Sandbox[]): Promise<void>;
}

/** The shared parts beside the records; undefined if they are not shared. */
export interface SharedParts {
  readonly tapes: SharedRequestLogPublisher | undefined;
  readonly tallies: SharedTallies | undefined;
}

/** The last synchronised state of a sandbox. */
interface Followed {
  readonly world: SandboxStateRecord | undefined;
  readonly plans: FaultPlansState;
  /** The version of its clock, and its random seed. */
  readonly clock: number;
  readonly seed: string;
  /** Its state when it was published; undefined if there are unpublished changes. */
  readonly how: string | undefined;
  /** Its state when a publication failed and may follow later, which its caller knows; undefined if there was none. */
  readonly untold?: string | undefined;
}

/** For a command whose effect is published later: repeating it would do it twice. */
const DONE_HERE = 'it is done here; the other replicas follow when the database is available';

export function shareSandboxStates(
  shared: Store<SharedRecords>,
  { tapes, tallies }: SharedParts,
  consistency: 'strong' | 'local',
): SharedSandboxStates {
  const followed = new WeakMap<Sandbox, Followed>();
  /** Whether later publication is enough. */
  const isForLater = (error: unknown) => consistency === 'local' && isStoreError(error, 'unavailable');
  /** A text that identifies the state of a sandbox. */
  const howIs = (sandbox: Sandbox) =>
    JSON.stringify([
      ...[sandbox.clock.version, sandbox.faults.version, sandbox.seed],
      ...[tapes?.clearedOf(sandbox), tallies?.clearedOf(sandbox)],
    ]);

  function known(sandbox: Sandbox): Followed {
    const found = followed.get(sandbox);
    if (found) return found;
    const { clock, faults, seed } = sandbox;
    const first = { world: undefined, plans: faults.state, clock: clock.version, seed, how: undefined };
    followed.set(sandbox, first);
    faults.setSharedMatcher((candidate) => takeTurn(sandbox, candidate));
    return first;
  }

  function follow(sandbox: Sandbox): void {
    const isFirst = !followed.has(sandbox);
    const before = known(sandbox);
    const world = shared.collections.worlds.get(sandbox.name);
    if (before.world === world && !isFirst) return;
    if (!world) {
      followed.set(sandbox, { ...before, world, how: howIs(sandbox) });
      return;
    }
    const { clock, faults } = sandbox;
    const isClockOurs = clock.version !== before.clock;
    if (!isClockOurs && !isDeepStrictEqual(world.clock, clock.state)) clock.setState(world.clock);
    const isSeedOurs = sandbox.seed !== before.seed;
    if (!isSeedOurs && world.seed !== sandbox.seed) sandbox.setSeed(world.seed);
    const here = faults.state;
    const plans = mergeFaultPlans(before.plans, here, world.faults);
    if (!areSamePlans(plans, here)) faults.setState(plans);
    tapes?.wasCleared(sandbox, world.cleared ?? 0);
    tallies?.wasCleared(sandbox, world.recounted ?? 0);
    const isKnown = !isClockOurs && !isSeedOurs && areSamePlans(plans, world.faults);
    followed.set(sandbox, {
      world,
      plans: world.faults,
      clock: isClockOurs ? before.clock : clock.version,
      seed: isSeedOurs ? before.seed : world.seed,
      how: isKnown ? howIs(sandbox) : undefined,
    });
  }

  async function publish(sandbox: Sandbox): Promise<void> {
    if (known(sandbox).untold !== howIs(sandbox)) return tell(sandbox);
    // Concurrent requests find it published.
    void tell(sandbox).catch(() => undefined);
  }

  async function tell(sandbox: Sandbox): Promise<void> {
    const how = howIs(sandbox);
    const before = known(sandbox);
    if (before.how === how) return;
    const here = worldOf(sandbox);
    const isClockOurs = sandbox.clock.version !== before.clock;
    const isSeedOurs = sandbox.seed !== before.seed;
    followed.set(sandbox, { ...before, clock: sandbox.clock.version, seed: sandbox.seed, how });
    try {
      await keep(sandbox, (there) => {
        if (!there) return here;
        const { clock, ...rest } = there;
        const course = isClockOurs ? here.clock : clock;
        return {
          ...rest,
          seed: isSeedOurs ? here.seed : there.seed,
          faults: mergeFaultPlans(before.plans, here.faults, there.faults),
          cleared: Math.max(here.cleared ?? 0, there.cleared ?? 0),
          recounted: Math.max(here.recounted ?? 0, there.recounted ?? 0),
          ...(course && { clock: course }),
        };
      });
    } catch (error) {
      // The next request tries it again.
      followed.set(sandbox, isForLater(error) ? { ...before, untold: how } : before);
      throw isStoreError(error, 'unavailable') ? storageUnavailable(error.cause as Error, DONE_HERE) : error;
    }
    follow(sandbox);
  }

  async function takeTurn(sandbox: Sandbox, candidate: FaultCandidate): Promise<InjectedFault | undefined> {
    // An unpublished one may not be kept.
    if (sandbox.name !== MAIN && !shared.collections.sandboxes.get(sandbox.name))
      return sandbox.faults.match(candidate);
    try {
      return await takeTurnOfAll(sandbox, candidate);
    } catch (error) {
      if (!isForLater(error)) throw error;
      const before = known(sandbox);
      const isOurs = [before.how, before.untold].includes(howIs(sandbox));
      const met = sandbox.faults.match(candidate);
      if (isOurs) followed.set(sandbox, { ...before, untold: howIs(sandbox) });
      return met;
    }
  }

  /** Takes a turn of a fault plan, exclusively among all replicas. */
  async function takeTurnOfAll(sandbox: Sandbox, candidate: FaultCandidate): Promise<InjectedFault | undefined> {
    await tell(sandbox);
    let met: InjectedFault | undefined;
    await keep(sandbox, (there = worldOf(sandbox)) => {
      const plans = sandbox.faults.withState(there.faults);
      met = plans.match(candidate);
      return { ...there, faults: plans.state };
    });
    follow(sandbox);
    return met;
  }

  async function keep(
    { name }: Sandbox,
    work: (there: SandboxStateRecord | undefined) => SandboxStateRecord,
  ): Promise<void> {
    await shared.change(({ worlds }) => {
      const there = worlds.get(name);
      if (there) worlds.replace(work(there));
      else worlds.add(work(undefined));
    });
  }

  function worldOf(sandbox: Sandbox): SandboxStateRecord {
    const { name, clock, seed, faults } = sandbox;
    const cleared = tapes?.clearedOf(sandbox) ?? 0;
    const recounted = tallies?.clearedOf(sandbox) ?? 0;
    return { id: name, seed, faults: faults.state, cleared, recounted, ...(clock.state && { clock: clock.state }) };
  }

  async function tellRecounted(all: readonly Sandbox[]): Promise<void> {
    await shared.change(({ worlds, sandboxes }) => {
      for (const sandbox of all) {
        const { name } = sandbox;
        const recounted = tallies?.clearedOf(sandbox) ?? 0;
        const there = worlds.get(name);
        if (there) worlds.replace({ ...there, recounted: Math.max(recounted, there.recounted ?? 0) });
        // Another one is published with its sandbox.
        else if (name === MAIN || sandboxes.get(name)) worlds.add(worldOf(sandbox));
      }
    });
  }

  return { follow, publish, tellRecounted };
}
