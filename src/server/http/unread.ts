// Answers that their clients have not read yet: together they have a bounded length.

/** How long they may be together, in bytes. For a moment they may be longer, though never twice as long. */
const BUDGET = 128 * 1024 * 1024;
/** After how long of which nothing is taken an answer is stuck, in milliseconds. */
const STUCK = 1000;

/** An answer under way. */
export interface Unread {
  /** So many bytes of it have been taken by the client. */
  taken(bytes: number): void;
}

interface Answer {
  left: number;
  /** When some of it was last taken. */
  at: number;
  readonly giveUp: () => void;
}

/** Answers by age. When they become too long together, those that are stuck are given up, the oldest first; when they become far too long, any. */
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

  /** @param giveUp - ends the answer with its stream or its connection */
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
