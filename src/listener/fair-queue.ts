// Whose turn it is: connections take turns by the processor time they use.

import { LONG_WORK, REST } from '../engine/rest.ts';

/** How long a time is in which no more pieces begin at once than may, and how much they may take before the server looks, in milliseconds. */
const WINDOW = 10;
/** A piece that takes longer is long, in milliseconds. */
const LONG = 10;

const DONE = Promise.resolve();

/** What a connection has used of the processor. */
export interface Account {
  /** In milliseconds, as if it had used as much as the others before it first asked. */
  used: number;
}

/** What a connection has to do, one piece after the other. */
export interface Line {
  /** Shared by all lines of a connection. */
  readonly account: Account;
  /** What its next piece is expected to take, in milliseconds, if that is long. Default: it is not. */
  readonly expected?: number;
  /** Does the next piece. @returns whether there is another one that could be done now */
  next(): boolean;
  /** Whether it waits for its turn: the mark of the queue that it stands in. */
  isWaiting?: boolean;
}

/**
 * Lets lines do a piece each in turn, first the one whose connection has used least. Those with a long piece wait until there are no others, or until the others have used as much
 * since the last long one. As long as little is to be done, it is done at once.
 *
 * A piece takes until nothing of it is left to do without waiting for something else. The server looks what has come meanwhile (who asks, and who has left) after `atOnce` pieces, or when they have taken long.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #short = new Heap();
  readonly #long = new Heap();
  /** How much longer the last long piece took than the others since then that a long one has waited for, in milliseconds. */
  #ahead = 0;
  /** What work of a kind took the last times, in milliseconds, if that was long. */
  readonly #costs = new WeakMap<object, number>();
  /** What each line would have used if all had asked all the time: who comes begins there. */
  #level = 0;
  /** Whether a piece is being done, or the next one will be after a look. */
  #isBusy = false;
  /** The piece that is being done: whose it is, when it began, what is known of it. */
  #account: Account | undefined;
  #began = 0;
  #isExpected = false;
  #kind: object | undefined;
  #next: Line | undefined;
  /** When the present window began, and how many pieces have begun in it. */
  #window = 0;
  #begun = 0;
  /** How many pieces may begin until the server looks, and how long those since the last look have taken, in milliseconds. */
  #left: number;
  #used = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
    this.#left = atOnce;
  }

  /** For a line that has something to do. */
  take(line: Line): void {
    this.#add(line);
    if (this.#isBusy) return;
    // What waits for a look has mostly come whole by then, which is less work.
    if (this.#isQuiet(performance.now())) this.#goOn();
    else this.#look();
  }

  /** Waits until it is the turn of a connection again; undefined if that is now. What is done then, until it waits for something else, is a piece. */
  turn(account: Account): Promise<void> | undefined {
    const now = performance.now();
    if (this.#isBusy || !this.#isQuiet(now)) return this.#turn(account);
    account.used = Math.max(account.used, this.#level);
    this.#begin(account, now);
    return undefined;
  }

  /**
   * The same before work that may be long, as it was the last times.
   *
   * @param kind - by which that is known
   * @returns undefined if it is expected to be short: then it goes on at once
   */
  turnFor(account: Account, kind: object): Promise<void> | undefined {
    const expected = this.#costs.get(kind);
    if (expected !== undefined) return this.#turn(account, { expected, kind });
    if (this.#account) this.#kind = kind;
    return undefined;
  }

  #turn(
    account: Account,
    { expected, kind }: { readonly expected?: number; readonly kind?: object } = {},
  ): Promise<void> {
    return new Promise((resolve) => {
      const next = () => {
        this.#kind = kind;
        resolve();
        return false;
      };
      this.take({ account, next, ...(expected !== undefined && { expected }) });
    });
  }

  #add(line: Line): void {
    if (line.isWaiting) return;
    line.isWaiting = true;
    const { account } = line;
    // Who has asked for nothing meanwhile has saved nothing.
    account.used = Math.max(account.used, this.#level);
    (line.expected ? this.#long : this.#short).push(line);
  }

  /** Whether so little has begun of late that the next piece may begin before the server looks. */
  #isQuiet(now: number): boolean {
    if (now - this.#window > WINDOW) {
      this.#window = now;
      this.#begun = 0;
      this.#left = this.#atOnce;
    }
    return this.#begun < this.#atOnce;
  }

  #goOn(): void {
    this.#isBusy = this.#waiting > 0;
    if (!this.#isBusy) return;
    const isLongNext = this.#long.size > 0 && (this.#short.size === 0 || this.#ahead <= 0);
    // Before a long piece, short ones may have come.
    if (this.#left <= 0 || (isLongNext && this.#left < this.#atOnce)) {
      this.#look();
      return;
    }
    const line = (isLongNext ? this.#long.pop() : this.#short.pop()) as Line;
    line.isWaiting = false;
    this.#begin(line.account, performance.now());
    this.#isExpected = line.expected !== undefined;
    if (line.next()) this.#next = line;
  }

  #begin(account: Account, now: number): void {
    this.#begun += 1;
    this.#left -= 1;
    this.#isBusy = true;
    this.#account = account;
    this.#began = now;
    this.#isExpected = false;
    this.#kind = undefined;
    this.#next = undefined;
    DONE.then(this.#afterPromises);
  }

  /** By the next tick all is done that it has led to, but for what waits for something else. */
  readonly #afterPromises = () => process.nextTick(this.#done);

  readonly #done = () => {
    const took = performance.now() - this.#began;
    if (this.#account) this.#account.used += took;
    this.#account = undefined;
    if (this.#kind) this.#learn(this.#kind, took);
    this.#used += took;
    this.#level += took / (this.#waiting + 1);
    if (this.#isExpected) this.#ahead = took;
    else if (this.#long.size > 0) this.#ahead -= took;
    if (this.#next) this.#add(this.#next);
    if (this.#used < WINDOW) this.#goOn();
    else this.#look();
  };

  get #waiting(): number {
    return this.#short.size + this.#long.size;
  }

  #learn(kind: object, took: number): void {
    const expected = (took + (this.#costs.get(kind) ?? 0)) / 2;
    if (expected > LONG) this.#costs.set(kind, expected);
    else this.#costs.delete(kind);
  }

  /** Lets the server look. Connections that are opened need more than one look until they have asked: whoever waits behind long work lets them. */
  #look(): void {
    this.#isBusy = true;
    const isLong = this.#used > LONG_WORK;
    setImmediate(() => {
      if (isLong && this.#waiting > 0) setTimeout(this.#goOnAfterLook, REST);
      else this.#goOnAfterLook();
    });
  }

  readonly #goOnAfterLook = () => {
    this.#left = this.#atOnce;
    this.#used = 0;
    this.#goOn();
  };
}

/** A line that waits, and how it stands to others. */
interface Place {
  readonly line: Line;
  /** What its connection will have used after its next piece, as far as that is known. */
  readonly used: number;
  readonly number: number;
}

/** Lines, of which the one comes first that will have used least; of equal ones that which came first. A binary heap: a flood of connections is no reason to look at all of them. */
class Heap {
  readonly #places: Place[] = [];
  #pushed = 0;

  get size(): number {
    return this.#places.length;
  }

  push(line: Line): void {
    this.#pushed += 1;
    const { account, expected = 0 } = line;
    const place = { line, used: account.used + expected, number: this.#pushed };
    let at = this.#places.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = this.#places[above] as Place;
      if (isBefore(other, place)) break;
      this.#places[at] = other;
      at = above;
    }
    this.#places[at] = place;
  }

  pop(): Line | undefined {
    const [first] = this.#places;
    const last = this.#places.pop();
    if (!first || !last || first === last) return first?.line;
    let at = 0;
    for (;;) {
      const [left, right] = [this.#places[2 * at + 1], this.#places[2 * at + 2]];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const below = isRight ? right : left;
      if (!below || isBefore(last, below)) break;
      this.#places[at] = below;
      at = 2 * at + (isRight ? 2 : 1);
    }
    this.#places[at] = last;
    return first.line;
  }
}

function isBefore(one: Place, other: Place): boolean {
  return one.used < other.used || (one.used === other.used && one.number < other.number);
}
