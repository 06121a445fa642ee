// Generation of ids that match the schemas of the document.

import { createHash } from 'node:crypto';
import type { Document } from '../../../openapi/document.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part } from '../../../openapi/references.ts';
import { type FlatSchema, flattenSchema } from '../../../openapi/schema/flat-schema.ts';
import { sampleTypeOf } from '../../../openapi/schema/minimal-sample.ts';
import type { OperationRequest } from '../../../server/pipeline/responder.ts';
import type { SampleFunction } from '../inference.ts';
import type { Id, Resource } from '../resource.ts';

/** Maximum number of attempts for an id that is not taken by one that clients chose. */
const MAX_TRIES = 1000;
/** Maximum number of samples until a path accepts one. */
const MAX_SAMPLES = 20;

/** The input of id generation. */
export interface IdContext {
  readonly resource: Resource;
  /** The sequence number of the item in its resource. */
  readonly number: number;
  readonly newId: OperationRequest['newId'];
  readonly sample: SampleFunction;
  readonly document: Document;
  isTaken(id: string): boolean;
}

/**
 * Generates an id that no other item has or had, matching the schemas of property and path: a sequence number, a UUID,
 * a text like the example, or a match of the pattern.
 *
 * @returns undefined without a free id
 */
export function generateId(context: IdContext): string | number | undefined {
  const { resource, number, document, isTaken } = context;
  const { id } = resource;
  if (!id) return undefined;
  const flat = flattenSchema(id.schema?.value, document.references);
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const candidate =
      id.type === 'string' ? textId(flat, number + attempt, context) : wholeNumber(flat, number + attempt);
    if (isTaken(String(candidate))) continue;
    if (!isAcceptedByAllPaths(id, candidate, document) || !isAllowedInResponse(id, candidate, document)) break;
    return candidate;
  }
  return sampledId(context);
}

const LIMITS = ['enum', 'const', 'pattern', 'format', 'minLength', 'maxLength', 'not', 'allOf', 'anyOf', 'oneOf'];

/** Whether the item path and all paths below accept an id. */
export function isAcceptedByAllPaths(
  { parameterSchemas, schema }: Id,
  id: string | number,
  document: Document,
): boolean {
  return parameterSchemas.every((path) => path === schema || accepts(path, id, document));
}

/** Whether the item path accepts an id; the paths below are ignored. */
export function isAcceptedByPath({ parameterSchemas, schema }: Id, id: string | number, document: Document): boolean {
  const [own] = parameterSchemas;
  return own === undefined || own === schema || accepts(own, id, document);
}

function accepts(path: Part<Schema>, id: string | number, document: Document): boolean {
  const flat = flattenSchema(path.value, document.references);
  const type = sampleTypeOf(flat);
  // Most paths accept any string.
  if (type === 'string' && id !== '' && !LIMITS.some((keyword) => keyword in flat)) return true;
  // A path that takes a list of ids also takes a single one.
  if (type === 'array') return [[Number(id)], [String(id)]].some((list) => isAllowed(path, list, document));
  const isNumber = type === 'integer' || type === 'number';
  return isAllowed(path, isNumber ? Number(id) : String(id), document);
}

function isAllowed(path: Part<Schema>, value: unknown, document: Document): boolean {
  // JSON has no number for a non-numeric text.
  if ([value].flat().some((one) => typeof one === 'number' && !Number.isFinite(one))) return false;
  return document.validate(path, value, 'request').length === 0;
}

/** Whether the response schema allows an id. */
export function isAllowedInResponse({ schema }: Id, id: string | number, document: Document): boolean {
  return !schema || document.validate(schema, id, 'response').length === 0;
}

/**
 * An id sampled from the schemas of property and paths; if none matches all of them, one that the item path accepts.
 */
function sampledId({ resource, number, sample, document, isTaken }: IdContext): string | number | undefined {
  const { id } = resource;
  if (!id) return undefined;
  const schemas = [id.schema, ...id.parameterSchemas].filter((schema) => schema !== undefined);
  const tries = schemas.flatMap((schema) =>
    Array.from({ length: MAX_SAMPLES }, (_, attempt) => ({ schema, tried: attempt })),
  );
  let [shown, acceptedOnlyByPath]: (string | number | undefined)[] = [];
  let isUsedUp = false;
  for (const { schema, tried: attempt } of tries) {
    const [candidate] = [sample(schema, `${resource.name} ${number} ${attempt}`)].flat();
    if (typeof candidate !== 'string' && typeof candidate !== 'number') continue;
    const own = id.type === 'string' ? String(candidate) : Number(candidate);
    if (!isAcceptedByPath(id, own, document)) continue;
    const isFree = !isTaken(String(own));
    const isWhole = isAllowedInResponse(id, own, document);
    if (isWhole && isAcceptedByAllPaths(id, own, document)) {
      if (isFree) return own;
      isUsedUp = true;
    } else if (isFree && isWhole) shown ??= own;
    else if (isFree) acceptedOnlyByPath ??= own;
  }
  return isUsedUp ? undefined : (shown ?? acceptedOnlyByPath);
}

function wholeNumber({ minimum, exclusiveMinimum, multipleOf }: FlatSchema, number: number): number {
  const step = typeof multipleOf === 'number' && multipleOf > 1 ? multipleOf : 1;
  const least = typeof minimum === 'number' ? minimum : 1;
  // In OpenAPI 3.0, an exclusive bound is a boolean beside the bound.
  const first =
    typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : exclusiveMinimum === true ? least + 1 : least;
  return (Math.ceil(Math.max(first, step) / step) + number - 1) * step;
}

function textId(flat: FlatSchema, number: number, { resource, newId, sample }: IdContext): string {
  const { format, pattern, maxLength, enum: values } = flat;
  if (typeof format === 'string' && /^u?int(32|64)$|^(big)?integer$/.test(format)) return String(number);
  const schema = resource.id?.schema;
  if (schema && (typeof pattern === 'string' || Array.isArray(values))) {
    const candidate = sample(schema, `${resource.name} ${number}`);
    if (typeof candidate === 'string') return candidate;
  }
  if (format === undefined || format === 'string') {
    const like = exampleOf(flat);
    if (like !== undefined) return likeExample(like, `${resource.name} ${newId()}`, number);
  }
  const candidate = newId();
  return typeof maxLength === 'number' && candidate.length > maxLength ? lettersOf(candidate, maxLength) : candidate;
}

function exampleOf({ example, examples }: FlatSchema): string | undefined {
  const declared = example ?? (Array.isArray(examples) ? examples[0] : undefined);
  return typeof declared === 'string' && declared !== '' ? declared : undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A prefix of letters with a separator, such as `cus_`. */
const PREFIX = /^[A-Za-z]{1,12}[_-](?=[A-Za-z0-9]+$)/;

/**
 * Generates an id like an example, with letters, digits and signs in the same places. A number becomes the next one, a
 * UUID another UUID.
 */
function likeExample(example: string, seed: string, number: number): string {
  if (/^\d{1,9}$/.test(example)) return String(number).padStart(example.startsWith('0') ? example.length : 0, '0');
  const bytes = createHash('sha512').update(seed).digest();
  if (UUID.test(example)) {
    const hex = bytes.toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }
  const [prefix = ''] = PREFIX.exec(example) ?? [];
  const isHex = /^(?=.*\d)[0-9a-f]{6,}$/.test(example.slice(prefix.length));
  const rest = [...example.slice(prefix.length)].map((sign, index) => {
    const byte = bytes[index % bytes.length] ?? 0;
    if (isHex) return (byte % 16).toString(16);
    if (/[0-9]/.test(sign)) return String(byte % 10);
    if (/[a-z]/.test(sign)) return LETTERS[byte % 26];
    return /[A-Z]/.test(sign) ? LETTERS[byte % 26]?.toUpperCase() : sign;
  });
  return prefix + rest.join('');
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Derives letters and digits from a text. */
function lettersOf(text: string, length: number): string {
  const digits = BigInt(`0x${createHash('sha512').update(text).digest('hex')}`).toString(36);
  return digits.slice(-Math.min(length, digits.length));
}
