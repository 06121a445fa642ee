// `read`: an item, or a part of it.

import { existing } from '../making.ts';
import { notThere, requireParents } from '../refusals.ts';
import type { Do } from '../responder.ts';
import { showItem } from '../shown.ts';

export const read: Do = (call) => {
  requireParents(call);
  const kept = existing(call);
  if (!kept) throw notThere(call);
  return showItem(call, kept);
};
