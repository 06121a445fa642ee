// Parts of composed schemas that a later part contradicts, and branches that no value matches.

import { isRecord } from '../../schema/is-record.ts';
import { isInteger, isJsonNumber } from '../../schema/json/exact-number.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { resolveContradictions, type SchemaObject } from './contradictions.ts';
import type { SchemaFinder } from './discriminator.ts';

/** The values that a part of a schema does not constrain: some properties, or the whole value. */
export type Exempt = ReadonlySet<string> | 'all';

export const NOTHING_EXEMPT: ReadonlySet<string> = new Set();

/** The values that parts of a schema do not constrain, because later parts contradict them. */
export interface SupersededParts {
  /** Of its `$ref`. */
  readonly reference: Exempt;
  /** Of each member of its `allOf`. */
  readonly allOf: readonly Exempt[];
  /** Of the schema itself: properties that a part requires, and `additionalProperties` forbids. */
  readonly own: ReadonlySet<string>;
  /** A clause; undefined if no part contradicts another one. */
  readonly reason: string | undefined;
}

type SchemaLookup = Pick<SchemaFinder, 'valueAt' | 'target'>;

const NONE: SupersededParts = { reference: NOTHING_EXEMPT, allOf: [], own: NOTHING_EXEMPT, reason: undefined };
const superseded = new WeakMap<SchemaObject, SupersededParts>();

/**
 * Finds the parts of a schema that contradict a later one about a property, or about the whole value, by types, listed
 * values or bounds: no value could satisfy both, and the later one is meant. The schema itself comes after its
 * `allOf`, and its `$ref` before. Also finds closed parts that forbid what another part requires. Cached.
 */
export function findSupersededParts(schema: SchemaObject, pointer: string, lookup: SchemaLookup): SupersededParts {
  const allOf = Array.isArray(schema.allOf) ? schema.allOf : [];
  if (allOf.length === 0 && !(typeof schema.$ref === 'string' && isRecord(schema.properties))) return NONE;
  const known = superseded.get(schema);
  if (known) return known;
  const found = compareParts(schema, allOf, pointer, lookup);
  superseded.set(schema, found);
  return found;
}

/** Exempts a part of a part. */
export function bothExempt(one: Exempt, other: Exempt): Exempt {
  if (one === 'all' || other === 'all') return 'all';
  if (one.size === 0) return other;
  return other.size === 0 ? one : new Set([...one, ...other]);
}

/** A schema without what it does not constrain. */
export function withoutExempt(schema: SchemaObject, exempt: ReadonlySet<string>): SchemaObject {
  const own = isRecord(schema.properties) ? schema.properties : {};
  const isClosed = schema.additionalProperties === false;
  const names = [...exempt].filter((name) => isClosed || Object.hasOwn(own, name));
  if (names.length === 0) return schema;
  return { ...schema, properties: { ...own, ...Object.fromEntries(names.map((name) => [name, {}])) } };
}

function compareParts(
  { allOf: _, $ref, ...own }: SchemaObject,
  allOf: readonly unknown[],
  pointer: string,
  lookup: SchemaLookup,
): SupersededParts {
  const reference = $ref === undefined ? {} : { $ref };
  const parts = [
    collectFacts(reference, pointer, lookup),
    ...allOf.map((part, index) => collectFacts(part, childPointer(pointer, 'allOf', index), lookup)),
    collectFacts(own, pointer, lookup),
  ];
  const exempt: Exempt[] = parts.map((part, index) =>
    parts.slice(index + 1).some((later) => contradicts(part, later)) ? 'all' : new Set<string>(),
  );
  const names = new Set(parts.flatMap(({ properties }) => [...properties.keys()]));
  const contradicted = [...names].filter((name) => {
    const declaring = parts.flatMap((part, index) => (part.properties.has(name) ? [index] : []));
    if (declaring.length < 2) return false;
    const facts = declaring.map((index) => mergedFacts(parts[index]?.properties.get(name) ?? [], lookup));
    const isContradicted = facts.some((one, index) => facts.slice(index + 1).some((later) => contradicts(one, later)));
    if (isContradicted) for (const index of declaring.slice(0, -1)) add(exempt, index, name);
    return isContradicted;
  });
  const required = [...new Set(parts.flatMap((part) => [...part.required]))].filter((name) => names.has(name));
  const forbidden = new Set<string>();
  for (const [index, { allowed }] of parts.entries()) {
    for (const name of required) {
      if (!allowed || allowed.has(name)) continue;
      add(exempt, index, name);
      forbidden.add(name);
    }
  }
  const [first = NOTHING_EXEMPT, ...others] = exempt;
  const last = others.pop();
  return {
    reference: first,
    allOf: others,
    own: last === 'all' || !last ? NOTHING_EXEMPT : last,
    reason: reasonFor(exempt, contradicted, [...forbidden]),
  };
}

function add(exempt: Exempt[], index: number, name: string): void {
  const before = exempt[index] ?? NOTHING_EXEMPT;
  if (before !== 'all') exempt[index] = new Set([...before, name]);
}

function reasonFor(
  exempt: readonly Exempt[],
  contradicted: readonly string[],
  forbidden: readonly string[],
): string | undefined {
  if (exempt.includes('all')) return 'has parts that contradict each other; the last of them is enforced';
  const list = (names: readonly string[]) => names.map((name) => stringifyJson(name)).join(', ');
  if (contradicted.length > 0)
    return `has parts that contradict each other about ${list(contradicted)}; the last of them is enforced`;
  return forbidden.length > 0
    ? `requires ${list(forbidden)}, which a part with additionalProperties false forbids; it is allowed`
    : undefined;
}

/** The constraints of a schema, with its references and parts. */
interface Facts {
  /** Undefined for any. */
  types: ReadonlySet<string> | undefined;
  /** Listed values; undefined for any. */
  values: readonly unknown[] | undefined;
  low: number;
  high: number;
  shortest: number;
  longest: number;
  readonly properties: Map<string, readonly Located[]>;
  readonly required: Set<string>;
  /** The names that closed parts allow; undefined if all are. */
  allowed: ReadonlySet<string> | undefined;
}

interface Located {
  readonly value: unknown;
  readonly pointer: string;
}

/** Maximum schemas of one value. */
const MAX_SCHEMAS = 50;

function collectFacts(value: unknown, pointer: string, lookup: SchemaLookup): Facts {
  return mergedFacts([{ value, pointer }], lookup);
}

function mergedFacts(schemas: readonly Located[], lookup: SchemaLookup): Facts {
  const facts: Facts = {
    types: undefined,
    values: undefined,
    low: Number.NEGATIVE_INFINITY,
    high: Number.POSITIVE_INFINITY,
    shortest: 0,
    longest: Number.POSITIVE_INFINITY,
    properties: new Map(),
    required: new Set(),
    allowed: undefined,
  };
  const seen = new Set<unknown>();
  const open = [...schemas];
  for (const { value, pointer } of open) {
    if (!isRecord(value) || seen.has(value) || seen.size > MAX_SCHEMAS) continue;
    seen.add(value);
    const to = typeof value.$ref === 'string' ? lookup.target(value.$ref, pointer) : undefined;
    if (to !== undefined) open.push({ value: lookup.valueAt(to), pointer: to });
    const parts = Array.isArray(value.allOf) ? value.allOf : [];
    open.push(...parts.map((part, index) => ({ value: part, pointer: childPointer(pointer, 'allOf', index) })));
    addFacts(facts, resolveContradictions(value).schema, pointer);
  }
  return facts;
}

function addFacts(facts: Facts, schema: SchemaObject, pointer: string): void {
  const types = [schema.type].flat().filter((type) => typeof type === 'string');
  if (types.length > 0) {
    const all = new Set(schema.nullable === true ? [...types, 'null'] : types);
    facts.types = facts.types ? commonTypes(facts.types, all) : all;
  }
  const values = 'const' in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : undefined;
  if (values) facts.values = facts.values ? commonValues(facts.values, values) : values;
  facts.low = Math.max(facts.low, numberIn(schema.minimum) ?? facts.low);
  facts.high = Math.min(facts.high, numberIn(schema.maximum) ?? facts.high);
  facts.shortest = Math.max(facts.shortest, numberIn(schema.minLength) ?? 0);
  facts.longest = Math.min(facts.longest, numberIn(schema.maxLength) ?? facts.longest);
  const properties = isRecord(schema.properties) ? schema.properties : {};
  for (const [name, value] of Object.entries(properties)) {
    const located = { value, pointer: childPointer(pointer, 'properties', name) };
    facts.properties.set(name, [...(facts.properties.get(name) ?? []), located]);
  }
  for (const name of Array.isArray(schema.required) ? schema.required : [])
    if (typeof name === 'string') facts.required.add(name);
  if (schema.additionalProperties !== false || isRecord(schema.patternProperties)) return;
  const { allowed } = facts;
  facts.allowed = new Set(Object.keys(properties).filter((name) => !allowed || allowed.has(name)));
}

/** A bound; a large integer counts as none. */
function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Whether no value satisfies both, although some value satisfies each. */
function contradicts(one: Facts, other: Facts): boolean {
  const types = one.types && other.types ? commonTypes(one.types, other.types) : (one.types ?? other.types);
  if (types?.size === 0) return true;
  if (types?.has('null')) return false;
  const values = one.values && other.values ? commonValues(one.values, other.values) : (one.values ?? other.values);
  if (values?.length === 0) return true;
  if (values && types && !values.some((value) => [...types].some((type) => isOfType(value, type)))) return true;
  const isOnly = (...wanted: readonly string[]) =>
    types !== undefined && [...types].every((type) => wanted.includes(type));
  if (isOnly('number', 'integer') && Math.max(one.low, other.low) > Math.min(one.high, other.high)) return true;
  return isOnly('string') && Math.max(one.shortest, other.shortest) > Math.min(one.longest, other.longest);
}

function commonTypes(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  const within = (type: string, types: ReadonlySet<string>) =>
    types.has(type) || (type === 'integer' && types.has('number'));
  return new Set([...one, ...other].filter((type) => within(type, one) && within(type, other)));
}

function commonValues(one: readonly unknown[], other: readonly unknown[]): readonly unknown[] {
  const texts = new Set(other.map((value) => stringifyJson(value)));
  return one.filter((value) => texts.has(stringifyJson(value)));
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return isInteger(value);
  if (type === 'number') return isJsonNumber(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isRecord(value);
  return type === 'null' ? value === null : typeof value === type;
}

/** The keywords of contradictions, and the types of the values that they exclude. */
const EXCLUDED: Readonly<Record<string, readonly string[]>> = {
  maximum: ['number', 'integer'],
  exclusiveMaximum: ['number', 'integer'],
  maxLength: ['string'],
  format: ['string'],
  pattern: ['string'],
  maxItems: ['array'],
  minItems: ['array'],
  maxProperties: ['object'],
  minProperties: ['object'],
  required: ['object'],
};

/** Maximum depth of properties. */
const MAX_DEPTH = 5;

/** Whether no value satisfies a schema, because of a contradiction in it or in a required property. */
export function isImpossible(value: unknown, pointer: string, lookup: SchemaLookup, depth = 0): boolean {
  if (!isRecord(value) || depth > MAX_DEPTH) return value === false;
  const to = typeof value.$ref === 'string' ? lookup.target(value.$ref, pointer) : undefined;
  if (to !== undefined && isImpossible(lookup.valueAt(to), to, lookup, depth + 1)) return true;
  const parts = Array.isArray(value.allOf) ? value.allOf : [];
  const inPart = parts.some((part, index) =>
    isImpossible(part, childPointer(pointer, 'allOf', index), lookup, depth + 1),
  );
  const types = [value.type].flat();
  if (inPart || value.nullable === true) return inPart;
  const excludes = (keyword: string) => types.every((type) => EXCLUDED[keyword]?.includes(String(type)));
  if (resolveContradictions(value).contradictions.some(({ keyword }) => excludes(keyword))) return true;
  const { properties, required } = value;
  if (value.type !== 'object' || !isRecord(properties) || !Array.isArray(required)) return false;
  return required.some(
    (name) =>
      Object.hasOwn(properties, name) &&
      isImpossible(properties[name], childPointer(pointer, 'properties', name), lookup, depth + 1),
  );
}
