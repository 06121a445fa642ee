// `act`: a custom action on an item, which sets a state and the sent properties.

import { normalizeName } from '../../../openapi/name-words.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { createNotFoundError, requirePreconditions, requireValidItem } from '../item-errors.ts';
import { listAllProperties } from '../item-properties.ts';
import { respondWithItem } from '../item-response.ts';
import { getRequestProperties, getUndeclaredNames, isServerProperty } from '../items/build-item.ts';
import { withoutState, withState } from '../items/soft-delete.ts';
import { findExistingItem, findItemInDraft, storeItem } from '../items/write-items.ts';
import { setAtPath, withProperties } from '../property-path.ts';
import type { ResourceAction } from '../resource.ts';
import { ResourceCall } from '../resource-call.ts';
import { changeItems, type Perform } from './perform.ts';

export const performAct: Perform = async (call) => {
  const { sets } = call.action;
  const sent = sentProperties(call);
  const stored = await changeItems(call, (items) => {
    const previous = findItemInDraft(call, items);
    requirePreconditions(call, previous);
    if (!previous) throw createNotFoundError(call);
    const acted = sets ? setAtPath(previous.item, sets.place, sets.value) : previous.item;
    const moved = withSoftDeletion(call, acted);
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
