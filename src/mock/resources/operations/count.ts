// `count`: the number of items that match the filters.

import { requireParents } from '../item-errors.ts';
import { createHeaders, getSuccessStatus, respondWithValue } from '../item-response.ts';
import { findItemById, listItems } from '../items/read-items.ts';
import { buildList } from '../list/build-list.ts';
import { getListRule } from '../list/input-roles.ts';
import type { Perform } from './perform.ts';

export const performCount: Perform = (call) => {
  requireParents(call);
  const { request, action } = call;
  const { parts, operation } = request;
  const query = { parts, url: request.url(), findById: (id: string) => findItemById(call, id) };
  const { items } = buildList(listItems(call), getListRule(action), query);
  const status = getSuccessStatus(operation, false);
  return respondWithValue(call, status, createHeaders(call, status), { value: items.length });
};
