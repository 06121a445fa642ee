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

/** The shared parts beside the records; undefined if they are not shared. */
export interface SharedParts {
  readonly requestLogs: SharedRequestLogPublisher | undefined;
  readonly tallies: SharedTallies | undefined;
}

/** The last synchronised state of a sandbox. */
interface Synchronised {
  readonly state: SandboxStateRecord | undefined;
  readonly plans: FaultPlansState;
  /** The version of its clock, and its random seed. */
  readonly clock: number;
  readonly seed: string;
  /** The text of its state when it was published; undefined if there are unpublished changes. */
  readonly published: string | undefined;
  /** The same for a failed publication that is repeated later, as the error reported; undefined if there was none. */
  readonly postponed?: string | undefined;
}

/** For a command whose effect is published later: repeating it would do it twice. */
const DONE_HERE = 'it is done here; the other replicas follow when the database is available';

export class SharedSandboxStates {
  readonly #shared: Store<SharedRecords>;
  readonly #parts: SharedParts;
  readonly #consistency: 'strong' | 'local';
  readonly #synchronised = new WeakMap<Sandbox, Synchronised>();

  constructor(shared: Store<SharedRecords>, parts: SharedParts, consistency: 'strong' | 'local') {
    this.#shared = shared;
    this.#parts = parts;
    this.#consistency = consistency;
  }

  /** Applies the shared state to a sandbox. Unpublished local changes stay. */
  follow(sandbox: Sandbox): void {
    const isFirst = !this.#synchronised.has(sandbox);
    const before = this.#lastOf(sandbox);
    const state = this.#shared.collections.states.get(sandbox.name);
    if (before.state === state && !isFirst) return;
    if (!state) {
      this.#synchronised.set(sandbox, { ...before, state, published: this.#textOf(sandbox) });
      return;
    }
    const { clock, faults } = sandbox;
    const isClockOurs = clock.version !== before.clock;
    if (!isClockOurs && !isDeepStrictEqual(state.clock, clock.state)) clock.setState(state.clock);
    const isSeedOurs = sandbox.seed !== before.seed;
    if (!isSeedOurs && state.seed !== sandbox.seed) sandbox.setSeed(state.seed);
    const here = faults.state;
    const plans = mergeFaultPlans(before.plans, here, state.faults);
    if (!areSamePlans(plans, here)) faults.setState(plans);
    this.#parts.requestLogs?.wasCleared(sandbox, state.cleared ?? 0);
    this.#parts.tallies?.wasCleared(sandbox, state.recounted ?? 0);
    const isPublished = !isClockOurs && !isSeedOurs && areSamePlans(plans, state.faults);
    this.#synchronised.set(sandbox, {
      state,
      plans: state.faults,
      clock: isClockOurs ? before.clock : clock.version,
      seed: isSeedOurs ? before.seed : state.seed,
      published: isPublished ? this.#textOf(sandbox) : undefined,
    });
  }

  /** Publishes the state of a sandbox, if it was changed here. */
  async publish(sandbox: Sandbox): Promise<void> {
    if (this.#lastOf(sandbox).postponed !== this.#textOf(sandbox)) return this.#publish(sandbox);
    // Concurrent requests find it published.
    void this.#publish(sandbox).catch(() => undefined);
  }

  async #publish(sandbox: Sandbox): Promise<void> {
    const text = this.#textOf(sandbox);
    const before = this.#lastOf(sandbox);
    if (before.published === text) return;
    const merge = this.#mergeOf(sandbox, before);
    this.#synchronised.set(sandbox, {
      ...before,
      clock: sandbox.clock.version,
      seed: sandbox.seed,
      published: text,
    });
    try {
      await this.#change(sandbox, merge);
    } catch (error) {
      // The next request tries it again.
      this.#synchronised.set(sandbox, this.#canWait(error) ? { ...before, postponed: text } : before);
      throw isStoreError(error, 'unavailable') ? storageUnavailable(error.cause as Error, DONE_HERE) : error;
    }
    this.follow(sandbox);
  }

  /** Merges the present state of a sandbox into the shared one: parts that were not changed here stay. */
  #mergeOf(sandbox: Sandbox, before: Synchronised): (shared: SandboxStateRecord | undefined) => SandboxStateRecord {
    const here = this.#stateOf(sandbox);
    const isClockOurs = sandbox.clock.version !== before.clock;
    const isSeedOurs = sandbox.seed !== before.seed;
    return (shared) => {
      if (!shared) return here;
      const { clock: sharedClock, ...rest } = shared;
      const clock = isClockOurs ? here.clock : sharedClock;
      return {
        ...rest,
        seed: isSeedOurs ? here.seed : shared.seed,
        faults: mergeFaultPlans(before.plans, here.faults, shared.faults),
        cleared: Math.max(here.cleared ?? 0, shared.cleared ?? 0),
        recounted: Math.max(here.recounted ?? 0, shared.recounted ?? 0),
        ...(clock && { clock }),
      };
    };
  }

  /** Publishes how often the coverage of shared sandboxes was cleared. */
  async publishCleared(all: readonly Sandbox[]): Promise<void> {
    await this.#shared.change(({ states, sandboxes }) => {
      for (const sandbox of all) {
        const { name } = sandbox;
        const recounted = this.#parts.tallies?.clearedOf(sandbox) ?? 0;
        const state = states.get(name);
        if (state) states.replace({ ...state, recounted: Math.max(recounted, state.recounted ?? 0) });
        // Another one is published with its sandbox.
        else if (name === MAIN || sandboxes.get(name)) states.add(this.#stateOf(sandbox));
      }
    });
  }

  /** The fault for a request, whose turn is taken exclusively among all replicas. */
  async #matchFault(sandbox: Sandbox, candidate: FaultCandidate): Promise<InjectedFault | undefined> {
    // One that is not published yet may not be stored.
    if (sandbox.name !== MAIN && !this.#shared.collections.sandboxes.get(sandbox.name))
      return sandbox.faults.match(candidate);
    try {
      return await this.#matchSharedFault(sandbox, candidate);
    } catch (error) {
      if (!this.#canWait(error)) throw error;
      const before = this.#lastOf(sandbox);
      const isUnchanged = [before.published, before.postponed].includes(this.#textOf(sandbox));
      const fault = sandbox.faults.match(candidate);
      if (isUnchanged) this.#synchronised.set(sandbox, { ...before, postponed: this.#textOf(sandbox) });
      return fault;
    }
  }

  async #matchSharedFault(sandbox: Sandbox, candidate: FaultCandidate): Promise<InjectedFault | undefined> {
    await this.#publish(sandbox);
    let fault: InjectedFault | undefined;
    await this.#change(sandbox, (state = this.#stateOf(sandbox)) => {
      const plans = sandbox.faults.withState(state.faults);
      fault = plans.match(candidate);
      return { ...state, faults: plans.state };
    });
    this.follow(sandbox);
    return fault;
  }

  async #change(
    { name }: Sandbox,
    change: (state: SandboxStateRecord | undefined) => SandboxStateRecord,
  ): Promise<void> {
    await this.#shared.change(({ states }) => {
      const state = states.get(name);
      if (state) states.replace(change(state));
      else states.add(change(undefined));
    });
  }

  #lastOf(sandbox: Sandbox): Synchronised {
    const found = this.#synchronised.get(sandbox);
    if (found) return found;
    const { clock, faults, seed } = sandbox;
    const first = { state: undefined, plans: faults.state, clock: clock.version, seed, published: undefined };
    this.#synchronised.set(sandbox, first);
    faults.setSharedMatcher((candidate) => this.#matchFault(sandbox, candidate));
    return first;
  }

  #stateOf(sandbox: Sandbox): SandboxStateRecord {
    const { name, clock, seed, faults } = sandbox;
    const cleared = this.#parts.requestLogs?.clearedOf(sandbox) ?? 0;
    const recounted = this.#parts.tallies?.clearedOf(sandbox) ?? 0;
    return { id: name, seed, faults: faults.state, cleared, recounted, ...(clock.state && { clock: clock.state }) };
  }

  /** A text that identifies the state of a sandbox. */
  #textOf(sandbox: Sandbox): string {
    const { requestLogs, tallies } = this.#parts;
    return JSON.stringify([
      ...[sandbox.clock.version, sandbox.faults.version, sandbox.seed],
      ...[requestLogs?.clearedOf(sandbox), tallies?.clearedOf(sandbox)],
    ]);
  }

  /** Whether a later publication is enough. */
  #canWait(error: unknown): boolean {
    return this.#consistency === 'local' && isStoreError(error, 'unavailable');
  }
}
