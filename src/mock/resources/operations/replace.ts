// `replace`: replaces an item or a part of it, or creates it.

import { itemIn, make, replace as put } from '../items/making.ts';
import { notThere, requireKnown } from '../refusals.ts';
import { showItem } from '../shown.ts';
import { changing } from './changing.ts';
import type { Perform } from './perform.ts';

export const replace: Perform = async (call) => {
  const { role: action, asked, ownId } = call;
  const { kept, made } = await changing(call, (items) => {
    const was = itemIn(call, items);
    requireKnown(call, was);
    if (was) return { kept: put(call, items, was, asked), made: false };
    if (!action.makes) throw notThere(call);
    return { kept: make(call, items, asked, ownId), made: true };
  });
  return showItem(call, kept, { made });
};
