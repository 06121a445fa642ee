// Several rounds of measurements, interleaved, so that a busy moment of the machine meets everybody.

import type { Contender } from './contender.ts';

/** What came of one contender. */
export interface Measured<T> {
  readonly contender: Contender;
  /** One for each round, in their order, as long as none failed. */
  readonly rounds: readonly T[];
  /** Why it could not be measured. */
  readonly failure?: string;
}

/**
 * Measures everybody once in each round. Each round begins with another one, so that none always has the same neighbour.
 * A contender that fails is left out of the rounds that follow.
 */
export async function interleave<T>(
  contenders: readonly Contender[],
  rounds: number,
  measure: (contender: Contender) => Promise<T>,
): Promise<readonly Measured<T>[]> {
  const all = contenders.map((contender) => ({
    contender,
    rounds: [] as T[],
    failure: undefined as string | undefined,
  }));
  for (let round = 0; round < rounds; round++) {
    const first = round % all.length;
    for (const one of [...all.slice(first), ...all.slice(0, first)]) {
      if (one.failure !== undefined) continue;
      const { name, size } = one.contender;
      const title = size === undefined ? name : `${name}, ${size}`;
      try {
        const figures = await measure(one.contender);
        one.rounds.push(figures);
        process.stderr.write(`  ${round + 1} ${title}: ${JSON.stringify(figures)}\n`);
      } catch (error) {
        one.failure = (error as Error).message;
        process.stderr.write(`  ${round + 1} ${title} failed: ${one.failure}\n`);
      }
    }
  }
  return all.map(({ failure, ...rest }) => (failure === undefined ? rest : { ...rest, failure }));
}
