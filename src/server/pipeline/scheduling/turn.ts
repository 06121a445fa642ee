// Turns, for work that takes long: others have theirs in between, however many there are who work.

import { setImmediate } from 'node:timers/promises';
import { restAfter } from './rest.ts';

let last: Promise<unknown> = Promise.resolve();

/** Waits for a turn of the event loop in which nobody else who waited here goes on. Whoever works no longer than a moment until the next one lets others ask in between. */
export function nextTurn(): Promise<unknown> {
  last = last.then(() => setImmediate());
  return last;
}

/**
 * A queue of work: pieces wait for one another, however many come at once, and others have more time after those that take long. Each gives what it gives, or throws what it throws.
 */
export function createWorkQueue(): <T>(work: () => T | Promise<T>) => Promise<T> {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    let began = 0;
    const turn = before.then(() => {
      began = performance.now();
      return work();
    });
    const rest = async () => {
      // By then what comes of it is written as well.
      await setImmediate();
      await restAfter(began);
    };
    before = turn.then(rest, rest);
    return turn;
  };
}
