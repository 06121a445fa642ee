// The changes of a store that can be taken back, version by version.

import type { Change } from '../change.ts';
import type { Origin } from './log.ts';

/** A change that can be taken back. */
export interface KnownChange {
  /** The version of the store that it led to. The fixture, or what was kept before, is version 0 where only one process writes; no number comes twice. */
  readonly number: number;
  /** Undefined when whoever made it has not said. */
  readonly origin: Origin | undefined;
  readonly edits: Change;
  /** How long what it is about is as JSON, in bytes. */
  readonly length: number;
}

/**
 * A list of them that never changes. Those of one version after another share what they are kept in, and see a part of it each: so a change costs the same however
 * many can be taken back, and nobody copies a thousand of them to add one.
 */
export class KnownChanges {
  readonly #shared: KnownChange[];
  readonly #start: number;
  readonly #end: number;
  /** How long they are together. */
  readonly #whole: number;
  #all: readonly KnownChange[] | undefined;

  private constructor(shared: KnownChange[], start: number, end: number, whole: number) {
    this.#shared = shared;
    this.#start = start;
    this.#end = end;
    this.#whole = whole;
  }

  static none(): KnownChanges {
    return new KnownChanges([], 0, 0, 0);
  }

  /** All of them, the newest last. */
  get all(): readonly KnownChange[] {
    this.#all ??= this.#shared.slice(this.#start, this.#end);
    return this.#all;
  }

  get length(): number {
    return this.#end - this.#start;
  }

  /** With one more, the newest. */
  with(change: KnownChange): KnownChanges {
    // Who was first to add one to this version has it in the shared list; others need a list of their own.
    if (this.#shared.length > this.#end)
      return KnownChanges.#of([...this.#shared.slice(this.#start, this.#end), change]);
    this.#shared.push(change);
    return new KnownChanges(this.#shared, this.#start, this.#end + 1, this.#whole + change.length);
  }

  /** Without so many of the newest. */
  without(count: number): KnownChanges {
    return count === 0
      ? this
      : KnownChanges.#of(this.#shared.slice(this.#start, Math.max(this.#start, this.#end - count)));
  }

  /** Those with a greater number. */
  after(number: number): KnownChanges {
    return this.#behind((one) => one.number <= number);
  }

  /** The newest that are together no longer than so many bytes of JSON; the newest one, however long it is. */
  within(most: number): KnownChanges {
    return this.#behind((one, whole) => whole > most && one !== this.#shared[this.#end - 1]);
  }

  /** Without the oldest, as long as these are to go. @param isToGo - is told how long it is together with all that are newer */
  #behind(isToGo: (one: KnownChange, whole: number) => boolean): KnownChanges {
    let [start, whole] = [this.#start, this.#whole];
    for (; start < this.#end; start += 1) {
      const one = this.#shared[start];
      if (!one || !isToGo(one, whole)) break;
      whole -= one.length;
    }
    if (start === this.#start) return this;
    // What nobody sees any more is let go of: at once where it is long, else not before it is much.
    const isMuch = start > LEAST_LET_GO && start > (this.#end - start) / 4;
    const isLong = this.#whole - whole > LONG;
    if (isMuch || isLong) return KnownChanges.#of(this.#shared.slice(start, this.#end));
    return new KnownChanges(this.#shared, start, this.#end, whole);
  }

  static #of(own: KnownChange[]): KnownChanges {
    return new KnownChanges(
      own,
      0,
      own.length,
      own.reduce((sum, { length }) => sum + length, 0),
    );
  }
}

const LEAST_LET_GO = 16;
const LONG = 16 * 1024;
