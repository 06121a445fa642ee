// `clear`: deletes all items of a list, or those that match.

import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { itemsHere } from '../items/read-items.ts';
import { remove } from '../items/removal.ts';
import { testOf } from '../list/filter.ts';
import { type Input, sentFor } from '../list/input.ts';
import { listRuleOf } from '../list/list-rule.ts';
import type { ResourceCall } from '../resource-call.ts';
import { showValue, statusOf } from '../shown.ts';
import { changing } from './changing.ts';
import type { Perform } from './perform.ts';

export const clear: Perform = async (call) => {
  const { request, role: action } = call;
  const unknown = findUnsupported(call);
  for (const { name } of unknown)
    request.warn(`${name} is not supported; it may select the items to delete, so nothing was deleted`);
  if (unknown.length > 0) return undefined;
  const matches = testOf(listRuleOf(action).filters, request.parts) ?? (() => true);
  await changing(call, (items) => {
    const deleted = [...itemsHere(call, items).values()].filter(({ item }) => matches(item));
    remove(call, items, deleted);
  });
  return showValue(call, statusOf(request.operation, false), {}, { shown: [] });
};

/** Parameters that do not select items. */
const NON_SELECTIVE =
  /^(force|confirm|confirmed|async|wait|waitfor|timeout|recursive|cascade|permanent|permanently|purge|hard|soft|fields|expand|include|pretty|prettyprint|locale|lang|language|apiversion|format|alt)$/;

/** The sent inputs that are not supported and may select items. */
function findUnsupported({ role: action, request: { parts, operation } }: ResourceCall): readonly Input[] {
  const { ignored, paging, sorting } = listRuleOf(action);
  const { page, offset, after, before, size } = paging;
  const others = [page, offset, after, before, size, sorting.by, sorting.direction].filter((one) => one !== undefined);
  return [...ignored, ...others].filter((input) => {
    const sent = sentFor(input, parts);
    return (
      sent !== undefined &&
      !NON_SELECTIVE.test(input.plain) &&
      sent !== getSchemaShape(input.schema, operation.references)?.keywordValue('default')
    );
  });
}
