// A case of a contract has the answer that it is to have.

import type { StoryCheck } from '../trial.ts';

export const caseAsExpected: StoryCheck<{
  readonly name: string;
  /** Such as `404` or `4XX`. */
  readonly expected: string;
  readonly status: number;
  /** What the case's own function has against the answer. */
  readonly problem: string | undefined;
}> = {
  meaning:
    'A case of `contracts/<operationId>.ts` is answered with the status that stands there, and its own function has nothing against the answer.',
  *tell({ name, expected, status, problem }) {
    const isExpected = new RegExp(`^${expected.replace(/X/gi, '\\d')}$`).test(String(status));
    if (!isExpected)
      yield {
        severity: 'finding',
        message: `${name}: answered with ${status}, and should be with ${expected}`,
        cause: name,
      };
    else if (problem !== undefined) yield { severity: 'finding', message: `${name}: ${problem}`, cause: name };
  },
};
