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
  (
    each: (call: ResourceCall, items: Items, asked: unknown) => KeptItem | undefined,
    isMeant: (call: ResourceCall, asked: unknown) => boolean,
    made: boolean,
  ): Do =>
  async (call) => {
    requireParents(call);
    const asked = call.asked ?? idsInQuery(call);
    // What names no items of its list is about something else.
    if (!Array.isArray(asked) || !asked.every((one) => isMeant(call, one))) return undefined;
    const done = await call.request.store.change((items) => asked.map((one) => each(call, items, one)));
    const shown = done.flatMap((kept) => (kept ? [visible(call, kept.item)] : []));
    return showValue(call, statusOf(call.request.operation, made), {}, { shown });
  };

export const createMany = many(make, () => true, true);

export const changeMany = many(
  (call, items, asked) => {
    const was = named(call, items, asked);
    if (!was) return make(call, items, asked);
    const changed = withWhatStays(call, mergePatch(was.item, asked), was.item);
    return keep(call, items, was, changed, asked);
  },
  namesOne,
  false,
);

export const deleteMany = many(
  (call, items, asked) => {
    const was = named(call, items, asked);
    if (was) remove(call, items, was);
    return was;
  },
  namesOne,
  false,
);

/** Ids that stand in the query, where there is no body: `?ids=1,2`. */
function idsInQuery({ request, role }: ResourceCall): unknown {
  if (role.deed !== 'deleteMany' || role.asked !== undefined) return undefined;
  const names = request.operation.parameters.filter((one) => one.in === 'query' && /ids?$/i.test(one.name));
  const sent = names.map(({ name }) => request.parts.query[name]).find((value) => value !== undefined);
  return [sent].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : (one ?? [])));
}

/** What one of several says to be the id of the item that it means. */
function idIn({ resource }: ResourceCall, asked: unknown): unknown {
  return isRecord(asked) && resource.id?.place ? valueAt(asked, resource.id.place) : asked;
}

function namesOne(call: ResourceCall, asked: unknown): boolean {
  const id = idIn(call, asked);
  return typeof id === 'string' || typeof id === 'number';
}

/**
 * The item that one of several means: by its id, or as an object that has it; undefined when there is none, and the document has no answer for that.
 *
 * @throws Failure `not_found` where it has one
 */
function named(call: ResourceCall, items: Items, asked: unknown): KeptItem | undefined {
  const { resource } = call;
  const id = idIn(call, asked);
  for (const kept of call.list(draftOf(items, resource)).values()) {
    const own = resource.id?.place && valueAt(kept.item, resource.id.place);
    if (own !== undefined && String(own) === String(id)) return kept;
  }
  if (!call.request.operation.answers.all.some(({ key }) => key === '404' || key === '4XX')) return undefined;
  throw new Failure('not_found', `There is no item ${quoted(id)} in ${resource.name}`);
}
