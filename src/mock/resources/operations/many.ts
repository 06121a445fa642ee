// `createMany`, `changeMany` and `deleteMany`: bulk operations, all or nothing.

import { isRecord } from '../../../openapi/is-record.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { applyMergePatch } from '../../../schema/merge-patch.ts';
import { ApiError } from '../../../server/pipeline/errors/failure.ts';
import { namesItems } from '../inference/id.ts';
import { wordsOf } from '../inference/word.ts';
import { draftOf, type Items } from '../items/items.ts';
import { BY_ID } from '../items/key.ts';
import { keep, make, withWhatStays } from '../items/making.ts';
import { undescribedNames } from '../items/new-item.ts';
import { remove } from '../items/removal.ts';
import { valueAt } from '../place.ts';
import { inexact, isRounded, requireAllowed, shownId } from '../refusals.ts';
import type { KeptItem } from '../resource.ts';
import type { ResourceCall } from '../resource-call.ts';
import { showValue, statusOf, visible } from '../shown.ts';
import { changing } from './changing.ts';
import type { Perform } from './perform.ts';

/** Maximum number of items per request: a bulk operation blocks other requests. */
const MAX_ITEMS = 1000;

/** Processes all items in one change, and returns the results. */
const many =
  (
    processAll: (call: ResourceCall, items: Items, sent: readonly unknown[]) => readonly KeptItem[],
    listOf: (call: ResourceCall) => readonly unknown[] | undefined,
    created: boolean,
  ): Perform =>
  async (call) => {
    const sent = listOf(call);
    if (!sent) return undefined;
    if (sent.length > MAX_ITEMS)
      throw new ApiError('invalid_argument', `${sent.length} items in one request; the maximum is ${MAX_ITEMS}`);
    const done = await changing(call, (items) => processAll(call, items, sent));
    const shown = done.map((stored) => visible(call, stored.item));
    return showValue(call, statusOf(call.request.operation, created), {}, { shown });
  };

export const createMany = many(
  (call, items, sent) => sent.map((one) => make(call, items, one)),
  ({ asked: sent }) => (Array.isArray(sent) ? sent : undefined),
  true,
);

export const changeMany = many(
  (call, items, sent) =>
    sent.flatMap((one) => {
      const previous = findItem(call, items, one);
      // A bare id selects an item without changes.
      if (!isRecord(one)) return previous ?? [];
      if (!previous) return make(call, items, one);
      const changed = withWhatStays(call, applyMergePatch(previous.item, one), previous.item);
      requireAllowed(call, changed, undescribedNames(call, one));
      return keep(call, items, previous, changed, one);
    }),
  (call) => listOfIds(call, call.asked),
  false,
);

export const deleteMany = many(
  (call, items, sent) => {
    const deleted = new Set(sent.flatMap((one) => findItem(call, items, one) ?? []));
    remove(call, items, [...deleted]);
    return [...deleted];
  },
  (call) => listOfIds(call, call.asked) ?? listOfIds(call, findIds(call)),
  false,
);

/** A list whose elements identify items; undefined for another list. */
function listOfIds(call: ResourceCall, list: unknown): readonly unknown[] | undefined {
  const isId = (id: unknown) => typeof id === 'string' || typeof id === 'number';
  return Array.isArray(list) && list.every((one) => isId(getId(call, one))) ? list : undefined;
}

/** The ids in the only list of the body, or in the query. */
function findIds({ request: { parts, operation }, resource }: ResourceCall): unknown {
  const lists = isRecord(parts.body) ? Object.values(parts.body).filter(Array.isArray) : [];
  if (lists.length > 0) return lists.length === 1 ? lists[0] : undefined;
  const shape = getSchemaShape(resource.schema, operation.references);
  const isMeant = (name: string) => namesItems(name, wordsOf(resource.name).at(-1) ?? '', shape);
  const sent = Object.entries(parts.query).filter(([name, value]) => isMeant(name) && value !== undefined);
  // Comma-separated ids: `?ids=1,2`.
  const split = (one: unknown) => (typeof one === 'string' ? one.split(',') : one);
  return sent.length > 0 ? sent.flatMap(([, value]) => [value].flat().flatMap(split)) : undefined;
}

/** The id in an element of a list. */
function getId({ resource }: ResourceCall, sent: unknown): unknown {
  return isRecord(sent) && resource.id?.place ? valueAt(sent, resource.id.place) : sent;
}

/**
 * The item that an element of a list identifies; undefined if there is none and the document has no 404.
 *
 * @throws ApiError `not_found` if it has one
 */
function findItem(call: ResourceCall, items: Items, sent: unknown): KeptItem | undefined {
  const { resource } = call;
  const id = getId(call, sent);
  if (isRounded(call, id)) throw inexact(call.request.parts.body === undefined ? 'query' : 'body', '');
  for (const stored of draftOf(items, resource).group(BY_ID, String(id)).values())
    if (call.isHere(stored) && call.isOwn(stored)) return stored;
  if (!call.request.operation.responses.all.some(({ key }) => key === '404' || key === '4XX')) return undefined;
  throw new ApiError('not_found', `${resource.name}/${shownId(id)} not found`);
}
