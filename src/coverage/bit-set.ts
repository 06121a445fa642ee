// A set of small numbers.

/** Needs one bit for each possible number. */
export class Bits {
  readonly #words: Uint32Array;

  /** @param size - the first number that it cannot hold */
  constructor(size: number) {
    this.#words = new Uint32Array((size + 31) >>> 5);
  }

  copy(): Bits {
    const copied = new Bits(this.#words.length << 5);
    copied.addAll(this);
    return copied;
  }

  has(number: number): boolean {
    return ((this.#words[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0;
  }

  /** @returns whether it is new */
  add(number: number): boolean {
    const at = number >>> 5;
    const before = this.#words[at] ?? 0;
    const after = before | (1 << (number & 31));
    this.#words[at] = after;
    return this.#words[at] !== before;
  }

  /** @param other - of the same size */
  addAll(other: Bits): void {
    for (const [at, word] of other.#words.entries()) this.#words[at] = (this.#words[at] ?? 0) | word;
  }
}
