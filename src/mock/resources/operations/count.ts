// `count`: the number of items that match the filters.

import { itemsHere, itemWithId } from '../items/read-items.ts';
import { answerList } from '../list/answer-list.ts';
import { listRuleOf } from '../list/list-rule.ts';
import { requireParents } from '../refusals.ts';
import { headersFor, showValue, statusOf } from '../shown.ts';
import type { Perform } from './perform.ts';

export const count: Perform = (call) => {
  requireParents(call);
  const { request, role: action } = call;
  const { parts, operation } = request;
  const asked = { parts, url: request.url(), withId: (id: string) => itemWithId(call, id) };
  const { items } = answerList(itemsHere(call), listRuleOf(action), asked);
  const status = statusOf(operation, false);
  return showValue(call, status, headersFor(call, status), { shown: items.length });
};
