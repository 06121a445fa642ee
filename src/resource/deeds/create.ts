// `create`: a new item of what was sent.

import { make } from '../making.ts';
import { requireParents } from '../refusals.ts';
import { showItem } from '../shown.ts';
import type { Do } from './do.ts';

export const create: Do = async (call) => {
  const kept = await call.request.store.change((items) => {
    requireParents(call, items);
    return make(call, items, call.asked);
  });
  return showItem(call, kept, { made: true });
};
