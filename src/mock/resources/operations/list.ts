// `list` and `search`: the items that are there, as they were asked for.

import type { Operation } from '../../../openapi/operation.ts';
import { ApiError } from '../../../server/pipeline/errors/failure.ts';
import type { Fields } from '../../../server/pipeline/reply.ts';
import { sizeOf } from '../../../store/record-size.ts';
import { itemsHere, itemWithId } from '../items/read-items.ts';
import { answerList } from '../list/answer-list.ts';
import { listRuleOf } from '../list/list-rule.ts';
import { requireParents } from '../refusals.ts';
import type { KeptItem } from '../resource.ts';
import type { ResourceCall } from '../resource-call.ts';
import { headersFor, showValue, statusOf, visible } from '../shown.ts';
import type { Perform } from './perform.ts';

/** The largest page, in bytes of JSON: to write a larger one makes other clients wait, and one of 512 MiB cannot be written at all. */
const LARGEST = 64 * 1024 * 1024;

export const list: Perform = (call) => {
  requireParents(call);
  const { request, role } = call;
  const asked = { parts: request.parts, url: request.url(), withId: (id: string) => itemWithId(call, id) };
  const { items, beside, headers, warnings } = answerList(itemsHere(call), listRuleOf(role), asked);
  requireSendable(call, items);
  for (const warning of warnings) request.warn(warning);
  const status = statusOf(request.operation, false);
  const shown = items.map(({ item }) => visible(call, item));
  const fields = { ...headersFor(call, status), ...fitting(headers, request.operation, status) };
  return showValue(call, status, fields, { shown, beside });
};

/** Header fields without those that the document does not allow: a required `Link`, where there is nothing to lead to, is a sample then. */
function fitting(headers: Readonly<Record<string, string>>, operation: Operation, status: number): Fields {
  const wrong = new Set(operation.validateHeaders(status, headers).map(({ header }) => header));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !wrong.has(name)));
}

/** @throws ApiError `resource_exhausted` (507) for a page that is too large. Clients that count what they ask for would lose items in a shorter one */
function requireSendable({ request, role }: ResourceCall, items: readonly KeptItem[]): void {
  // A state that is no larger need not be measured.
  if (request.store.state.size <= LARGEST) return;
  let size = 0;
  for (const item of items) size += sizeOf(item);
  if (size <= LARGEST) return;
  const input = listRuleOf(role).paging.size;
  const advice = input === undefined ? 'delete items' : `request fewer with ${input.name}`;
  throw new ApiError(
    'resource_exhausted',
    `the list of ${items.length} items has ${size} bytes; the maximum is ${LARGEST}; ${advice}`,
    { status: 507 },
  );
}
