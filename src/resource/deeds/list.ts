// `list` and `search`: one page of the items that are asked for.

import { idIn } from '../key.ts';
import { addressOf } from '../list/address.ts';
import { answerList } from '../list/answer-list.ts';
import { listRuleOf } from '../list/list-rule.ts';
import { requireParents } from '../refusals.ts';
import type { Do } from '../responder.ts';
import { showValue, statusOf, visible } from '../shown.ts';

export const list: Do = (call) => {
  requireParents(call);
  const { request, role, inferred } = call;
  const { operation, parts, headers } = request;
  const place = { host: headers.host, scheme: headers['x-forwarded-proto'], base: inferred.document.base };
  const url = addressOf(operation, parts, place);
  const answer = answerList(call.list(), listRuleOf(role), { parts, url, idOf: ({ id }) => idIn(id) });
  for (const warning of answer.warnings) request.warn(warning);
  const shown = answer.items.map(({ item }) => visible(call, item));
  return showValue(call, statusOf(operation, false), answer.headers, { shown, beside: answer.beside });
};
