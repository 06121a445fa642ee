// Deterministic pseudo-random choices, equal on any machine.

import { createHash } from 'node:crypto';

type Words = readonly [number, number, number, number];

/** A source of choices. Different keys are independent. */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `low` to `high`, both among them. */
  between(low: number, high: number): number;
  /** One of several; undefined for an empty list. */
  pick<T>(choices: readonly T[]): T | undefined;
  /** True with this probability. */
  happens(probability: number): boolean;
  /** Draws of their own: the same for the same key, whatever has been drawn here. */
  fork(key: string | number): Random;
}

/** @param key - the purpose, such as an operation and its input */
export function createSeededRandom(seed: string, key: string): Random {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, key]))
    .digest();
  return new SeededDraw([0, 4, 8, 12].map((at) => digest.readUInt32LE(at)) as unknown as Words);
}

/** Small, fast, and good enough for sample data: sfc32, by Chris Doty-Humphrey. Not for secrets. */
class SeededDraw implements Random {
  readonly #seed: Words;
  #a: number;
  #b: number;
  #c: number;
  #count: number;

  constructor(seed: Words) {
    this.#seed = seed;
    [this.#a, this.#b, this.#c, this.#count] = seed;
    // The first numbers would depend too much on the seed.
    for (let turn = 0; turn < 8; turn += 1) this.#turn();
  }

  #turn(): number {
    const sum = (this.#a + this.#b + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  next(): number {
    return this.#turn() / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(choices: readonly T[]): T | undefined {
    return choices[Math.floor(this.next() * choices.length)];
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  fork(key: string | number): Random {
    return new SeededDraw(mixed(this.#seed, `${key}`));
  }
}

/** The words of a seed with a text worked in, in the manner of MurmurHash3. */
function mixed(seed: Words, text: string): Words {
  let [a, b, c, d] = seed;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at) + 1;
    a = b ^ Math.imul(a ^ sign, 0x9e3779b1);
    b = c ^ Math.imul(b ^ sign, 0x85ebca6b);
    c = d ^ Math.imul(c ^ sign, 0xc2b2ae35);
    d = a ^ Math.imul(d ^ sign, 0x27d4eb2f);
  }
  return [spread(a ^ text.length), spread(b ^ a), spread(c ^ b), spread(d ^ c)];
}

function spread(word: number): number {
  let bits = word ^ (word >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
