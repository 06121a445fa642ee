// `replace`: replaces an item or a part of it, or creates it.

import { createNotFoundError, requirePreconditions } from '../item-errors.ts';
import { respondWithItem } from '../item-response.ts';
import { createItem, findItemInDraft, replaceItem as put } from '../items/write-items.ts';
import { changeItems } from './change-items.ts';
import type { Perform } from './perform.ts';

export const performReplace: Perform = async (call) => {
  const { action, sent, typedId } = call;
  const { item: stored, made: created } = await changeItems(call, (items) => {
    const previous = findItemInDraft(call, items);
    requirePreconditions(call, previous);
    if (previous) return { item: put(call, items, previous, sent), made: false };
    if (!action.isUpsert) throw createNotFoundError(call);
    return { item: createItem(call, items, sent, typedId), made: true };
  });
  return respondWithItem(call, stored, { made: created });
};
