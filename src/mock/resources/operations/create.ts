// `create`: creates an item from the request body.

import { respondWithItem } from '../item-response.ts';
import { createItem } from '../items/write-items.ts';
import { changeItems } from './change-items.ts';
import type { Perform } from './perform.ts';

export const performCreate: Perform = async (call) => {
  const stored = await changeItems(call, (items) => createItem(call, items, call.sent));
  return respondWithItem(call, stored, { made: true });
};
