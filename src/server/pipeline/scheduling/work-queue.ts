// Cooperative scheduling of long work.

import { setImmediate } from 'node:timers/promises';
import { yieldAfterLongWork } from './yield-after-long-work.ts';

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Waits for a turn of the event loop in which no other waiter continues. Work in short pieces lets requests run in
 * between.
 */
export function waitForTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/** A queue of work: pieces run one after the other, and pause after long ones. Each resolves or rejects as its work. */
export function createWorkQueue(): <T>(work: () => T | Promise<T>) => Promise<T> {
  let previous: Promise<unknown> = Promise.resolve();
  return (work) => {
    let began = 0;
    const result = previous.then(() => {
      began = performance.now();
      return work();
    });
    const yieldAfter = async () => {
      // By then the result is written as well.
      await setImmediate();
      await yieldAfterLongWork(began);
    };
    previous = result.then(yieldAfter, yieldAfter);
    return result;
  };
}
