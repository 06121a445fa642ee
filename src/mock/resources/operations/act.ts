// `act`: a custom action on an item, which sets a state.

import { itemIn, keep } from '../items/making.ts';
import { withValue } from '../place.ts';
import { notThere, requireKnown } from '../refusals.ts';
import { showItem } from '../shown.ts';
import { changing } from './changing.ts';
import type { Perform } from './perform.ts';

export const act: Perform = async (call) => {
  const { sets } = call.role;
  const kept = await changing(call, (items) => {
    const was = itemIn(call, items);
    requireKnown(call, was);
    if (!was) throw notThere(call);
    return keep(call, items, was, sets ? withValue(was.item, sets.place, sets.value) : was.item, undefined);
  });
  return showItem(call, kept);
};
