// `count`: how many items a list would show.

import { requireParents } from '../refusals.ts';
import type { Do } from '../responder.ts';
import { showValue, statusOf } from '../shown.ts';

export const count: Do = (call) => {
  requireParents(call);
  const { size, values } = call.list();
  let counted = size ?? 0;
  if (size === undefined) for (const _ of values()) counted += 1;
  return showValue(call, statusOf(call.request.operation, false), {}, { shown: counted });
};
