// The responder for operations on resources.

import type { AnyApi } from '../../server/pipeline/api/api.ts';
import type { Responder } from '../../server/pipeline/responder.ts';
import { createNotStoringError, requireSettable } from './items/set-properties.ts';
import { performAct } from './operations/act.ts';
import { performDeleteFile, performReadFile, performStoreFile } from './operations/files.ts';
import { performChange, performCreate, performDelete, performRead, performReplace } from './operations/item.ts';
import { performCount, performList } from './operations/list.ts';
import { performChangeMany, performClear, performCreateMany, performDeleteMany } from './operations/many.ts';
import type { Perform } from './operations/perform.ts';
import type { OperationKind } from './resource.ts';
import { type InferredModel, ResourceCall } from './resource-call.ts';
import { createWatch, type WatchSettings } from './watch/watch.ts';

const OPERATIONS: Readonly<Record<Exclude<OperationKind, 'watch'>, Perform>> = {
  list: performList,
  search: performList,
  count: performCount,
  create: performCreate,
  read: performRead,
  replace: performReplace,
  change: performChange,
  delete: performDelete,
  act: performAct,
  clear: performClear,
  createMany: performCreateMany,
  changeMany: performChangeMany,
  deleteMany: performDeleteMany,
  readFile: performReadFile,
  storeFile: performStoreFile,
  deleteFile: performDeleteFile,
};

/** @param inferredOf - the inferred parts of an API; undefined for one without inference */
export function createResourceResponder(
  inferredOf: (api: AnyApi) => InferredModel | undefined,
  watching: WatchSettings,
): Responder {
  const watch = createWatch(watching);
  return (request, _, set) => {
    const inferred = inferredOf(request.api)?.withSeed(request.seed);
    const action = inferred?.resources.action(request.operation.id);
    if (!inferred || !action) {
      if (set) throw createNotStoringError(request.operation.id);
      return undefined;
    }
    const call = new ResourceCall(request, action, inferred, set && { values: set, isItem: false });
    requireSettable(call);
    const stream = watch(call);
    if (stream || action.kind === 'watch') return stream;
    return OPERATIONS[action.kind](call);
  };
}
