// Generation of items from a template, with existing parents and references.

import { isRecord } from '../../../schema/is-record.ts';
import { type JsonNumber, toNumber } from '../../../schema/json/exact-number.ts';
import { pointerSegments } from '../../../schema/json-pointer.ts';
import type { GenerateInput } from '../../../server/pipeline/api/record-form.ts';
import { ApiError } from '../../../server/pipeline/errors/api-error.ts';
import { createSeededRandom, type Random } from '../../samples/generate/seeded-random.ts';
import {
  anyId,
  describeTemplateViolation,
  fillTemplate,
  overlayTemplate,
  repeatInTurns,
  templateValueAt,
} from '../../samples/templates.ts';
import { listAllProperties } from '../item-properties.ts';
import { appendNumber } from '../items/append-number.ts';
import { getIdFromKey, getParentIds, type ParentIds } from '../items/item-key.ts';
import { getAtPath } from '../property-path.ts';
import type { Parent, Resource } from '../resource.ts';
import type { InferredModel } from '../resource-call.ts';
import { checkItem, type FixtureItem, parseFixtureItem, splitFixtureEntry } from './fixture-items.ts';

/** Maximum number of attempts to generate an item that matches the template. */
const MAX_TRIES = 12;

/**
 * Generates items to add. Items without an id in the template have none yet. @throws ApiError `invalid_argument` for an
 * invalid template
 */
export async function generateFromTemplate(
  inferred: InferredModel,
  resource: Resource,
  request: GenerateInput,
): Promise<readonly FixtureItem[]> {
  const { count, template, state, coming, signal } = request;
  if (!isRecord(template)) throw new ApiError('invalid_argument', 'template must be an object');
  const before = state.table(resource.name).size + (coming.get(resource.name)?.length ?? 0);
  return repeatInTurns(count, signal, (n) =>
    makeItem({ inferred, resource, order: request }, fillTemplate(template, n), before + n),
  );
}

interface GenerationJob {
  readonly inferred: InferredModel;
  readonly resource: Resource;
  readonly order: GenerateInput;
}

/** @param number - the sequence number in its resource */
function makeItem(job: GenerationJob, template: unknown, number: number): FixtureItem {
  const { inferred, resource, order: request } = job;
  const { schema, name, id, parents, unique } = resource;
  const { item: templateItem, id: templateId, parents: templateParents } = splitFixtureEntry(resource, template);
  const properties = listAllProperties(schema, inferred.document.references);
  let reason = '';
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const key = `${name} ${number} ${attempt}`;
    const random = createSeededRandom(request.seed, key);
    const parentIds = scopeFor(job, { beside: templateParents, wanted: templateItem }, random);
    const given = (pointer: string) => {
      const [property = '', ...inner] = pointerSegments(pointer);
      const parentIndex = parents.findIndex(({ path }) => path && path.length === 1 && path[0] === property);
      const isOwn = id?.path?.length === 1 && id.path[0] === property;
      const member = isOwn ? undefined : properties.find((one) => one.name === property);
      const other = parents[parentIndex]?.resource ?? (member && inferred.guessReference(member, resource));
      const known =
        parentIndex === -1 ? other && idOfAny(request, other, random.fork(pointer)) : parentIds[parentIndex];
      const isWhole =
        member?.type === 'array' ? /^\d+$/.test(inner.join()) : inner.length === 0 && member?.type !== 'object';
      return (
        templateValueAt(templateItem, pointer) ?? (isWhole && known !== undefined ? toIdType(other, known) : undefined)
      );
    };
    const sample = schema ? inferred.sample(schema, key, { index: number, name, given }) : {};
    const alone = unique.reduce((item, property) => makeUnique(item, property, number), sample);
    const item = overlayTemplate(alone, templateItem);
    const [finding] = checkItem(resource, item, inferred.document);
    if (finding) {
      const violation = describeTemplateViolation(templateItem, finding);
      reason = violation ?? `${finding.pointer || 'the item'} ${finding.message}`;
      continue;
    }
    const above = Object.fromEntries(parents.map(({ key }, index) => [key, parentIds[index]]));
    const declared = templateId ?? (id?.path && getAtPath(templateItem, id.path));
    const read = parseFixtureItem(resource, { ...(declared !== undefined && { id: declared }), parents: above, item });
    return declared === undefined ? { ...read, id: undefined } : read;
  }
  throw new ApiError('invalid_argument', `cannot create an item from the template: ${reason}`);
}

/** Makes a unique property unique by appending a number. */
function makeUnique(item: unknown, property: string, number: number): unknown {
  const text = getAtPath(item, [property]);
  return isRecord(item) && typeof text === 'string' ? { ...item, [property]: appendNumber(text, number) } : item;
}

/**
 * The parent ids of an item: from the template, else of an existing item. @throws ApiError `invalid_argument` without
 * one
 */
function scopeFor(
  { resource: { parents }, order: request }: GenerationJob,
  {
    beside: wrapperParents,
    wanted: templateItem,
  }: { readonly beside: Readonly<Record<string, unknown>>; readonly wanted: unknown },
  random: Random,
): ParentIds {
  const declared = parents.map(({ parameter, path }) => {
    const value =
      (Object.hasOwn(wrapperParents, parameter) ? wrapperParents[parameter] : undefined) ??
      (path && getAtPath(templateItem, path));
    return value === undefined ? undefined : String(value);
  });
  const above = parents.at(-1)?.resource;
  if (declared.every((value) => value !== undefined)) return declared;
  const key = above && anyId(request, above.name, random.fork('above'));
  if (key === undefined) {
    const missing = parents.filter((_, index) => declared[index] === undefined).map(({ parameter }) => parameter);
    throw new ApiError('invalid_argument', `the template needs parents: ${missing.join(', ')}`);
  }
  const around = [...getParentIds(key), getIdFromKey(key)].slice(-parents.length);
  return parents.map((_, index) => declared[index] ?? around[index - parents.length + around.length] ?? '');
}

/** The id of any item of a resource. */
function idOfAny(request: GenerateInput, { name }: Resource, random: Random): string | undefined {
  const key = anyId(request, name, random);
  return key === undefined ? undefined : getIdFromKey(key);
}

/** An id with the type of its resource. */
function toIdType(resource: Parent['resource'], id: string): string | JsonNumber {
  return resource?.id && resource.id.type !== 'string' ? toNumber(id) : id;
}
