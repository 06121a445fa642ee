// `delete`: deletes an item with its descendants, or a part of it.

import { itemIn, keep } from '../items/making.ts';
import { remove as takeOut } from '../items/removal.ts';
import { valueAt, without } from '../place.ts';
import { notThere, requireKnown } from '../refusals.ts';
import { showItem } from '../shown.ts';
import { changing } from './changing.ts';
import type { Perform } from './perform.ts';

export const remove: Perform = async (call) => {
  const { part } = call.role;
  const gone = await changing(call, (items) => {
    const was = itemIn(call, items);
    requireKnown(call, was);
    if (!was || valueAt(was.item, part) === undefined) throw notThere(call);
    if (part.length > 0) keep(call, items, was, without(was.item, part), undefined);
    else takeOut(call, items, [was]);
    return was;
  });
  return showItem(call, gone);
};
