// A list has what was made.

import type { StoryCheck } from '../trial.ts';

export const listContainsCreated: StoryCheck<{
  readonly isListed: boolean | undefined;
  readonly pages: number;
  readonly isElsewhere: boolean;
}> = {
  meaning:
    'What was made is on one of the pages of the list of its kind. A list that ends before 20 pages, or says that it has no more, is read to its end. What is made below one thing does not come up below another one.',
  *tell({ isListed, pages, isElsewhere }) {
    if (isElsewhere)
      yield {
        severity: 'finding',
        message: 'what was made is in the list below another thing as well',
        cause: 'elsewhere',
      };
    if (isListed === false)
      yield {
        severity: 'finding',
        message: `what was made is not in the list (${pages} ${pages === 1 ? 'page' : 'pages'})`,
        cause: 'missing',
      };
  },
};
