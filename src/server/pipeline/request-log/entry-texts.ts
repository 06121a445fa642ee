// Texts of a recorded exchange, as bytes in one buffer that is reused. As strings they would be garbage-collected
// late, and take many times the memory of a log.

import type { WholeBody } from '../wire.ts';

/** Allocation unit in bytes, so that the next exchange often fits. */
const CHUNK = 256;
/** It is given back when the next exchange needs no more than this part of it. */
const SHRINK_FACTOR = 4;

const NOTHING = Buffer.alloc(0);

/** The texts of an exchange, in their order. */
export type ExchangeTexts<T> = readonly [
  target: T,
  requestBody: T,
  responseBody: T,
  requestHeaders: T,
  responseHeaders: T,
];

export class EntryTexts {
  #bytes: Buffer = NOTHING;
  /** Where each text ends. */
  readonly #ends = [0, 0, 0, 0, 0];

  /** The allocated memory, in bytes. */
  get length(): number {
    return this.#bytes.length;
  }

  /** Replaces the texts. */
  write(texts: ExchangeTexts<WholeBody>): void {
    let end = 0;
    for (let at = 0; at < texts.length; at += 1) {
      end += Buffer.byteLength(texts[at] ?? '');
      this.#ends[at] = end;
    }
    this.#reserve(end);
    for (let at = 0; at < texts.length; at += 1) write(this.#bytes, texts[at] ?? '', this.#start(at));
  }

  /** Clears the texts, and frees the memory. */
  clear(): void {
    this.#bytes = NOTHING;
    this.#ends.fill(0);
  }

  get target(): string {
    return this.#text(0);
  }

  get all(): ExchangeTexts<string> {
    return [this.#text(0), this.#text(1), this.#text(2), this.#text(3), this.#text(4)];
  }

  #reserve(length: number): void {
    const available = this.#bytes.length;
    if (length <= available && available <= CHUNK + SHRINK_FACTOR * length) return;
    this.#bytes = length === 0 ? NOTHING : Buffer.allocUnsafeSlow(Math.ceil(length / CHUNK) * CHUNK);
  }

  #start(at: number): number {
    return at === 0 ? 0 : (this.#ends[at - 1] ?? 0);
  }

  #text(at: number): string {
    return new TextDecoder().decode(this.#bytes.subarray(this.#start(at), this.#ends[at]));
  }
}

function write(bytes: Buffer, body: WholeBody, at: number): void {
  if (typeof body === 'string') bytes.write(body, at);
  else bytes.set(body, at);
}
