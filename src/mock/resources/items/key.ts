// How the items of a resource are told apart in its collection: by a key that is made of their id and of what they are below.

import type { Index } from '../../../store/groups.ts';
import type { KeptItem, Parent } from '../resource.ts';

/** The values of the segments above an item, the outermost first. */
export type Scope = readonly string[];

/** The key of an item. No id can look like another one below a parent: a slash inside an id is written as in a URL. @param id - empty for the only one */
export function keyOf(scope: Scope, id: string): string {
  // A record must have some id.
  return [...scope, id].map(encoded).join('/') || '/';
}

/** The id of an item, by its key; empty for the only one. */
export function idIn(key: string): string {
  return decoded(key.slice(key.lastIndexOf('/') + 1));
}

/** What an item is below, by its key. */
export function scopeIn(key: string): Scope {
  const scope = scopeTextIn(key);
  return scope === '' ? [] : scope.split('/').map(decoded);
}

/** What an item is below, by the names of that: people read it so. */
export function parentsOf(parents: readonly Pick<Parent, 'key'>[], scope: Scope): Pick<KeptItem, 'parents'> {
  if (parents.length === 0) return {};
  return { parents: Object.fromEntries(parents.map(({ key }, at) => [key, scope[at] ?? ''])) };
}

/** The keys that an item with this one is below, the outermost first. */
export function keysAbove(key: string): readonly string[] {
  const above: string[] = [];
  for (let at = key.indexOf('/', 1); at > 0; at = key.indexOf('/', at + 1)) above.push(key.slice(0, at));
  return above;
}

/** Items by what they are below, the oldest first. */
export const BY_SCOPE: Index<KeptItem> = {
  group: ({ id }) => [scopeTextIn(id)],
  order: ({ number }) => String(number).padStart(16, '0'),
};

/** Items by their ids, whatever they are below. */
export const BY_ID: Index<KeptItem> = { group: ({ id }) => [idIn(id)] };

/** The group of `BY_SCOPE` with what is below some segments. */
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
