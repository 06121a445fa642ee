// Deadlines of requests.

import { ApiError } from '../errors/failure.ts';
import type { WireRequest } from '../wire.ts';

/** Longest time that a timer of Node can wait, in milliseconds; a longer one would go off at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The deadline of a client: when it leaves, or its timeout. */
export interface Deadline {
  /** Aborted at the deadline. */
  readonly signal: AbortSignal;
  /**
   * Runs work until the deadline. Late work is neither awaited nor undone.
   *
   * @throws ApiError `cancelled` if the client has left before
   * @throws ApiError `deadline_exceeded` after the timeout
   */
  within<T>(work: () => T | Promise<T>): T | Promise<T>;
}

/** @param milliseconds - the timeout of the client; default: none */
export function createDeadline(request: WireRequest, milliseconds = Number.POSITIVE_INFINITY): Deadline {
  return new ClientDeadline(request, milliseconds);
}

class ClientDeadline implements Deadline {
  readonly #request: WireRequest;
  readonly #milliseconds: number;
  #late: AbortController | undefined;
  #signal: AbortSignal | undefined;

  constructor(request: WireRequest, milliseconds: number) {
    this.#request = request;
    this.#milliseconds = milliseconds;
  }

  get signal(): AbortSignal {
    const { signal: gone } = this.#request;
    this.#late ??= new AbortController();
    this.#signal ??= gone ? AbortSignal.any([gone, this.#late.signal]) : this.#late.signal;
    return this.#signal;
  }

  within<T>(work: () => T | Promise<T>): T | Promise<T> {
    if (this.#request.gone) return Promise.reject(new ApiError('cancelled', 'the client closed the connection'));
    return this.#milliseconds === Number.POSITIVE_INFINITY ? work() : this.#inTime(work);
  }

  async #inTime<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#milliseconds <= 0) throw deadlineExceeded();
    let timer: NodeJS.Timeout | undefined;
    const end = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          const failure = deadlineExceeded();
          reject(failure);
          this.#late?.abort(failure);
        },
        Math.min(this.#milliseconds, LONGEST_TIMER),
      );
    });
    try {
      return await Promise.race([work(), end]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function deadlineExceeded(): ApiError {
  return new ApiError('deadline_exceeded', 'request deadline exceeded');
}
