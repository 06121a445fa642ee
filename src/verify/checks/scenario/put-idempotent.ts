// Check: repeating a PUT changes nothing.

import type { ScenarioCheck } from '../../cases/test-case.ts';
import { describeDifference, findDifferences } from '../../scenarios/value-differences.ts';

export const putIdempotent: ScenarioCheck<{
  readonly status: number;
  readonly first: unknown;
  readonly second: unknown;
  readonly sent: unknown;
}> = {
  description: 'A repeated PUT succeeds again and leaves the values that were sent (RFC 9110, section 9.2.2).',
  *evaluate({ status, first, second, sent }) {
    if (status >= 400 && status !== 412 && status !== 429)
      yield { severity: 'error', message: `repeated PUT is rejected with ${status}`, cause: 'rejected' };
    if (status >= 300) return;
    const before = new Set(findDifferences(sent, first).map(({ pointer }) => pointer));
    for (const difference of findDifferences(sent, second).filter(({ pointer }) => !before.has(pointer)))
      yield {
        severity: 'error',
        message: `repeated PUT changes the item: ${describeDifference(difference)}`,
        cause: `differs ${difference.pointer}`,
      };
  },
};
