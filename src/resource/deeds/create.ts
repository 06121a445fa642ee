// `create`: a new item of what was sent.

import { make } from '../making.ts';
import { requireParents } from '../refusals.ts';
import type { Do } from '../responder.ts';
import { showItem } from '../shown.ts';

export const create: Do = async (call) => {
  requireParents(call);
  const kept = await call.request.store.change((items) => make(call, items, call.asked));
  return showItem(call, kept, { made: true });
};
