// Check: a list contains created items.

import type { ScenarioCheck } from '../../cases/test-case.ts';

export const listContainsCreated: ScenarioCheck<{
  readonly isListed: boolean | undefined;
  readonly pages: number;
  readonly isElsewhere: boolean;
}> = {
  description:
    'A created item is on one of the pages of its list. A list is read to its end if it has fewer than 20 pages or reports its end. An item that is created below one parent is not in the list of another parent.',
  *evaluate({ isListed, pages, isElsewhere }) {
    if (isElsewhere)
      yield {
        severity: 'error',
        message: 'created item is also in the list of another parent',
        cause: 'elsewhere',
      };
    if (isListed === false)
      yield {
        severity: 'error',
        message: `created item is not in the list (${pages} ${pages === 1 ? 'page' : 'pages'})`,
        cause: 'missing',
      };
  },
};
