// Read access to items in the store and to seed data.
// Seed data of other scopes is not in the store; the first change of a scope writes it.

import type { Collection } from '../../../store/collection.ts';
import type { Listing } from '../list/page.ts';
import type { KeptItem, Parent, Resource } from '../resource.ts';
import { type Inferred, type ResourceCall, scopeOf } from '../resource-call.ts';
import { isKept, sameAs, type Tenant, tenantIn } from '../tenant.ts';
import { COUNTERS, counterOf, startCount } from './counters.ts';
import { draftOf, type Items } from './items.ts';
import { BY_ID, BY_SCOPE, groupBelow, idIn, keyOf, type Scope, scopeIn } from './key.ts';

/** Reads items from the store, or inside a change. */
type CollectionReader = (kind: Pick<Resource, 'name'>) => Collection<KeptItem>;

/** @param items - the draft of a change. Default: the store */
function reader(call: ResourceCall, items: Items | undefined): CollectionReader {
  return items ? (kind) => draftOf(items, kind) : (kind) => call.collection(kind);
}

/** The item that the path identifies; undefined without one. @param items - see `reader` */
export function itemNamed(call: ResourceCall, items?: Items): KeptItem | undefined {
  const id = call.resource.single ? '' : call.id;
  return id === undefined ? undefined : itemWithId(call, id, items);
}

/** The item with an id below the parents of the path; undefined without one. @param items - see `reader` */
export function itemWithId(call: ResourceCall, id: string, items?: Items): KeptItem | undefined {
  const { resource, scope: parentIds, inferred } = call;
  const read = reader(call, items);
  if (parentIds) return findByKey(inferred, read, resource, keyOf(parentIds, id));
  for (const item of itemsCalled(call, resource, id, items)) if (call.isHere(item)) return item;
  return undefined;
}

/** All items of a resource with an id, below any parents. @param items - see `reader` */
export function* itemsCalled(call: ResourceCall, resource: Resource, id: string, items?: Items): Iterable<KeptItem> {
  const read = reader(call, items);
  yield* read(resource).group(BY_ID, id).values();
  for (const item of unwrittenItems(call.inferred, read, resource, tenantOf(call, resource)))
    if (idIn(item.id) === id) yield item;
}

/**
 * The items below the parents of the path, the oldest first, with their number if known without a scan.
 *
 * @param items - see `reader`
 */
export function itemsHere(call: ResourceCall, items?: Items): Listing {
  const all = allItems(call, reader(call, items));
  return call.owner === undefined ? all : { values: () => filtered(all.values(), (item) => call.isOwn(item)) };
}

function allItems(call: ResourceCall, read: CollectionReader): Listing {
  const { above, scope: parentIds, resource, inferred } = call;
  const kept = read(resource);
  const first = unwrittenItems(inferred, read, resource, tenantOf(call, resource)).filter(call.isHere);
  if (first.length === 0 && above.length === 0) return kept;
  if (first.length === 0 && parentIds?.length === above.length) return kept.group(BY_SCOPE, groupBelow(parentIds));
  return { values: () => [...first, ...filtered(kept.values(), call.isHere)] };
}

function* filtered(items: Iterable<KeptItem>, matches: (item: KeptItem) => boolean): Iterable<KeptItem> {
  for (const item of items) if (matches(item)) yield item;
}

/**
 * Whether an item exists, as a parent or as the target of a reference. @param parentIds - its parent ids; undefined if
 * unknown
 */
export function isThere(
  call: ResourceCall,
  resource: Resource,
  parentIds: Scope | undefined,
  id: string,
  items?: Items,
): boolean {
  const { inferred } = call;
  const read = reader(call, items);
  const isOwn = (item: KeptItem | undefined) => item !== undefined && call.isOwn(item, resource);
  if (parentIds) return isOwn(findByKey(inferred, read, resource, keyOf(parentIds, id)));
  for (const item of itemsCalled(call, resource, id, items)) if (isOwn(item)) return true;
  return false;
}

/** Whether a virtual item was deleted. */
export function wasDeleted(call: ResourceCall, resource: Resource, key: string, items?: Items): boolean {
  return reader(call, items)(resource).get(key)?.gone === true;
}

/** The scope of a resource in the path of a call. */
export function tenantOf({ above, inferred }: ResourceCall, resource: Resource): Tenant {
  const parentValue = above.length === 0 ? undefined : (parent: Parent) => sameAs(parent, above, ([one]) => one)?.[1];
  return inferred.firstRecords().tenantOf(resource, parentValue);
}

/** The seed data of a scope that is not in the store yet, in order. */
function unwrittenItems(
  inferred: Inferred,
  read: CollectionReader,
  resource: Resource,
  scope: Tenant,
): readonly KeptItem[] {
  if (isWritten(inferred, read, resource, scope)) return [];
  const isThere = hasExistingParents(inferred, read, resource);
  return inferred.firstRecords().of(resource, scope).filter(isThere);
}

/** The item with a key, from the store or from seed data; undefined without one. */
function findByKey(inferred: Inferred, read: CollectionReader, resource: Resource, key: string): KeptItem | undefined {
  const kept = read(resource).get(key);
  if (kept) return kept;
  const scope = tenantIn(resource, scopeIn(key));
  if (isWritten(inferred, read, resource, scope)) return undefined;
  const first = inferred
    .firstRecords()
    .of(resource, scope)
    .find(({ id }) => id === key);
  return first && hasExistingParents(inferred, read, resource)(first) ? first : undefined;
}

/** Writes the seed data of a scope to the store, unless done before. */
export function begin(
  { inferred }: Pick<ResourceCall, 'inferred'>,
  items: Items,
  resource: Resource,
  scope: Tenant,
): void {
  const read: CollectionReader = (one) => draftOf(items, one);
  if (isWritten(inferred, read, resource, scope)) return;
  const draft = draftOf(items, resource);
  for (const item of unwrittenItems(inferred, read, resource, scope)) if (!draft.get(item.id)) draft.add(item);
  // Numbers are not reused, including those of seed items whose parents were deleted.
  const { length } = inferred.firstRecords().of(resource, scope);
  startCount(items, resource, scope, length || draft.size);
}

function isWritten(inferred: Inferred, read: CollectionReader, resource: Resource, scope: Tenant): boolean {
  if (inferred.firstRecords().areInStore(resource, scope)) return true;
  return read({ name: COUNTERS }).get(counterOf(resource, scope)) !== undefined;
}

/** Returns a test whether all parents of a seed item still exist, and were not recreated under a new number. */
function hasExistingParents(
  inferred: Inferred,
  read: CollectionReader,
  resource: Resource,
): (item: KeptItem) => boolean {
  const cache = new Map<string, boolean>();
  const isSame = (above: Resource, key: string): boolean => {
    if (above.open) return !read(above).get(key)?.gone;
    const first = inferred.firstRecords().of(above, tenantIn(above, scopeIn(key)));
    const previous = first.find(({ id }) => id === key);
    return previous !== undefined && findByKey(inferred, read, above, key)?.number === previous.number;
  };
  return ({ id }) => {
    const values = scopeIn(id);
    const named = resource.parents.map((parent, index) => [parent, values[index] ?? ''] as const);
    return resource.parents.every((parent, index) => {
      const { resource: above } = parent;
      if (!above || above === resource || !(above.open || isKept(parent))) return true;
      const parentIds = scopeOf(above, named.slice(0, index));
      // With an incomplete path, parents are compared by id only.
      if (!parentIds) return true;
      const key = keyOf(parentIds, values[index] ?? '');
      const path = `${above.name}/${key}`;
      if (!cache.has(path)) cache.set(path, isSame(above, key));
      return cache.get(path) === true;
    });
  };
}
