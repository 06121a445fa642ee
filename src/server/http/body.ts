// A body as it comes, in hardly more memory than it is long.

const NOTHING = new Uint8Array();

/** Pieces put together as they come. They can be of one byte each, and what each was read with would be kept with it. */
export class Body {
  #bytes: Uint8Array = NOTHING;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** What has come, in one piece. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    // Most bodies come at once, and need not be copied.
    if (this.#length === 0) this.#bytes = piece;
    else {
      if (length > this.#bytes.length) this.#grow(length);
      this.#bytes.set(piece, this.#length);
    }
    this.#length = length;
  }

  #grow(length: number): void {
    const bytes = Buffer.allocUnsafe(2 * length);
    bytes.set(this.bytes);
    this.#bytes = bytes;
  }
}
