// Keys of items in their collection: parent ids plus id.

import type { Index } from '../../../store/groups.ts';
import type { Parent, StoredItem } from '../resource.ts';

/** The values of the path parameters above an item, the outermost first. */
export type ParentIds = readonly string[];

/**
 * The key of an item. Slashes inside ids are percent-encoded, so that keys are unambiguous. @param id - empty for a
 * singleton
 */
export function buildItemKey(parentIds: ParentIds, id: string): string {
  // A record needs a non-empty id.
  return [...parentIds, id].map(encode).join('/') || '/';
}

/** The id of an item, from its key; empty for a singleton. */
export function getIdFromKey(key: string): string {
  return decode(key.slice(key.lastIndexOf('/') + 1));
}

/** The parent ids of an item, from its key. */
export function getParentIds(key: string): ParentIds {
  const parentIds = scopeTextIn(key);
  return parentIds === '' ? [] : parentIds.split('/').map(decode);
}

/** The parent ids of an item by the keys of its parents. */
export function nameParentIds(
  parents: readonly Pick<Parent, 'key'>[],
  parentIds: ParentIds,
): Pick<StoredItem, 'parents'> {
  if (parents.length === 0) return {};
  return { parents: Object.fromEntries(parents.map(({ key }, index) => [key, parentIds[index] ?? ''])) };
}

/** The keys of the parents in a key, the outermost first. */
export function listParentKeys(key: string): readonly string[] {
  const above: string[] = [];
  for (let index = key.indexOf('/', 1); index > 0; index = key.indexOf('/', index + 1)) above.push(key.slice(0, index));
  return above;
}

/** Items by parents, the oldest first. */
export const BY_PARENTS: Index<StoredItem> = {
  group: ({ id }) => [scopeTextIn(id)],
  order: ({ number }) => String(number).padStart(16, '0'),
};

/** Items by id, with any parents. */
export const BY_ID: Index<StoredItem> = { group: ({ id }) => [getIdFromKey(id)] };

/** The `BY_PARENTS` group of items below some parents. */
export function getParentGroup(parentIds: ParentIds): string {
  return parentIds.map(encode).join('/');
}

function scopeTextIn(key: string): string {
  return key.slice(0, Math.max(key.lastIndexOf('/'), 0));
}

function encode(text: string): string {
  return text.replace(/[%/]/g, (one) => (one === '/' ? '%2F' : '%25'));
}

function decode(text: string): string {
  return text.replace(/%2F|%25/g, (one) => (one === '%2F' ? '/' : '%'));
}
