// Creates ids as each API defines them, from clock and random numbers of a sandbox.

import type { IdSource } from './id-source.ts';
import type { RandomNumbers } from './random-numbers.ts';
import { timeOrderedUuid } from './time-ordered-uuid.ts';

/** The part of an API that creates ids. */
export interface IdOwner {
  readonly name: string;
  newId?(source: IdSource): string;
}

/** The ids of one sandbox. */
export interface IdGenerator {
  newId(api: IdOwner): string;
  /**
   * Independent ids that continue from here.
   *
   * @param now - their clock
   * @param random - their random numbers. Default: a continuation
   */
  fork(now: () => Date, random?: RandomNumbers): IdGenerator;
}

/** The initial ids. By default, APIs use time-ordered UUIDs. */
export function createIdGenerator(now: () => Date, random: RandomNumbers): IdGenerator {
  return createFrom(now, random, new Map());
}

/** @param lastIds - by the name of the api */
function createFrom(now: () => Date, random: RandomNumbers, lastIds: Map<string, string>): IdGenerator {
  return {
    newId({ name, newId = timeOrderedUuid }) {
      const id = newId({ now: now(), random, last: lastIds.get(name) });
      lastIds.set(name, id);
      return id;
    },
    fork: (clock, numbers = random.fork()) => createFrom(clock, numbers, new Map(lastIds)),
  };
}
