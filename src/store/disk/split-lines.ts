// The lines of a file that is read in pieces.

/** A line of a file. */
export interface Line {
  /** Of its first byte, from the start of the file. */
  readonly offset: number;
  /** Without the line feed. */
  readonly bytes: Buffer;
  /** Whether a line feed follows: false at most for the last one. */
  readonly isEnded: boolean;
}

const LINE_FEED = 10;

/** Splits a file into lines. There is no line after the last line feed. */
export async function* splitLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  /** The start of a line in earlier pieces. */
  let parts: Uint8Array[] = [];
  let offset = 0;
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, start)) {
      const bytes = Buffer.concat([...parts, piece.subarray(start, end)]);
      yield { offset, bytes, isEnded: true };
      offset += bytes.length + 1;
      parts = [];
      start = end + 1;
    }
    if (start < piece.length) parts.push(piece.subarray(start));
  }
  if (parts.length > 0) yield { offset, bytes: Buffer.concat(parts), isEnded: false };
}
