// Ids of records: the store joins the ids of parents and the own id with slashes.

import { isObject, type JsonObject, pointerTo } from './values.ts';

/** The id as the API shows it: without the ids of parents. */
export function ownId(id: string, record: unknown): string {
  return isBelow(id, record) ? decoded(id.slice(id.lastIndexOf('/') + 1)) : id;
}

/** The ids of the parents, outermost first: each in the store and as the API shows it. */
export function parentIds(id: string, record: unknown): readonly { readonly id: string; readonly name: string }[] {
  if (!isBelow(id, record)) return [];
  const parts = id.split('/');
  return parts.slice(0, -1).map((part, at) => ({ id: parts.slice(0, at + 1).join('/'), name: decoded(part) }));
}

/** The own id after those of the parents: `77 › 78`. */
export function idPath(id: string, record: unknown): string {
  return [...parentIds(id, record).map(({ name }) => name), ownId(id, record)].join(' › ');
}

/** Places that identify a stored record, as JSON Pointers: they are read-only. */
export function fixedPlaces(id: string, record: unknown): ReadonlySet<string> {
  if (!hasParents(record)) return new Set(['/id']);
  const own = ownId(id, record);
  const names = Object.entries(isObject(record.item) ? record.item : {}).filter(([, value]) => String(value) === own);
  return new Set(['/id', '/parents', '/item', ...names.slice(0, 1).map(([name]) => pointerTo(['item', name]))]);
}

/** Whether a record holds an item with its parents beside it. */
export function hasParents(record: unknown): record is JsonObject {
  return isObject(record) && isObject(record.parents) && Object.hasOwn(record, 'item');
}

/** Whether the id contains those of parents. Ids of APIs with handlers may contain slashes themselves. */
function isBelow(id: string, record: unknown): boolean {
  if (!id.includes('/') || !isObject(record)) return false;
  if (hasParents(record)) return true;
  const last = decoded(id.slice(id.lastIndexOf('/') + 1));
  return Object.values(record).some((value) => String(value) === last) && !Object.values(record).includes(id);
}

function decoded(part: string): string {
  return part.replace(/%2F|%25/g, (one) => (one === '%2F' ? '/' : '%'));
}
