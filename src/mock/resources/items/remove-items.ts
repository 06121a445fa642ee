// Deletion of items and their descendants.

import { toComparableText } from '../../../schema/equality.ts';
import { removeFiles } from '../files/stored-files.ts';
import { findOperationsBelow } from '../operations-at.ts';
import { isSameParent } from '../path-scope.ts';
import { getAtPath } from '../property-path.ts';
import type { PropertyPath, Resource, StoredItem } from '../resource.ts';
import type { InferredModel, ResourceCall } from '../resource-call.ts';
import { countItems } from './counters.ts';
import { BY_PARENTS, buildItemKey, getIdFromKey, getParentIds } from './item-key.ts';
import { getItemDraft, type ItemsDraft } from './items-draft.ts';
import { writeSeedData } from './read-items.ts';

/** Deletes items and their descendants. Virtual items are marked as deleted. */
export function removeItems(
  { resource, inferred }: Pick<ResourceCall, 'resource' | 'inferred'>,
  items: ItemsDraft,
  deleted: readonly StoredItem[],
): void {
  countItems(items, resource);
  const draft = getItemDraft(items, resource);
  for (const stored of deleted) {
    if (resource.isVirtual) draft.replace({ ...stored, gone: true });
    else draft.remove(stored.id);
    removeFiles(items, resource, stored.id);
  }
  removeBelow(inferred, items, resource, deleted, new Set([resource]));
}

/** @param done - resources without remaining descendants */
function removeBelow(
  inferred: InferredModel,
  items: ItemsDraft,
  resource: Resource,
  deleted: readonly StoredItem[],
  done: ReadonlySet<Resource>,
): void {
  const childResources = findChildren(inferred, resource).filter((child) => !done.has(child.resource));
  const doneWithChildren = new Set([
    ...done,
    ...childResources.filter(({ path }) => !path).map((child) => child.resource),
  ]);
  for (const child of childResources) {
    // Items with a parent property are seed data of another path: write them first, or they would reappear.
    if (child.path) writeSeedData({ inferred }, items, child.resource, inferred.seedData().getScope(child.resource));
    const descendants = findItemsBelow(items, child, resource, deleted);
    if (descendants.length === 0) continue;
    countItems(items, child.resource);
    const draft = getItemDraft(items, child.resource);
    for (const { id } of descendants) {
      draft.remove(id);
      removeFiles(items, child.resource, id);
    }
    removeBelow(inferred, items, child.resource, descendants, doneWithChildren);
  }
}

/** A child resource. */
interface ChildResource {
  readonly resource: Resource;
  /** The item property that identifies the parent; undefined if the key does. */
  readonly path: PropertyPath | undefined;
}

const known = new WeakMap<Resource, readonly ChildResource[]>();

/** The children of a resource: by their own path, or by another path if their items have a parent property. */
function findChildren({ document, resources }: InferredModel, resource: Resource): readonly ChildResource[] {
  const cached = known.get(resource);
  if (cached) return cached;
  const isAbove = (parent: { readonly resource: Resource | undefined }) => parent.resource === resource;
  const found = new Map<Resource, ChildResource>();
  for (const one of resources.all.values()) {
    if (one !== resource && one.parents.some(isAbove)) found.set(one, { resource: one, path: undefined });
  }
  for (const { id } of findOperationsBelow(document, resource.path)) {
    const action = resources.action(id);
    const path = action?.parents.find(isAbove)?.path;
    if (!action || !path || action.resource === resource || found.has(action.resource)) continue;
    found.set(action.resource, { resource: action.resource, path });
  }
  const childResources = [...found.values()];
  known.set(resource, childResources);
  return childResources;
}

function findItemsBelow(
  items: ItemsDraft,
  { resource, path }: ChildResource,
  parentResource: Resource,
  deleted: readonly StoredItem[],
): readonly StoredItem[] {
  const draft = getItemDraft(items, resource);
  if (path) {
    const ids = new Set(deleted.map(({ id }) => getIdFromKey(id)));
    return [...draft.values()].filter(({ item }) => ids.has(toComparableText(getAtPath(item, path))));
  }
  const own = resource.parents.findIndex((parent) => parent.resource === parentResource);
  const all = [
    ...parentResource.parents.map((parent) => resource.parents.findIndex((one) => isSameParent(one, parent))),
    own,
  ];
  const isWhole = all.every((index) => index !== -1);
  if (isWhole && all.every((index, at) => index === at) && all.length === resource.parents.length)
    return deleted.flatMap(({ id }) => [...draft.group(BY_PARENTS, id).values()]);
  // With an incomplete path, parents are compared by id only.
  const keys = new Set(deleted.map(({ id }) => (isWhole ? id : getIdFromKey(id))));
  return [...draft.values()].filter(({ id }) => {
    const parentIds = getParentIds(id);
    const value = parentIds[own] ?? '';
    const before = all.slice(0, -1).map((index) => parentIds[index] ?? '');
    return keys.has(isWhole ? buildItemKey(before, value) : value);
  });
}
