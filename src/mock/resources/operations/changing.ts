// Changes of the store by an operation.

import type { Items } from '../items/items.ts';
import { begin, tenantOf } from '../items/read-items.ts';
import { requireParents } from '../refusals.ts';
import type { ResourceCall } from '../resource-call.ts';

/**
 * Changes items, all or nothing. Parents are checked inside the change, so that nothing is created below an item that
 * is deleted concurrently.
 *
 * @throws ApiError `not_found` for a missing parent
 */
export function changing<Done>(call: ResourceCall, change: (items: Items) => Done): Promise<Done> {
  return call.request.store.change((items) => {
    requireParents(call, items);
    begin(call, items, call.resource, tenantOf(call, call.resource));
    return change(items);
  });
}
