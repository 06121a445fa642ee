// `act`: a custom action on an item; sets a state, its time and sent properties.

import { normalizeName } from '../../../openapi/name-words.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { ApiError } from '../../../server/pipeline/errors/api-error.ts';
import { createNotFoundError, formatId, requirePreconditions, requireValidItem } from '../item-errors.ts';
import { listAllProperties } from '../item-properties.ts';
import { respondWithItem } from '../item-response.ts';
import { getRequestProperties, getUndeclaredNames, isServerProperty } from '../items/build-item.ts';
import { getIdFromKey } from '../items/item-key.ts';
import { withoutState, withState } from '../items/soft-delete.ts';
import { findExistingItem, findItemInDraft, storeItem } from '../items/write-items.ts';
import { getAtPath, setAtPath, withProperties } from '../property-path.ts';
import type { ResourceAction, StoredItem } from '../resource.ts';
import { ResourceCall } from '../resource-call.ts';
import { formatTime } from '../server-value-kind.ts';
import { changeItems, type Perform } from './perform.ts';

export const performAct: Perform = async (call) => {
  const sent = sentProperties(call);
  const stored = await changeItems(call, (items) => {
    const previous = findItemInDraft(call, items);
    requirePreconditions(call, previous);
    if (!previous) throw createNotFoundError(call);
    requireOtherState(call, previous);
    const moved = withSoftDeletion(call, withStateAndTime(call, previous.item));
    const item = withProperties(moved, Object.entries(sent));
    requireValidItem(call, item, getUndeclaredNames(call, sent));
    return storeItem(call, items, previous, item, sent);
  });
  const { returned } = call.action;
  if (!returned) return respondWithItem(call, stored);
  const above = new ResourceCall(call.request, returned, call.inferred);
  const item = findExistingItem(above);
  if (!item) throw createNotFoundError(above);
  return respondWithItem(above, item);
};

/** The item with the state and the time of the action. */
function withStateAndTime({ action: { sets, setsTime }, request }: ResourceCall, item: unknown): unknown {
  const acted = sets ? setAtPath(item, sets.place, sets.value) : item;
  return setsTime ? withProperties(acted, [[setsTime.name, formatTime(setsTime, request.now)]]) : acted;
}

/** @throws ApiError 409 if the item has the state already, and the operation declares 409. PUT may be repeated. */
function requireOtherState(call: ResourceCall, { id, item }: StoredItem): void {
  const { sets, operation } = call.action;
  const isDeclared = operation.method !== 'PUT' && operation.responses.all.some(({ key }) => key === '409');
  if (!sets || !isDeclared || getAtPath(item, sets.place) !== sets.value) return;
  const [name] = sets.place;
  const message = `${call.resource.name} ${formatId(getIdFromKey(id))} has ${name} ${String(sets.value)} already`;
  throw new ApiError('failed_precondition', message, { status: 409 });
}

/** The item as `archive` or `restore` leaves it; unchanged by other actions. */
function withSoftDeletion({ action, request }: ResourceCall, item: unknown): unknown {
  if (!action.softDeletion) return item;
  const { softDelete, isSet } = action.softDeletion;
  return isSet ? withState(softDelete, item, request.now) : withoutState(softDelete, item);
}

/** The sent properties that the item has, by the name in the item. The others are reported. */
function sentProperties(call: ResourceCall): Readonly<Record<string, unknown>> {
  const { action, resource, request, sent } = call;
  if (sent === undefined || request.parts.body === undefined) return {};
  const names = mapProperties(action);
  const all = isRecord(sent) ? Object.entries(sent) : [];
  const ignored = isRecord(sent) ? all.filter(([name]) => !names.has(normalizeName(name))).map(([name]) => name) : [];
  if (!isRecord(sent)) request.warn('the body was ignored: it is no object');
  for (const name of ignored) request.warn(`body ${name} was ignored: ${resource.name} have no such property`);
  return Object.fromEntries(
    all.flatMap(([name, value]) => {
      const own = names.get(normalizeName(name));
      return own === undefined ? [] : [[own, value] as const];
    }),
  );
}

/** The properties of the body that an action stores, by the name in the item. */
export function listActedProperties(action: ResourceAction): readonly string[] {
  const names = mapProperties(action);
  return [...getRequestProperties({ action }).keys()].flatMap((name) => names.get(normalizeName(name)) ?? []);
}

/** The properties of an item that an action may set, by normalised name. */
function mapProperties(action: ResourceAction): ReadonlyMap<string, string> {
  const { resource, operation } = action;
  const sendable = getRequestProperties({ action });
  const fixed = new Set([resource.id, ...resource.parents].map((one) => one?.path?.[0]));
  return new Map(
    listAllProperties(resource.schema, operation.references)
      .filter((member) => !fixed.has(member.name) && !isServerProperty(member, sendable))
      .map(({ name }) => [normalizeName(name), name]),
  );
}
