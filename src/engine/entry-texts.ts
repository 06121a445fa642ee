// The texts of an exchange as a journal holds them: its target, what was asked and what was answered, as bytes one behind the other. The memory is taken over by the next
// exchange in the same place. Were they strings, each would be kept until it is old, and then be garbage that is collected late: many times as much as a journal holds.

import type { WholeBody } from './wire.ts';

/** Memory is taken in pieces of so many bytes, so that the next exchange often finds enough. */
const PIECE = 256;
/** It is given back when the next exchange needs no more than this part of it. */
const TOO_MUCH = 4;

const NOTHING = Buffer.alloc(0);

export class EntryTexts {
  #bytes: Buffer = NOTHING;
  #targetLength = 0;
  #askedLength = 0;
  #answeredLength = 0;

  /** How much memory is taken, in bytes. */
  get length(): number {
    return this.#bytes.length;
  }

  /** Keeps texts instead of those before. */
  write(target: string, asked: WholeBody, answered: WholeBody): void {
    this.#targetLength = Buffer.byteLength(target);
    this.#askedLength = Buffer.byteLength(asked);
    this.#answeredLength = Buffer.byteLength(answered);
    this.#makeRoom(this.#targetLength + this.#askedLength + this.#answeredLength);
    write(this.#bytes, target, 0);
    write(this.#bytes, asked, this.#targetLength);
    write(this.#bytes, answered, this.#targetLength + this.#askedLength);
  }

  /** Keeps nothing, and gives the memory back. */
  clear(): void {
    this.#bytes = NOTHING;
    this.#targetLength = 0;
    this.#askedLength = 0;
    this.#answeredLength = 0;
  }

  get target(): string {
    return this.#text(0, this.#targetLength);
  }

  get all(): readonly [target: string, asked: string, answered: string] {
    const [first, second] = [this.#targetLength, this.#targetLength + this.#askedLength];
    return [this.target, this.#text(first, this.#askedLength), this.#text(second, this.#answeredLength)];
  }

  #makeRoom(length: number): void {
    const room = this.#bytes.length;
    if (length <= room && room <= PIECE + TOO_MUCH * length) return;
    this.#bytes = length === 0 ? NOTHING : Buffer.allocUnsafeSlow(Math.ceil(length / PIECE) * PIECE);
  }

  #text(start: number, length: number): string {
    return new TextDecoder().decode(this.#bytes.subarray(start, start + length));
  }
}

function write(bytes: Buffer, body: WholeBody, at: number): void {
  if (typeof body === 'string') bytes.write(body, at);
  else bytes.set(body, at);
}
