// `create`, `read`, `change`, `replace`, `delete`: operations on one item.

import { applyMergePatch } from '../../../schema/merge-patch.ts';
import { ApiError } from '../../../server/pipeline/errors/api-error.ts';
import { getFileResponse, prefersFile } from '../files/item-files.ts';
import { createNotFoundError, requireParents, requirePreconditions, requireValidItem } from '../item-errors.ts';
import { respondWithItem } from '../item-response.ts';
import { getUndeclaredNames } from '../items/build-item.ts';
import { deleteItems } from '../items/delete-items.ts';
import type { ItemsDraft } from '../items/items-draft.ts';
import {
  createItem,
  findExistingItem,
  findItemInDraft,
  keepServerProperties,
  replaceItem as put,
  storeItem,
} from '../items/write-items.ts';
import { applyJsonPatch, isJsonPatch, type PatchStep } from '../json-patch.ts';
import { deleteAtPath, getAtPath, setAtPath } from '../property-path.ts';
import type { StoredItem } from '../resource.ts';
import type { ResourceCall } from '../resource-call.ts';
import { changeItems, type Perform } from './perform.ts';

/** `create`: creates an item from the request body. */
export const performCreate: Perform = async (call) => {
  const stored = await changeItems(call, (items) => createItem(call, items, call.sent));
  return respondWithItem(call, stored, { made: true });
};

/** `read`: an item, or a part of it. */
export const performRead: Perform = (call) => {
  requireParents(call);
  const stored = findExistingItem(call);
  // A missing part is sampled only if the document has no 404.
  const { responses } = call.request.operation;
  const hasPart = stored && getAtPath(stored.item, call.action.part) !== undefined;
  if (!stored || (!hasPart && responses.all.some(({ key }) => key === '404' || key === '4XX')))
    throw createNotFoundError(call);
  return prefersFile(call) ? getFileResponse(call, stored, '') : respondWithItem(call, stored);
};

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

/** `replace`: replaces an item or a part of it, or creates it. */
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

/** `delete`: deletes an item with its descendants, or a part of it. */
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
