// The responder for operations on resources.

import type { AnyApi } from '../../server/pipeline/api/api.ts';
import type { Responder } from '../../server/pipeline/responder.ts';
import { notStoring, requireSettable } from './items/set-properties.ts';
import { act } from './operations/act.ts';
import { change } from './operations/change.ts';
import { clear } from './operations/clear.ts';
import { count } from './operations/count.ts';
import { create } from './operations/create.ts';
import { list } from './operations/list.ts';
import { changeMany, createMany, deleteMany } from './operations/many.ts';
import type { Perform } from './operations/perform.ts';
import { read } from './operations/read.ts';
import { remove } from './operations/remove.ts';
import { replace } from './operations/replace.ts';
import { requireExactPath } from './refusals.ts';
import type { Deed } from './resource.ts';
import { type Inferred, ResourceCall } from './resource-call.ts';

const OPERATIONS: Readonly<Record<Deed, Perform>> = {
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

/** @param inferredOf - the inferred parts of an API; undefined for one without inference */
export function createResourceResponder(inferredOf: (api: AnyApi) => Inferred | undefined): Responder {
  return (request, _, set) => {
    const inferred = inferredOf(request.api)?.sown(request.seed);
    const action = inferred?.resources.role(request.operation.id);
    if (!inferred || !action) {
      if (set) throw notStoring(request.operation.id);
      return undefined;
    }
    const call = new ResourceCall(request, action, inferred, set && { values: set, isItem: false });
    requireSettable(call);
    requireExactPath(call);
    return OPERATIONS[action.deed](call);
  };
}
