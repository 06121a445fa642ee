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
const MOST_AT_ONCE = 1000;

/** Processes all items in one change, and returns the results. */
const many =
  (
    doAll: (call: ResourceCall, items: Items, asked: readonly unknown[]) => readonly KeptItem[],
    listOf: (call: ResourceCall) => readonly unknown[] | undefined,
    made: boolean,
  ): Perform =>
  async (call) => {
    const asked = listOf(call);
    if (!asked) return undefined;
    if (asked.length > MOST_AT_ONCE)
      throw new ApiError('invalid_argument', `${asked.length} items in one request; the maximum is ${MOST_AT_ONCE}`);
    const done = await changing(call, (items) => doAll(call, items, asked));
    const shown = done.map((kept) => visible(call, kept.item));
    return showValue(call, statusOf(call.request.operation, made), {}, { shown });
  };

export const createMany = many(
  (call, items, asked) => asked.map((one) => make(call, items, one)),
  ({ asked }) => (Array.isArray(asked) ? asked : undefined),
  true,
);

export const changeMany = many(
  (call, items, asked) =>
    asked.flatMap((one) => {
      const was = named(call, items, one);
      // A bare id selects an item without changes.
      if (!isRecord(one)) return was ?? [];
      if (!was) return make(call, items, one);
      const changed = withWhatStays(call, applyMergePatch(was.item, one), was.item);
      requireAllowed(call, changed, undescribedNames(call, one));
      return keep(call, items, was, changed, one);
    }),
  (call) => namingList(call, call.asked),
  false,
);

export const deleteMany = many(
  (call, items, asked) => {
    const gone = new Set(asked.flatMap((one) => named(call, items, one) ?? []));
    remove(call, items, [...gone]);
    return [...gone];
  },
  (call) => namingList(call, call.asked) ?? namingList(call, idsBeside(call)),
  false,
);

/** A list whose elements identify items; undefined for another list. */
function namingList(call: ResourceCall, list: unknown): readonly unknown[] | undefined {
  const isId = (id: unknown) => typeof id === 'string' || typeof id === 'number';
  return Array.isArray(list) && list.every((one) => isId(idIn(call, one))) ? list : undefined;
}

/** The ids in the only list of the body, or in the query. */
function idsBeside({ request: { parts, operation }, resource }: ResourceCall): unknown {
  const lists = isRecord(parts.body) ? Object.values(parts.body).filter(Array.isArray) : [];
  if (lists.length > 0) return lists.length === 1 ? lists[0] : undefined;
  const shape = getSchemaShape(resource.schema, operation.references);
  const isMeant = (name: string) => namesItems(name, wordsOf(resource.name).at(-1) ?? '', shape);
  const asked = Object.entries(parts.query).filter(([name, value]) => isMeant(name) && value !== undefined);
  // Comma-separated ids: `?ids=1,2`.
  const split = (one: unknown) => (typeof one === 'string' ? one.split(',') : one);
  return asked.length > 0 ? asked.flatMap(([, value]) => [value].flat().flatMap(split)) : undefined;
}

/** The id in an element of a list. */
function idIn({ resource }: ResourceCall, asked: unknown): unknown {
  return isRecord(asked) && resource.id?.place ? valueAt(asked, resource.id.place) : asked;
}

/**
 * The item that an element of a list identifies; undefined if there is none and the document has no 404.
 *
 * @throws ApiError `not_found` if it has one
 */
function named(call: ResourceCall, items: Items, asked: unknown): KeptItem | undefined {
  const { resource } = call;
  const id = idIn(call, asked);
  if (isRounded(call, id)) throw inexact(call.request.parts.body === undefined ? 'query' : 'body', '');
  for (const kept of draftOf(items, resource).group(BY_ID, String(id)).values())
    if (call.isHere(kept) && call.isOwn(kept)) return kept;
  if (!call.request.operation.responses.all.some(({ key }) => key === '404' || key === '4XX')) return undefined;
  throw new ApiError('not_found', `${resource.name}/${shownId(id)} not found`);
}
