// Repeats a statement after broken connections, until its result is known.

import { setTimeout as after } from 'node:timers/promises';
import { isStoreError, type StoreError } from '../store-error.ts';
import { isPassing } from './database-error.ts';

/** How long it is tried to find out, in milliseconds. */
const FIND_OUT_WITHIN = 10_000;
/** Number of attempts after passing errors that certainly changed nothing. */
const TRIES = 5;

/**
 * @param work - receives the first error after which it may have been executed, and then has to check that; throws
 * that error if it cannot be determined any more
 * @throws StoreError `database`; `mayBeDone` if the result could not be determined in time
 */
export async function retryUntilKnown<T>(work: (lost: StoreError | undefined) => Promise<T>): Promise<T> {
  let lost: StoreError | undefined;
  let until = Number.POSITIVE_INFINITY;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(lost);
    } catch (error) {
      if (!isStoreError(error, 'database') || error === lost) throw error;
      if (error.mayBeDone && !lost) [lost, until] = [error, Date.now() + FIND_OUT_WITHIN];
      if (lost && Date.now() > until) throw lost;
      if (!lost && !(isPassing(error) && tries < TRIES)) throw error;
      await after(Math.min(20 * 2 ** tries, 500) * (0.5 + Math.random()));
    }
  }
}
