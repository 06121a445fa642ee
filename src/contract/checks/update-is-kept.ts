// A change that was acknowledged is seen by whoever reads.

import { describeDifference, differences } from '../story/differences.ts';
import type { StoryCheck } from '../trial.ts';

export const updateIsKept: StoryCheck<{
  readonly status: number;
  readonly sent: unknown;
  readonly shown: unknown;
  /** Names of what was said before, was not changed, and is not shown any more. */
  readonly forgotten: readonly string[];
}> = {
  meaning:
    'After a change that was answered with success, what is read has the values that were sent. A PATCH leaves what it does not name (RFC 5789, section 2).',
  *tell({ status, sent, shown, forgotten }) {
    if (status === 404 || status === 410)
      yield {
        severity: 'finding',
        message: `what was changed is not found any more: it is read with ${status}`,
        cause: 'gone',
      };
    if (status >= 300) return;
    for (const name of forgotten)
      yield {
        severity: 'finding',
        message: `${name} was not named, and is not shown any more`,
        cause: `forgotten ${name}`,
      };
    for (const difference of differences(sent, shown))
      yield {
        severity: 'finding',
        message: `the change is not kept: ${describeDifference(difference)}`,
        cause: `differs ${difference.pointer}`,
      };
  },
};
