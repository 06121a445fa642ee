// One piece of work after the other, and the rest of the world in between.

import { setImmediate as pause } from 'node:timers/promises';

/** Lets pieces of work wait for one another, however many come at once. Each gives what it gives, or throws what it throws. */
export function createTurns(): <T>(work: () => T) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(() => pause()).then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
