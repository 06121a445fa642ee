// `createMany`, `changeMany`, `deleteMany`, `clear`: operations on several items.

import { splitWords } from '../../../openapi/name-words.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { isStringOrNumber } from '../../../schema/json/exact-number.ts';
import { applyMergePatch } from '../../../schema/merge-patch.ts';
import { ApiError } from '../../../server/pipeline/errors/api-error.ts';
import { isIdParameter } from '../inference/id-property.ts';
import { formatId, requireValidItem } from '../item-errors.ts';
import { getSuccessStatus, respondWithValue, withoutWriteOnly } from '../item-response.ts';
import { getUndeclaredNames } from '../items/build-item.ts';
import { deleteItems } from '../items/delete-items.ts';
import { BY_ID } from '../items/item-key.ts';
import { getItemDraft, type ItemsDraft } from '../items/items-draft.ts';
import { listItems } from '../items/read-items.ts';
import { createItem, keepServerProperties, storeItem } from '../items/write-items.ts';
import { getListRule } from '../list/input-roles.ts';
import { createItemTest } from '../list/list-filter.ts';
import { isInputSent, type ListInput } from '../list/list-input.ts';
import { getAtPath } from '../property-path.ts';
import type { StoredItem } from '../resource.ts';
import type { ResourceCall } from '../resource-call.ts';
import { performCreate } from './item.ts';
import { changeItems, type Perform } from './perform.ts';

/** Maximum number of items per request: a bulk operation blocks other requests. */
const MAX_ITEMS = 1000;

/** Processes all items in one change, and returns the results. */
const many =
  (
    processAll: (call: ResourceCall, items: ItemsDraft, sent: readonly unknown[]) => readonly StoredItem[],
    listOf: (call: ResourceCall) => readonly unknown[] | undefined,
    created: boolean,
  ): Perform =>
  async (call) => {
    const sent = listOf(call);
    if (!sent) return undefined;
    if (sent.length > MAX_ITEMS)
      throw new ApiError('invalid_argument', `${sent.length} items in one request; the maximum is ${MAX_ITEMS}`);
    const done = await changeItems(call, (items) => processAll(call, items, sent));
    const shown = done.map((stored) => withoutWriteOnly(call, stored.item));
    return respondWithValue(call, getSuccessStatus(call.request.operation, created), {}, { value: shown });
  };

const createAll = many(
  (call, items, sent) => sent.map((one) => createItem(call, items, one)),
  ({ sent }) => (Array.isArray(sent) ? sent : undefined),
  true,
);

/** A body may be a list or a single item: `oneOf: [array of pets, pet]`. */
export const performCreateMany: Perform = (call) => (isRecord(call.sent) ? performCreate(call) : createAll(call));

export const performChangeMany = many(
  (call, items, sent) =>
    sent.flatMap((one) => {
      const previous = findItem(call, items, one);
      // A bare id selects an item without changes.
      if (!isRecord(one)) return previous ?? [];
      if (!previous) return createItem(call, items, one);
      const changed = keepServerProperties(call, applyMergePatch(previous.item, one), previous.item);
      requireValidItem(call, changed, getUndeclaredNames(call, one));
      return storeItem(call, items, previous, changed, one);
    }),
  (call) => listOfIds(call, isRecord(call.sent) ? [call.sent] : call.sent),
  false,
);

export const performDeleteMany = many(
  (call, items, sent) => {
    const deleted = new Set(sent.flatMap((one) => findItem(call, items, one) ?? []));
    return deleteItems(call, items, [...deleted]);
  },
  (call) => listOfIds(call, call.sent) ?? listOfIds(call, findIds(call)),
  false,
);

/** A list whose elements identify items; undefined for another list. */
function listOfIds(call: ResourceCall, list: unknown): readonly unknown[] | undefined {
  return Array.isArray(list) && list.every((one) => isStringOrNumber(getId(call, one))) ? list : undefined;
}

/** The ids in the only list of the body, or in the query. */
function findIds({ request: { parts, operation }, resource }: ResourceCall): unknown {
  const lists = isRecord(parts.body) ? Object.values(parts.body).filter(Array.isArray) : [];
  if (lists.length > 0) return lists.length === 1 ? lists[0] : undefined;
  const shape = getSchemaShape(resource.schema, operation.references);
  const isMeant = (name: string) => isIdParameter(name, splitWords(resource.name).at(-1) ?? '', shape);
  const sent = Object.entries(parts.query).filter(([name, value]) => isMeant(name) && value !== undefined);
  // Comma-separated ids: `?ids=1,2`.
  const split = (one: unknown) => (typeof one === 'string' ? one.split(',') : one);
  return sent.length > 0 ? sent.flatMap(([, value]) => [value].flat().flatMap(split)) : undefined;
}

/** The id in an element of a list. */
function getId({ resource }: ResourceCall, sent: unknown): unknown {
  return isRecord(sent) && resource.id?.path ? getAtPath(sent, resource.id.path) : sent;
}

/**
 * The item that an element of a list identifies; undefined if there is none and the document has no 404.
 *
 * @throws ApiError `not_found` if it has one
 */
function findItem(call: ResourceCall, items: ItemsDraft, sent: unknown): StoredItem | undefined {
  const { resource } = call;
  const id = getId(call, sent);
  for (const stored of getItemDraft(items, resource).group(BY_ID, String(id)).values())
    if (call.isBelowParents(stored) && call.isVisible(stored)) return stored;
  if (!call.request.operation.responses.all.some(({ key }) => key === '404' || key === '4XX')) return undefined;
  throw new ApiError('not_found', `${resource.name}/${formatId(id)} not found`);
}

/** `clear`: deletes all items of a list, or those that match. */
export const performClear: Perform = async (call) => {
  const { request, action } = call;
  const unknown = findUnsupported(call);
  for (const { name } of unknown)
    request.warn(`${name} is not supported; it may select the items to delete, so nothing was deleted`);
  if (unknown.length > 0) return undefined;
  const matches = createItemTest(getListRule(action).filters, request.parts) ?? (() => true);
  await changeItems(call, (items) => {
    const deleted = [...listItems(call, items).values()].filter(({ item }) => matches(item));
    deleteItems(call, items, deleted);
  });
  return respondWithValue(call, getSuccessStatus(request.operation, false), {}, { value: [] });
};

/** Parameters that do not select items. */
const NON_SELECTIVE =
  /^(force|confirm|confirmed|async|wait|waitfor|timeout|recursive|cascade|permanent|permanently|purge|hard|soft|fields|expand|include|pretty|prettyprint|locale|lang|language|apiversion|format|alt)$/;

/** The sent inputs that are not supported and may select items. */
function findUnsupported({ action, request: { parts, operation } }: ResourceCall): readonly ListInput[] {
  const { ignored, paging, sorting } = getListRule(action);
  const { page, offset, after, before, size } = paging;
  const others = [page, offset, after, before, size, sorting.by, sorting.direction].filter((one) => one !== undefined);
  return [...ignored, ...others].filter(
    (input) => !NON_SELECTIVE.test(input.normalName) && isInputSent(input, parts, operation.references),
  );
}
