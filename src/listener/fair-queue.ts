// Whose turn it is: every connection gets on, however much another one asks for.

/** In milliseconds: how long a window is in which no more begins at once than may. */
const WINDOW = 10;

/** What a connection has to do, one piece after the other. */
export interface Line {
  /** Does the next piece. @returns whether there is another one that could be done now */
  next(): boolean;
}

/** Lets lines do a piece each in turn. As long as little is to be done, it is done at once. */
export class FairQueue {
  readonly #atOnce: number;
  readonly #waiting = new Set<Line>();
  #window = 0;
  #begun = 0;

  /** @param atOnce - how many pieces are done before the server looks what has come meanwhile: who asks, and who has left */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** For a line that has something to do. */
  take(line: Line): void {
    if (this.#waiting.has(line)) return;
    if (this.#waiting.size === 0 && this.#isQuiet()) {
      if (!line.next()) return;
    }
    if (this.#waiting.size === 0) setImmediate(this.#goRound);
    this.#waiting.add(line);
  }

  #isQuiet(): boolean {
    const now = performance.now();
    if (now - this.#window > WINDOW) {
      this.#window = now;
      this.#begun = 0;
    }
    this.#begun += 1;
    return this.#begun <= this.#atOnce;
  }

  readonly #goRound = () => {
    let left = this.#atOnce;
    // A set goes on with what is added to it on the way.
    for (const line of this.#waiting) {
      if (left === 0) break;
      left -= 1;
      // Whoever is still here when something comes for it need not be told.
      const hasMore = line.next();
      this.#waiting.delete(line);
      if (hasMore) this.#waiting.add(line);
    }
    if (this.#waiting.size > 0) setImmediate(this.#goRound);
  };
}
