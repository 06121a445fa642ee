// `list` and `search`: the items that are there.

import { requireParents } from '../refusals.ts';
import type { Do } from '../responder.ts';
import { showValue, statusOf, visible } from '../shown.ts';

export const list: Do = (call) => {
  requireParents(call);
  const shown = [...call.list().values()].map(({ item }) => visible(call, item));
  return showValue(call, statusOf(call.request.operation, false), {}, { shown });
};
