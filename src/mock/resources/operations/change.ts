// `change`: updates an item or a part of it.

import { applyMergePatch } from '../../../schema/merge-patch.ts';
import { ApiError } from '../../../server/pipeline/errors/api-error.ts';
import { createNotFoundError, requirePreconditions, requireValidItem } from '../item-errors.ts';
import { respondWithItem } from '../item-response.ts';
import { getUndeclaredNames } from '../items/build-item.ts';
import type { ItemsDraft } from '../items/items-draft.ts';
import { createItem, findItemInDraft, keepServerProperties, storeItem } from '../items/write-items.ts';
import { applyJsonPatch, isJsonPatch, type PatchStep } from '../json-patch.ts';
import { getAtPath, setAtPath } from '../property-path.ts';
import type { StoredItem } from '../resource.ts';
import type { ResourceCall } from '../resource-call.ts';
import { changeItems } from './change-items.ts';
import type { Perform } from './perform.ts';

export const performChange: Perform = async (call) => {
  const { action } = call;
  const steps = stepsIn(call);
  const { item: stored, made: created } = await changeItems(call, (items) => {
    const previous = findItemInDraft(call, items);
    requirePreconditions(call, previous);
    if (!previous && action.isUpsert && !steps)
      return { item: createItem(call, items, call.sent, call.typedId), made: true };
    if (!previous) throw createNotFoundError(call);
    return { item: applyChange(call, items, previous, steps), made: false };
  });
  return respondWithItem(call, stored, { made: created });
};

/** @param steps - undefined for a merge patch */
function applyChange(
  call: ResourceCall,
  items: ItemsDraft,
  previous: StoredItem,
  steps: readonly PatchStep[] | undefined,
): StoredItem {
  const { part } = call.action;
  const before = getAtPath(previous.item, part);
  const after = setAtPath(
    previous.item,
    part,
    steps ? applyJsonPatch(before, steps) : applyMergePatch(before, call.sent),
  );
  const item = keepServerProperties(call, after, previous.item);
  if (steps) requireValidItem(call, item);
  else requireValidItem(call, item, getUndeclaredNames(call));
  return storeItem(call, items, previous, item, steps ? undefined : call.sent);
}

/**
 * The steps of a JSON Patch; undefined for another body. @throws ApiError `invalid_argument` if its content type is
 * JSON Patch and it is none
 */
function stepsIn({ request }: ResourceCall): readonly PatchStep[] | undefined {
  const { body } = request.parts;
  if (isJsonPatch(body)) return body;
  if (!/^application\/json-patch\+json\b/i.test(request.headers['content-type'] ?? '')) return undefined;
  const message =
    'A JSON Patch must be a list of operations, such as [{"op": "replace", "path": "/name", "value": "Ann"}]';
  throw new ApiError('invalid_argument', message);
}
