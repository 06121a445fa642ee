// `delete`: deletes an item with its descendants, or a part of it.

import { createNotFoundError, requirePreconditions } from '../item-errors.ts';
import { respondWithItem } from '../item-response.ts';
import { deleteItems } from '../items/delete-items.ts';
import { findItemInDraft, storeItem } from '../items/write-items.ts';
import { deleteAtPath, getAtPath } from '../property-path.ts';
import { changeItems } from './change-items.ts';
import type { Perform } from './perform.ts';

export const performDelete: Perform = async (call) => {
  const { part } = call.action;
  const deleted = await changeItems(call, (items) => {
    const previous = findItemInDraft(call, items);
    requirePreconditions(call, previous);
    if (!previous || getAtPath(previous.item, part) === undefined) throw createNotFoundError(call);
    if (part.length === 0) return deleteItems(call, items, [previous])[0] ?? previous;
    storeItem(call, items, previous, deleteAtPath(previous.item, part), undefined);
    return previous;
  });
  return respondWithItem(call, deleted);
};
