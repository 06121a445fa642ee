// Items, read: those in the store, and first records that no change has written yet. These are of tenants (`tenant.ts`): reading writes nothing,
// whoever is asked for, and the first change of what a tenant has of a kind writes all of it.

import type { Collection } from '../../../store/collection.ts';
import type { Listing } from '../list/page.ts';
import type { KeptItem, Parent, Resource } from '../resource.ts';
import { type Inferred, type ResourceCall, scopeOf } from '../resource-call.ts';
import { isKept, sameAs, type Tenant, tenantIn } from '../tenant.ts';
import { COUNTERS, counterOf, startCount } from './counters.ts';
import { draftOf, type Items } from './items.ts';
import { BY_ID, BY_SCOPE, groupBelow, idIn, keyOf, type Scope, scopeIn } from './key.ts';

/** Where items are read: in the store, or inside a change of it. */
type ReadItems = (kind: Pick<Resource, 'name'>) => Collection<KeptItem>;

/** @param items - inside a change. Default: as the store has them */
function reader(call: ResourceCall, items: Items | undefined): ReadItems {
  return items ? (kind) => draftOf(items, kind) : (kind) => call.collection(kind);
}

/** The item that the path names; undefined when there is none. @param items - see `reader` */
export function itemNamed(call: ResourceCall, items?: Items): KeptItem | undefined {
  const id = call.resource.single ? '' : call.id;
  return id === undefined ? undefined : itemWithId(call, id, items);
}

/** The item with an id below the parents that the path names; undefined when there is none. @param items - see `reader` */
export function itemWithId(call: ResourceCall, id: string, items?: Items): KeptItem | undefined {
  const { resource, scope, inferred } = call;
  const read = reader(call, items);
  if (scope) return itemAt(inferred, read, resource, keyOf(scope, id));
  for (const item of itemsCalled(call, resource, id, items)) if (call.isHere(item)) return item;
  return undefined;
}

/** All items of a kind that have an id, whatever they are below. @param items - see `reader` */
export function* itemsCalled(call: ResourceCall, resource: Resource, id: string, items?: Items): Iterable<KeptItem> {
  const read = reader(call, items);
  yield* read(resource).group(BY_ID, id).values();
  for (const item of unwritten(call.inferred, read, resource, tenantOf(call, resource)))
    if (idIn(item.id) === id) yield item;
}

/**
 * The items below the parents that the path names, the oldest first, and how many there are where that is known without a look at each.
 *
 * @param items - see `reader`
 */
export function itemsHere(call: ResourceCall, items?: Items): Listing {
  const all = allHere(call, reader(call, items));
  return call.owner === undefined ? all : { values: () => filtered(all.values(), (item) => call.isOwn(item)) };
}

function allHere(call: ResourceCall, read: ReadItems): Listing {
  const { above, scope, resource, inferred } = call;
  const kept = read(resource);
  const first = unwritten(inferred, read, resource, tenantOf(call, resource)).filter(call.isHere);
  if (first.length === 0 && above.length === 0) return kept;
  if (first.length === 0 && scope?.length === above.length) return kept.group(BY_SCOPE, groupBelow(scope));
  return { values: () => [...first, ...filtered(kept.values(), call.isHere)] };
}

function* filtered(items: Iterable<KeptItem>, isMeant: (item: KeptItem) => boolean): Iterable<KeptItem> {
  for (const item of items) if (isMeant(item)) yield item;
}

/** Whether there is something of a kind that another one is below, or refers to. @param scope - what it is below; undefined where nobody knows */
export function isThere(
  call: ResourceCall,
  resource: Resource,
  scope: Scope | undefined,
  id: string,
  items?: Items,
): boolean {
  const { inferred } = call;
  const read = reader(call, items);
  const isOwn = (item: KeptItem | undefined) => item !== undefined && call.isOwn(item, resource);
  if (scope) return isOwn(itemAt(inferred, read, resource, keyOf(scope, id)));
  for (const item of itemsCalled(call, resource, id, items)) if (isOwn(item)) return true;
  return false;
}

/** Whether something that is there for the asking was deleted. */
export function wasDeleted(call: ResourceCall, resource: Resource, key: string, items?: Items): boolean {
  return reader(call, items)(resource).get(key)?.gone === true;
}

/** Whose items of a kind a path means. */
export function tenantOf({ above, inferred }: ResourceCall, resource: Resource): Tenant {
  const told = above.length === 0 ? undefined : (parent: Parent) => sameAs(parent, above, ([one]) => one)?.[1];
  return inferred.firstRecords().tenantOf(resource, told);
}

/** The first records of a tenant that are there and are not in the store, in order. */
function unwritten(inferred: Inferred, read: ReadItems, resource: Resource, tenant: Tenant): readonly KeptItem[] {
  if (isBegun(inferred, read, resource, tenant)) return [];
  const isThere = isBelowWhatIsThere(inferred, read, resource);
  return inferred.firstRecords().of(resource, tenant).filter(isThere);
}

/** The item with a key, in the store or before it; undefined when there is none. */
function itemAt(inferred: Inferred, read: ReadItems, resource: Resource, key: string): KeptItem | undefined {
  const kept = read(resource).get(key);
  if (kept) return kept;
  const tenant = tenantIn(resource, scopeIn(key));
  if (isBegun(inferred, read, resource, tenant)) return undefined;
  const first = inferred
    .firstRecords()
    .of(resource, tenant)
    .find(({ id }) => id === key);
  return first && isBelowWhatIsThere(inferred, read, resource)(first) ? first : undefined;
}

/** Writes what a tenant has of a kind, if nobody has done so: from now on the store says what there is. */
export function begin(
  { inferred }: Pick<ResourceCall, 'inferred'>,
  items: Items,
  resource: Resource,
  tenant: Tenant,
): void {
  const read: ReadItems = (one) => draftOf(items, one);
  if (isBegun(inferred, read, resource, tenant)) return;
  const draft = draftOf(items, resource);
  for (const item of unwritten(inferred, read, resource, tenant)) if (!draft.get(item.id)) draft.add(item);
  // No number is given twice, not that of one that is gone with what it was below either.
  const { length } = inferred.firstRecords().of(resource, tenant);
  startCount(items, resource, tenant, length || draft.size);
}

function isBegun(inferred: Inferred, read: ReadItems, resource: Resource, tenant: Tenant): boolean {
  if (inferred.firstRecords().areInStore(resource, tenant)) return true;
  return read({ name: COUNTERS }).get(counterOf(resource, tenant)) !== undefined;
}

/** Tells whether all that a first record was made below is there, and is no other one of the same name: then it has another number. */
function isBelowWhatIsThere(inferred: Inferred, read: ReadItems, resource: Resource): (item: KeptItem) => boolean {
  const told = new Map<string, boolean>();
  const isSame = (above: Resource, key: string): boolean => {
    if (above.open) return !read(above).get(key)?.gone;
    const first = inferred.firstRecords().of(above, tenantIn(above, scopeIn(key)));
    const was = first.find(({ id }) => id === key);
    return was !== undefined && itemAt(inferred, read, above, key)?.number === was.number;
  };
  return ({ id }) => {
    const values = scopeIn(id);
    const named = resource.parents.map((parent, index) => [parent, values[index] ?? ''] as const);
    return resource.parents.every((parent, index) => {
      const { resource: above } = parent;
      if (!above || above === resource || !(above.open || isKept(parent))) return true;
      const scope = scopeOf(above, named.slice(0, index));
      // A path that does not name all that is above them tells them apart by the id alone.
      if (!scope) return true;
      const key = keyOf(scope, values[index] ?? '');
      const place = `${above.name}/${key}`;
      if (!told.has(place)) told.set(place, isSame(above, key));
      return told.get(place) === true;
    });
  };
}
