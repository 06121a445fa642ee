// Writes of items to the store: create, replace, update.

import { isRecord } from '../../../openapi/is-record.ts';
import { flattenSchema } from '../../../openapi/schema/flat-schema.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import { ApiError } from '../../../server/pipeline/errors/failure.ts';
import { fitted } from '../fitted.ts';
import { hiddenNames, membersFor } from '../members.ts';
import { narrowed } from '../narrowed.ts';
import { valueAt, withProperties, withValue } from '../place.ts';
import { inexact, isRounded, madeUnique, requireReferences, requireUnique, taken } from '../refusals.ts';
import type { KeptItem } from '../resource.ts';
import type { ResourceCall } from '../resource-call.ts';
import { examplesOf } from '../seed/examples.ts';
import { visible } from '../shown.ts';
import { tenantIn } from '../tenant.ts';
import { nextNumber } from './counters.ts';
import { draftOf, type Items } from './items.ts';
import { keyOf } from './key.ts';
import { fitsPath, isShowable, newIdFor } from './new-id.ts';
import { asCaller, askedMembers, isServers, newItem, rooted, sendableNames, touched } from './new-item.ts';
import { begin, itemNamed } from './read-items.ts';
import { withSet } from './set-properties.ts';
import { asThings } from './things.ts';

/**
 * Creates an item from the request, and stores it.
 *
 * @param id - the id in the path. Default: the one in the body, else a new one
 * @throws ApiError `already_exists` for a taken id or unique value
 * @throws ApiError `resource_exhausted` without a free id
 */
export function make(call: ResourceCall, items: Items, sent: unknown, id = sentId(call, sent)): KeptItem {
  const { resource, request, inferred } = call;
  const draft = draftOf(items, resource);
  const scope = call.scope ?? call.guessScope(sent);
  const tenant = tenantIn(resource, scope);
  begin(call, items, resource, tenant);
  const number = nextNumber(items, resource, inferred.firstRecords().areInStore(resource, tenant) ? undefined : tenant);
  const isTaken = (other: string) => isThere(draft.get(keyOf(scope, other)));
  const newId = () => request.newId();
  const given = resource.single
    ? undefined
    : (id ?? newIdFor({ resource, number, newId, sample: inferred.sample, document: inferred.document, isTaken }));
  if (!resource.single && given === undefined)
    throw new ApiError('resource_exhausted', `No free id left for ${resource.name}`);
  if (given !== undefined && isTaken(String(given))) throw taken(call, resource.id?.place?.at(-1) ?? 'id', given);
  const item = withSet(call, coerceItem(call, newItem(call, { sent, number, id: given }), `${number}`));
  const created: KeptItem = {
    id: keyOf(scope, given === undefined ? '' : String(given)),
    number,
    item,
    ...parentsOf(call),
  };
  const stored = madeUnique(call, draft, created, call.set ? { ...Object(sent), ...call.set.values } : sent);
  requireReferences(call, items, sent);
  requireUnique(call, draft, stored);
  // Deleted virtual items remain in the store.
  if (draft.get(stored.id)) draft.replace(stored);
  else draft.add(stored);
  return stored;
}

function isThere(stored: KeptItem | undefined): boolean {
  return stored !== undefined && !stored.gone;
}

/** Replaces an item with the request body; properties that only the server sets are preserved. */
export function replace(call: ResourceCall, items: Items, previous: KeptItem, sent: unknown): KeptItem {
  const { resource, role: action } = call;
  if (action.part.length > 0) return keep(call, items, previous, withValue(previous.item, action.part, sent), sent);
  const id = resource.id?.place && valueAt(previous.item, resource.id.place);
  const created = newItem(call, {
    sent,
    number: previous.number,
    id: typeof id === 'string' || typeof id === 'number' ? id : undefined,
  });
  const sendable = sendableNames(call);
  const isKept = (name: string) => !sendable.has(name) && !(isRecord(sent) && Object.hasOwn(sent, name));
  return keep(call, items, previous, withWhatStays(call, created, previous.item, isKept), sent);
}

/** Stores a changed item. @param sent - the part of the item that the client sent */
export function keep(call: ResourceCall, items: Items, previous: KeptItem, changed: unknown, sent: unknown): KeptItem {
  const { resource } = call;
  const stored: KeptItem = {
    ...previous,
    item: withSet(
      call,
      coerceItem(call, touched(call, keepPathValues(call, changed, previous), sent), `${previous.number}`),
    ),
  };
  const draft = draftOf(items, resource);
  requireReferences(call, items, sent);
  requireUnique(call, draft, stored);
  draft.replace(stored);
  return stored;
}

/** Preserves the id, the parents and the owner of an item: items do not move. */
function keepPathValues({ resource }: ResourceCall, changed: unknown, { item }: KeptItem): unknown {
  return [resource.id, ...resource.parents, resource.owner && { place: resource.owner }].reduce((found, one) => {
    const previous = one?.place && valueAt(item, one.place);
    return previous === undefined || !one?.place ? found : withValue(found, one.place, previous);
  }, changed);
}

/** Preserves the properties that only the server sets: read-only ones, and those that `isKept` selects. */
export function withWhatStays(
  call: ResourceCall,
  changed: unknown,
  previous: unknown,
  isKept: (name: string) => boolean = () => false,
): unknown {
  const { resource, request } = call;
  const sendable = askedMembers(call);
  const members = membersFor(resource.schema, previous, request.operation.references);
  const serverProperties = members.filter((member) => isServers(member, sendable) || isKept(member.name));
  return withProperties(
    changed,
    serverProperties.map(({ name }) => [name, valueAt(previous, [name])]),
  );
}

/**
 * The item that the path identifies, inside a change; undefined without one. Virtual items exist until they are
 * deleted, with the same generated content.
 */
export function itemIn(call: ResourceCall, items: Items): KeptItem | undefined {
  const draft = draftOf(items, call.resource);
  const stored = existing(call, items);
  if (stored && draft.get(stored.id) === undefined) draft.add(stored);
  return stored;
}

/** As `findItemInDraft`, read-only. */
export function existing(call: ResourceCall, items?: Items): KeptItem | undefined {
  const stored = itemNamed(call, items);
  if (stored) return stored.gone || !call.isOwn(stored) ? undefined : stored;
  return call.resource.open ? createVirtualItem(call) : undefined;
}

function createVirtualItem(call: ResourceCall): KeptItem {
  const { id } = call;
  const key = keyOf(call.scope ?? call.guessScope(undefined), id ?? '');
  const generated = asCaller(call, exampleFor(call) ?? sampleFor(call, key));
  const item = coerceItem(call, rooted(call, generated, call.ownId), key);
  return { id: key, number: 0, item, ...parentsOf(call) };
}

/** The example with the id of the path, else the first one; undefined without examples. */
function exampleFor({ resource, inferred, id }: ResourceCall): unknown {
  const examples = examplesOf(resource, inferred.document, inferred.resources);
  const path = resource.id?.place;
  return examples.find((example) => path && String(valueAt(example, path)) === id) ?? examples[0];
}

/** For a singleton, the sample uses examples and defaults of the document. */
function sampleFor(
  { resource: { schema: whole, name, single }, inferred }: ResourceCall,
  key: string,
  schema = whole,
): unknown {
  return schema ? inferred.sample(schema, `${name} ${key}`, { index: single ? 0 : 1, name }) : {};
}

/** Coerces an item to its schema if possible; write-only properties are preserved. */
function coerceItem(call: ResourceCall, created: unknown, key: string): unknown {
  const { resource, inferred } = call;
  const { schema } = resource;
  if (!schema) return created;
  const item = asThings(call, created);
  const { part } = narrowed(schema, item, call.request.operation.references);
  const model = () => sampleFor(call, key, part);
  const check = (value: unknown) => inferred.document.validate(schema, value, 'response');
  const seen = visible(call, item);
  const coerced = fitted(seen, model, check);
  if (coerced === undefined || coerced === seen) return item;
  const hidden = hiddenNames(schema, call.request.operation.references);
  const hiddenValues = hidden.map((name) => [name, valueAt(item, [name])] as const);
  return withProperties(
    coerced,
    hiddenValues.filter(([, value]) => value !== undefined),
  );
}

/** The id in the request body; undefined without a valid one. */
function sentId(call: ResourceCall, sent: unknown): string | number | undefined {
  const { resource, request, inferred } = call;
  if (!resource.id?.place || flattenSchema(resource.id.schema?.value, request.operation.references).readOnly === true)
    return undefined;
  const id = valueAt(sent, resource.id.place);
  if (isRounded(call, id)) throw inexact('body', childPointer('', ...(call.role.asked ?? []), ...resource.id.place));
  const isOne = (typeof id === 'string' && id !== '') || (typeof id === 'number' && Number.isFinite(id));
  const { document } = inferred;
  // An id that no path accepts, or no response can show, would be unreachable.
  return isOne && fitsPath(resource.id, id, document) && isShowable(resource.id, id, document) ? id : undefined;
}

function parentsOf({ above }: ResourceCall): Pick<KeptItem, 'parents'> {
  return above.length === 0 ? {} : { parents: Object.fromEntries(above.map(([{ key }, value]) => [key, value])) };
}
