// Scopes: values of path parameters without a resource, with separate items.

import type { ParentIds } from './items/item-key.ts';
import type { Parent, Resource } from './resource.ts';

/** The values of the parents without a stored resource, the outermost first; empty if all are stored. */
export type PathScope = readonly string[];

/** Whether a parent is an item in the store, which may be missing. */
export function isStoredParent({ resource }: Parent): boolean {
  return resource !== undefined && !resource.isVirtual && !resource.isSingleton;
}

const cache = new WeakMap<Resource, readonly number[]>();

/** The indexes of the parents without a stored resource. Empty for virtual resources and singletons. */
export function listScopeParents(resource: Resource): readonly number[] {
  const { parents, isVirtual, isSingleton } = resource;
  const indexes =
    cache.get(resource) ??
    parents.flatMap((parent, index) => (isVirtual || isSingleton || isStoredParent(parent) ? [] : [index]));
  cache.set(resource, indexes);
  return indexes;
}

/** The scope of an item, from its parent ids. */
export function getItemScope(resource: Resource, parentIds: ParentIds): PathScope {
  return listScopeParents(resource).map((index) => parentIds[index] ?? '');
}

/** The same parent in another list; of two parents of one resource, the one with the same name. */
export function findSameParent<T>(parent: Parent, all: readonly T[], parentOf: (one: T) => Parent): T | undefined {
  const same = all.filter((one) => isSameParent(parent, parentOf(one)));
  return same.find((one) => parentOf(one).key === parent.key) ?? same[0];
}

/** Whether two parents are the same: by resource, else by name. Paths may use different names for one parent. */
export function isSameParent(parent: Parent, other: Parent): boolean {
  if (parent.resource && other.resource) return parent.resource === other.resource;
  return parent.key === other.key;
}

/** The parent ids for a resource, from the parents of a path; undefined if one is missing. */
export function resolveParentIds(
  { parents }: Resource,
  above: readonly (readonly [parent: Parent, value: string])[],
): ParentIds | undefined {
  const parentIds = parents.map((parent) => findSameParent(parent, above, ([other]) => other)?.[1]);
  return parentIds.every((value) => value !== undefined) ? parentIds : undefined;
}
