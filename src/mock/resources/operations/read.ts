// `read`: an item, or a part of it.

import { existing } from '../items/making.ts';
import { valueAt } from '../place.ts';
import { notThere, requireParents } from '../refusals.ts';
import { showItem } from '../shown.ts';
import type { Perform } from './perform.ts';

export const read: Perform = (call) => {
  requireParents(call);
  const kept = existing(call);
  // A missing part is sampled only if the document has no 404.
  const { responses: answers } = call.request.operation;
  const hasPart = kept && valueAt(kept.item, call.role.part) !== undefined;
  if (!kept || (!hasPart && answers.all.some(({ key }) => key === '404' || key === '4XX'))) throw notThere(call);
  return showItem(call, kept);
};
