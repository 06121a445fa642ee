// What was deleted is gone.

import type { StoryCheck } from '../trial.ts';

export const goneAfterDelete: StoryCheck<{
  /** With what it is read; undefined where nobody reads it. */
  readonly status: number | undefined;
  /** Undefined where nobody lists it. */
  readonly isListed: boolean | undefined;
  /** What else is not in the list any more. */
  readonly others: readonly string[];
}> = {
  meaning:
    'What was deleted is not read any more (404 or 410), and no list has it. Nothing else goes with it from its list.',
  *tell({ status, isListed, others }) {
    if (status !== undefined && status < 400)
      yield { severity: 'finding', message: `what was deleted is still read with ${status}`, cause: 'read' };
    if (isListed) yield { severity: 'finding', message: 'what was deleted is still in the list', cause: 'listed' };
    if (others.length > 0)
      yield {
        severity: 'finding',
        message: `${others[0]} is gone from the list as well, and was not deleted`,
        cause: 'others',
      };
  },
};
