// What is done in the database although connections may end in the middle: it is done again until somebody knows what became of it.

import { setTimeout as after } from 'node:timers/promises';
import { Trouble } from './trouble.ts';

/** How long it is tried to find out, in milliseconds. */
const FIND_OUT_WITHIN = 10_000;
/** How often something is tried that was certainly not done, because of what passes. */
const TRIES = 5;

/** The connection ended in the middle, and it could not be found out in time whether it was done. */
export class UnknownFateError extends Error {
  constructor(cause: Trouble) {
    super(cause.message, { cause });
    this.name = 'UnknownFateError';
  }
}

/**
 * @param work - told of the first trouble after which it may have been done already: then it has to look for that as well
 * @throws Trouble if it was not done
 * @throws UnknownFateError
 */
export async function untilKnown<T>(work: (lost: Trouble | undefined) => Promise<T>): Promise<T> {
  let lost: Trouble | undefined;
  let until = Number.POSITIVE_INFINITY;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(lost);
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      if (error.mayBeDone && !lost) [lost, until] = [error, Date.now() + FIND_OUT_WITHIN];
      if (lost && Date.now() > until) throw new UnknownFateError(lost);
      if (!lost && !(error.isPassing && tries < TRIES)) throw error;
      await after(Math.min(20 * 2 ** tries, 500) * (0.5 + Math.random()));
    }
  }
}
