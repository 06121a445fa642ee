// Redaction of known tokens, of which only a number is stored.

import { randomBytes } from 'node:crypto';
import { REDACTED } from './redacted.ts';

/** Maximum number of remembered ones: the newest. */
const MOST = 1000;
/** Minimum length of a secret, in characters; and of one with letters only, which may be a word. */
const [SHORTEST, SHORTEST_WORD] = [8, 20];
/** Minimum length of a piece between other characters. */
const SHORTEST_PIECE = 16;
/** Possible delimiters of a secret in JSON and URLs; and characters of secrets. */
const RUN = /\\(?:u[\da-f]{4}|.)|%[\da-f]{2}|[\w.~-]{8,}/gi;
const WHOLE = /^[\w.~-]+$/;

/** Random per process, so that texts with equal hashes cannot be found. */
const SEED = randomBytes(4).readInt32LE();

export class KnownSecrets {
  readonly #prints = new Set<number>();
  #last: number | undefined;
  /** Grows with each secret that was not known. */
  version = 0;

  /** @param secret - a token or a password. Short ones, and possible words, are ignored */
  add(secret: string): void {
    // Most callers show the same one again and again.
    const whole = printOf(secret);
    if (whole === this.#last) return;
    this.#last = whole;
    const pieces = WHOLE.test(secret) ? [secret] : piecesOf(secret).filter(({ length }) => length >= SHORTEST_PIECE);
    for (const piece of pieces) {
      if (piece.length < SHORTEST || (piece.length < SHORTEST_WORD && /^[a-z]+$/i.test(piece))) continue;
      const print = printOf(piece);
      if (this.#prints.has(print)) continue;
      const [oldest = print] = this.#prints;
      if (this.#prints.size >= MOST) this.#prints.delete(oldest);
      this.#prints.add(print);
      this.version += 1;
    }
  }

  /** Redacts all of them, in linear time, independent of their number. */
  redact(text: string): string {
    if (this.#prints.size === 0 || text.length < SHORTEST) return text;
    return text.replace(RUN, (run) => {
      if (run.length < SHORTEST) return run;
      if (this.#prints.has(printOf(run))) return REDACTED;
      // At the end of a sentence.
      const plain = withoutStops(run);
      return plain !== run && this.#prints.has(printOf(plain)) ? REDACTED + run.slice(plain.length) : run;
    });
  }
}

function piecesOf(secret: string): readonly string[] {
  return secret.match(/[\w.~-]+/g) ?? [];
}

/** A regular expression would be quadratic. */
function withoutStops(run: string): string {
  let end = run.length;
  while (run[end - 1] === '.') end -= 1;
  return run.slice(0, end);
}

function printOf(text: string): number {
  let [one, other] = [SEED, ~SEED];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x9e3779b1);
    other = Math.imul(other ^ code, 0x5f356495);
    one ^= one >>> 15;
    other ^= other >>> 13;
  }
  return (other >>> 0) * 2 ** 21 + (one >>> 11);
}
