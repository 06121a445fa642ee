// One collection of `call.items`: list, get, create, update and remove.

import { isStringOrNumber } from '../../../schema/json/exact-number.ts';
import type { ItemCollection, Properties } from '../../../server/pipeline/api/items.ts';
import { ApiError } from '../../../server/pipeline/errors/api-error.ts';
import type { OperationRequest } from '../../../server/pipeline/responder.ts';
import { withoutWriteOnly } from '../item-response.ts';
import { deleteItems } from '../items/delete-items.ts';
import { getIdFromKey, getParentIds } from '../items/item-key.ts';
import { findItemsById, listItems } from '../items/read-items.ts';
import { createItem, findExistingItem, findItemInDraft, storeItem } from '../items/write-items.ts';
import { changeItems } from '../operations/perform.ts';
import { getAtPath } from '../property-path.ts';
import type { Resource } from '../resource.ts';
import type { InferredModel, ResourceCall } from '../resource-call.ts';
import { createItemCall, type ItemCommand } from './item-call.ts';
import {
  matchesQuery,
  pickParents,
  requireAllParents,
  requireChange,
  requireId,
  requireItem,
  requireOne,
  requireQuery,
} from './item-checks.ts';

type Id = string | number | undefined;

/** Creates the methods for the items of a resource within one handler call. */
export function createItemCollection(
  request: OperationRequest,
  inferred: InferredModel,
  resource: Resource,
): ItemCollection {
  const call = (command: ItemCommand) => createItemCall(request, inferred, resource, command);
  const shown = (one: ResourceCall, item: unknown) => withoutWriteOnly(one, item) as Properties;

  /** Creates a call for one item with all its parents; undefined if there is no such item. */
  const callFor = (kind: 'read' | 'change' | 'delete', id: Id, given: Properties | undefined) => {
    const parents = pickParents(resource, given);
    const one = call({ kind, parents, id });
    if (one.parentIds) return one;
    const found = [...findItemsById(one, resource, one.id ?? '')].filter(
      (stored) => !stored.gone && one.isBelowParents(stored),
    );
    const stored = requireOne(resource, found, id);
    if (!stored) return undefined;
    const parentIds = getParentIds(stored.id);
    const all = Object.fromEntries(resource.parents.map(({ key }, index) => [key, parentIds[index] ?? '']));
    return call({ kind, parents: all, id: resource.isSingleton ? undefined : getIdFromKey(stored.id) });
  };

  return {
    async list(query = {}) {
      requireQuery(resource, query, request.operation.references);
      const one = call({ kind: 'list', parents: pickParents(resource, query) });
      const all = [...listItems(one).values()].filter((stored) => !stored.gone).map(({ item }) => shown(one, item));
      return all.filter((item) => matchesQuery(resource, item, query));
    },
    async get(id, parents) {
      requireId(resource, id);
      const one = callFor('read', id, parents);
      const stored = one && findExistingItem(one);
      return stored && shown(one, stored.item);
    },
    async create(item, given) {
      const parents = requireAllParents(resource, item, given);
      const one = call({ kind: 'create', parents, item });
      requireItem(one, item);
      one.set = { values: item, isItem: true };
      const id = resource.id?.path && getAtPath(item, resource.id.path);
      const ownId = isStringOrNumber(id) ? [id] : [];
      const stored = await changeItems(one, (items) => createItem(one, items, one.sent, ...ownId));
      return shown(one, stored.item);
    },
    async update(id, change, parents) {
      requireId(resource, id);
      const one = callFor('change', id, parents);
      if (!one) throw notFound(resource, id);
      const stored = await changeItems(one, (items) => {
        const previous = findItemInDraft(one, items);
        if (!previous) throw notFound(resource, id);
        const values = typeof change === 'function' ? change(shown(one, previous.item)) : change;
        requireChange(one, values);
        one.set = { values, isItem: true };
        return storeItem(one, items, previous, previous.item, values);
      });
      return shown(one, stored.item);
    },
    async remove(id, parents) {
      requireId(resource, id);
      const one = callFor('delete', id, parents);
      if (!one) throw notFound(resource, id);
      await changeItems(one, (items) => {
        const previous = findItemInDraft(one, items);
        if (!previous) throw notFound(resource, id);
        deleteItems(one, items, [previous]);
      });
    },
  };
}

function notFound({ name, isSingleton }: Resource, id: Id): ApiError {
  return new ApiError('not_found', isSingleton ? `${name} not found` : `${name}/${id} not found`);
}
