// `change`: updates an item or a part of it.

import { applyMergePatch } from '../../../schema/merge-patch.ts';
import { ApiError } from '../../../server/pipeline/errors/failure.ts';
import type { Items } from '../items/items.ts';
import { itemIn, keep, make, withWhatStays } from '../items/making.ts';
import { undescribedNames } from '../items/new-item.ts';
import { isJsonPatch, jsonPatch, type Step } from '../patch.ts';
import { valueAt, withValue } from '../place.ts';
import { notThere, requireAllowed, requireKnown } from '../refusals.ts';
import type { KeptItem } from '../resource.ts';
import type { ResourceCall } from '../resource-call.ts';
import { showItem } from '../shown.ts';
import { changing } from './changing.ts';
import type { Perform } from './perform.ts';

export const change: Perform = async (call) => {
  const { role: action } = call;
  const steps = stepsIn(call);
  const { kept, made } = await changing(call, (items) => {
    const was = itemIn(call, items);
    requireKnown(call, was);
    if (!was && action.makes && !steps) return { kept: make(call, items, call.asked, call.ownId), made: true };
    if (!was) throw notThere(call);
    return { kept: changed(call, items, was, steps), made: false };
  });
  return showItem(call, kept, { made });
};

/** @param steps - undefined for a merge patch */
function changed(call: ResourceCall, items: Items, was: KeptItem, steps: readonly Step[] | undefined): KeptItem {
  const { part } = call.role;
  const before = valueAt(was.item, part);
  const after = withValue(was.item, part, steps ? jsonPatch(before, steps) : applyMergePatch(before, call.asked));
  const item = withWhatStays(call, after, was.item);
  if (steps) requireAllowed(call, item);
  else requireAllowed(call, item, undescribedNames(call));
  return keep(call, items, was, item, steps ? undefined : call.asked);
}

/**
 * The steps of a JSON Patch; undefined for another body. @throws ApiError `invalid_argument` if its content type is
 * JSON Patch and it is none
 */
function stepsIn({ request }: ResourceCall): readonly Step[] | undefined {
  const { body } = request.parts;
  if (isJsonPatch(body)) return body;
  if (!/^application\/json-patch\+json\b/i.test(request.headers['content-type'] ?? '')) return undefined;
  const message =
    'A JSON Patch must be a list of operations, such as [{"op": "replace", "path": "/name", "value": "Ann"}]';
  throw new ApiError('invalid_argument', message);
}
