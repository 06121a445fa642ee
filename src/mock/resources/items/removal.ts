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
  for (const kept of gone) {
    if (resource.open) draft.replace({ ...kept, gone: true });
    else draft.remove(kept.id);
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
  const kinds = kindsBelow(inferred, resource).filter((kind) => !done.has(kind.resource));
  const soon = new Set([...done, ...kinds.filter(({ place }) => !place).map((kind) => kind.resource)]);
  for (const kind of kinds) {
    // Items with a parent property are seed data of another path: write them first, or they would reappear.
    if (kind.place) begin({ inferred }, items, kind.resource, inferred.firstRecords().tenantOf(kind.resource));
    const below = itemsBelow(items, kind, resource, gone);
    if (below.length === 0) continue;
    count(items, kind.resource);
    const draft = draftOf(items, kind.resource);
    for (const { id } of below) draft.remove(id);
    removeBelow(inferred, items, kind.resource, below, soon);
  }
}

/** A child resource. */
interface KindBelow {
  readonly resource: Resource;
  /** The item property that identifies the parent; undefined if the key does. */
  readonly place: Place | undefined;
}

const known = new WeakMap<Resource, readonly KindBelow[]>();

/** The children of a resource: by their own path, or by another path if their items have a parent property. */
function kindsBelow({ document, resources }: Inferred, resource: Resource): readonly KindBelow[] {
  const told = known.get(resource);
  if (told) return told;
  const isAbove = (parent: { readonly resource: Resource | undefined }) => parent.resource === resource;
  const found = new Map<Resource, KindBelow>();
  for (const one of resources.all.values()) {
    if (one !== resource && one.parents.some(isAbove)) found.set(one, { resource: one, place: undefined });
  }
  for (const { id } of operationsBelow(document, resource.path)) {
    const role = resources.role(id);
    const place = role?.parents.find(isAbove)?.place;
    if (!role || !place || role.resource === resource || found.has(role.resource)) continue;
    found.set(role.resource, { resource: role.resource, place });
  }
  const kinds = [...found.values()];
  known.set(resource, kinds);
  return kinds;
}

function itemsBelow(
  items: Items,
  { resource, place }: KindBelow,
  above: Resource,
  gone: readonly KeptItem[],
): readonly KeptItem[] {
  const draft = draftOf(items, resource);
  if (place) {
    const ids = new Set(gone.map(({ id }) => idIn(id)));
    return [...draft.values()].filter(({ item }) => ids.has(toComparableText(valueAt(item, place))));
  }
  const own = resource.parents.findIndex((parent) => parent.resource === above);
  const all = [...above.parents.map((parent) => resource.parents.findIndex((one) => isSame(one, parent))), own];
  const isWhole = all.every((index) => index !== -1);
  if (isWhole && all.every((index, at) => index === at) && all.length === resource.parents.length)
    return gone.flatMap(({ id }) => [...draft.group(BY_SCOPE, id).values()]);
  // With an incomplete path, parents are compared by id only.
  const keys = new Set(gone.map(({ id }) => (isWhole ? id : idIn(id))));
  return [...draft.values()].filter(({ id }) => {
    const scope = scopeIn(id);
    const value = scope[own] ?? '';
    const before = all.slice(0, -1).map((index) => scope[index] ?? '');
    return keys.has(isWhole ? keyOf(before, value) : value);
  });
}
