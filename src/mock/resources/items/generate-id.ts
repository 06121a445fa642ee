// Generation of ids that match the schemas of the document.

import { createHash } from 'node:crypto';
import type { Document } from '../../../openapi/document.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part } from '../../../openapi/references.ts';
import { type FlatSchema, flattenSchema } from '../../../openapi/schema/flat-schema.ts';
import { sampleTypeOf } from '../../../openapi/schema/minimal-sample.ts';
import { isInteger, isStringOrNumber, type JsonNumber, toDouble, toNumber } from '../../../schema/json/exact-number.ts';
import { createPattern } from '../../../schema/pattern.ts';
import type { OperationRequest } from '../../../server/pipeline/responder.ts';
import { createPatternText } from '../../samples/generate/pattern-text.ts';
import { createSeededRandom } from '../../samples/generate/seeded-random.ts';
import type { SampleFunction } from '../inference.ts';
import type { Id, Resource } from '../resource.ts';

/** Maximum number of attempts for an id that is not taken by one that clients chose. */
const MAX_TRIES = 1000;
/** Maximum number of samples until a path accepts one. */
const MAX_SAMPLES = 20;

/** The input of id generation. */
interface IdContext {
  readonly resource: Resource;
  /** The sequence number of the item in its resource. */
  readonly number: number;
  readonly newId: OperationRequest['newId'];
  readonly sample: SampleFunction;
  readonly document: Document;
  /** An id whose form new ones have, unless the schema has an example. Default: none. */
  readonly like?: string | undefined;
  isTaken(id: string): boolean;
}

/**
 * Generates an id that no other item has or had, matching the schemas of property and path: a sequence number, a text
 * like the example, a match of the pattern, or a UUID.
 *
 * @returns undefined without a free id
 */
export function generateId(context: IdContext): string | JsonNumber | undefined {
  const { resource, number, document, isTaken } = context;
  const { id } = resource;
  if (!id) return undefined;
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    let wasTaken = false;
    for (const candidate of candidateIds(id, number + attempt, context)) {
      if (isTaken(String(candidate))) wasTaken = true;
      else if (isAcceptedByAllPaths(id, candidate, document) && isAllowedInResponse(id, candidate, document))
        return candidate;
    }
    if (!wasTaken) break;
  }
  return sampledId(context);
}

/** Candidates by the schema of the property, then by those of the paths. */
function* candidateIds(id: Id, number: number, context: IdContext): Generator<string | JsonNumber> {
  for (const schema of new Set([id.schema, ...id.parameterSchemas])) {
    const flat = flattenSchema(schema?.value, context.document.references);
    if (id.type === 'string') yield* textIds(flat, schema, number, context);
    else yield wholeNumber(flat, number);
  }
}

const LIMITS = ['enum', 'const', 'pattern', 'format', 'minLength', 'maxLength', 'not', 'allOf', 'anyOf', 'oneOf'];

/** Whether the item path and all paths below accept an id. */
export function isAcceptedByAllPaths(
  { parameterSchemas, schema }: Id,
  id: string | JsonNumber,
  document: Document,
): boolean {
  return parameterSchemas.every((path) => path === schema || accepts(path, id, document));
}

/** Whether the item path accepts an id; the paths below are ignored. */
export function isAcceptedByPath(
  { parameterSchemas, schema }: Id,
  id: string | JsonNumber,
  document: Document,
): boolean {
  const [own] = parameterSchemas;
  return own === undefined || own === schema || accepts(own, id, document);
}

function accepts(path: Part<Schema>, id: string | JsonNumber, document: Document): boolean {
  const flat = flattenSchema(path.value, document.references);
  const text = String(id);
  const number = toNumber(text);
  // Most paths accept any string.
  if (sampleTypeOf(flat) === 'string' && text !== '' && !LIMITS.some((keyword) => keyword in flat)) return true;
  // JSON has no number for a non-numeric text. A path that takes a list of ids also takes a single one.
  const values = isInteger(number) || Number.isFinite(number) ? [text, number, [text], [number]] : [text, [text]];
  return values.some((value) => document.validate(path, value, 'request').length === 0);
}

/** Whether the response schema allows an id. */
export function isAllowedInResponse({ schema }: Id, id: string | JsonNumber, document: Document): boolean {
  return !schema || document.validate(schema, id, 'response').length === 0;
}

/**
 * An id sampled from the schemas of property and paths; if none matches all of them, one that the item path accepts.
 */
function sampledId({ resource, number, sample, document, isTaken }: IdContext): string | JsonNumber | undefined {
  const { id } = resource;
  if (!id) return undefined;
  const schemas = [id.schema, ...id.parameterSchemas].filter((schema) => schema !== undefined);
  const tries = schemas.flatMap((schema) =>
    Array.from({ length: MAX_SAMPLES }, (_, attempt) => ({ schema, tried: attempt })),
  );
  let [shown, acceptedOnlyByPath]: (string | JsonNumber | undefined)[] = [];
  let isUsedUp = false;
  for (const { schema, tried: attempt } of tries) {
    const [candidate] = [sample(schema, `${resource.name} ${number} ${attempt}`)].flat();
    if (!isStringOrNumber(candidate)) continue;
    const own = id.type === 'string' ? String(candidate) : toNumber(String(candidate));
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

function wholeNumber({ minimum, exclusiveMinimum, multipleOf }: FlatSchema, number: number): JsonNumber {
  const step = Math.max(toDouble(multipleOf) ?? 1, 1);
  const least = toDouble(minimum) ?? 1;
  // In OpenAPI 3.0, an exclusive bound is a boolean beside the bound.
  const beyond = toDouble(exclusiveMinimum);
  const first = beyond !== undefined ? beyond + 1 : exclusiveMinimum === true ? least + 1 : least;
  return (Math.ceil(Math.max(first, step) / step) + number - 1) * step;
}

function* textIds(
  flat: FlatSchema,
  schema: Part<Schema> | undefined,
  number: number,
  { resource, newId, sample, like }: IdContext,
): Generator<string> {
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY, enum: values } = flat;
  if (typeof format === 'string' && /^u?int(32|64)$|^(big)?integer$/.test(format)) yield String(number);
  const isFree = format === undefined || format === 'string';
  const expression = typeof pattern === 'string' ? createPattern(pattern) : undefined;
  const example = exampleOf(flat) ?? like;
  if (isFree && example !== undefined) {
    const alike = likeExample(example, `${resource.name} ${newId()}`, number, (text) => expression?.test(text) ?? true);
    if (alike !== undefined) yield alike;
  }
  if (isFree && typeof pattern === 'string') {
    const length = { low: Number(minLength), high: Number(maxLength) };
    const fits = (text: string) => text.length >= length.low && (expression?.test(text) ?? true);
    const text = createPatternText(pattern, length, fits, createSeededRandom(newId(), resource.name));
    if (text !== undefined) yield text;
  } else if (schema && (expression || Array.isArray(values))) {
    const candidate = sample(schema, `${resource.name} ${number}`);
    if (typeof candidate === 'string') yield candidate;
  }
  const candidate = newId();
  yield candidate.length > Number(maxLength) ? lettersOf(candidate, Number(maxLength)) : candidate;
}

function exampleOf({ example, examples }: FlatSchema): string | undefined {
  const declared = example ?? (Array.isArray(examples) ? examples[0] : undefined);
  return typeof declared === 'string' && declared !== '' ? declared : undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A prefix of letters with a separator, such as `cus_`. */
const PREFIX = /^[A-Za-z]{1,12}[_-](?=[A-Za-z0-9]+$)/;
/** Minimum number of characters after a prefix that a pattern requires. */
const MIN_CHANGED = 4;

/**
 * Generates an id like an example, with letters, digits and signs in the same places. A number becomes the next one, a
 * UUID another UUID.
 *
 * @param fits - whether the pattern allows an id; a longer prefix of the example is taken until it does
 */
function likeExample(
  example: string,
  seed: string,
  number: number,
  fits: (text: string) => boolean,
): string | undefined {
  if (/^\d{1,9}$/.test(example)) return String(number).padStart(example.startsWith('0') ? example.length : 0, '0');
  const bytes = createHash('sha512').update(seed).digest();
  if (UUID.test(example)) {
    const hex = bytes.toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }
  const [prefix = ''] = PREFIX.exec(example) ?? [];
  for (let taken = prefix.length; taken === prefix.length || taken <= example.length - MIN_CHANGED; taken += 1) {
    const text = example.slice(0, taken) + withOtherSigns(example.slice(taken), bytes);
    if (fits(text)) return text;
  }
  return undefined;
}

function withOtherSigns(text: string, bytes: Uint8Array): string {
  const isHex = /^(?=.*\d)[0-9a-f]{6,}$/.test(text);
  const signs = [...text].map((sign, index) => {
    const byte = bytes[index % bytes.length] ?? 0;
    if (isHex) return (byte % 16).toString(16);
    if (/[0-9]/.test(sign)) return String(byte % 10);
    if (/[a-z]/.test(sign)) return LETTERS[byte % 26];
    return /[A-Z]/.test(sign) ? LETTERS[byte % 26]?.toUpperCase() : sign;
  });
  return signs.join('');
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Derives letters and digits from a text. */
function lettersOf(text: string, length: number): string {
  const digits = BigInt(`0x${createHash('sha512').update(text).digest('hex')}`).toString(36);
  return digits.slice(-Math.min(length, digits.length));
}
