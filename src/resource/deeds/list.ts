// `list` and `search`: the items that are there, as they were asked for.

import type { Fields } from '../../engine/reply.ts';
import type { Operation } from '../../openapi/operation.ts';
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
  const fields = { ...headersFor(call, status), ...fitting(headers, request.operation, status) };
  return showValue(call, status, fields, { shown, beside });
};

/** Header fields without those that the document does not allow: a required `Link`, where there is nothing to lead to, is a sample then. */
function fitting(headers: Readonly<Record<string, string>>, operation: Operation, status: number): Fields {
  const wrong = new Set(operation.checkHeaders(status, headers).map(({ header }) => header));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !wrong.has(name)));
}
