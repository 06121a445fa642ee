// Interleaved rounds of measurements, so that a busy moment of the machine affects all contenders.

import type { Contender } from './contender.ts';

/** The result of one contender. */
export interface Measured<T> {
  readonly contender: Contender;
  /** One for each round, in order, until one failed. */
  readonly rounds: readonly T[];
  /** Why it could not be measured. */
  readonly failure?: string;
}

/**
 * Measures all contenders once in each round. Each round starts with another one, so that the order varies.
 * A contender that fails is skipped in later rounds.
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
