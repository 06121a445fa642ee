// The fault plans of a sandbox: which of them a request meets, and how often each was met.

import { randomUUID } from 'node:crypto';
import { listNames } from '../api/list-names.ts';
import { ApiError } from '../errors/failure.ts';
import { createRandom, type Random } from '../sandbox/random.ts';
import { isCounted, timesOf } from './counted.ts';
import { type FaultCandidate, isTarget } from './matching.ts';
import type { FaultPlan, FaultStep } from './plan.ts';

/** A plan in force. */
export interface PlannedFault {
  readonly id: string;
  readonly plan: FaultPlan;
  /** Whether it rests: nothing meets it, and nothing is counted. */
  readonly isPaused: boolean;
  /** How many requests it was for. A plan that stays at 0 may have a mistake. */
  readonly matched: number;
  /** How many of them met it. */
  readonly met: number;
  /** Whether it has done all that it was to do. */
  readonly isOver: boolean;
}

/** What a request meets. */
export interface MetFault {
  /** The id of the plan; undefined where the request brought it along. */
  readonly id: string | undefined;
  readonly step: FaultStep;
  /** Draws what is left to chance in it. */
  readonly random: Random;
}

export interface FaultPlans {
  /** Draws what is left to chance. */
  readonly random: Random;
  /** Whether there are any, so that a request without one costs nothing. */
  readonly isEmpty: boolean;
  /** Another number after each change: a plan was made, lifted, paused or met. */
  readonly version: number;
  all(): readonly PlannedFault[];
  /** @throws ApiError `resource_exhausted` if there are too many, or they are too long */
  add(plan: FaultPlan): PlannedFault;
  /** How long they are together, as JSON, in characters. */
  readonly length: number;
  /** Lets a plan rest, or go on. @throws ApiError `not_found` */
  pause(id: string, isPaused: boolean): PlannedFault;
  /** @throws ApiError `not_found` */
  lift(id: string): void;
  /** Lifts all of them. */
  clear(): void;
  /** Only the first ones, with nothing counted. */
  restart(): void;
  /** Lets chance follow from another seed. */
  sow(seed: string): void;
  /** What a request meets: that of the first plan which is for it and has its turn. Plans behind that one do not count it. */
  meet(candidate: FaultCandidate): MetFault | undefined;
  /** As `meet`; where others have the same plans, and it matters who meets one first, by them. */
  turn(candidate: FaultCandidate): MetFault | undefined | Promise<MetFault | undefined>;
  /** Says how turns are taken that others may want. */
  takeTurnsBy(take: (candidate: FaultCandidate) => Promise<MetFault | undefined>): void;
  /** Other plans, for which the same chance is drawn. */
  as(kept: KeptPlans): FaultPlans;
  /** All there is to know of them. It can be written as JSON. */
  readonly kept: KeptPlans;
  /** Goes on with other ones. */
  follow(kept: KeptPlans): void;
  /** The same plans, with what was counted, apart from these. */
  fork(): FaultPlans;
}

/** Plans with what was counted. */
export interface KeptPlans {
  /** Of the next plan. */
  readonly next: number;
  readonly plans: readonly (Omit<PlannedFault, 'isOver'> & { readonly key: string })[];
}

/** How many plans a sandbox may have: each request is held against all of them. */
const MOST = 1000;
/** How long they may be together, as JSON, in characters: those of a sandbox, and those of all sandboxes. */
const [LONGEST, LONGEST_OF_ALL] = [4 * 1024 * 1024, 12 * 1024 * 1024];

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

/** @param first - those that there are from the beginning. Default: none */
export function createFaultPlans(seed: string, first: readonly FaultPlan[] = []): FaultPlans {
  const plans = new SeededFaultPlans(randomOf(seed), first);
  plans.restart();
  return plans;
}

/** Other numbers than those that ids are made of: a plan does not change them. */
function randomOf(seed: string): Random {
  return createRandom(`${seed} faults`);
}

class SeededFaultPlans implements FaultPlans {
  #random: Random;
  readonly #first: readonly FaultPlan[];
  #plans: Counted[] = [];
  #next = 1;
  #version = 0;
  #take: ((candidate: FaultCandidate) => Promise<MetFault | undefined>) | undefined;

  constructor(random: Random, first: readonly FaultPlan[]) {
    this.#random = random;
    this.#first = first;
  }

  get random(): Random {
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

  all(): readonly PlannedFault[] {
    return this.#plans.map(shown);
  }

  add(plan: FaultPlan): PlannedFault {
    if (this.#plans.length >= MOST) throw tooMany(`limit of ${MOST} faults reached`);
    const { length } = JSON.stringify(plan);
    if (this.length + length > LONGEST) throw tooMany(`the faults exceed ${LONGEST} characters`);
    const counted = { id: `fault-${this.#next}`, key: randomUUID(), plan, length, isPaused: false, matched: 0, met: 0 };
    this.#next += 1;
    this.#version += 1;
    this.#plans.push(counted);
    return shown(counted);
  }

  pause(id: string, isPaused: boolean): PlannedFault {
    const found = this.#find(id);
    found.isPaused = isPaused;
    this.#version += 1;
    return shown(found);
  }

  lift(id: string): void {
    const found = this.#find(id);
    this.#plans = this.#plans.filter((one) => one !== found);
    this.#version += 1;
  }

  clear(): void {
    this.#plans = [];
    this.#version += 1;
  }

  restart(): void {
    this.clear();
    this.#next = 1;
    for (const plan of this.#first) this.add(plan);
  }

  get kept(): KeptPlans {
    const plans = this.#plans.map(({ length, ...one }) => one);
    return { next: this.#next, plans };
  }

  follow({ next, plans }: KeptPlans): void {
    this.#plans = plans.map((one) => ({ ...one, length: JSON.stringify(one.plan).length }));
    this.#next = next;
    this.#version += 1;
  }

  sow(seed: string): void {
    this.#random = randomOf(seed);
  }

  meet(candidate: FaultCandidate): MetFault | undefined {
    for (const one of this.#plans) {
      const { plan } = one;
      if (one.isPaused || isOver(one) || !isTarget(plan.on, candidate)) continue;
      one.matched += 1;
      this.#version += 1;
      const isTurn = one.matched % (plan.every ?? 1) === 0;
      if (!isTurn || (plan.rate !== undefined && this.#random() >= plan.rate)) continue;
      const step = plan.steps[Math.min(one.met, plan.steps.length - 1)] ?? plan.steps[0];
      one.met += 1;
      return { id: one.id, step, random: this.#random };
    }
    return undefined;
  }

  turn(candidate: FaultCandidate): MetFault | undefined | Promise<MetFault | undefined> {
    if (this.#take && this.#mayTurn(candidate)) return this.#take(candidate);
    return this.meet(candidate);
  }

  /** Whether a plan with turns may be met. What is over here is over everywhere. */
  #mayTurn(candidate: FaultCandidate): boolean {
    return this.#plans.some(
      (one) => isCounted(one.plan) && !one.isPaused && !isOver(one) && isTarget(one.plan.on, candidate),
    );
  }

  takeTurnsBy(take: (candidate: FaultCandidate) => Promise<MetFault | undefined>): void {
    this.#take = take;
  }

  as(kept: KeptPlans): FaultPlans {
    const other = new SeededFaultPlans(this.#random, this.#first);
    other.follow(kept);
    return other;
  }

  fork(): FaultPlans {
    const fork = new SeededFaultPlans(this.#random.fork(), this.#first);
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

/** @throws ApiError `resource_exhausted` if the plans of all sandboxes are so long that there is no room for another one */
export function requireRoom(sandboxes: readonly { readonly faults: FaultPlans }[], plan: FaultPlan): void {
  const length = sandboxes.reduce((sum, { faults }) => sum + faults.length, JSON.stringify(plan).length);
  if (length > LONGEST_OF_ALL) throw tooMany(`the faults of all sandboxes exceed ${LONGEST_OF_ALL} characters`);
}

function isOver({ plan, met }: Counted): boolean {
  return met >= timesOf(plan);
}

function shown(one: Counted): PlannedFault {
  const { id, plan, isPaused, matched, met } = one;
  return { id, plan, isPaused, matched, met, isOver: isOver(one) };
}

function tooMany(reason: string): ApiError {
  return new ApiError('resource_exhausted', `${reason}; remove some with DELETE /_understudy/faults`);
}
