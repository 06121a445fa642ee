// `act`: a custom action on an item, which sets a state.

import { itemIn, keep } from '../items/making.ts';
import { withValue } from '../place.ts';
import { notThere, requireKnown } from '../refusals.ts';
import { showItem } from '../shown.ts';
import { changing } from './changing.ts';
import type { Perform } from './perform.ts';

export const act: Perform = async (call) => {
  const { sets } = call.role;
  const stored = await changing(call, (items) => {
    const previous = itemIn(call, items);
    requireKnown(call, previous);
    if (!previous) throw notThere(call);
    return keep(
      call,
      items,
      previous,
      sets ? withValue(previous.item, sets.place, sets.value) : previous.item,
      undefined,
    );
  });
  return showItem(call, stored);
};
