// Check: deleted items are neither readable nor listed.

import type { ScenarioCheck } from '../../cases/test-case.ts';

export const notFoundAfterDelete: ScenarioCheck<{
  /** The status of the read request; undefined without a read operation. */
  readonly status: number | undefined;
  /** Undefined without a list. */
  readonly isListed: boolean | undefined;
  /** Other items that disappeared from the list. */
  readonly others: readonly string[];
}> = {
  description: 'A deleted item cannot be read (404 or 410) and is in no list. No other item disappears from its list.',
  *evaluate({ status, isListed, others }) {
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
