// Whose turn it is: every connection gets on, however much another one asks for.

/** In milliseconds: how long a window is in which no more begins at once than may. */
const WINDOW = 10;

/** So many lines that have had their turn are forgotten at once. */
const MANY = 1000;

/** What a connection has to do, one piece after the other. */
export interface Line {
  /** Does the next piece. @returns whether there is another one that could be done now */
  next(): boolean;
  /** Whether it waits for its turn: the mark of the queue that it stands in. */
  isWaiting?: boolean;
}

/** Lets lines do a piece each in turn. As long as little is to be done, it is done at once. */
export class FairQueue {
  readonly #atOnce: number;
  /** The lines that wait, from `#first` on. A list, because a set that loses one for each that it gets leaves much behind that is old when it is garbage. */
  readonly #waiting: Line[] = [];
  #first = 0;
  #window = 0;
  #begun = 0;

  /** @param atOnce - how many pieces are done before the server looks what has come meanwhile: who asks, and who has left */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** For a line that has something to do. */
  take(line: Line): void {
    if (line.isWaiting) return;
    if (this.#waiting.length === 0 && this.#isQuiet()) {
      if (!line.next()) return;
    }
    if (this.#waiting.length === 0) setImmediate(this.#goRound);
    this.#add(line);
  }

  #add(line: Line): void {
    line.isWaiting = true;
    this.#waiting.push(line);
  }

  /** Forgets the lines that have had their turn: all of them, or when there are many. */
  #forget(): void {
    if (this.#first < this.#waiting.length && this.#first < MANY) return;
    this.#waiting.splice(0, this.#first);
    this.#first = 0;
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
    for (let line = this.#waiting[this.#first]; line && left > 0; line = this.#waiting[this.#first]) {
      left -= 1;
      // Whoever is still here when something comes for it need not be told.
      const hasMore = line.next();
      this.#first += 1;
      line.isWaiting = false;
      if (hasMore) this.#add(line);
    }
    this.#forget();
    if (this.#waiting.length > 0) setImmediate(this.#goRound);
  };
}
