// Common parts of all operations: their type, and changes of items.

import type { HandlerResponse } from '../../../server/pipeline/handler-response.ts';
import { requireParents } from '../item-errors.ts';
import type { ItemsDraft } from '../items/items-draft.ts';
import { getPathScope, writeSeedData } from '../items/read-items.ts';
import type { ResourceCall } from '../resource-call.ts';

/**
 * Performs an operation on a resource.
 *
 * @returns undefined if the declared response cannot be built from the items
 * @throws ApiError with the status that the document declares
 */
export type Perform = (call: ResourceCall) => HandlerResponse | undefined | Promise<HandlerResponse | undefined>;

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
