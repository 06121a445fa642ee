// Random numbers that a seed fixes: the same seed gives the same numbers on any machine.

import { createHash } from 'node:crypto';

/** A number from 0 up to, not including, 1. */
export type Random = () => number;

/** Numbers drawn from SHA-256 over the seed and a counter. Good for test data; not for secrets. */
export function createRandom(seed: string): Random {
  let drawn = 0;
  return () => {
    const digest = createHash('sha256').update(`${seed} ${drawn}`).digest();
    drawn += 1;
    return digest.readUIntBE(0, 6) / 2 ** 48;
  };
}
