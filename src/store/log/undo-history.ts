// The changes of a store that can be undone, by version.

import type { StoreChange } from '../store-change.ts';
import type { ChangeOrigin } from './store-log.ts';

/** A change that can be undone. */
export interface KnownChange {
  /**
   * The resulting version of the store. The fixture, or the stored state, is version 0 where only one process writes;
   * numbers are unique.
   */
  readonly number: number;
  /** Undefined if it is unknown. */
  readonly origin: ChangeOrigin | undefined;
  readonly edits: StoreChange;
  /** The length of its edits as JSON, in bytes. */
  readonly length: number;
}

/**
 * An immutable list of changes. Successive versions share one array and see a part of it each, so a change costs the
 * same however many can be undone.
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
    // The first addition to this version uses the shared array; later ones need their own.
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

  /** The changes with a greater number. */
  after(number: number): KnownChanges {
    return this.#behind((one) => one.number <= number);
  }

  /** The newest that are together no longer than so many bytes of JSON; the newest one, however long it is. */
  within(most: number): KnownChanges {
    return this.#behind((one, whole) => whole > most && one !== this.#shared[this.#end - 1]);
  }

  /**
   * Without the oldest changes, while `isToGo`.
   *
   * @param isToGo - receives a change, and the length of it with all newer ones
   */
  #behind(isToGo: (one: KnownChange, whole: number) => boolean): KnownChanges {
    let [start, whole] = [this.#start, this.#whole];
    for (; start < this.#end; start += 1) {
      const one = this.#shared[start];
      if (!one || !isToGo(one, whole)) break;
      whole -= one.length;
    }
    if (start === this.#start) return this;
    // Unreachable entries are released: at once if they are long, otherwise when there are many.
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
