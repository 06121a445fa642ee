// `read`: an item, or a part of it.

import { existing } from '../items/making.ts';
import { valueAt } from '../place.ts';
import { notThere, requireParents } from '../refusals.ts';
import { showItem } from '../shown.ts';
import type { Perform } from './perform.ts';

export const read: Perform = (call) => {
  requireParents(call);
  const kept = existing(call);
  // A part that an item does not have is made up only where the document has no answer for that.
  const { responses: answers } = call.request.operation;
  const isThere = kept && valueAt(kept.item, call.role.part) !== undefined;
  if (!kept || (!isThere && answers.all.some(({ key }) => key === '404' || key === '4XX'))) throw notThere(call);
  return showItem(call, kept);
};
