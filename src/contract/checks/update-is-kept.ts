// A change that was acknowledged is seen by whoever reads.

import { describeDifference, differences } from '../story/differences.ts';
import type { StoryCheck } from '../story/story.ts';

export const updateIsKept: StoryCheck<{ readonly status: number; readonly sent: unknown; readonly shown: unknown }> = {
  meaning: 'After a change that was answered with success, what is read has the values that were sent.',
  *tell({ status, sent, shown }) {
    if (status === 404 || status === 410)
      yield {
        severity: 'finding',
        message: `what was changed is not found any more: it is read with ${status}`,
        cause: 'gone',
      };
    if (status >= 300) return;
    for (const difference of differences(sent, shown))
      yield {
        severity: 'finding',
        message: `the change is not kept: ${describeDifference(difference)}`,
        cause: `differs ${difference.pointer}`,
      };
  },
};
