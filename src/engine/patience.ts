// How long somebody waits for an answer.

import { Failure } from './failure.ts';
import type { WireRequest } from './wire.ts';

/** Longest time that a timer of Node can wait, in milliseconds; a longer one would go off at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Of a client that waits until it has gone, or until the time that it has named is up. */
export interface Patience {
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
  /**
   * What some work comes to. Work that takes too long is not waited for, but not undone either.
   *
   * @throws Failure `cancelled` if the client has gone before it begins
   * @throws Failure `deadline_exceeded` if the time is up
   */
  within<T>(work: () => T | Promise<T>): Promise<T>;
}

/** @param milliseconds - how long the client waits; default: as long as it takes */
export function createPatience(request: WireRequest, milliseconds = Number.POSITIVE_INFINITY): Patience {
  let late: AbortController | undefined;
  let signal: AbortSignal | undefined;
  return {
    get signal() {
      late ??= new AbortController();
      signal ??= request.signal ? AbortSignal.any([request.signal, late.signal]) : late.signal;
      return signal;
    },
    async within(work) {
      if (request.signal?.aborted) throw new Failure('cancelled', 'the client has gone');
      if (milliseconds === Number.POSITIVE_INFINITY) return work();
      if (milliseconds <= 0) throw deadlineExceeded();
      let timer: NodeJS.Timeout | undefined;
      const end = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => {
            const failure = deadlineExceeded();
            reject(failure);
            late?.abort(failure);
          },
          Math.min(milliseconds, LONGEST_TIMER),
        );
      });
      try {
        return await Promise.race([work(), end]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function deadlineExceeded(): Failure {
  return new Failure('deadline_exceeded', 'the deadline of the request has passed');
}
