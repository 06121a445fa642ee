// Unread responses, with a common limit.

/** How long they may be together, in bytes. For a moment they may be longer, though never twice as long. */
const BUDGET = 128 * 1024 * 1024;
/** Time without progress after which a response is stuck, in milliseconds. */
const STALL_TIME = 1000;

/** A response that its client has not read completely. */
export interface PendingResponse {
  /** Counts received bytes. */
  acknowledge(bytes: number): void;
}

interface TrackedResponse {
  left: number;
  /** Time of its last progress. */
  at: number;
  readonly giveUp: () => void;
}

/** Responses by age. Above the limit, stuck ones are dropped, oldest first; far above it, any. */
export class PendingResponses {
  readonly #budget: number;
  readonly #responses = new Set<TrackedResponse>();
  #length = 0;

  readonly #now: () => number;

  /**
   * @param budget - how long they may be together, in bytes. Default 128 MiB
   * @param now - in milliseconds
   */
  constructor(budget = BUDGET, now = () => performance.now()) {
    this.#budget = budget;
    this.#now = now;
  }

  /** @param cancel - ends the response with its stream or connection */
  add(length: number, cancel: () => void): PendingResponse {
    const now = this.#now();
    const response = { left: length, at: now, giveUp: cancel };
    this.#responses.add(response);
    this.#length += length;
    for (const oldest of this.#responses) {
      if (this.#length <= this.#budget || oldest === response) break;
      if (now - oldest.at < STALL_TIME && this.#length <= 2 * this.#budget) continue;
      this.#forget(oldest);
      oldest.giveUp();
    }
    return {
      acknowledge: (bytes) => {
        if (!this.#responses.has(response)) return;
        const taken = Math.min(bytes, response.left);
        response.left -= taken;
        response.at = this.#now();
        this.#length -= taken;
        if (response.left === 0) this.#responses.delete(response);
      },
    };
  }

  #forget(response: TrackedResponse): void {
    this.#responses.delete(response);
    this.#length -= response.left;
  }
}
