// `change`: an item, or a part of it, with what was sent in place of what was; by a JSON Patch where one was sent.

import { Failure } from '../../engine/failure.ts';
import { itemIn, keep, withWhatStays } from '../making.ts';
import { undescribedNames } from '../new-item.ts';
import { isJsonPatch, jsonPatch, mergePatch, type Step } from '../patch.ts';
import { valueAt, withValue } from '../place.ts';
import { notThere, requireAllowed, requireKnown, requireParents } from '../refusals.ts';
import type { ResourceCall } from '../resource-call.ts';
import { showItem } from '../shown.ts';
import type { Do } from './do.ts';

export const change: Do = async (call) => {
  const { request, role } = call;
  const steps = stepsIn(call);
  const kept = await request.store.change((items) => {
    requireParents(call, items);
    const was = itemIn(call, items);
    requireKnown(call, was);
    if (!was) throw notThere(call);
    const before = valueAt(was.item, role.part);
    if (steps) {
      const changed = withWhatStays(call, withValue(was.item, role.part, jsonPatch(before, steps)), was.item);
      requireAllowed(call, changed);
      return keep(call, items, was, changed, undefined);
    }
    const merged = withValue(was.item, role.part, mergePatch(before, call.asked));
    const changed = withWhatStays(call, merged, was.item);
    requireAllowed(call, changed, undescribedNames(call));
    return keep(call, items, was, changed, call.asked);
  });
  return showItem(call, kept);
};

/** The steps of a JSON Patch; undefined when what was sent is none. @throws Failure `invalid_argument` when it is called one, and is none */
function stepsIn({ request }: ResourceCall): readonly Step[] | undefined {
  const { body } = request.parts;
  if (isJsonPatch(body)) return body;
  if (!/^application\/json-patch\+json\b/i.test(request.headers['content-type'] ?? '')) return undefined;
  const message = 'A JSON Patch is a list of operations, such as [{"op": "replace", "path": "/name", "value": "Ann"}]';
  throw new Failure('invalid_argument', message);
}
