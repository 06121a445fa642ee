// Check: cases of contracts return the expected status.

import type { ScenarioCheck } from '../cases/test-case.ts';

export const customCase: ScenarioCheck<{
  readonly name: string;
  /** Such as `404` or `4XX`. */
  readonly expected: string;
  readonly status: number;
  /** The error of the `expect` function. */
  readonly problem: string | undefined;
}> = {
  description:
    'Each case in `contracts/<operationId>.ts` returns the expected status, and its `expect` function throws no error.',
  *evaluate({ name, expected, status, problem: error }) {
    const isExpected = new RegExp(`^${expected.replace(/X/gi, '\\d')}$`).test(String(status));
    if (!isExpected)
      yield {
        severity: 'error',
        message: `${name}: expected status ${expected}, received ${status}`,
        cause: name,
      };
    else if (error !== undefined) yield { severity: 'error', message: `${name}: ${error}`, cause: name };
  },
};
