// Changes of the store by an operation.

import { requireParents } from '../item-errors.ts';
import type { ItemsDraft } from '../items/items-draft.ts';
import { getPathScope, writeSeedData } from '../items/read-items.ts';
import type { ResourceCall } from '../resource-call.ts';

/**
 * Changes items, all or nothing. Parents are checked inside the change, so that nothing is created below an item that
 * is deleted concurrently.
 *
 * @throws ApiError `not_found` for a missing parent
 */
export function changeItems<Done>(call: ResourceCall, change: (items: ItemsDraft) => Done): Promise<Done> {
  return call.request.store.change((items) => {
    requireParents(call, items);
    writeSeedData(call, items, call.resource, getPathScope(call, call.resource));
    return change(items);
  });
}
