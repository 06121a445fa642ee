// `clear`: all items that a list would show go.

import { remove } from '../making.ts';
import { requireParents } from '../refusals.ts';
import { draftOf } from '../resource-call.ts';
import { showValue, statusOf } from '../shown.ts';
import type { Do } from './do.ts';

export const clear: Do = async (call) => {
  requireParents(call);
  await call.request.store.change((items) => {
    for (const kept of [...call.list(draftOf(items, call.resource)).values()]) remove(call, items, kept);
  });
  return showValue(call, statusOf(call.request.operation, false), {}, { shown: [] });
};
