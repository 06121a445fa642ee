// Merged constraints of several schemas for one value.

import { ANNOTATIONS_KEY, parseAnnotations } from '../../../openapi/annotations.ts';
import type { Part } from '../../../openapi/references.ts';
import { resolveContradictions } from '../../../openapi/schema/contradictions.ts';
import { isJsonText } from '../../../openapi/schema/json-text.ts';
import type { SchemaObject } from '../../../openapi/schema/schema-index.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { toDouble } from '../../../schema/json/exact-number.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import type { CollectedSchemas } from './collect-schemas.ts';
import { FAKER_KEYS, type FakerHint, parseFakerHint } from './faker-hint.ts';

export type TypeName = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** An interval of numbers; infinite without bounds. */
export interface Range {
  low: number;
  high: number;
}

/** The constraints of a value. */
export interface ValueConstraints {
  /** Undefined where any will do. */
  types: ReadonlySet<TypeName> | undefined;
  /** Those of `enum` and `const`; undefined if there are none. */
  values: readonly unknown[] | undefined;
  /** Values that the document gives as examples, and as the default. */
  readonly examples: unknown[];
  readonly defaults: unknown[];
  format: string | undefined;
  /** The hint for a generator (`x-faker`), and the name whose meaning the value has (`like`); undefined for none. */
  hint: FakerHint | undefined;
  like: string | undefined;
  readonly patterns: string[];
  description: string;
  readOnly: boolean;
  writeOnly: boolean;
  deprecated: boolean;
  readonly number: Range;
  /** Whether the bounds of the number are no values of it. */
  readonly isOpen: { low: boolean; high: boolean };
  readonly steps: number[];
  /** Inclusive bounds of integers that a double may round. */
  readonly atLeast: bigint[];
  readonly atMost: bigint[];
  /** Of a text, in code points. */
  readonly length: Range;
  /** The schemas of the value in a JSON text; undefined for a text that is not JSON. */
  content: Part[] | undefined;
  /** The number of list items, and of properties. */
  readonly items: Range;
  readonly size: Range;
  isUnique: boolean;
  readonly item: Part[];
  readonly first: Part[][];
  readonly contained: { readonly part: Part; readonly least: number }[];
  readonly properties: Map<string, Part[]>;
  readonly required: Set<string>;
  /** Each returns whether a property outside `properties` is allowed. */
  readonly allows: ((name: string) => boolean)[];
  /** The schemas of unnamed properties. */
  readonly others: Part[];
  readonly named: Part[];
  readonly byPattern: (readonly [pattern: string, part: Part])[];
  /** Properties that must be there when another one is. */
  readonly dependents: Map<string, string[]>;
}

/** Merges constraints. Contradictions are left to validation. */
export function mergeConstraints({ schemas, named }: CollectedSchemas): ValueConstraints {
  const demands: ValueConstraints = {
    types: undefined,
    values: undefined,
    examples: [],
    defaults: [],
    format: undefined,
    hint: undefined,
    like: undefined,
    patterns: [],
    description: '',
    readOnly: false,
    writeOnly: false,
    deprecated: false,
    number: range(),
    isOpen: { low: false, high: false },
    steps: [],
    atLeast: [],
    atMost: [],
    length: range(),
    content: undefined,
    items: range(),
    size: range(),
    isUnique: false,
    item: [],
    first: [],
    contained: [],
    properties: new Map(),
    required: new Set(),
    allows: [],
    others: [],
    named: [],
    byPattern: [],
    dependents: new Map(),
  };
  for (const [pointer, given] of schemas) {
    const { schema } = resolveContradictions(given);
    addGeneral(demands, schema);
    addContent(demands, schema, pointer);
    addBounds(demands, schema);
    addList(demands, schema, pointer);
    addObject(demands, schema, pointer);
  }
  for (const [property, word] of named) {
    const part = { value: { enum: [word] }, pointer: '' };
    demands.properties.set(property, [part, ...(demands.properties.get(property) ?? [])]);
    demands.required.add(property);
  }
  return demands;
}

function range(): Range {
  return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
}

function addGeneral(demands: ValueConstraints, schema: SchemaObject): void {
  const { type, nullable, enum: values, format, pattern, description, example, examples } = schema;
  const types = [type].flat().filter((one) => typeof one === 'string') as TypeName[];
  if (types.length > 0) {
    const all = new Set(nullable === true ? [...types, 'null' as const] : types);
    demands.types = demands.types ? both(demands.types, all) : all;
  }
  const allowed = Object.hasOwn(schema, 'const') ? [schema.const] : Array.isArray(values) ? values : undefined;
  if (allowed) {
    const texts = new Set(allowed.map((one) => stringifyJson(one)));
    const common = demands.values?.filter((one) => texts.has(stringifyJson(one)));
    demands.values = common && common.length > 0 ? common : allowed;
  }
  if (Array.isArray(examples)) demands.examples.push(...examples);
  if (example !== undefined) demands.examples.push(example);
  if (schema.default !== undefined) demands.defaults.push(schema.default);
  if (typeof format === 'string') demands.format ??= format;
  addHints(demands, schema as Readonly<Record<string, unknown>>);
  if (typeof pattern === 'string') demands.patterns.push(pattern);
  if (typeof description === 'string') demands.description ||= description;
  if (schema.readOnly === true) demands.readOnly = true;
  if (schema.writeOnly === true) demands.writeOnly = true;
  if (schema.deprecated === true) demands.deprecated = true;
}

/** Hints of several tools, which are examples and generators. */
function addHints(demands: ValueConstraints, schema: Readonly<Record<string, unknown>>): void {
  demands.examples.push(...extensionExamples(schema['x-examples']));
  for (const key of FAKER_KEYS) {
    if (schema[key] === undefined) continue;
    const hint = parseFakerHint(schema[key]);
    if (hint.ok) demands.hint ??= hint.value;
  }
  demands.like ??= parseAnnotations(schema[ANNOTATIONS_KEY]).like;
}

/** The values of `x-examples`: a list, or an object of values or Example Objects by name. */
export function extensionExamples(input: unknown): readonly unknown[] {
  if (Array.isArray(input)) return input;
  if (!isRecord(input)) return [];
  return Object.values(input).map((one) => (isRecord(one) && Object.hasOwn(one, 'value') ? one.value : one));
}

function addContent(demands: ValueConstraints, schema: SchemaObject, pointer: string): void {
  if (!isJsonText(schema)) return;
  const { contentSchema: value } = schema;
  const own = isRecord(value) ? [{ value, pointer: childPointer(pointer, 'contentSchema') }] : [];
  demands.content = [...(demands.content ?? []), ...own];
}

/** A whole number is a number too. */
function both(first: ReadonlySet<TypeName>, second: ReadonlySet<TypeName>): ReadonlySet<TypeName> {
  const found = [...first, ...second].filter((type) => {
    const in1 = first.has(type) || (type === 'integer' && first.has('number'));
    return in1 && (second.has(type) || (type === 'integer' && second.has('number')));
  });
  return new Set(found);
}

function addBounds(demands: ValueConstraints, schema: SchemaObject): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  narrow(demands.number, toDouble(minimum), toDouble(maximum));
  // In OpenAPI 3.0 an exclusive bound is a word beside the bound.
  if (exclusiveMinimum === true && demands.number.low === toDouble(minimum)) demands.isOpen.low = true;
  if (exclusiveMaximum === true && demands.number.high === toDouble(maximum)) demands.isOpen.high = true;
  const [above, below] = [toDouble(exclusiveMinimum), toDouble(exclusiveMaximum)];
  if (above !== undefined && above >= demands.number.low) {
    demands.number.low = above;
    demands.isOpen.low = true;
  }
  if (below !== undefined && below <= demands.number.high) {
    demands.number.high = below;
    demands.isOpen.high = true;
  }
  const step = toDouble(multipleOf);
  if (step !== undefined && step > 0) demands.steps.push(step);
  addLargeBounds(demands, schema);
  narrow(demands.length, toDouble(schema.minLength), toDouble(schema.maxLength));
  narrow(demands.items, toDouble(schema.minItems), toDouble(schema.maxItems));
  narrow(demands.size, toDouble(schema.minProperties), toDouble(schema.maxProperties));
}

/** Adds the bounds of integers that a double may round. */
function addLargeBounds({ atLeast, atMost }: ValueConstraints, schema: SchemaObject): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (typeof minimum === 'bigint') atLeast.push(exclusiveMinimum === true ? minimum + 1n : minimum);
  if (typeof exclusiveMinimum === 'bigint') atLeast.push(exclusiveMinimum + 1n);
  if (typeof maximum === 'bigint') atMost.push(exclusiveMaximum === true ? maximum - 1n : maximum);
  if (typeof exclusiveMaximum === 'bigint') atMost.push(exclusiveMaximum - 1n);
}

function narrow(range: Range, low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY): void {
  range.low = Math.max(range.low, low);
  range.high = Math.min(range.high, high);
}

function addList(demands: ValueConstraints, schema: SchemaObject, pointer: string): void {
  const { items, prefixItems, additionalItems, contains, minContains, uniqueItems } = schema;
  if (uniqueItems === true) demands.isUnique = true;
  const isTuple = Array.isArray(items);
  const [firstKey, restKey] = isTuple ? ['items', 'additionalItems'] : ['prefixItems', 'items'];
  const first: unknown = isTuple ? items : prefixItems;
  const rest: unknown = isTuple ? additionalItems : items;
  if (Array.isArray(first)) {
    for (const [index, value] of first.entries()) {
      demands.first[index] = [
        ...(demands.first[index] ?? []),
        { value, pointer: childPointer(pointer, firstKey, index) },
      ];
    }
  }
  if (rest === false) narrow(demands.items, undefined, Array.isArray(first) ? first.length : 0);
  else if (isRecord(rest)) demands.item.push({ value: rest, pointer: childPointer(pointer, restKey) });
  const least = toDouble(minContains) ?? 1;
  if (isRecord(contains) && least > 0) {
    demands.contained.push({ part: { value: contains, pointer: childPointer(pointer, 'contains') }, least });
  }
}

function addObject(demands: ValueConstraints, schema: SchemaObject, pointer: string): void {
  const { properties, required, additionalProperties, unevaluatedProperties, patternProperties, propertyNames } =
    schema;
  const own = isRecord(properties) ? properties : {};
  for (const [name, value] of Object.entries(own)) {
    demands.properties.set(name, [
      ...(demands.properties.get(name) ?? []),
      { value, pointer: childPointer(pointer, 'properties', name) },
    ]);
    if (value === false) demands.allows.push((one) => one !== name);
  }
  for (const name of namesIn(required)) demands.required.add(name);
  const patterns = isRecord(patternProperties) ? Object.entries(patternProperties) : [];
  for (const [pattern, value] of patterns) {
    demands.byPattern.push([pattern, { value, pointer: childPointer(pointer, 'patternProperties', pattern) }]);
  }
  // The validator decides which names match patterns.
  if (additionalProperties === false && patterns.length === 0) demands.allows.push((name) => Object.hasOwn(own, name));
  if (unevaluatedProperties === false) demands.allows.push((name) => demands.properties.has(name));
  if (isRecord(additionalProperties))
    demands.others.push({ value: additionalProperties, pointer: childPointer(pointer, 'additionalProperties') });
  if (isRecord(propertyNames))
    demands.named.push({ value: propertyNames, pointer: childPointer(pointer, 'propertyNames') });
  for (const keyword of ['dependentRequired', 'dependencies']) {
    const dependents = schema[keyword];
    for (const [name, names] of isRecord(dependents) ? Object.entries(dependents) : []) {
      demands.dependents.set(name, [...(demands.dependents.get(name) ?? []), ...namesIn(names)]);
    }
  }
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}
