// `createMany`, `changeMany` and `deleteMany`: several items at once, all of them or none.

import { Failure } from '../../engine/failure.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { keep, make, remove, withWhatStays } from '../making.ts';
import { mergePatch } from '../patch.ts';
import { valueAt } from '../place.ts';
import { quoted, requireParents } from '../refusals.ts';
import type { KeptItem } from '../resource.ts';
import { draftOf, type Items, type ResourceCall } from '../resource-call.ts';
import { showValue, statusOf, visible } from '../shown.ts';
import type { Do } from './do.ts';

/** Does one thing after the other, all inside one change, and shows what came of it. */
const many =
  (each: (call: ResourceCall, items: Items, asked: unknown) => KeptItem, made: boolean): Do =>
  async (call) => {
    requireParents(call);
    const asked = Array.isArray(call.asked) ? call.asked : [];
    const done = await call.request.store.change((items) => asked.map((one) => each(call, items, one)));
    const shown = done.map(({ item }) => visible(call, item));
    return showValue(call, statusOf(call.request.operation, made), {}, { shown });
  };

export const createMany = many(make, true);

export const changeMany = many((call, items, asked) => {
  const was = named(call, items, asked);
  const changed = withWhatStays(call, mergePatch(was.item, asked), was.item);
  return keep(call, items, was, changed, asked);
}, false);

export const deleteMany = many((call, items, asked) => {
  const was = named(call, items, asked);
  remove(call, items, was);
  return was;
}, false);

/** The item that one of several means: by its id, or as an object that has it. @throws Failure `not_found` */
function named(call: ResourceCall, items: Items, asked: unknown): KeptItem {
  const { resource } = call;
  const id = isRecord(asked) && resource.id?.place ? valueAt(asked, resource.id.place) : asked;
  for (const kept of call.list(draftOf(items, resource)).values()) {
    const own = resource.id?.place && valueAt(kept.item, resource.id.place);
    if (own !== undefined && String(own) === String(id)) return kept;
  }
  throw new Failure('not_found', `There is no item ${quoted(id)} in ${resource.name}`);
}
