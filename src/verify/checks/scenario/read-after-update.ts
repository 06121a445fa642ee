// Check: an acknowledged update is visible.

import type { ScenarioCheck } from '../../cases/test-case.ts';
import { describeDifference, findDifferences } from '../../scenarios/value-differences.ts';

export const readAfterUpdate: ScenarioCheck<{
  readonly status: number;
  readonly sent: unknown;
  readonly returned: unknown;
  /** Properties that the update did not name, and that are missing afterwards. */
  readonly lostProperties: readonly string[];
}> = {
  description:
    'After a successful update, the item has the values that were sent. PATCH leaves properties that it does not name (RFC 5789, section 2).',
  *evaluate({ status, sent, returned, lostProperties }) {
    if (status === 404 || status === 410)
      yield {
        severity: 'error',
        message: `updated item not found: reading it returned ${status}`,
        cause: 'gone',
      };
    if (status >= 300) return;
    for (const name of lostProperties)
      yield {
        severity: 'error',
        message: `${name} was not in the request, and is no longer returned`,
        cause: `forgotten ${name}`,
      };
    for (const difference of findDifferences(sent, returned))
      yield {
        severity: 'error',
        message: `update not stored: ${describeDifference(difference)}`,
        cause: `differs ${difference.pointer}`,
      };
  },
};
