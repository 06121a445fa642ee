// Repeats a statement after broken connections, until its result is known.

import { setTimeout as after } from 'node:timers/promises';
import { DatabaseError } from './database-error.ts';

/** How long it is tried to find out, in milliseconds. */
const FIND_OUT_WITHIN = 10_000;
/** Number of attempts after passing errors that certainly changed nothing. */
const TRIES = 5;

/** The connection ended, and the result could not be determined in time. */
export class UnknownOutcomeError extends Error {
  constructor(cause: DatabaseError) {
    super(cause.message, { cause });
    this.name = 'UnknownFateError';
  }
}

/**
 * @param work - receives the first error after which it may have been executed, and then has to check that
 * @throws Trouble if it was not executed
 * @throws UnknownFateError
 */
export async function retryUntilKnown<T>(work: (lost: DatabaseError | undefined) => Promise<T>): Promise<T> {
  let lost: DatabaseError | undefined;
  let until = Number.POSITIVE_INFINITY;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(lost);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      if (error.mayBeDone && !lost) [lost, until] = [error, Date.now() + FIND_OUT_WITHIN];
      if (lost && Date.now() > until) throw new UnknownOutcomeError(lost);
      if (!lost && !(error.isPassing && tries < TRIES)) throw error;
      await after(Math.min(20 * 2 ** tries, 500) * (0.5 + Math.random()));
    }
  }
}
