// Answers operations that belong to a resource, from the items in the store.

import type { AnyApi } from '../engine/api.ts';
import type { Responder } from '../engine/responder.ts';
import { act } from './deeds/act.ts';
import { change } from './deeds/change.ts';
import { clear } from './deeds/clear.ts';
import { count } from './deeds/count.ts';
import { create } from './deeds/create.ts';
import { list } from './deeds/list.ts';
import { changeMany, createMany, deleteMany } from './deeds/many.ts';
import type { Perform } from './deeds/perform.ts';
import { read } from './deeds/read.ts';
import { remove } from './deeds/remove.ts';
import { replace } from './deeds/replace.ts';
import { requireExactPath } from './refusals.ts';
import type { Deed } from './resource.ts';
import { type Inferred, ResourceCall } from './resource-call.ts';
import { notStoring, requireSettable } from './set-properties.ts';

const DEEDS: Readonly<Record<Deed, Perform>> = {
  list,
  search: list,
  count,
  create,
  read,
  replace,
  change,
  delete: remove,
  act,
  clear,
  createMany,
  changeMany,
  deleteMany,
};

/** @param inferredOf - what is known of an api; undefined for one that is not inferred */
export function createResourceResponder(inferredOf: (api: AnyApi) => Inferred | undefined): Responder {
  return (request, _, set) => {
    const inferred = inferredOf(request.api)?.sown(request.seed);
    const role = inferred?.resources.role(request.operation.id);
    if (!inferred || !role) {
      if (set) throw notStoring(request.operation.id);
      return undefined;
    }
    const call = new ResourceCall(request, role, inferred, set && { values: set, isItem: false });
    requireSettable(call);
    requireExactPath(call);
    return DEEDS[role.deed](call);
  };
}
