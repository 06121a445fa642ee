// Keys of items in their collection: parent ids plus id.

import type { Index } from '../../../store/groups.ts';
import type { KeptItem, Parent } from '../resource.ts';

/** The values of the path parameters above an item, the outermost first. */
export type Scope = readonly string[];

/**
 * The key of an item. Slashes inside ids are percent-encoded, so that keys are unambiguous. @param id - empty for a
 * singleton
 */
export function keyOf(scope: Scope, id: string): string {
  // A record needs a non-empty id.
  return [...scope, id].map(encoded).join('/') || '/';
}

/** The id of an item, from its key; empty for a singleton. */
export function idIn(key: string): string {
  return decoded(key.slice(key.lastIndexOf('/') + 1));
}

/** The parent ids of an item, from its key. */
export function scopeIn(key: string): Scope {
  const scope = scopeTextIn(key);
  return scope === '' ? [] : scope.split('/').map(decoded);
}

/** The parent ids of an item by the keys of its parents. */
export function parentsOf(parents: readonly Pick<Parent, 'key'>[], scope: Scope): Pick<KeptItem, 'parents'> {
  if (parents.length === 0) return {};
  return { parents: Object.fromEntries(parents.map(({ key }, at) => [key, scope[at] ?? ''])) };
}

/** The keys of the parents in a key, the outermost first. */
export function keysAbove(key: string): readonly string[] {
  const above: string[] = [];
  for (let at = key.indexOf('/', 1); at > 0; at = key.indexOf('/', at + 1)) above.push(key.slice(0, at));
  return above;
}

/** Items by parents, the oldest first. */
export const BY_SCOPE: Index<KeptItem> = {
  group: ({ id }) => [scopeTextIn(id)],
  order: ({ number }) => String(number).padStart(16, '0'),
};

/** Items by id, with any parents. */
export const BY_ID: Index<KeptItem> = { group: ({ id }) => [idIn(id)] };

/** The `BY_SCOPE` group of items below some parents. */
export function groupBelow(scope: Scope): string {
  return scope.map(encoded).join('/');
}

function scopeTextIn(key: string): string {
  return key.slice(0, Math.max(key.lastIndexOf('/'), 0));
}

function encoded(text: string): string {
  return text.replace(/[%/]/g, (one) => (one === '/' ? '%2F' : '%25'));
}

function decoded(text: string): string {
  return text.replace(/%2F|%25/g, (one) => (one === '%2F' ? '/' : '%'));
}
