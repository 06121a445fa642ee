// New ids: made as each api says, from the clock and the random numbers of one world.

import type { IdSource } from './id-source.ts';
import type { Random } from './random.ts';
import { timeOrderedUuid } from './uuid.ts';

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
