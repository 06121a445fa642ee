// Pages have together what the list has: nothing is lost between them, and nothing comes twice.

import type { StoryCheck } from '../trial.ts';

export const pagingComplete: StoryCheck<{
  readonly whole: readonly string[];
  readonly paged: readonly string[];
  readonly total: number | undefined;
  /** How many items were asked for on each page, and how many the longest one has. */
  readonly size: number;
  readonly longest: number;
}> = {
  meaning:
    'Small pages, one after the other, have the same items as a large one: none is missing, none comes twice, and the total that is told is how many there are. No page has more items than were asked for.',
  *tell({ whole, paged, total, size, longest }) {
    if (longest > size)
      yield { severity: 'finding', message: `asked for ${size} items, a page has ${longest}`, cause: 'longer' };
    const twice = paged.filter((id, at) => paged.indexOf(id) !== at);
    if (twice.length > 0) yield { severity: 'finding', message: `${twice[0]} is on two pages`, cause: 'twice' };
    const missing = whole.filter((id) => !paged.includes(id));
    if (missing.length > 0)
      yield {
        severity: 'finding',
        message: `${missing.length} of ${whole.length} items are on no page, such as ${missing[0]}`,
        cause: 'lost',
      };
    if (total !== undefined && total !== new Set(paged).size)
      yield {
        severity: 'finding',
        message: `a total of ${total} is told, and there are ${new Set(paged).size}`,
        cause: 'total',
      };
  },
};
