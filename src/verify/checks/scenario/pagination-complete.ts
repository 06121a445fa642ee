// Check: pages together contain the whole list, each item once.

import type { ScenarioCheck } from '../../cases/test-case.ts';

export const paginationComplete: ScenarioCheck<{
  readonly whole: readonly string[];
  readonly paged: readonly string[];
  readonly total: number | undefined;
  /** The requested page size, and the size of the longest page. */
  readonly size: number;
  readonly longest: number;
  /** Whether a page repeats the previous one. Default: false */
  readonly isStuck?: boolean;
}> = {
  description:
    'Small pages together contain the same items as one large page: no item is missing or repeated, and the reported total is correct. No page has more items than requested. Needs items for three small pages: missing ones are created, if writes are allowed. With too few items it is not tested.',
  *evaluate({ whole, paged, total, size, longest, isStuck }) {
    // These can cause all others.
    if (longest > size)
      return yield {
        severity: 'error',
        message: `requested ${size} items, but a page has ${longest}`,
        cause: 'longer',
      };
    if (isStuck)
      return yield { severity: 'error', message: 'a page has the same items as the one before', cause: 'stuck' };
    const twice = paged.filter((id, at) => paged.indexOf(id) !== at);
    if (twice.length > 0) yield { severity: 'error', message: `${twice[0]} is on two pages`, cause: 'twice' };
    const missing = whole.filter((id) => !paged.includes(id));
    if (missing.length > 0)
      yield {
        severity: 'error',
        message: `${missing.length} of ${whole.length} items are on no page, such as ${missing[0]}`,
        cause: 'lost',
      };
    if (total !== undefined && total !== new Set(paged).size)
      yield {
        severity: 'error',
        message: `the reported total is ${total}, the number of items is ${new Set(paged).size}`,
        cause: 'total',
      };
  },
};
