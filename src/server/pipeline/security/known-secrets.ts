// Redaction of known tokens, of which only a number is stored.

import { randomBytes } from 'node:crypto';
import { REDACTED } from './redacted.ts';

/** Maximum number of remembered ones: the newest. */
const MAX_SECRETS = 1000;
/** Minimum length of a secret, in characters; and of one with letters only, which may be a word. */
const [MIN_LENGTH, MIN_WORD_LENGTH] = [8, 20];
/** Minimum length of a piece between other characters. */
const MIN_PIECE_LENGTH = 16;
/** Possible delimiters of a secret in JSON and URLs; and characters of secrets. */
const RUN = /\\(?:u[\da-f]{4}|.)|%[\da-f]{2}|[\w.~-]{8,}/gi;
const WHOLE = /^[\w.~-]+$/;

/** Random per process, so that texts with equal hashes cannot be found. */
const SEED = randomBytes(4).readInt32LE();

export class KnownSecrets {
  readonly #fingerprints = new Set<number>();
  #last: number | undefined;
  /** Grows with each secret that was not known. */
  version = 0;

  /** @param secret - a token or a password. Short ones, and possible words, are ignored */
  add(secret: string): void {
    // Most callers show the same one again and again.
    const whole = fingerprint(secret);
    if (whole === this.#last) return;
    this.#last = whole;
    const pieces = WHOLE.test(secret)
      ? [secret]
      : splitPieces(secret).filter(({ length }) => length >= MIN_PIECE_LENGTH);
    for (const piece of pieces) {
      if (piece.length < MIN_LENGTH || (piece.length < MIN_WORD_LENGTH && /^[a-z]+$/i.test(piece))) continue;
      const print = fingerprint(piece);
      if (this.#fingerprints.has(print)) continue;
      const [oldest = print] = this.#fingerprints;
      if (this.#fingerprints.size >= MAX_SECRETS) this.#fingerprints.delete(oldest);
      this.#fingerprints.add(print);
      this.version += 1;
    }
  }

  /** Redacts all of them, in linear time, independent of their number. */
  redact(text: string): string {
    if (this.#fingerprints.size === 0 || text.length < MIN_LENGTH) return text;
    return text.replace(RUN, (run) => {
      if (run.length < MIN_LENGTH) return run;
      if (this.#fingerprints.has(fingerprint(run))) return REDACTED;
      // At the end of a sentence.
      const plain = trimDots(run);
      return plain !== run && this.#fingerprints.has(fingerprint(plain)) ? REDACTED + run.slice(plain.length) : run;
    });
  }
}

function splitPieces(secret: string): readonly string[] {
  return secret.match(/[\w.~-]+/g) ?? [];
}

/** A regular expression would be quadratic. */
function trimDots(run: string): string {
  let end = run.length;
  while (run[end - 1] === '.') end -= 1;
  return run.slice(0, end);
}

function fingerprint(text: string): number {
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
