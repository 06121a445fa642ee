// Memory budget of arriving bodies: without memory they pause, and slow ones are evicted.

/** Bytes of each body that need no budget: enough for most. */
export const FREE_BODY_BYTES = 16 * 1024;
/** Bytes that may arrive after a pause: the read-ahead of a socket and a stream. */
const AHEAD = 64 * 1024;

/** How a body is stopped. */
export interface BodyControl {
  pause(): void;
  resume(): void;
  /** Evicted: the request is rejected with 503, and its memory freed. */
  reject(): void;
}

/** The budget of one connection, or of all. The oldest body is never paused. */
export class BodyBudget {
  readonly #size: number;
  readonly #maxWait: number;
  readonly #bodies = new Set<BudgetedBody>();
  readonly #waiting = new Set<BudgetedBody>();
  #used = 0;
  #isEvicting = false;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param size - how much bodies hold together, in bytes; a little more while they are stopped
   * @param longestWait - how long some may have to wait until the longest bodies make room, in milliseconds
   */
  constructor(size: number, longestWait: number) {
    this.#size = size;
    this.#maxWait = longestWait;
  }

  enter(body: BudgetedBody): void {
    this.#bodies.add(body);
  }

  grow(bytes: number): void {
    this.#used += bytes;
  }

  /** Whether a body may go on. */
  allows(body: BudgetedBody): boolean {
    return this.#used < this.#size || this.#oldest === body;
  }

  /** Adds a paused body. */
  wait(body: BudgetedBody): void {
    this.#waiting.add(body);
    this.#timer ??= setTimeout(() => this.#evict(), this.#maxWait);
  }

  leave(body: BudgetedBody): void {
    this.#bodies.delete(body);
    this.#used -= body.length;
    this.stopWaiting(body);
  }

  /** A body needs to wait no longer. */
  stopWaiting(body: BudgetedBody): void {
    this.#waiting.delete(body);
    if (!this.#isEvicting) this.#resumeWaiting();
  }

  get #oldest(): BudgetedBody | undefined {
    for (const body of this.#bodies) if (!body.isComplete) return body;
    return undefined;
  }

  /** Resumes the oldest ones while there is memory. */
  #resumeWaiting(): void {
    const oldest = this.#oldest;
    for (const body of this.#waiting) {
      if (this.#used >= this.#size && body !== oldest) continue;
      this.#waiting.delete(body);
      body.resume();
    }
    if (this.#waiting.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #evict(): void {
    this.#timer = undefined;
    const longest = [...this.#bodies].filter(({ isComplete: isWhole }) => !isWhole).sort((a, b) => b.length - a.length);
    // Freed memory is for the remaining ones.
    this.#isEvicting = true;
    for (const body of longest) {
      if (this.#used <= this.#size / 2) break;
      body.reject();
    }
    this.#isEvicting = false;
    this.#resumeWaiting();
    if (this.#waiting.size > 0) this.#timer ??= setTimeout(() => this.#evict(), this.#maxWait);
  }
}

/** The place of one body in every room that it needs. */
export class BudgetedBody {
  /** Its size, in bytes, including read-ahead. */
  length = 0;
  /** Then it only waits for its response. */
  isComplete = false;
  readonly #budgets: readonly BodyBudget[];
  readonly #control: BodyControl;
  #readAhead = 0;
  #isReleased = false;

  constructor(budgets: readonly BodyBudget[], control: BodyControl) {
    this.#budgets = budgets;
    this.#control = control;
    for (const budget of budgets) budget.enter(this);
  }

  /** Counts new bytes. Without memory, the body is paused. */
  grow(bytes: number): void {
    if (this.#isReleased) return;
    const expected = Math.min(bytes, this.#readAhead);
    this.#readAhead -= expected;
    this.#use(bytes - expected);
    const full = this.#budgets.find((budget) => !budget.allows(this));
    if (!full) return;
    this.#control.pause();
    full.wait(this);
  }

  /** Its budget has memory again. If all have, it continues. */
  resume(): void {
    const full = this.#budgets.find((budget) => !budget.allows(this));
    if (full) full.wait(this);
    else {
      this.#use(AHEAD - this.#readAhead);
      this.#readAhead = AHEAD;
      this.#control.resume();
    }
  }

  #use(bytes: number): void {
    this.length += bytes;
    for (const budget of this.#budgets) budget.grow(bytes);
  }

  /** It is complete, and keeps its memory until the response. */
  complete(): void {
    if (this.#isReleased) return;
    this.isComplete = true;
    this.#use(-this.#readAhead);
    this.#readAhead = 0;
    for (const budget of this.#budgets) budget.stopWaiting(this);
  }

  reject(): void {
    this.leave();
    this.#control.reject();
  }

  leave(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    for (const budget of this.#budgets) budget.leave(this);
  }
}
