// `clear`: all items that a list would show go.

import { requireParents } from '../refusals.ts';
import { remove } from '../removal.ts';
import { draftOf } from '../resource-call.ts';
import { showValue, statusOf } from '../shown.ts';
import type { Do } from './do.ts';

export const clear: Do = async (call) => {
  await call.request.store.change((items) => {
    requireParents(call, items);
    remove(call, items, [...call.list(draftOf(items, call.resource)).values()]);
  });
  return showValue(call, statusOf(call.request.operation, false), {}, { shown: [] });
};
