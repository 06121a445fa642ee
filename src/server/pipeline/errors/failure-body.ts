// Builds an error body from the documented schema: our texts where it has room, samples elsewhere.

import { isRecord } from '../../../openapi/is-record.ts';
import type { References } from '../../../openapi/references.ts';
import { type FlatSchema, flattenSchema } from '../../../openapi/schema/flat-schema.ts';
import { createFlatSample, sampleTypeOf } from '../../../openapi/schema/minimal-sample.ts';
import type { ApiError } from './failure.ts';
import {
  fitting,
  placeIn,
  placeName,
  saidBy,
  sentenceOf,
  simplified,
  type Telling,
  tellingsOf,
} from './failure-words.ts';

/**
 * The amount of content: everything that fits, only the message and required members, or that with null for members of
 * other choices, so that the body matches none of them.
 */
export type Extent = 'all' | 'least' | 'apart';

/** Builds a body, to be validated by the caller. @param status - of the response */
export function failureBody(
  schema: unknown,
  references: References,
  { failure, status, extent }: { readonly failure: ApiError; readonly status: number; readonly extent: Extent },
): unknown {
  const telling = { message: failure.advice, status, failure, finding: undefined };
  const body = new BodyMaker(references, extent).make(schema, telling, 0);
  return extent === 'apart' && isRecord(body) ? { ...nullsOf(schema, references), ...body } : body;
}

/** Null under each name that only other choices have than the first, which is made. */
function nullsOf(schema: unknown, references: References): object {
  const { oneOf } = (references.resolveValue(schema) ?? {}) as { readonly oneOf?: unknown };
  const names = (Array.isArray(oneOf) ? oneOf : []).map((one) =>
    Object.keys(flattenSchema(one, references).properties),
  );
  const [first = [], ...others] = names;
  return Object.fromEntries(others.flat().flatMap((name) => (first.includes(name) ? [] : [[name, null]])));
}

/** Names of message members, by preference. Case, `_` and `-` do not matter. */
const WORDS = [
  'message',
  'msg',
  'detail',
  'details',
  'errormessage',
  'errordescription',
  'errormsg',
  'errordetail',
  'developermessage',
  'usermessage',
  'description',
  'reason',
  'error',
  'title',
  'text',
];
/** Names of members with details, as an object or a list, by preference. */
const HOLDERS = [
  'error',
  'errors',
  'detail',
  'details',
  'fault',
  'problem',
  'failure',
  'violations',
  'fieldviolations',
  'invalidparams',
  'issues',
  'messages',
  'status',
  'meta',
];
/** How deep words are put. */
const DEEPEST = 5;

class BodyMaker {
  readonly #references: References;
  readonly #isWide: boolean;

  constructor(references: References, extent: Extent) {
    this.#references = references;
    this.#isWide = extent === 'all';
  }

  make(schema: unknown, telling: Telling, depth: number): unknown {
    const flat = flattenSchema(schema, this.#references);
    switch (sampleTypeOf(flat)) {
      case 'string':
        return fitting(sentenceOf(telling), flat) ?? createFlatSample(flat, this.#references);
      case 'array':
        return this.#list(flat, telling, depth);
      case 'object':
        return isMap(flat) ? this.#map(flat, telling) : this.#object(flat, telling, depth);
      default:
        return createFlatSample(flat, this.#references);
    }
  }

  /** One item for each finding; one for the message without findings. */
  #list({ items = {}, maxItems }: FlatSchema, telling: Telling, depth: number): unknown[] {
    const all = tellingsOf(telling);
    const most = typeof maxItems === 'number' ? maxItems : all.length;
    return all.slice(0, most).map((one) => this.make(items, one, depth + 1));
  }

  /** The messages by path. */
  #map({ additionalProperties }: FlatSchema, telling: Telling): object {
    const flat = flattenSchema(additionalProperties, this.#references);
    const isList = sampleTypeOf(flat) === 'array';
    const byPlace = new Map<string, string[]>();
    for (const { message, finding } of tellingsOf(telling)) {
      const place = finding ? placeName(finding) : 'message';
      byPlace.set(place, [...(byPlace.get(place) ?? []), message]);
    }
    const texts = [...byPlace].map(([place, messages]) => [place, isList ? messages : messages.join('; ')]);
    return Object.fromEntries(texts);
  }

  #object({ properties: described, required }: FlatSchema, telling: Telling, depth: number): object {
    // An undescribed required member is a text.
    const properties = { ...Object.fromEntries(required.map((name) => [name, { type: 'string' }])), ...described };
    const flats = new Map(
      Object.keys(properties).map((name) => [name, flattenSchema(properties[name], this.#references)]),
    );
    const words = firstNamed(WORDS, flats, (flat) => sampleTypeOf(flat) === 'string' && flat.enum === undefined);
    const isTold = words !== undefined;
    const isPlaced = [...flats].some(
      ([name, flat]) =>
        (this.#isWide || required.includes(name)) && placeIn(simplified(name), flat, telling) !== undefined,
    );
    const holder = firstNamed(HOLDERS, flats, (flat) => holds(flat) && (!isTold || sampleTypeOf(flat) === 'array'));
    const body: Record<string, unknown> = {};
    for (const [name, flat] of flats) {
      const isRequired = required.includes(name);
      const isHolder =
        name === holder && (!isTold || isRequired || (this.#isWide && telling.failure.findings.length > 0));
      let value: unknown;
      if (name === words) value = fitting(isPlaced ? telling.message : sentenceOf(telling), flat);
      else if (isHolder && depth < DEEPEST) value = this.make(properties[name], telling, depth + 1);
      else if (isRequired || this.#isWide) value = saidBy(simplified(name), flat, telling, isRequired);
      if (value === undefined && isRequired) value = this.#required(name, properties, telling, depth);
      if (value !== undefined && (isRequired || !saysNothing(value))) body[name] = value;
    }
    return body;
  }

  #required(name: string, properties: FlatSchema['properties'], telling: Telling, depth: number): unknown {
    const flat = flattenSchema(properties[name], this.#references);
    const isHolder = holds(flat) && HOLDERS.includes(simplified(name)) && depth < DEEPEST;
    return isHolder ? this.make(properties[name], telling, depth + 1) : createFlatSample(flat, this.#references);
  }
}

/** The first of some names whose member satisfies a condition. */
function firstNamed(
  names: readonly string[],
  members: ReadonlyMap<string, FlatSchema>,
  isMeant: (flat: FlatSchema) => boolean,
): string | undefined {
  for (const wanted of names) {
    for (const [name, flat] of members) if (simplified(name) === wanted && isMeant(flat)) return name;
  }
  return undefined;
}

function holds(flat: FlatSchema): boolean {
  const type = sampleTypeOf(flat);
  return type === 'array' || (type === 'object' && (Object.keys(flat.properties).length > 0 || isMap(flat)));
}

/** Whether an object has members of any name, with a schema. */
function isMap({ properties, required, additionalProperties }: FlatSchema): boolean {
  return Object.keys(properties).length === 0 && required.length === 0 && isRecord(additionalProperties);
}

function saysNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(saysNothing);
  return isRecord(value) && Object.keys(value).length === 0;
}
