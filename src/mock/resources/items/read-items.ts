// Read access to items in the store and to seed data.
// Seed data of other scopes is not in the store; the first change of a scope writes it.

import { toComparableText } from '../../../schema/equality.ts';
import type { Collection } from '../../../store/collection.ts';
import { selectHidden } from '../list/hidden-items.ts';
import { getListRule } from '../list/input-roles.ts';
import type { ItemSource } from '../list/item-page.ts';
import { findSameParent, getItemScope, isStoredParent, type PathScope, resolveParentIds } from '../path-scope.ts';
import { getAtPath } from '../property-path.ts';
import type { Parent, Resource, StoredItem } from '../resource.ts';
import type { InferredModel, ResourceCall } from '../resource-call.ts';
import { COUNTERS, getCounterName, startCount } from './counters.ts';
import {
  BY_ID,
  BY_PARENTS,
  buildItemKey,
  getIdFromKey,
  getParentGroup,
  getParentIds,
  type ParentIds,
} from './item-key.ts';
import { getItemDraft, type ItemsDraft } from './items-draft.ts';
import { hasState } from './soft-delete.ts';

/** Reads items from the store, or inside a change. */
type CollectionReader = (kind: Pick<Resource, 'name'>) => Collection<StoredItem>;

/** @param items - the draft of a change. Default: the store */
function reader(call: ResourceCall, items: ItemsDraft | undefined): CollectionReader {
  return items ? (kind) => getItemDraft(items, kind) : (kind) => call.collection(kind);
}

/** The item that the path identifies; undefined without one. @param items - see `reader` */
export function findPathItem(call: ResourceCall, items?: ItemsDraft): StoredItem | undefined {
  if (call.action.keys.size > 0) return findItemByKeys(call, items);
  const id = call.resource.isSingleton ? '' : call.id;
  return id === undefined ? undefined : findItemById(call, id, items);
}

/** The first item whose properties have the values of the path parameters. */
function findItemByKeys(call: ResourceCall, items?: ItemsDraft): StoredItem | undefined {
  const wanted = [...call.action.keys].map(([parameter, name]) => [name, call.pathText(parameter)] as const);
  for (const stored of listItems(call, items).values())
    if (wanted.every(([name, value]) => toComparableText(getAtPath(stored.item, [name])) === value)) return stored;
  return undefined;
}

/** The item with an id below the parents of the path; undefined without one. @param items - see `reader` */
export function findItemById(call: ResourceCall, id: string, items?: ItemsDraft): StoredItem | undefined {
  const { resource, parentIds, inferred } = call;
  const read = reader(call, items);
  if (parentIds) return findByKey(inferred, read, resource, buildItemKey(parentIds, id));
  for (const item of findItemsById(call, resource, id, items)) if (call.isBelowParents(item)) return item;
  return undefined;
}

/** All items of a resource with an id, below any parents. @param items - see `reader` */
export function* findItemsById(
  call: ResourceCall,
  resource: Resource,
  id: string,
  items?: ItemsDraft,
): Iterable<StoredItem> {
  const read = reader(call, items);
  yield* read(resource).group(BY_ID, id).values();
  for (const item of unwrittenItems(call.inferred, read, resource, getPathScope(call, resource)))
    if (getIdFromKey(item.id) === id) yield item;
}

/**
 * The items below the parents of the path, the oldest first, with their number if known without a scan.
 *
 * @param items - see `reader`
 */
export function listItems(call: ResourceCall, items?: ItemsDraft): ItemSource {
  const all = allItems(call, reader(call, items));
  const isListed = createListTest(call);
  return isListed ? { values: () => filtered(all.values(), isListed) } : all;
}

/** Whether a list contains an item, by its owner and soft deletion; undefined if it contains all. */
function createListTest(call: ResourceCall): ((stored: StoredItem) => boolean) | undefined {
  const { action, resource, request, owner } = call;
  if (resource.softDeletes.length === 0) return owner === undefined ? undefined : (stored) => call.isOwn(stored);
  const { hidden: inputs, filters } = getListRule(action);
  const selections = resource.softDeletes.map(
    (softDelete) => [softDelete, selectHidden(softDelete, { inputs, filters }, action, request.parts)] as const,
  );
  return (stored) =>
    call.isOwn(stored) &&
    selections.every(
      ([softDelete, selection]) =>
        selection === 'include' || hasState(softDelete, stored.item) === (selection === 'only'),
    );
}

function allItems(call: ResourceCall, read: CollectionReader): ItemSource {
  const { parents: above, parentIds, resource, inferred } = call;
  const stored = read(resource);
  const first = unwrittenItems(inferred, read, resource, getPathScope(call, resource)).filter(call.isBelowParents);
  if (first.length === 0 && above.length === 0) return stored;
  if (first.length === 0 && parentIds?.length === above.length)
    return stored.group(BY_PARENTS, getParentGroup(parentIds));
  return { values: () => [...first, ...filtered(stored.values(), call.isBelowParents)] };
}

function* filtered(items: Iterable<StoredItem>, matches: (item: StoredItem) => boolean): Iterable<StoredItem> {
  for (const item of items) if (matches(item)) yield item;
}

/**
 * Whether an item exists, as a parent or as the target of a reference. @param parentIds - its parent ids; undefined if
 * unknown
 */
export function hasItem(
  call: ResourceCall,
  resource: Resource,
  parentIds: ParentIds | undefined,
  id: string,
  items?: ItemsDraft,
): boolean {
  const { inferred } = call;
  const read = reader(call, items);
  const isOwn = (item: StoredItem | undefined) => item !== undefined && call.isVisible(item, resource);
  if (parentIds) return isOwn(findByKey(inferred, read, resource, buildItemKey(parentIds, id)));
  for (const item of findItemsById(call, resource, id, items)) if (isOwn(item)) return true;
  return false;
}

/** Whether a virtual item was deleted. */
export function wasDeleted(call: ResourceCall, resource: Resource, key: string, items?: ItemsDraft): boolean {
  return reader(call, items)(resource).get(key)?.gone === true;
}

/** The scope of a resource in the path of a call. */
export function getPathScope({ parents: above, inferred }: ResourceCall, resource: Resource): PathScope {
  const parentValue =
    above.length === 0 ? undefined : (parent: Parent) => findSameParent(parent, above, ([one]) => one)?.[1];
  return inferred.seedData().getScope(resource, parentValue);
}

/** The seed data of a scope that is not in the store yet, in order. */
function unwrittenItems(
  inferred: InferredModel,
  read: CollectionReader,
  resource: Resource,
  scope: PathScope,
): readonly StoredItem[] {
  if (isWritten(inferred, read, resource, scope)) return [];
  const isThere = hasExistingParents(inferred, read, resource);
  return inferred.seedData().of(resource, scope).filter(isThere);
}

/** The item with a key, from the store or from seed data; undefined without one. */
function findByKey(
  inferred: InferredModel,
  read: CollectionReader,
  resource: Resource,
  key: string,
): StoredItem | undefined {
  const stored = read(resource).get(key);
  if (stored) return stored;
  const scope = getItemScope(resource, getParentIds(key));
  if (isWritten(inferred, read, resource, scope)) return undefined;
  const first = inferred
    .seedData()
    .of(resource, scope)
    .find(({ id }) => id === key);
  return first && hasExistingParents(inferred, read, resource)(first) ? first : undefined;
}

/** Writes the seed data of a scope to the store, unless done before. */
export function writeSeedData(
  { inferred }: Pick<ResourceCall, 'inferred'>,
  items: ItemsDraft,
  resource: Resource,
  scope: PathScope,
): void {
  const read: CollectionReader = (one) => getItemDraft(items, one);
  if (isWritten(inferred, read, resource, scope)) return;
  const draft = getItemDraft(items, resource);
  for (const item of unwrittenItems(inferred, read, resource, scope)) if (!draft.get(item.id)) draft.add(item);
  // Numbers are not reused, including those of seed items whose parents were deleted.
  const { length } = inferred.seedData().of(resource, scope);
  startCount(items, resource, scope, length || draft.size);
}

function isWritten(inferred: InferredModel, read: CollectionReader, resource: Resource, scope: PathScope): boolean {
  if (inferred.seedData().areInStore(resource, scope)) return true;
  return read({ name: COUNTERS }).get(getCounterName(resource, scope)) !== undefined;
}

/** Returns a test whether all parents of a seed item still exist, and were not recreated under a new number. */
function hasExistingParents(
  inferred: InferredModel,
  read: CollectionReader,
  resource: Resource,
): (item: StoredItem) => boolean {
  const cache = new Map<string, boolean>();
  const isSame = (above: Resource, key: string): boolean => {
    if (above.isVirtual) return !read(above).get(key)?.gone;
    const first = inferred.seedData().of(above, getItemScope(above, getParentIds(key)));
    const previous = first.find(({ id }) => id === key);
    return previous !== undefined && findByKey(inferred, read, above, key)?.number === previous.number;
  };
  return ({ id }) => {
    const values = getParentIds(id);
    const named = resource.parents.map((parent, index) => [parent, values[index] ?? ''] as const);
    return resource.parents.every((parent, index) => {
      const { resource: above } = parent;
      if (!above || above === resource || !(above.isVirtual || isStoredParent(parent))) return true;
      const parentIds = resolveParentIds(above, named.slice(0, index));
      // With an incomplete path, parents are compared by id only.
      if (!parentIds) return true;
      const key = buildItemKey(parentIds, values[index] ?? '');
      const path = `${above.name}/${key}`;
      if (!cache.has(path)) cache.set(path, isSame(above, key));
      return cache.get(path) === true;
    });
  };
}
