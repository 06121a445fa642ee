// Collects a body with little memory overhead.

const NOTHING = new Uint8Array();

/** Joins pieces as they arrive. They may be of one byte each, and would keep their read buffers alive. */
export class BodyBuffer {
  #bytes: Uint8Array = NOTHING;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The bytes so far, in one piece. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    // Most bodies arrive in one piece, and need no copy.
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
