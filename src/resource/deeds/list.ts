// `list` and `search`: the items that are there, as they were asked for.

import { answerList } from '../list/answer-list.ts';
import { listRuleOf } from '../list/list-rule.ts';
import { itemsHere, itemWithId } from '../read-items.ts';
import { requireParents } from '../refusals.ts';
import { headersFor, showValue, statusOf, visible } from '../shown.ts';
import type { Perform } from './perform.ts';

export const list: Perform = (call) => {
  requireParents(call);
  const { request, role } = call;
  const asked = { parts: request.parts, url: request.url(), withId: (id: string) => itemWithId(call, id) };
  const { items, beside, headers, warnings } = answerList(itemsHere(call), listRuleOf(role), asked);
  for (const warning of warnings) request.warn(warning);
  const status = statusOf(request.operation, false);
  const shown = items.map(({ item }) => visible(call, item));
  return showValue(call, status, { ...headersFor(call, status), ...headers }, { shown, beside });
};
