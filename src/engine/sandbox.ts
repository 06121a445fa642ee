// One isolated world: its stores, its clock, its ids and random numbers, its journal.

import type { AnyStore } from './api.ts';
import { createIds } from './ids.ts';
import { createJournal, type Journal } from './journal.ts';
import { createRandom, type Random } from './random.ts';

/** The name of the sandbox that a request means when it names none. */
export const MAIN = 'main';

export interface Sandbox {
  readonly name: string;
  /** The store of each api, by the api's name. */
  readonly stores: ReadonlyMap<string, AnyStore>;
  /** The present time of this world. */
  now(): Date;
  /** A new id, never given before. */
  newId(): string;
  readonly random: Random;
  readonly journal: Journal;
}

/** What a sandbox is made of; time is the machine's unless told otherwise. */
export interface SandboxParts {
  readonly name: string;
  readonly stores: ReadonlyMap<string, AnyStore>;
  readonly now?: () => Date;
  /** Fixes random numbers and, with a fixed clock, ids. Default: the sandbox's name. */
  readonly seed?: string;
}

export function createSandbox({ name, stores, now = () => new Date(), seed = name }: SandboxParts): Sandbox {
  const random = createRandom(seed);
  return { name, stores, now, newId: createIds(now, random), random, journal: createJournal() };
}

/** Starts a sandbox over: every store from its fixtures, and no exchange remembered. */
export async function resetSandbox({ stores, journal }: Sandbox): Promise<void> {
  for (const store of stores.values()) await store.reset();
  journal.clear();
}
