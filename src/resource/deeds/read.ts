// `read`: an item, or a part of it.

import { existing } from '../making.ts';
import { notThere, requireParents } from '../refusals.ts';
import { showItem } from '../shown.ts';
import type { Do } from './do.ts';

export const read: Do = (call) => {
  requireParents(call);
  const kept = existing(call);
  if (!kept) throw notThere(call);
  return showItem(call, kept);
};
