// The largest item and the largest state that a store accepts.

import type { PreparedStep } from './log/pending-change.ts';
import { recordSize } from './record-size.ts';
import { StoreError } from './store-error.ts';

/** The largest record, in bytes of JSON: responses and logs must have room for one. */
const ITEM_LIMIT = 16 * 1024 * 1024;

/** The default maximum of a state, in bytes of JSON. */
export const STATE_LIMIT = 1024 * 1024 * 1024;

/**
 * Checks the size of a change before it is stored. Changes that reduce a too large state are accepted.
 *
 * @param limit - of the state, in bytes of JSON
 * @throws StoreError `too-large` if the state or one of its records becomes too large
 */
export function checkSize({ change, after }: PreparedStep, limit: number): void {
  let growth = 0;
  for (const { collection, is, was } of change) {
    const size = recordSize(is?.record);
    growth += size - recordSize(was?.record);
    if (size > ITEM_LIMIT && size > recordSize(was?.record))
      throw new StoreError(
        'too-large',
        `the item in ${collection} would have ${size} bytes as JSON; the maximum is ${ITEM_LIMIT}; nothing was changed`,
      );
  }
  if (after.size > limit && growth > 0)
    throw new StoreError(
      'too-large',
      `the state would have ${after.size} bytes as JSON; the maximum is ${limit}; nothing was changed. Delete items, or raise --state-limit`,
    );
}
