// What was deleted is gone.

import type { StoryCheck } from '../cases/trial.ts';

export const notFoundAfterDelete: StoryCheck<{
  /** With what it is read; undefined where nobody reads it. */
  readonly status: number | undefined;
  /** Undefined where nobody lists it. */
  readonly isListed: boolean | undefined;
  /** What else is not in the list any more. */
  readonly others: readonly string[];
}> = {
  meaning: 'A deleted item cannot be read (404 or 410) and is in no list. No other item disappears from its list.',
  *tell({ status, isListed, others }) {
    if (status !== undefined && status < 400)
      yield { severity: 'error', message: `deleted item is still readable (${status})`, cause: 'read' };
    if (isListed) yield { severity: 'error', message: 'deleted item is still in the list', cause: 'listed' };
    if (others.length > 0)
      yield {
        severity: 'error',
        message: `${others[0]} is missing from the list, but was not deleted`,
        cause: 'others',
      };
  },
};
