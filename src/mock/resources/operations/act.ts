// `act`: a custom action on an item, which sets a state.

import { createNotFoundError, requirePreconditions } from '../item-errors.ts';
import { respondWithItem } from '../item-response.ts';
import { findItemInDraft, storeItem } from '../items/write-items.ts';
import { setAtPath } from '../property-path.ts';
import { changeItems } from './change-items.ts';
import type { Perform } from './perform.ts';

export const performAct: Perform = async (call) => {
  const { sets } = call.action;
  const stored = await changeItems(call, (items) => {
    const previous = findItemInDraft(call, items);
    requirePreconditions(call, previous);
    if (!previous) throw createNotFoundError(call);
    return storeItem(
      call,
      items,
      previous,
      sets ? setAtPath(previous.item, sets.place, sets.value) : previous.item,
      undefined,
    );
  });
  return respondWithItem(call, stored);
};
