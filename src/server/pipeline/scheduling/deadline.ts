// Deadlines of requests.

import { ApiError } from '../errors/api-error.ts';
import type { WireRequest } from '../wire.ts';

/** Longest time that a timer of Node can wait, in milliseconds; a longer one would go off at once. */
const MAX_TIMER = 2 ** 31 - 1;

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
  #timeout: AbortController | undefined;
  #signal: AbortSignal | undefined;

  constructor(request: WireRequest, milliseconds: number) {
    this.#request = request;
    this.#milliseconds = milliseconds;
  }

  get signal(): AbortSignal {
    const { signal: disconnected } = this.#request;
    this.#timeout ??= new AbortController();
    this.#signal ??= disconnected ? AbortSignal.any([disconnected, this.#timeout.signal]) : this.#timeout.signal;
    return this.#signal;
  }

  within<T>(work: () => T | Promise<T>): T | Promise<T> {
    if (this.#request.isDisconnected)
      return Promise.reject(new ApiError('cancelled', 'the client closed the connection'));
    return this.#milliseconds === Number.POSITIVE_INFINITY ? work() : this.#withTimeout(work);
  }

  async #withTimeout<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#milliseconds <= 0) throw deadlineExceeded();
    let timer: NodeJS.Timeout | undefined;
    const end = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          const error = deadlineExceeded();
          reject(error);
          this.#timeout?.abort(error);
        },
        Math.min(this.#milliseconds, MAX_TIMER),
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
