// Random numbers from a seed, equal on any machine.

import { createHash } from 'node:crypto';

/** Numbers from 0 up to, not including, 1. */
export interface RandomNumbers {
  (): number;
  /** Numbers that go on from here, independently of these. */
  fork(): RandomNumbers;
}

/**
 * Numbers drawn from SHA-256 over the seed and a counter. Good for test data; not for secrets.
 *
 * @param skip - how many were drawn before
 */
export function createRandomNumbers(seed: string, skip = 0): RandomNumbers {
  let count = skip;
  const next = () => {
    const digest = createHash('sha256').update(`${seed} ${count}`).digest();
    count += 1;
    return digest.readUIntBE(0, 6) / 2 ** 48;
  };
  return Object.assign(next, { fork: () => createRandomNumbers(seed, count) });
}
