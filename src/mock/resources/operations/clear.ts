// `clear`: deletes all items of a list, or those that match.

import { getSuccessStatus, respondWithValue } from '../item-response.ts';
import { deleteItems } from '../items/delete-items.ts';
import { listItems } from '../items/read-items.ts';
import { getListRule } from '../list/input-roles.ts';
import { createItemTest } from '../list/list-filter.ts';
import { isInputSent, type ListInput } from '../list/list-input.ts';
import type { ResourceCall } from '../resource-call.ts';
import { changeItems } from './change-items.ts';
import type { Perform } from './perform.ts';

export const performClear: Perform = async (call) => {
  const { request, action } = call;
  const unknown = findUnsupported(call);
  for (const { name } of unknown)
    request.warn(`${name} is not supported; it may select the items to delete, so nothing was deleted`);
  if (unknown.length > 0) return undefined;
  const matches = createItemTest(getListRule(action).filters, request.parts) ?? (() => true);
  await changeItems(call, (items) => {
    const deleted = [...listItems(call, items).values()].filter(({ item }) => matches(item));
    deleteItems(call, items, deleted);
  });
  return respondWithValue(call, getSuccessStatus(request.operation, false), {}, { value: [] });
};

/** Parameters that do not select items. */
const NON_SELECTIVE =
  /^(force|confirm|confirmed|async|wait|waitfor|timeout|recursive|cascade|permanent|permanently|purge|hard|soft|fields|expand|include|pretty|prettyprint|locale|lang|language|apiversion|format|alt)$/;

/** The sent inputs that are not supported and may select items. */
function findUnsupported({ action, request: { parts, operation } }: ResourceCall): readonly ListInput[] {
  const { ignored, paging, sorting } = getListRule(action);
  const { page, offset, after, before, size } = paging;
  const others = [page, offset, after, before, size, sorting.by, sorting.direction].filter((one) => one !== undefined);
  return [...ignored, ...others].filter(
    (input) => !NON_SELECTIVE.test(input.normalName) && isInputSent(input, parts, operation.references),
  );
}
