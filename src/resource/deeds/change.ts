// `change`: an item, or a part of it, with what was sent in place of what was; by a JSON Patch where one was sent.

import { itemIn, keep, withWhatStays } from '../making.ts';
import { undescribedNames } from '../new-item.ts';
import { isJsonPatch, jsonPatch, mergePatch } from '../patch.ts';
import { valueAt, withValue } from '../place.ts';
import { notThere, requireAllowed, requireKnown, requireParents } from '../refusals.ts';
import { showItem } from '../shown.ts';
import type { Do } from './do.ts';

export const change: Do = async (call) => {
  requireParents(call);
  const { request, role } = call;
  const { body } = request.parts;
  const kept = await request.store.change((items) => {
    const was = itemIn(call, items);
    requireKnown(call, was);
    if (!was) throw notThere(call);
    const before = valueAt(was.item, role.part);
    if (isJsonPatch(body)) {
      const changed = withWhatStays(call, withValue(was.item, role.part, jsonPatch(before, body)), was.item);
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
