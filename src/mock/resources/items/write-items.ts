// Writes of items to the store: create, replace, update.

import { flattenSchema } from '../../../openapi/schema/flat-schema.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { isStringOrNumber, type JsonNumber } from '../../../schema/json/exact-number.ts';
import { ApiError } from '../../../server/pipeline/errors/api-error.ts';
import { coerceToSchema } from '../coerce-to-schema.ts';
import { storeSentFiles } from '../files/item-files.ts';
import { createExistsError, makeUnique, requireReferences, requireUnique } from '../item-errors.ts';
import { listPropertiesFor, listWriteOnlyNames } from '../item-properties.ts';
import { withoutWriteOnly } from '../item-response.ts';
import { narrowSchema } from '../narrow-schema.ts';
import { getItemScope } from '../path-scope.ts';
import { getAtPath, setAtPath, withProperties } from '../property-path.ts';
import type { Resource, StoredItem } from '../resource.ts';
import type { ResourceCall } from '../resource-call.ts';
import { findItemExamples } from '../seed/document-values.ts';
import {
  buildItem,
  getRequestProperties,
  getWritableNames,
  isServerProperty,
  withCallerName,
  withPathValues,
  withUpdateMarks,
} from './build-item.ts';
import { countItems, nextNumber } from './counters.ts';
import { expandReferences } from './expand-references.ts';
import { generateId, isAcceptedByPath, isAllowedInResponse } from './generate-id.ts';
import { buildItemKey } from './item-key.ts';
import { getItemDraft, type ItemsDraft } from './items-draft.ts';
import { findPathItem, writeSeedData } from './read-items.ts';
import { applySetProperties } from './set-properties.ts';
import { isDeleted, withoutState, withoutStates } from './soft-delete.ts';

/**
 * Creates an item from the request, and stores it.
 *
 * @param id - the id in the path. Default: the one in the body, else a new one
 * @throws ApiError `already_exists` for a taken id or unique value
 * @throws ApiError `resource_exhausted` without a free id
 */
export function createItem(call: ResourceCall, items: ItemsDraft, sent: unknown, id = sentId(call, sent)): StoredItem {
  const { resource, request, inferred } = call;
  const draft = getItemDraft(items, resource);
  const parentIds = call.parentIds ?? call.guessParentIds(sent);
  const scope = getItemScope(resource, parentIds);
  writeSeedData(call, items, resource, scope);
  const number = nextNumber(items, resource, inferred.seedData().areInStore(resource, scope) ? undefined : scope);
  const isTaken = (other: string) => exists(draft.get(buildItemKey(parentIds, other)), resource);
  const newId = () => request.newId();
  const { sample, document } = inferred;
  const like = inferred.seedData().exemplaryId(resource);
  const given = resource.isSingleton
    ? undefined
    : (id ?? generateId({ resource, number, newId, sample, document, like, isTaken }));
  if (!resource.isSingleton && given === undefined)
    throw new ApiError('resource_exhausted', `No free id left for ${resource.name}`);
  if (given !== undefined && isTaken(String(given)))
    throw createExistsError(call, resource.id?.path?.at(-1) ?? 'id', given);
  const built = withoutDeletion(call, buildItem(call, { sent, number, id: given }));
  const item = applySetProperties(call, coerceItem(call, built, `${number}`, call.request.now));
  const created: StoredItem = {
    id: buildItemKey(parentIds, given === undefined ? '' : String(given)),
    number,
    item,
    ...parentsOf(call),
  };
  const stored = makeUnique(call, draft, created, call.set ? { ...Object(sent), ...call.set.values } : sent);
  requireReferences(call, items, sent);
  requireUnique(call, draft, stored);
  // Deleted virtual items remain in the store.
  if (draft.get(stored.id)) draft.replace(stored);
  else draft.add(stored);
  storeSentFiles(call, items, stored);
  return stored;
}

/** A new item that is not deleted, whatever its client sent. */
function withoutDeletion({ resource, request }: ResourceCall, built: unknown): unknown {
  if (!isDeleted(resource, built)) return built;
  request.warn('the body marks the new item as deleted; this was ignored');
  return resource.softDeletes.reduce((found, one) => (one.hasAction ? found : withoutState(one, found)), built);
}

function exists(stored: StoredItem | undefined, resource: Resource): boolean {
  return stored !== undefined && !stored.gone && !isDeleted(resource, stored.item);
}

/** Replaces an item with the request body; properties that only the server sets are preserved. */
export function replaceItem(call: ResourceCall, items: ItemsDraft, previous: StoredItem, sent: unknown): StoredItem {
  const { resource, action } = call;
  if (action.part.length > 0)
    return storeItem(call, items, previous, setAtPath(previous.item, action.part, sent), sent);
  const id = resource.id?.path && getAtPath(previous.item, resource.id.path);
  const created = buildItem(call, {
    sent,
    number: previous.number,
    id: isStringOrNumber(id) ? id : undefined,
  });
  const sendable = getWritableNames(call);
  const isKept = (name: string) => !sendable.has(name) && !(isRecord(sent) && Object.hasOwn(sent, name));
  return storeItem(call, items, previous, keepServerProperties(call, created, previous.item, isKept), sent);
}

/** Stores a changed item. @param sent - the part of the item that the client sent */
export function storeItem(
  call: ResourceCall,
  items: ItemsDraft,
  previous: StoredItem,
  changed: unknown,
  sent: unknown,
): StoredItem {
  const { resource } = call;
  const stored: StoredItem = {
    ...previous,
    item: applySetProperties(
      call,
      coerceItem(call, withUpdateMarks(call, keepPathValues(call, changed, previous), sent), `${previous.number}`),
    ),
  };
  const draft = getItemDraft(items, resource);
  // Changed items may be set aside when the document changes: their numbers stay taken.
  countItems(items, resource);
  requireReferences(call, items, sent);
  requireUnique(call, draft, stored);
  draft.replace(stored);
  storeSentFiles(call, items, stored);
  return stored;
}

/** Preserves the id, the parents and the owner of an item: items do not move. */
function keepPathValues({ resource }: ResourceCall, changed: unknown, { item }: StoredItem): unknown {
  return [resource.id, ...resource.parents, resource.owner && { path: resource.owner }].reduce((found, one) => {
    const previous = one?.path && getAtPath(item, one.path);
    return previous === undefined || !one?.path ? found : setAtPath(found, one.path, previous);
  }, changed);
}

/** Preserves the properties that only the server sets: read-only ones, and those that `isKept` selects. */
export function keepServerProperties(
  call: ResourceCall,
  changed: unknown,
  previous: unknown,
  isKept: (name: string) => boolean = () => false,
): unknown {
  const { resource, request } = call;
  const sendable = getRequestProperties(call);
  const members = listPropertiesFor(resource.schema, previous, request.operation.references);
  const serverProperties = members.filter((member) => isServerProperty(member, sendable) || isKept(member.name));
  return withProperties(
    changed,
    serverProperties.map(({ name }) => [name, getAtPath(previous, [name])]),
  );
}

/**
 * The item that the path identifies, inside a change; undefined without one. Virtual items exist until they are
 * deleted, with the same generated content.
 */
export function findItemInDraft(call: ResourceCall, items: ItemsDraft): StoredItem | undefined {
  const draft = getItemDraft(items, call.resource);
  const stored = findExistingItem(call, items);
  if (stored && draft.get(stored.id) === undefined) draft.add(stored);
  return stored;
}

/** As `findItemInDraft`, read-only. */
export function findExistingItem(call: ResourceCall, items?: ItemsDraft): StoredItem | undefined {
  const stored = findPathItem(call, items);
  if (stored) return stored.gone || !call.isVisible(stored) ? undefined : stored;
  return call.resource.isVirtual ? createVirtualItem(call) : undefined;
}

function createVirtualItem(call: ResourceCall): StoredItem {
  const { id } = call;
  const key = buildItemKey(call.parentIds ?? call.guessParentIds(undefined), id ?? '');
  const generated = withoutStates(call.resource, withCallerName(call, exampleFor(call) ?? sampleFor(call, key)));
  const item = coerceItem(call, withPathValues(call, generated, call.typedId), key);
  return { id: key, number: 0, item, ...parentsOf(call) };
}

/** The example with the id of the path, else the first one; undefined without examples. */
function exampleFor({ resource, inferred, id }: ResourceCall): unknown {
  const examples = findItemExamples(resource, inferred.document, inferred.resources);
  const path = resource.id?.path;
  return examples.find((example) => path && String(getAtPath(example, path)) === id) ?? examples[0];
}

/** For a singleton, the sample uses examples and defaults of the document. */
function sampleFor(
  { resource: { schema: whole, name, isSingleton }, inferred }: ResourceCall,
  key: string,
  schema = whole,
  now?: Date,
): unknown {
  return schema ? inferred.sample(schema, `${name} ${key}`, { index: isSingleton ? 0 : 1, name, now }) : {};
}

/** Coerces an item to its schema if possible; write-only properties are preserved. @param now - for a new item */
function coerceItem(call: ResourceCall, created: unknown, key: string, now?: Date): unknown {
  const { resource, inferred } = call;
  const { schema } = resource;
  if (!schema) return created;
  const item = expandReferences(call, created);
  const { part } = narrowSchema(schema, item, call.request.operation.references);
  const model = () => sampleFor(call, key, part, now);
  const check = (value: unknown) => inferred.document.validate(schema, value, 'response');
  const seen = withoutWriteOnly(call, item);
  const coerced = coerceToSchema(seen, model, check);
  if (coerced === undefined || coerced === seen) return item;
  const hidden = listWriteOnlyNames(schema, call.request.operation.references);
  const hiddenValues = hidden.map((name) => [name, getAtPath(item, [name])] as const);
  return withProperties(
    coerced,
    hiddenValues.filter(([, value]) => value !== undefined),
  );
}

/** The id in the request body; undefined without a valid one. */
function sentId(call: ResourceCall, sent: unknown): string | JsonNumber | undefined {
  const { resource, request, inferred } = call;
  if (!resource.id?.path) return undefined;
  const isWritable = getRequestProperties(call).get(resource.id.path.join('.'))?.readOnly === false;
  const isReadOnly = flattenSchema(resource.id.schema?.value, request.operation.references).readOnly === true;
  if (isReadOnly && !isWritable) return undefined;
  const id = getAtPath(sent, resource.id.path);
  const isOne = isStringOrNumber(id) && id !== '';
  const { document } = inferred;
  // An id that no path accepts, or no response can show, would be unreachable.
  return isOne && isAcceptedByPath(resource.id, id, document) && isAllowedInResponse(resource.id, id, document)
    ? id
    : undefined;
}

function parentsOf({ parents }: ResourceCall): Pick<StoredItem, 'parents'> {
  return parents.length === 0 ? {} : { parents: Object.fromEntries(parents.map(([{ key }, value]) => [key, value])) };
}
