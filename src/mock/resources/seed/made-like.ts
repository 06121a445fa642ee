// Generation of items from a template, with existing parents and references.

import { isRecord } from '../../../openapi/is-record.ts';
import { pointerSegments } from '../../../schema/json-pointer.ts';
import type { MakeOrder } from '../../../server/pipeline/api/record-form.ts';
import { ApiError } from '../../../server/pipeline/errors/failure.ts';
import { createSeededRandom, type Random } from '../../samples/generate/seeded-random.ts';
import { anyId, fillTemplate, overlayTemplate, repeatInTurns, templateValueAt } from '../../samples/templates.ts';
import { idIn, type Scope, scopeIn } from '../items/key.ts';
import { numbered } from '../items/numbered.ts';
import { valueAt } from '../place.ts';
import type { Parent, Resource } from '../resource.ts';
import type { Inferred } from '../resource-call.ts';
import { findingsIn, looksWrapped, readItem, type WrittenItem } from './fixture.ts';

/** Maximum number of attempts to generate an item that matches the template. */
const MOST_TRIES = 12;

/**
 * Generates items to add. Items without an id in the template have none yet. @throws ApiError `invalid_argument` for an
 * invalid template
 */
export async function makeItems(
  inferred: Inferred,
  resource: Resource,
  order: MakeOrder,
): Promise<readonly WrittenItem[]> {
  const { count, template, state, coming, signal } = order;
  if (!isRecord(template)) throw new ApiError('invalid_argument', 'template must be an object');
  const before = state.table(resource.name).size + (coming.get(resource.name)?.length ?? 0);
  return repeatInTurns(count, signal, (n) =>
    makeItem({ inferred, resource, order }, fillTemplate(template, n), before + n),
  );
}

interface Making {
  readonly inferred: Inferred;
  readonly resource: Resource;
  readonly order: MakeOrder;
}

/** @param number - the sequence number in its resource */
function makeItem(making: Making, template: unknown, number: number): WrittenItem {
  const { inferred, resource, order } = making;
  const { schema, name, id, parents, unique } = resource;
  const isWrapped = isRecord(template) && looksWrapped(template);
  const wanted = isWrapped ? template.item : template;
  const beside = isWrapped && isRecord(template.parents) ? template.parents : {};
  let reason = '';
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    const key = `${name} ${number} ${tried}`;
    const draw = createSeededRandom(order.seed, key);
    const scope = scopeFor(making, { beside, wanted }, draw);
    const given = (pointer: string) => {
      const [property = '', ...inner] = pointerSegments(pointer);
      const at = parents.findIndex(({ place }) => place && place.length === 1 && place[0] === property);
      const isOwn = id?.place?.length === 1 && id.place[0] === property;
      const other = isOwn ? undefined : (parents[at]?.resource ?? inferred.referredTo(property));
      const known = at === -1 ? other && idOfAny(order, other, draw.fork(pointer)) : scope[at];
      const isWhole = inner.length === 0 || /^\d+$/.test(inner.join());
      return templateValueAt(wanted, pointer) ?? (isWhole && known !== undefined ? typed(other, known) : undefined);
    };
    const sample = schema ? inferred.sample(schema, key, { index: number, name, given }) : {};
    const alone = unique.reduce((item, property) => apart(item, property, number), sample);
    const item = overlayTemplate(alone, wanted);
    const [finding] = findingsIn(resource, item, inferred.document);
    if (finding) {
      reason = `${finding.pointer || 'the item'} ${finding.message}`;
      continue;
    }
    const above = Object.fromEntries(parents.map(({ parameter }, index) => [parameter, scope[index]]));
    const told = (isWrapped ? template.id : undefined) ?? (id?.place && valueAt(wanted, id.place));
    const read = readItem(resource, { ...(told !== undefined && { id: told }), parents: above, item });
    return told === undefined ? { ...read, own: undefined } : read;
  }
  throw new ApiError('invalid_argument', `cannot create an item from the template: ${reason}`);
}

/** Makes a unique property unique by appending a number. */
function apart(item: unknown, property: string, number: number): unknown {
  const text = valueAt(item, [property]);
  return isRecord(item) && typeof text === 'string' ? { ...item, [property]: numbered(text, number) } : item;
}

/**
 * The parent ids of an item: from the template, else of an existing item. @throws ApiError `invalid_argument` without
 * one
 */
function scopeFor(
  { resource: { parents }, order }: Making,
  { beside, wanted }: { readonly beside: Readonly<Record<string, unknown>>; readonly wanted: unknown },
  draw: Random,
): Scope {
  const told = parents.map(({ parameter, place }) => {
    const value =
      (Object.hasOwn(beside, parameter) ? beside[parameter] : undefined) ?? (place && valueAt(wanted, place));
    return value === undefined ? undefined : String(value);
  });
  const above = parents.at(-1)?.resource;
  if (told.every((value) => value !== undefined)) return told;
  const key = above && anyId(order, above.name, draw.fork('above'));
  if (key === undefined) {
    const missing = parents.filter((_, index) => told[index] === undefined).map(({ parameter }) => parameter);
    throw new ApiError('invalid_argument', `the template needs parents: ${missing.join(', ')}`);
  }
  const around = [...scopeIn(key), idIn(key)].slice(-parents.length);
  return parents.map((_, index) => told[index] ?? around[index - parents.length + around.length] ?? '');
}

/** The id of any item of a resource. */
function idOfAny(order: MakeOrder, { name }: Resource, draw: Random): string | undefined {
  const key = anyId(order, name, draw);
  return key === undefined ? undefined : idIn(key);
}

/** An id with the type of its resource. */
function typed(resource: Parent['resource'], id: string): string | number {
  return resource?.id && resource.id.type !== 'string' ? Number(id) : id;
}
