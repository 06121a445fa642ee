// The body of a failure, made from the schema that a document has for it: our words where it has room for them, samples for what else must be there.

import { describeFinding, type Finding } from '../openapi/finding.ts';
import { isRecord } from '../openapi/is-record.ts';
import { stepsOf } from '../openapi/pointer.ts';
import type { References } from '../openapi/references.ts';
import { type FlatSchema, flatSchema } from '../openapi/schemas/flat-schema.ts';
import { sampleOfFlat, typeOf } from '../openapi/schemas/sample.ts';
import type { Failure } from './failure.ts';
import { http } from './node-http.ts';

/** What a body is to tell: of a whole failure, or of one finding among several. */
interface Telling {
  readonly message: string;
  readonly status: number;
  readonly failure: Failure;
  readonly finding: Finding | undefined;
}

/** How much is told: all that the schema has room for, only what must be there and the message, or that and null for all that only other choices have, so that the body is none of these. */
export type Extent = 'all' | 'least' | 'apart';

/** Makes a body. Whether the document allows it, a validator has to say. @param status - that of the answer */
export function failureBody(
  schema: unknown,
  references: References,
  { failure, status, extent }: { readonly failure: Failure; readonly status: number; readonly extent: Extent },
): unknown {
  const telling = { message: failure.advice, status, failure, finding: undefined };
  const body = new BodyMaker(references, extent).make(schema, telling, 0);
  return extent === 'apart' && isRecord(body) ? { ...nullsOf(schema, references), ...body } : body;
}

/** Null under each name that only other choices have than the first, which is made. */
function nullsOf(schema: unknown, references: References): object {
  const { oneOf } = (references.follow(schema) ?? {}) as { readonly oneOf?: unknown };
  const names = (Array.isArray(oneOf) ? oneOf : []).map((one) => Object.keys(flatSchema(one, references).properties));
  const [first = [], ...others] = names;
  return Object.fromEntries(others.flat().flatMap((name) => (first.includes(name) ? [] : [[name, null]])));
}

/** Names of the member that says in words what is wrong, the best first. Case, `_` and `-` do not matter. */
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
/** Names of members that hold what is wrong, as an object or a list, the best first. */
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
/** Of a number: the status of the answer. */
const NUMBERS = new Set(['code', 'status', 'statuscode', 'httpstatus', 'httpcode', 'httpstatuscode', 'errorcode']);
/** Of a text: the status of the answer in words. */
const TITLES = new Set(['title', 'error', 'statustext', 'statusmessage', 'reasonphrase', 'httpmessage']);
/** Of a text: which failure it is. */
const KINDS = new Set(['code', 'errorcode', 'type', 'errortype', 'error', 'reason', 'kind', 'name', 'key']);
/** Of a text or a list of texts: the place in the request that is wrong. */
const PLACES = new Set(['field', 'pointer', 'path', 'property', 'param', 'parameter', 'location', 'loc', 'source']);
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
    const flat = flatSchema(schema, this.#references);
    switch (typeOf(flat)) {
      case 'string':
        return fitting(sentenceOf(telling), flat) ?? sampleOfFlat(flat, this.#references);
      case 'array':
        return this.#list(flat, telling, depth);
      case 'object':
        return isMap(flat) ? this.#map(flat, telling) : this.#object(flat, telling, depth);
      default:
        return sampleOfFlat(flat, this.#references);
    }
  }

  /** One element for each finding; one for the message where there are none. */
  #list({ items = {}, maxItems }: FlatSchema, telling: Telling, depth: number): unknown[] {
    const all = each(telling);
    const most = typeof maxItems === 'number' ? maxItems : all.length;
    return all.slice(0, most).map((one) => this.make(items, one, depth + 1));
  }

  /** What is wrong, under the name of each place. */
  #map({ additionalProperties }: FlatSchema, telling: Telling): object {
    const flat = flatSchema(additionalProperties, this.#references);
    const isList = typeOf(flat) === 'array';
    const byPlace = new Map<string, string[]>();
    for (const { message, finding } of each(telling)) {
      const place = finding ? placeName(finding) : 'message';
      byPlace.set(place, [...(byPlace.get(place) ?? []), message]);
    }
    const texts = [...byPlace].map(([place, messages]) => [place, isList ? messages : messages.join('; ')]);
    return Object.fromEntries(texts);
  }

  #object({ properties: described, required }: FlatSchema, telling: Telling, depth: number): object {
    // What must be there and is not described may be anything, and is a text.
    const properties = { ...Object.fromEntries(required.map((name) => [name, { type: 'string' }])), ...described };
    const flats = new Map(
      Object.keys(properties).map((name) => [name, flatSchema(properties[name], this.#references)]),
    );
    const words = firstNamed(WORDS, flats, (flat) => typeOf(flat) === 'string' && flat.enum === undefined);
    const isTold = words !== undefined;
    const isPlaced = [...flats].some(
      ([name, flat]) =>
        (this.#isWide || required.includes(name)) && placeIn(simplified(name), flat, telling) !== undefined,
    );
    const holder = firstNamed(HOLDERS, flats, (flat) => holds(flat) && (!isTold || typeOf(flat) === 'array'));
    const body: Record<string, unknown> = {};
    for (const [name, flat] of flats) {
      const isRequired = required.includes(name);
      const isHolder =
        name === holder && (!isTold || isRequired || (this.#isWide && telling.failure.findings.length > 0));
      let value: unknown;
      if (name === words) value = fitting(isPlaced ? telling.message : sentenceOf(telling), flat);
      else if (isHolder && depth < DEEPEST) value = this.make(properties[name], telling, depth + 1);
      else if (isRequired || this.#isWide) value = said(simplified(name), flat, telling, isRequired);
      if (value === undefined && isRequired) value = this.#required(name, properties, telling, depth);
      if (value !== undefined && (isRequired || !saysNothing(value))) body[name] = value;
    }
    return body;
  }

  #required(name: string, properties: FlatSchema['properties'], telling: Telling, depth: number): unknown {
    const flat = flatSchema(properties[name], this.#references);
    const isHolder = holds(flat) && HOLDERS.includes(simplified(name)) && depth < DEEPEST;
    return isHolder ? this.make(properties[name], telling, depth + 1) : sampleOfFlat(flat, this.#references);
  }
}

/** What a member with such a name says; undefined when the name says nothing. */
function said(name: string, flat: FlatSchema, { status, failure, finding }: Telling, isRequired: boolean): unknown {
  const type = typeOf(flat);
  if (type === 'integer' || type === 'number') return NUMBERS.has(name) ? within(status, flat) : undefined;
  const place = finding && placeIn(name, flat, { finding });
  if (place !== undefined) return place;
  if (type !== 'string') return undefined;
  const phrase = http.STATUS_CODES[status] ?? '';
  if (Array.isArray(flat.enum)) {
    const meant = new Set([failure.code, phrase, `${status}`, failure.id ?? failure.code].map(simplified));
    return flat.enum.find((one) => meant.has(simplified(String(one))));
  }
  if (name === 'type' && String(flat.format ?? '').startsWith('uri')) return 'about:blank';
  if (flat.format !== undefined) return undefined;
  if (TITLES.has(name)) return fitting(phrase, flat);
  if (NUMBERS.has(name) && name !== 'code' && name !== 'errorcode') return fitting(`${status}`, flat);
  return KINDS.has(name) && (isRequired || name === 'code') ? fitting(failure.id ?? failure.code, flat) : undefined;
}

/** Where something is wrong, as a member with such a name has it; undefined when it is none of a place. */
function placeIn(name: string, flat: FlatSchema, { finding }: Pick<Telling, 'finding'>): unknown {
  if (!finding || !PLACES.has(name)) return undefined;
  const { part, pointer } = finding;
  switch (typeOf(flat)) {
    case 'array':
      return [part, ...stepsOf(pointer)];
    case 'string':
      return fitting(`${part}${pointer}`, flat);
    case 'object': {
      // As JSON:API has it (version 1.1, section 9.2): `{ pointer }` into a body, else `{ parameter }` or `{ header }`.
      const wanted = part === 'body' ? 'pointer' : part === 'header' ? 'header' : 'parameter';
      const text = part === 'body' ? pointer : placeName(finding);
      return Object.hasOwn(flat.properties, wanted) ? { [wanted]: text } : undefined;
    }
    default:
      return undefined;
  }
}

/** A place as people name it: `address.zip`; of what is missing its name. */
function placeName({ part, pointer, params }: Finding): string {
  const missing = typeof params.missingProperty === 'string' ? [params.missingProperty] : [];
  return [...stepsOf(pointer), ...missing].join('.') || part;
}

/** The best of some names that a member has for which something holds. */
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
  const type = typeOf(flat);
  return type === 'array' || (type === 'object' && (Object.keys(flat.properties).length > 0 || isMap(flat)));
}

/** Whether an object has members of any name, and says what they are. */
function isMap({ properties, required, additionalProperties }: FlatSchema): boolean {
  return Object.keys(properties).length === 0 && required.length === 0 && isRecord(additionalProperties);
}

/** One for each finding in the request; the whole where there are none. */
function each(telling: Telling): readonly Telling[] {
  const findings = telling.finding ? [] : telling.failure.findings.filter(({ part }) => part !== 'response');
  return findings.length === 0
    ? [telling]
    : findings.map((finding) => ({ ...telling, message: finding.message, finding }));
}

/** A message that says of one among several where it is. */
function sentenceOf({ message, finding }: Telling): string {
  return finding ? describeFinding(finding) : message;
}

function saysNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(saysNothing);
  return isRecord(value) && Object.keys(value).length === 0;
}

function within(status: number, { enum: values, minimum, maximum }: FlatSchema): number | undefined {
  if (Array.isArray(values) && !values.includes(status)) return undefined;
  const isIn = (typeof minimum !== 'number' || status >= minimum) && (typeof maximum !== 'number' || status <= maximum);
  return isIn ? status : undefined;
}

/** A text as long as a schema has it; undefined where it has another one in mind. */
function fitting(
  text: string,
  { enum: values, pattern, format, minLength, maxLength }: FlatSchema,
): string | undefined {
  if (Array.isArray(values) || typeof pattern === 'string') return undefined;
  if (typeof format === 'string' && !/^(password|text|string|html|markdown|multiline)$/.test(format)) return undefined;
  const signs = [...text];
  const cut = typeof maxLength === 'number' && signs.length > maxLength ? signs.slice(0, maxLength).join('') : text;
  return typeof minLength === 'number' ? cut.padEnd(Math.min(minLength, 10_000), '.') : cut;
}

/** A name without case and separators: `error_description` and `errorDescription` are one. */
function simplified(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
