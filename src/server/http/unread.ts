// Unread responses, with a common limit.

/** How long they may be together, in bytes. For a moment they may be longer, though never twice as long. */
const BUDGET = 128 * 1024 * 1024;
/** Time without progress after which a response is stuck, in milliseconds. */
const STUCK = 1000;

/** A response under way. */
export interface Unread {
  /** Counts received bytes. */
  taken(bytes: number): void;
}

interface Answer {
  left: number;
  /** Time of its last progress. */
  at: number;
  readonly giveUp: () => void;
}

/** Responses by age. Above the limit, stuck ones are dropped, oldest first; far above it, any. */
export class UnreadAnswers {
  readonly #budget: number;
  readonly #answers = new Set<Answer>();
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

  /** @param giveUp - ends the response with its stream or connection */
  add(length: number, giveUp: () => void): Unread {
    const now = this.#now();
    const answer = { left: length, at: now, giveUp };
    this.#answers.add(answer);
    this.#length += length;
    for (const oldest of this.#answers) {
      if (this.#length <= this.#budget || oldest === answer) break;
      if (now - oldest.at < STUCK && this.#length <= 2 * this.#budget) continue;
      this.#forget(oldest);
      oldest.giveUp();
    }
    return {
      taken: (bytes) => {
        if (!this.#answers.has(answer)) return;
        const taken = Math.min(bytes, answer.left);
        answer.left -= taken;
        answer.at = this.#now();
        this.#length -= taken;
        if (answer.left === 0) this.#answers.delete(answer);
      },
    };
  }

  #forget(answer: Answer): void {
    this.#answers.delete(answer);
    this.#length -= answer.left;
  }
}
