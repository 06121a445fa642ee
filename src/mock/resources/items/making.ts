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
  const item = withSet(call, inForm(call, newItem(call, { sent, number, id: given }), `${number}`));
  const made: KeptItem = {
    id: keyOf(scope, given === undefined ? '' : String(given)),
    number,
    item,
    ...parentsOf(call),
  };
  const kept = madeUnique(call, draft, made, call.set ? { ...Object(sent), ...call.set.values } : sent);
  requireReferences(call, items, sent);
  requireUnique(call, draft, kept);
  // Deleted virtual items remain in the store.
  if (draft.get(kept.id)) draft.replace(kept);
  else draft.add(kept);
  return kept;
}

function isThere(kept: KeptItem | undefined): boolean {
  return kept !== undefined && !kept.gone;
}

/** Replaces an item with the request body; properties that only the server sets are preserved. */
export function replace(call: ResourceCall, items: Items, was: KeptItem, sent: unknown): KeptItem {
  const { resource, role } = call;
  if (role.part.length > 0) return keep(call, items, was, withValue(was.item, role.part, sent), sent);
  const id = resource.id?.place && valueAt(was.item, resource.id.place);
  const made = newItem(call, {
    sent,
    number: was.number,
    id: typeof id === 'string' || typeof id === 'number' ? id : undefined,
  });
  const sendable = sendableNames(call);
  const isKept = (name: string) => !sendable.has(name) && !(isRecord(sent) && Object.hasOwn(sent, name));
  return keep(call, items, was, withWhatStays(call, made, was.item, isKept), sent);
}

/** Stores a changed item. @param sent - the part of the item that the client sent */
export function keep(call: ResourceCall, items: Items, was: KeptItem, changed: unknown, sent: unknown): KeptItem {
  const { resource } = call;
  const kept: KeptItem = {
    ...was,
    item: withSet(call, inForm(call, touched(call, withWhere(call, changed, was), sent), `${was.number}`)),
  };
  const draft = draftOf(items, resource);
  requireReferences(call, items, sent);
  requireUnique(call, draft, kept);
  draft.replace(kept);
  return kept;
}

/** Preserves the id, the parents and the owner of an item: items do not move. */
function withWhere({ resource }: ResourceCall, changed: unknown, { item }: KeptItem): unknown {
  return [resource.id, ...resource.parents, resource.owner && { place: resource.owner }].reduce((found, one) => {
    const was = one?.place && valueAt(item, one.place);
    return was === undefined || !one?.place ? found : withValue(found, one.place, was);
  }, changed);
}

/** Preserves the properties that only the server sets: read-only ones, and those that `isKept` selects. */
export function withWhatStays(
  call: ResourceCall,
  changed: unknown,
  was: unknown,
  isKept: (name: string) => boolean = () => false,
): unknown {
  const { resource, request } = call;
  const sendable = askedMembers(call);
  const members = membersFor(resource.schema, was, request.operation.references);
  const staying = members.filter((member) => isServers(member, sendable) || isKept(member.name));
  return withProperties(
    changed,
    staying.map(({ name }) => [name, valueAt(was, [name])]),
  );
}

/**
 * The item that the path identifies, inside a change; undefined without one. Virtual items exist until they are
 * deleted, with the same generated content.
 */
export function itemIn(call: ResourceCall, items: Items): KeptItem | undefined {
  const draft = draftOf(items, call.resource);
  const kept = existing(call, items);
  if (kept && draft.get(kept.id) === undefined) draft.add(kept);
  return kept;
}

/** As `itemIn`, read-only. */
export function existing(call: ResourceCall, items?: Items): KeptItem | undefined {
  const kept = itemNamed(call, items);
  if (kept) return kept.gone || !call.isOwn(kept) ? undefined : kept;
  return call.resource.open ? imagined(call) : undefined;
}

function imagined(call: ResourceCall): KeptItem {
  const { id } = call;
  const key = keyOf(call.scope ?? call.guessScope(undefined), id ?? '');
  const there = asCaller(call, exampleFor(call) ?? sampleFor(call, key));
  const item = inForm(call, rooted(call, there, call.ownId), key);
  return { id: key, number: 0, item, ...parentsOf(call) };
}

/** The example with the id of the path, else the first one; undefined without examples. */
function exampleFor({ resource, inferred, id }: ResourceCall): unknown {
  const examples = examplesOf(resource, inferred.document, inferred.resources);
  const place = resource.id?.place;
  return examples.find((example) => place && String(valueAt(example, place)) === id) ?? examples[0];
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
function inForm(call: ResourceCall, made: unknown, key: string): unknown {
  const { resource, inferred } = call;
  const { schema } = resource;
  if (!schema) return made;
  const item = asThings(call, made);
  const { part } = narrowed(schema, item, call.request.operation.references);
  const model = () => sampleFor(call, key, part);
  const check = (value: unknown) => inferred.document.validate(schema, value, 'response');
  const seen = visible(call, item);
  const fitting = fitted(seen, model, check);
  if (fitting === undefined || fitting === seen) return item;
  const hidden = hiddenNames(schema, call.request.operation.references);
  const said = hidden.map((name) => [name, valueAt(item, [name])] as const);
  return withProperties(
    fitting,
    said.filter(([, value]) => value !== undefined),
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
