// One collection of `call.items`: list, get, create, update and remove.

import type { ItemCollection, Properties } from '../../../server/pipeline/api/items.ts';
import { ApiError } from '../../../server/pipeline/errors/failure.ts';
import type { OperationRequest } from '../../../server/pipeline/responder.ts';
import { idIn, scopeIn } from '../items/key.ts';
import { existing, itemIn, keep, make } from '../items/making.ts';
import { itemsCalled, itemsHere } from '../items/read-items.ts';
import { remove } from '../items/removal.ts';
import { changing } from '../operations/changing.ts';
import { valueAt } from '../place.ts';
import type { Resource } from '../resource.ts';
import type { Inferred, ResourceCall } from '../resource-call.ts';
import { visible } from '../shown.ts';
import { type ItemOrder, itemCall } from './item-call.ts';
import {
  isMatch,
  parentsIn,
  requireChange,
  requireId,
  requireItem,
  requireOne,
  requireParents,
  requireQuery,
} from './item-checks.ts';

type Id = string | number | undefined;

/** Creates the methods for the items of a resource within one handler call. */
export function itemCollection(request: OperationRequest, inferred: Inferred, resource: Resource): ItemCollection {
  const call = (command: ItemOrder) => itemCall(request, inferred, resource, command);
  const shown = (one: ResourceCall, item: unknown) => visible(one, item) as Properties;

  /** Creates a call for one item with all its parents; undefined if there is no such item. */
  const callFor = (kind: 'read' | 'change' | 'delete', id: Id, given: Properties | undefined) => {
    const parents = parentsIn(resource, given);
    const one = call({ deed: kind, parents, id });
    if (one.scope) return one;
    const found = [...itemsCalled(one, resource, one.id ?? '')].filter((stored) => !stored.gone && one.isHere(stored));
    const stored = requireOne(resource, found, id);
    if (!stored) return undefined;
    const parentIds = scopeIn(stored.id);
    const all = Object.fromEntries(resource.parents.map(({ key }, index) => [key, parentIds[index] ?? '']));
    return call({ deed: kind, parents: all, id: resource.single ? undefined : idIn(stored.id) });
  };

  return {
    async list(query = {}) {
      requireQuery(resource, query, request.operation.references);
      const one = call({ deed: 'list', parents: parentsIn(resource, query) });
      const all = [...itemsHere(one).values()].filter((stored) => !stored.gone).map(({ item }) => shown(one, item));
      return all.filter((item) => isMatch(resource, item, query));
    },
    async get(id, parents) {
      requireId(resource, id);
      const one = callFor('read', id, parents);
      const stored = one && existing(one);
      return stored && shown(one, stored.item);
    },
    async create(item, given) {
      const parents = requireParents(resource, item, given);
      const one = call({ deed: 'create', parents, item });
      requireItem(one, item);
      one.set = { values: item, isItem: true };
      const id = resource.id?.place && valueAt(item, resource.id.place);
      const ownId = typeof id === 'string' || typeof id === 'number' ? [id] : [];
      const stored = await changing(one, (items) => make(one, items, one.asked, ...ownId));
      return shown(one, stored.item);
    },
    async update(id, change, parents) {
      requireId(resource, id);
      const one = callFor('change', id, parents);
      if (!one) throw notFound(resource, id);
      const stored = await changing(one, (items) => {
        const previous = itemIn(one, items);
        if (!previous) throw notFound(resource, id);
        const values = typeof change === 'function' ? change(shown(one, previous.item)) : change;
        requireChange(one, values);
        one.set = { values, isItem: true };
        return keep(one, items, previous, previous.item, values);
      });
      return shown(one, stored.item);
    },
    async remove(id, parents) {
      requireId(resource, id);
      const one = callFor('delete', id, parents);
      if (!one) throw notFound(resource, id);
      await changing(one, (items) => {
        const previous = itemIn(one, items);
        if (!previous) throw notFound(resource, id);
        remove(one, items, [previous]);
      });
    },
  };
}

function notFound({ name, single }: Resource, id: Id): ApiError {
  return new ApiError('not_found', single ? `${name} not found` : `${name}/${id} not found`);
}
