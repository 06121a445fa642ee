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
  const call = (order: ItemOrder) => itemCall(request, inferred, resource, order);
  const shown = (one: ResourceCall, item: unknown) => visible(one, item) as Properties;

  /** Creates a call for one item with all its parents; undefined if there is no such item. */
  const callFor = (deed: 'read' | 'change' | 'delete', id: Id, given: Properties | undefined) => {
    const parents = parentsIn(resource, given);
    const one = call({ deed, parents, id });
    if (one.scope) return one;
    const found = [...itemsCalled(one, resource, one.id ?? '')].filter((kept) => !kept.gone && one.isHere(kept));
    const kept = requireOne(resource, found, id);
    if (!kept) return undefined;
    const scope = scopeIn(kept.id);
    const all = Object.fromEntries(resource.parents.map(({ key }, index) => [key, scope[index] ?? '']));
    return call({ deed, parents: all, id: resource.single ? undefined : idIn(kept.id) });
  };

  return {
    async list(query = {}) {
      requireQuery(resource, query, request.operation.references);
      const one = call({ deed: 'list', parents: parentsIn(resource, query) });
      const all = [...itemsHere(one).values()].filter(({ gone }) => !gone).map(({ item }) => shown(one, item));
      return all.filter((item) => isMatch(resource, item, query));
    },
    async get(id, parents) {
      requireId(resource, id);
      const one = callFor('read', id, parents);
      const kept = one && existing(one);
      return kept && shown(one, kept.item);
    },
    async create(item, given) {
      const parents = requireParents(resource, item, given);
      const one = call({ deed: 'create', parents, item });
      requireItem(one, item);
      one.set = { values: item, isItem: true };
      const id = resource.id?.place && valueAt(item, resource.id.place);
      const own = typeof id === 'string' || typeof id === 'number' ? [id] : [];
      const kept = await changing(one, (items) => make(one, items, one.asked, ...own));
      return shown(one, kept.item);
    },
    async update(id, change, parents) {
      requireId(resource, id);
      const one = callFor('change', id, parents);
      if (!one) throw notFound(resource, id);
      const kept = await changing(one, (items) => {
        const was = itemIn(one, items);
        if (!was) throw notFound(resource, id);
        const values = typeof change === 'function' ? change(shown(one, was.item)) : change;
        requireChange(one, values);
        one.set = { values, isItem: true };
        return keep(one, items, was, was.item, values);
      });
      return shown(one, kept.item);
    },
    async remove(id, parents) {
      requireId(resource, id);
      const one = callFor('delete', id, parents);
      if (!one) throw notFound(resource, id);
      await changing(one, (items) => {
        const was = itemIn(one, items);
        if (!was) throw notFound(resource, id);
        remove(one, items, [was]);
      });
    },
  };
}

function notFound({ name, single }: Resource, id: Id): ApiError {
  return new ApiError('not_found', single ? `${name} not found` : `${name}/${id} not found`);
}
