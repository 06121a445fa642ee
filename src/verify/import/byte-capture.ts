// Captures a part of a byte stream across its pieces.

/** How long a part may be, in bytes: two bodies of 16 MiB in Base64, with room for the rest. */
const LONGEST = 64 * 1024 * 1024;

export class ByteCapture {
  #piece: Uint8Array = new Uint8Array();
  /** The start of the part in this piece; -1 if none is open. */
  #from = -1;
  #before: Uint8Array[] = [];
  #length = 0;

  get isOpen(): boolean {
    return this.#from !== -1;
  }

  /** Starts a piece. */
  enter(piece: Uint8Array): void {
    this.#piece = piece;
    if (this.isOpen) this.#from = 0;
  }

  /** Ends a piece, whose memory may be reused. */
  leave(): void {
    if (this.isOpen) this.#keep(this.#piece.subarray(this.#from));
    this.#piece = new Uint8Array();
  }

  open(at: number): void {
    this.#from = at;
    this.#before = [];
    this.#length = 0;
  }

  /** Ends the part. @returns its bytes until the next piece; undefined where it was too long */
  take(to: number): Uint8Array | undefined {
    const last = this.#piece.subarray(this.#from, to);
    const length = this.#length + last.length;
    const part =
      length > LONGEST ? undefined : this.#before.length === 0 ? last : Buffer.concat([...this.#before, last]);
    this.drop();
    return part;
  }

  drop(): void {
    this.#from = -1;
    this.#before = [];
    this.#length = 0;
  }

  #keep(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > LONGEST) this.#before = [];
    else this.#before.push(Buffer.from(part));
  }
}
