// One isolated world: its stores, its clock, its ids, its journal.

import type { AnyStore } from './api.ts';
import { createIds } from './ids.ts';
import { createJournal, type Journal } from './journal.ts';
import { createRandom } from './random.ts';

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
  readonly journal: Journal;
  /** Starts over: every store from its fixtures, no exchange remembered, ids as from the beginning. */
  reset(): Promise<void>;
}

/** What a sandbox is made of; time is the machine's unless told otherwise. */
export interface SandboxParts {
  readonly name: string;
  readonly stores: ReadonlyMap<string, AnyStore>;
  readonly now?: () => Date;
  /** With a fixed clock, fixes ids. Default: the sandbox's name. */
  readonly seed?: string;
}

export function createSandbox({ name, stores, now = () => new Date(), seed = name }: SandboxParts): Sandbox {
  const journal = createJournal();
  const firstIds = () => createIds(now, createRandom(seed));
  let ids = firstIds();
  return {
    name,
    stores,
    now,
    newId: () => ids(),
    journal,
    async reset() {
      for (const store of stores.values()) await store.reset();
      journal.clear();
      ids = firstIds();
    },
  };
}
