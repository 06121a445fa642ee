// One piece of work after the other, and the rest of the world in between.

import { setImmediate as pause } from 'node:timers/promises';
import { restAfter } from '../engine/rest.ts';

/** Lets pieces of work wait for one another, however many come at once, and others have more time after those that take long. Each gives what it gives, or throws what it throws. */
export function createTurns(): <T>(work: () => T) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    let began = 0;
    const turn = last.then(() => {
      began = performance.now();
      return work();
    });
    const rest = async () => {
      // By then what came of it has been written as well.
      await pause();
      await restAfter(began);
    };
    last = turn.then(rest, rest);
    return turn;
  };
}
