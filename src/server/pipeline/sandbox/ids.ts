// Creates ids as each API defines them, from clock and random numbers of a sandbox.

import type { IdSource } from './id-source.ts';
import type { Random } from './random.ts';
import { timeOrderedUuid } from './uuid.ts';

/** The part of an API that creates ids. */
export interface IdsOf {
  readonly name: string;
  newId?(source: IdSource): string;
}

/** The ids of one sandbox. */
export interface Ids {
  newId(api: IdsOf): string;
  /**
   * Independent ids that continue from here.
   *
   * @param now - their clock
   * @param random - their random numbers. Default: a continuation
   */
  fork(now: () => Date, random?: Random): Ids;
}

/** The initial ids. By default, APIs use time-ordered UUIDs. */
export function createIds(now: () => Date, random: Random): Ids {
  return createFrom(now, random, new Map());
}

/** @param lastIds - by the name of the api */
function createFrom(now: () => Date, random: Random, lastIds: Map<string, string>): Ids {
  return {
    newId({ name, newId = timeOrderedUuid }) {
      const id = newId({ now: now(), random, last: lastIds.get(name) });
      lastIds.set(name, id);
      return id;
    },
    fork: (clock, numbers = random.fork()) => createFrom(clock, numbers, new Map(lastIds)),
  };
}
