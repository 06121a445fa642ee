// `create`: a new item of what was sent.

import { make } from '../making.ts';
import { showItem } from '../shown.ts';
import { changing } from './changing.ts';
import type { Do } from './do.ts';

export const create: Do = async (call) => {
  const kept = await changing(call, (items) => make(call, items, call.asked));
  return showItem(call, kept, { made: true });
};
