// The fault plans of a sandbox, with their counts.

import { randomUUID } from 'node:crypto';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { listNames } from '../api/list-names.ts';
import { ApiError } from '../errors/api-error.ts';
import { createRandomNumbers, type RandomNumbers } from '../sandbox/random-numbers.ts';
import type { FaultPlan, FaultStep } from './fault-plan.ts';
import { type FaultCandidate, isCountedPlan, matchesFaultTarget, occurrencesOf } from './match-fault.ts';
import { isNetworkStep } from './network-step.ts';

/** A plan in force. */
export interface ActiveFault {
  readonly id: string;
  readonly plan: FaultPlan;
  /** Whether it is paused: it neither applies nor counts. */
  readonly isPaused: boolean;
  /** How many requests it was for. A plan that stays at 0 may have a mistake. */
  readonly matched: number;
  /** How many of them met it. */
  readonly met: number;
  /** Whether it is finished. */
  readonly isOver: boolean;
}

/** The fault of a request. */
export interface InjectedFault {
  /** The id of the plan; undefined where the request brought it along. */
  readonly id: string | undefined;
  readonly step: FaultStep;
  /** The source of random choices. */
  readonly random: RandomNumbers;
}

export interface FaultPlans {
  /** The source of random choices. */
  readonly random: RandomNumbers;
  /** Whether there are none, so that other requests cost nothing. */
  readonly isEmpty: boolean;
  /** Another number after each change: a plan was made, lifted, paused or met. */
  readonly version: number;
  all(): readonly ActiveFault[];
  /** @throws ApiError `resource_exhausted` if there are too many, or they are too large */
  add(plan: FaultPlan): ActiveFault;
  /** How long they are together, as JSON, in characters. */
  readonly length: number;
  /** Pauses a plan, or continues it. @throws ApiError `not_found` */
  pause(id: string, isPaused: boolean): ActiveFault;
  /** @throws ApiError `not_found` */
  remove(id: string): void;
  /** Lifts all of them. */
  clear(): void;
  /** Resets to the initial plans and counts. */
  reset(): void;
  /** Sets the random seed. */
  setSeed(seed: string): void;
  /**
   * The fault of a request: of the first plan that matches and applies. Later plans do not count it, but one: a delay
   * combines with the first fault that changes the response.
   */
  match(candidate: FaultCandidate): InjectedFault | undefined;
  /** As `match`; for shared plans whose order matters, by the shared counter. */
  matchShared(candidate: FaultCandidate): InjectedFault | undefined | Promise<InjectedFault | undefined>;
  /** Sets the function that takes shared turns. */
  setSharedMatcher(take: (candidate: FaultCandidate) => Promise<InjectedFault | undefined>): void;
  /** Other plans, for which the same chance is drawn. */
  withState(state: FaultPlansState): FaultPlans;
  /** The complete state, as JSON. */
  readonly state: FaultPlansState;
  /** Replaces the state. */
  setState(state: FaultPlansState): void;
  /** An independent copy, including counts. */
  fork(): FaultPlans;
}

/** Plans with counts. */
export interface FaultPlansState {
  /** Of the next plan. */
  readonly next: number;
  readonly plans: readonly (Omit<ActiveFault, 'isOver'> & { readonly key: string })[];
}

/** Maximum number of plans of a sandbox: each request is compared with all of them. */
const MAX_PLANS = 1000;
/** Maximum size of the plans of a sandbox, and of all sandboxes, as JSON, in characters. */
const [MAX_LENGTH, MAX_TOTAL_LENGTH] = [4 * 1024 * 1024, 12 * 1024 * 1024];

interface Counted {
  readonly id: string;
  /** No other plan has it, nor ever had: ids are given again after a reset. */
  readonly key: string;
  readonly plan: FaultPlan;
  readonly length: number;
  isPaused: boolean;
  matched: number;
  met: number;
}

/** @param first - the initial plans. Default: none */
export function createFaultPlans(seed: string, first: readonly FaultPlan[] = []): FaultPlans {
  const plans = new SeededFaultPlans(createFaultRandom(seed), first);
  plans.reset();
  return plans;
}

/** Independent of the random numbers of ids: a plan does not change them. */
function createFaultRandom(seed: string): RandomNumbers {
  return createRandomNumbers(`${seed} faults`);
}

class SeededFaultPlans implements FaultPlans {
  #random: RandomNumbers;
  readonly #initial: readonly FaultPlan[];
  #plans: Counted[] = [];
  #next = 1;
  #version = 0;
  #sharedMatcher: ((candidate: FaultCandidate) => Promise<InjectedFault | undefined>) | undefined;

  constructor(random: RandomNumbers, first: readonly FaultPlan[]) {
    this.#random = random;
    this.#initial = first;
  }

  get random(): RandomNumbers {
    return this.#random;
  }

  get isEmpty(): boolean {
    return this.#plans.length === 0;
  }

  get version(): number {
    return this.#version;
  }

  get length(): number {
    return this.#plans.reduce((sum, { length }) => sum + length, 0);
  }

  all(): readonly ActiveFault[] {
    return this.#plans.map(toActiveFault);
  }

  add(plan: FaultPlan): ActiveFault {
    if (this.#plans.length >= MAX_PLANS) throw limitError(`limit of ${MAX_PLANS} faults reached`);
    const { length } = stringifyJson(plan);
    if (this.length + length > MAX_LENGTH) throw limitError(`the faults exceed ${MAX_LENGTH} characters`);
    const counted = { id: `fault-${this.#next}`, key: randomUUID(), plan, length, isPaused: false, matched: 0, met: 0 };
    this.#next += 1;
    this.#version += 1;
    this.#plans.push(counted);
    return toActiveFault(counted);
  }

  pause(id: string, isPaused: boolean): ActiveFault {
    const found = this.#find(id);
    found.isPaused = isPaused;
    this.#version += 1;
    return toActiveFault(found);
  }

  remove(id: string): void {
    const found = this.#find(id);
    this.#plans = this.#plans.filter((one) => one !== found);
    this.#version += 1;
  }

  clear(): void {
    this.#plans = [];
    this.#version += 1;
  }

  reset(): void {
    this.clear();
    this.#next = 1;
    for (const plan of this.#initial) this.add(plan);
  }

  get state(): FaultPlansState {
    const plans = this.#plans.map(({ length, ...one }) => one);
    return { next: this.#next, plans };
  }

  setState({ next, plans }: FaultPlansState): void {
    this.#plans = plans.map((one) => ({ ...one, length: stringifyJson(one.plan).length }));
    this.#next = next;
    this.#version += 1;
  }

  setSeed(seed: string): void {
    this.#random = createFaultRandom(seed);
  }

  match(candidate: FaultCandidate): InjectedFault | undefined {
    let network: InjectedFault | undefined;
    let response: InjectedFault | undefined;
    for (const one of this.#plans) {
      const { id, plan } = one;
      if (one.isPaused || isFinished(one) || !matchesFaultTarget(plan.on, candidate)) continue;
      const step = plan.steps[Math.min(one.met, plan.steps.length - 1)] ?? plan.steps[0];
      const isNetwork = isNetworkStep(step);
      if (isNetwork ? network : response) continue;
      one.matched += 1;
      this.#version += 1;
      const isDue = one.matched % (plan.every ?? 1) === 0;
      if (!isDue || (plan.rate !== undefined && this.#random() >= plan.rate)) continue;
      one.met += 1;
      const fault = { id, step, random: this.#random };
      if (isNetwork) network = fault;
      else response = fault;
      if (network && response) return { ...response, step: { ...network.step, ...response.step } };
    }
    return response ?? network;
  }

  matchShared(candidate: FaultCandidate): InjectedFault | undefined | Promise<InjectedFault | undefined> {
    if (this.#sharedMatcher && this.#hasCountedMatch(candidate)) return this.#sharedMatcher(candidate);
    return this.match(candidate);
  }

  /** Whether a plan with turns may apply. A plan that is finished here is finished everywhere. */
  #hasCountedMatch(candidate: FaultCandidate): boolean {
    return this.#plans.some(
      (one) =>
        isCountedPlan(one.plan) && !one.isPaused && !isFinished(one) && matchesFaultTarget(one.plan.on, candidate),
    );
  }

  setSharedMatcher(take: (candidate: FaultCandidate) => Promise<InjectedFault | undefined>): void {
    this.#sharedMatcher = take;
  }

  withState(state: FaultPlansState): FaultPlans {
    const other = new SeededFaultPlans(this.#random, this.#initial);
    other.setState(state);
    return other;
  }

  fork(): FaultPlans {
    const fork = new SeededFaultPlans(this.#random.fork(), this.#initial);
    fork.#plans = this.#plans.map((one) => ({ ...one }));
    fork.#next = this.#next;
    return fork;
  }

  #find(id: string): Counted {
    const found = this.#plans.find((one) => one.id === id);
    if (!found) {
      const ids = this.#plans.map((one) => one.id);
      throw new ApiError('not_found', `fault "${id}" not found; ${listNames(ids)}`);
    }
    return found;
  }
}

/** @throws ApiError `resource_exhausted` if the plans of all sandboxes are too large for another one */
export function checkFaultsLength(sandboxes: readonly { readonly faults: FaultPlans }[], plan: FaultPlan): void {
  const length = sandboxes.reduce((sum, { faults }) => sum + faults.length, stringifyJson(plan).length);
  if (length > MAX_TOTAL_LENGTH) throw limitError(`the faults of all sandboxes exceed ${MAX_TOTAL_LENGTH} characters`);
}

function isFinished({ plan, met }: Counted): boolean {
  return met >= occurrencesOf(plan);
}

function toActiveFault(one: Counted): ActiveFault {
  const { id, plan, isPaused, matched, met } = one;
  return { id, plan, isPaused, matched, met, isOver: isFinished(one) };
}

function limitError(reason: string): ApiError {
  return new ApiError('resource_exhausted', `${reason}; remove some with DELETE /_understudy/faults`);
}
