// `create`: creates an item from the request body.

import { make } from '../items/making.ts';
import { showItem } from '../shown.ts';
import { changing } from './changing.ts';
import type { Perform } from './perform.ts';

export const create: Perform = async (call) => {
  const kept = await changing(call, (items) => make(call, items, call.asked));
  return showItem(call, kept, { made: true });
};
