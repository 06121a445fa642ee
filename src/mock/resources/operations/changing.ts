// One change of the store, by what an operation does with items.

import type { Items } from '../items/items.ts';
import { begin, tenantOf } from '../items/read-items.ts';
import { requireParents } from '../refusals.ts';
import type { ResourceCall } from '../resource-call.ts';

/**
 * Changes items: all that is to be changed, or nothing. What the path is below is looked for inside of the change, so that nothing is made below what goes
 * at the same time.
 *
 * @throws ApiError `not_found` when something that the path is below is not there
 */
export function changing<Done>(call: ResourceCall, change: (items: Items) => Done): Promise<Done> {
  return call.request.store.change((items) => {
    requireParents(call, items);
    begin(call, items, call.resource, tenantOf(call, call.resource));
    return change(items);
  });
}
