// Deletion by DELETE: softly if the resource is so, else with everything below.

import { isPermanent } from '../list/hidden-items.ts';
import type { StoredItem } from '../resource.ts';
import type { ResourceCall } from '../resource-call.ts';
import type { ItemsDraft } from './items-draft.ts';
import { removeItems } from './remove-items.ts';
import { withState } from './soft-delete.ts';
import { storeItem } from './write-items.ts';

/** @returns the items as they are now; removed ones as they were */
export function deleteItems(
  call: ResourceCall,
  items: ItemsDraft,
  deleted: readonly StoredItem[],
): readonly StoredItem[] {
  const { resource, request } = call;
  const soft = resource.softDeletes.find(({ hasAction }) => !hasAction);
  if (soft && !isPermanent(request.operation, request.parts))
    return deleted.map((one) => storeItem(call, items, one, withState(soft, one.item, request.now), undefined));
  removeItems(call, items, deleted);
  return deleted;
}
