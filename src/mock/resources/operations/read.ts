// `read`: an item, or a part of it.

import { getFileResponse, prefersFile } from '../files/item-files.ts';
import { createNotFoundError, requireParents } from '../item-errors.ts';
import { respondWithItem } from '../item-response.ts';
import { findExistingItem } from '../items/write-items.ts';
import { getAtPath } from '../property-path.ts';
import type { Perform } from './perform.ts';

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
