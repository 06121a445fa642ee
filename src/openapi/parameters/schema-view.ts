// A lazy view of a schema for reading values from text.

import { isRecord } from '../../schema/is-record.ts';
import { isInteger, isJsonNumber } from '../../schema/json/exact-number.ts';
import { childPointer, pointerSegments, valueAtPointer } from '../../schema/json-pointer.ts';
import type { Schema } from '../objects.ts';
import { type Part, type References, referenceIn } from '../references.ts';
import { resolveContradictions } from '../schema/contradictions.ts';

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** The parts of a schema that matter for reading values from text. */
export interface SchemaView {
  /** Allowed types; undefined for any. */
  readonly types: ReadonlySet<JsonType> | undefined;
  /** Values of `enum` and `const`; empty for any. */
  readonly values: readonly unknown[];
  /** Names of the declared properties. */
  readonly propertyNames: readonly string[];
  /** Required properties; those of alternatives (`oneOf`, `anyOf`) do not count. */
  readonly required: ReadonlySet<string>;
  /** Whether other properties are allowed; undefined if the schema does not say. */
  readonly allowsOtherProperties: boolean | undefined;
  /** The default value; undefined for none. */
  readonly default: unknown;
  /** The component name of the schema, or of one that it is composed of; undefined for none. */
  readonly componentName: string | undefined;
  item(index: number): SchemaView;
  property(name: string): SchemaView;
  /** All values of a keyword such as `format`, in the schema and those it is composed of, the outermost first. */
  keywordValues(keyword: string): readonly unknown[];
}

const COMPONENTS = '/components/schemas/';

/** Maximum schemas that one view visits. */
const MAX_SCHEMAS = 1000;

/** A schema before its keywords are checked: documents are untrusted. */
type UntypedSchema = { readonly [Key in keyof Schema | 'const' | 'prefixItems']?: unknown };

/** Creates a view of a schema. It is evaluated lazily, so schemas may be recursive. */
export function viewSchema(schema: Part | undefined, references: References): SchemaView {
  return createView(schema ? [schema] : [], references);
}

/** Whether a schema allows scalars, besides null. */
export function mayBeScalar({ types }: SchemaView): boolean {
  return !types || [...types].some((type) => type !== 'array' && type !== 'object' && type !== 'null');
}

/** @param schemas - of one value; how they are combined does not matter for reading text */
function createView(schemas: readonly Part[], references: References): SchemaView {
  let cache: ReturnType<typeof evaluate> | undefined;
  const facts = () => {
    cache ??= evaluate(schemas, references);
    return cache;
  };
  const items = new Map<number, SchemaView>();
  const properties = new Map<string, SchemaView>();
  let others: SchemaView | undefined;
  /** A view of the first of these subschemas in each schema. */
  const subview = (...paths: readonly (readonly (string | number)[])[]): SchemaView =>
    createView(
      facts().reached.flatMap((part) => {
        for (const path of paths) {
          // The reference is not resolved here: it may have siblings.
          const value = valueAtPointer(part.value, childPointer('', ...path));
          if (value !== undefined) return [{ value, pointer: childPointer(part.pointer, ...path) }];
        }
        return [];
      }),
      references,
    );
  return {
    get types() {
      return facts().types;
    },
    get values() {
      return facts().values;
    },
    get propertyNames() {
      return facts().names;
    },
    get required() {
      return facts().required;
    },
    get allowsOtherProperties() {
      return facts().isOpen;
    },
    get default() {
      return facts().default;
    },
    get componentName() {
      const found = facts().reached.find(({ pointer }) => pointer.startsWith(COMPONENTS));
      const [name, ...below] = found ? pointerSegments(found.pointer.slice(COMPONENTS.length - 1)) : [];
      return below.length === 0 ? name : undefined;
    },
    keywordValues: (keyword) =>
      facts().reached.flatMap(({ value }) => {
        const keywordValue = valueAtPointer(value, childPointer('', keyword));
        return keywordValue === undefined ? [] : [keywordValue];
      }),
    item(index) {
      // Only `prefixItems` have schemas of their own.
      const position = Math.min(index, facts().prefix);
      const view = items.get(position) ?? subview(['prefixItems', position], ['items']);
      items.set(position, view);
      return view;
    },
    property(name) {
      if (!facts().isNamed.has(name)) {
        others ??= subview(['additionalProperties']);
        return others;
      }
      const view = properties.get(name) ?? subview(['properties', name]);
      properties.set(name, view);
      return view;
    },
  };
}

/** Collects the facts of the schemas and of those they are composed of. */
function evaluate(schemas: readonly Part[], references: References) {
  const reached = collectSchemas(schemas, references);
  const all = reached.map(({ value }) => value as UntypedSchema);
  const names = [...new Set(all.flatMap(({ properties }) => (isRecord(properties) ? Object.keys(properties) : [])))];
  const others = all
    .map(({ additionalProperties }) => additionalProperties)
    .filter((one) => one !== undefined)
    .map((one) => one !== false);
  return {
    reached,
    types: union(schemas.map((schema) => collectTypes(schema, references))),
    values: all
      .map(consistent)
      .flatMap((schema) => [
        ...(Array.isArray(schema.enum) ? schema.enum : []),
        ...(schema.const === undefined ? [] : [schema.const]),
      ]),
    names,
    isNamed: new Set(names),
    required: new Set(
      collectSchemas(schemas, references, ['allOf']).flatMap(({ value }) =>
        requiredNames((value as UntypedSchema).required),
      ),
    ),
    isOpen: others.length === 0 ? undefined : others.every(Boolean),
    default: findDefault(schemas, references),
    prefix: Math.max(0, ...all.map(({ prefixItems }) => (Array.isArray(prefixItems) ? prefixItems.length : 0))),
  };
}

function requiredNames(required: unknown): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** The default value; those of alternatives do not count. */
function findDefault(schemas: readonly Part[], references: References): unknown {
  const found = collectSchemas(schemas, references, ['allOf']).find(
    ({ value }) => (value as UntypedSchema).default !== undefined,
  );
  return (found?.value as UntypedSchema | undefined)?.default;
}

/** Keywords with the schemas that one is composed of. */
const COMPOSED: readonly string[] = ['allOf', 'oneOf', 'anyOf'];

/** The schemas themselves, and those they reference and are composed of. */
function collectSchemas(schemas: readonly Part[], references: References, keys = COMPOSED): readonly Part[] {
  const reached = new Map<string, Part>();
  const open = [...schemas].reverse();
  for (let next = open.pop(); next && reached.size < MAX_SCHEMAS; next = open.pop()) {
    if (!isRecord(next.value) || reached.has(next.pointer)) continue;
    reached.set(next.pointer, next);
    open.push(...subschemas(next, references, ...keys).reverse());
    const target = resolveReference(next, references);
    if (target) open.push(target);
  }
  return [...reached.values()];
}

/** The types that a schema allows; undefined for any. @param cache - results by pointer; undefined during recursion */
function collectTypes(part: Part, references: References, cache = new Map<string, Types>()): Types {
  if (!isRecord(part.value) || cache.has(part.pointer) || cache.size > MAX_SCHEMAS) return cache.get(part.pointer);
  cache.set(part.pointer, undefined);
  const alternativeTypes = (key: string) =>
    subschemas(part, references, key).map((one) => collectTypes(one, references, cache));
  const target = resolveReference(part, references);
  const types = [
    declaredTypes(consistent(part.value)),
    ...(target ? [collectTypes(target, references, cache)] : []),
    ...alternativeTypes('allOf'),
    union(alternativeTypes('oneOf')),
    union(alternativeTypes('anyOf')),
  ].reduce(intersection);
  cache.set(part.pointer, types);
  return types;
}

/** A schema with the listed values and types that count. */
function consistent(schema: object): UntypedSchema {
  return resolveContradictions(schema as Readonly<Record<string, unknown>>).schema;
}

type Types = ReadonlySet<JsonType> | undefined;

function declaredTypes({
  type,
  nullable,
  enum: values,
  const: value,
  properties,
  items,
}: UntypedSchema): Set<JsonType> | undefined {
  const named = (Array.isArray(type) ? type : type === undefined ? [] : [type]) as JsonType[];
  if (named.length > 0) return new Set(nullable === true ? [...named, 'null'] : named);
  if (Array.isArray(values)) return new Set(values.map(typeOf));
  if (value !== undefined) return new Set([typeOf(value)]);
  if (isRecord(properties)) return new Set(['object']);
  return isRecord(items) ? new Set(['array']) : undefined;
}

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isJsonNumber(value)) return isInteger(value) ? 'integer' : 'number';
  return typeof value as 'boolean' | 'string' | 'object';
}

/** The types of alternatives; those without types are ignored. */
function union(all: readonly Types[]): Types {
  const declared = all.filter((types) => types !== undefined);
  return declared.length === 0 ? undefined : new Set(declared.flatMap((types) => [...types]));
}

/** The common types of two schemas. An integer is a number. */
function intersection(one: Types, other: Types): Types {
  if (!one || !other) return one ?? other;
  const isIn = (type: JsonType, types: ReadonlySet<JsonType>) =>
    types.has(type) || (type === 'integer' && types.has('number'));
  return new Set([...[...one].filter((type) => isIn(type, other)), ...[...other].filter((type) => isIn(type, one))]);
}

function subschemas(part: Part, references: References, ...keys: readonly string[]): Part[] {
  return keys.flatMap((key) => {
    const list = (part.value as Readonly<Record<string, unknown>>)[key];
    if (!Array.isArray(list)) return [];
    return list.flatMap((_, index) => references.resolveBelow(part, key, index) ?? []);
  });
}

/** The target of a reference; its siblings count too. */
function resolveReference(part: Part, references: References): Part | undefined {
  return referenceIn(part.value) === undefined ? undefined : references.resolve(part);
}
