// Deletion of items and their descendants.

import { toComparableText } from '../../../schema/comparable-text.ts';
import { operationsBelow } from '../operations-at.ts';
import { valueAt } from '../place.ts';
import type { KeptItem, Place, Resource } from '../resource.ts';
import type { Inferred, ResourceCall } from '../resource-call.ts';
import { isSame } from '../tenant.ts';
import { count } from './counters.ts';
import { draftOf, type Items } from './items.ts';
import { BY_SCOPE, idIn, keyOf, scopeIn } from './key.ts';
import { begin } from './read-items.ts';

/** Deletes items and their descendants. Virtual items are marked as deleted. */
export function remove(
  { resource, inferred }: Pick<ResourceCall, 'resource' | 'inferred'>,
  items: Items,
  gone: readonly KeptItem[],
): void {
  count(items, resource);
  const draft = draftOf(items, resource);
  for (const stored of gone) {
    if (resource.open) draft.replace({ ...stored, gone: true });
    else draft.remove(stored.id);
  }
  removeBelow(inferred, items, resource, gone, new Set([resource]));
}

/** @param done - resources without remaining descendants */
function removeBelow(
  inferred: Inferred,
  items: Items,
  resource: Resource,
  gone: readonly KeptItem[],
  done: ReadonlySet<Resource>,
): void {
  const childResources = findChildren(inferred, resource).filter((child) => !done.has(child.resource));
  const doneWithChildren = new Set([
    ...done,
    ...childResources.filter(({ path }) => !path).map((child) => child.resource),
  ]);
  for (const child of childResources) {
    // Items with a parent property are seed data of another path: write them first, or they would reappear.
    if (child.path) begin({ inferred }, items, child.resource, inferred.firstRecords().tenantOf(child.resource));
    const descendants = findItemsBelow(items, child, resource, gone);
    if (descendants.length === 0) continue;
    count(items, child.resource);
    const draft = draftOf(items, child.resource);
    for (const { id } of descendants) draft.remove(id);
    removeBelow(inferred, items, child.resource, descendants, doneWithChildren);
  }
}

/** A child resource. */
interface ChildResource {
  readonly resource: Resource;
  /** The item property that identifies the parent; undefined if the key does. */
  readonly path: Place | undefined;
}

const known = new WeakMap<Resource, readonly ChildResource[]>();

/** The children of a resource: by their own path, or by another path if their items have a parent property. */
function findChildren({ document, resources }: Inferred, resource: Resource): readonly ChildResource[] {
  const cached = known.get(resource);
  if (cached) return cached;
  const isAbove = (parent: { readonly resource: Resource | undefined }) => parent.resource === resource;
  const found = new Map<Resource, ChildResource>();
  for (const one of resources.all.values()) {
    if (one !== resource && one.parents.some(isAbove)) found.set(one, { resource: one, path: undefined });
  }
  for (const { id } of operationsBelow(document, resource.path)) {
    const action = resources.role(id);
    const path = action?.parents.find(isAbove)?.place;
    if (!action || !path || action.resource === resource || found.has(action.resource)) continue;
    found.set(action.resource, { resource: action.resource, path });
  }
  const childResources = [...found.values()];
  known.set(resource, childResources);
  return childResources;
}

function findItemsBelow(
  items: Items,
  { resource, path }: ChildResource,
  parentResource: Resource,
  gone: readonly KeptItem[],
): readonly KeptItem[] {
  const draft = draftOf(items, resource);
  if (path) {
    const ids = new Set(gone.map(({ id }) => idIn(id)));
    return [...draft.values()].filter(({ item }) => ids.has(toComparableText(valueAt(item, path))));
  }
  const own = resource.parents.findIndex((parent) => parent.resource === parentResource);
  const all = [
    ...parentResource.parents.map((parent) => resource.parents.findIndex((one) => isSame(one, parent))),
    own,
  ];
  const isWhole = all.every((index) => index !== -1);
  if (isWhole && all.every((index, at) => index === at) && all.length === resource.parents.length)
    return gone.flatMap(({ id }) => [...draft.group(BY_SCOPE, id).values()]);
  // With an incomplete path, parents are compared by id only.
  const keys = new Set(gone.map(({ id }) => (isWhole ? id : idIn(id))));
  return [...draft.values()].filter(({ id }) => {
    const parentIds = scopeIn(id);
    const value = parentIds[own] ?? '';
    const before = all.slice(0, -1).map((index) => parentIds[index] ?? '');
    return keys.has(isWhole ? keyOf(before, value) : value);
  });
}
