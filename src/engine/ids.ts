// New ids: made as each api says, from the clock and the random numbers of one world.

import type { Random } from './random.ts';
import { timeOrderedUuid } from './uuid.ts';

/** What a new id is made from, and nothing else: so the same requests give the same ids. */
export interface IdSource {
  /** The time of the sandbox. */
  readonly now: Date;
  /** A number from 0 up to, not including, 1, fixed by the seed; each call gives the next one. */
  random(): number;
  /** The id that was made before this one, for the same api in the same sandbox; undefined after a start or a reset, whatever the records hold. */
  readonly last: string | undefined;
}

/** An api, as far as its ids go. */
export interface IdsOf {
  readonly name: string;
  newId?(source: IdSource): string;
}

/** The ids of one world. */
export interface Ids {
  newId(api: IdsOf): string;
  /**
   * Ids that go on from here, independently of these.
   *
   * @param now - the clock that they follow
   * @param random - the random numbers that they are made of. Default: those that come next here
   */
  fork(now: () => Date, random?: Random): Ids;
}

/** Ids as they are at the beginning. What an api says nothing about are UUIDs that grow with time. */
export function createIds(now: () => Date, random: Random): Ids {
  return idsFrom(now, random, new Map());
}

/** @param lasts - by the name of the api */
function idsFrom(now: () => Date, random: Random, lasts: Map<string, string>): Ids {
  return {
    newId({ name, newId = timeOrderedUuid }) {
      const id = newId({ now: now(), random, last: lasts.get(name) });
      lasts.set(name, id);
      return id;
    },
    fork: (clock, numbers = random.fork()) => idsFrom(clock, numbers, new Map(lasts)),
  };
}
