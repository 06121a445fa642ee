// `readFile`, `storeFile` and `deleteFile`: the content of an item, and other files of it.

import { findItemFile, getFileResponse, storesFile } from '../files/item-files.ts';
import { findSentFiles } from '../files/sent-files.ts';
import { deleteFile } from '../files/stored-files.ts';
import { createNotFoundError, requireParents, requirePreconditions } from '../item-errors.ts';
import { listAllProperties } from '../item-properties.ts';
import { respondWithItem } from '../item-response.ts';
import { getFileProperty } from '../items/uploaded-file.ts';
import { findExistingItem, findItemInDraft, storeItem } from '../items/write-items.ts';
import { withProperties } from '../property-path.ts';
import { changeItems, type Perform } from './perform.ts';

export const performReadFile: Perform = (call) => {
  requireParents(call);
  const stored = findExistingItem(call);
  if (!stored) throw createNotFoundError(call);
  return getFileResponse(call, stored, call.action.file ?? '');
};

/** The file replaces the previous one. Properties such as `size` and `contentType` follow the content, but no name. */
export const performStoreFile: Perform = async (call) => {
  const { resource, request, action } = call;
  const [sent] = findSentFiles(request, true);
  const content = action.file === '' && sent ? { ...sent.file, name: '' } : undefined;
  const stored = await changeItems(call, (items) => {
    const previous = findItemInDraft(call, items);
    requirePreconditions(call, previous);
    if (!previous) throw createNotFoundError(call);
    const properties = listAllProperties(resource.schema, request.operation.references).flatMap((property) => {
      const value = getFileProperty(property, content);
      return value === undefined ? [] : [[property.name, value] as const];
    });
    return storeItem(call, items, previous, withProperties(previous.item, properties), undefined);
  });
  return respondWithItem(call, stored);
};

export const performDeleteFile: Perform = async (call) => {
  const { resource, action } = call;
  const name = action.file ?? '';
  const stored = await changeItems(call, (items) => {
    const previous = findItemInDraft(call, items);
    requirePreconditions(call, previous);
    if (!previous) throw createNotFoundError(call);
    const file = findItemFile(call, previous, name, items);
    if (file ? file.content === undefined : storesFile(call, previous, name)) throw createNotFoundError(call);
    deleteFile(items, resource, previous, name);
    return previous;
  });
  return respondWithItem(call, stored);
};
