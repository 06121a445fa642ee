// What the schema of a parameter lets a text be: numbers and lists are written as text too, and only the schema tells them apart.

import type { Schema } from '../objects.ts';
import { child, stepsOf, valueAt } from '../pointer.ts';
import { type Part, type References, referenceIn } from '../references.ts';

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** What a schema says of the values that it allows, as far as it matters to who reads them from text. */
export interface Meaning {
  /** The types that a value may have; undefined when any. */
  readonly types: ReadonlySet<JsonType> | undefined;
  /** The values that are listed (`enum`, `const`); empty when none are. */
  readonly values: readonly unknown[];
  /** The names of the properties that are described. */
  readonly names: readonly string[];
  /** The names of those that must be there. One of the choices in a schema has no say about it. */
  readonly required: ReadonlySet<string>;
  /** Whether an object may have properties beside those that are described: undefined when nothing is said of them. */
  readonly isOpen: boolean | undefined;
  /** What stands for a value that is not there; undefined when nothing does. */
  readonly default: unknown;
  /** The name of the schema among those that the document names; undefined when it is none of them, and is not made of one. */
  readonly component: string | undefined;
  item(index: number): Meaning;
  property(name: string): Meaning;
  /** What stands under a word of the schemas, such as `format`; of those that are composed, the outermost first. */
  said(word: string): readonly unknown[];
}

const COMPONENTS = '/components/schemas/';

/** How many schemas are looked at for one meaning. */
const MAX_SCHEMAS = 1000;

/** A schema as anybody may have written it. */
type Loose = { readonly [Key in keyof Schema | 'const' | 'prefixItems']?: unknown };

/** What a schema means. Nothing is looked at before it is asked for, so a schema may hold itself. */
export function meaningOf(schema: Part | undefined, references: References): Meaning {
  return createMeaning(schema ? [schema] : [], references);
}

/** Whether a schema allows anything that is written as one text, null aside. */
export function mayBeScalar({ types }: Meaning): boolean {
  return !types || [...types].some((type) => type !== 'array' && type !== 'object' && type !== 'null');
}

/** @param schemas - one of them holds, or several do: how they are joined makes no difference to what a text may be */
function createMeaning(schemas: readonly Part[], references: References): Meaning {
  let known: ReturnType<typeof look> | undefined;
  const seen = () => {
    known ??= look(schemas, references);
    return known;
  };
  const items = new Map<number, Meaning>();
  const properties = new Map<string, Meaning>();
  let others: Meaning | undefined;
  /** What stands at the first of these places in each of the schemas. */
  const below = (...places: readonly (readonly (string | number)[])[]): Meaning =>
    createMeaning(
      seen().reached.flatMap((part) => {
        for (const place of places) {
          // Not where its reference leads: beside that there may be more.
          const value = valueAt(part.value, child('', ...place));
          if (value !== undefined) return [{ value, pointer: child(part.pointer, ...place) }];
        }
        return [];
      }),
      references,
    );
  return {
    get types() {
      return seen().types;
    },
    get values() {
      return seen().values;
    },
    get names() {
      return seen().names;
    },
    get required() {
      return seen().required;
    },
    get isOpen() {
      return seen().isOpen;
    },
    get default() {
      return seen().default;
    },
    get component() {
      const found = seen().reached.find(({ pointer }) => pointer.startsWith(COMPONENTS));
      const [name, ...below] = found ? stepsOf(found.pointer.slice(COMPONENTS.length - 1)) : [];
      return below.length === 0 ? name : undefined;
    },
    said: (word) =>
      seen().reached.flatMap(({ value }) => {
        const said = valueAt(value, child('', word));
        return said === undefined ? [] : [said];
      }),
    item(index) {
      // Only the first ones may each have a schema of its own.
      const place = Math.min(index, seen().prefix);
      const meaning = items.get(place) ?? below(['prefixItems', place], ['items']);
      items.set(place, meaning);
      return meaning;
    },
    property(name) {
      if (!seen().isNamed.has(name)) {
        others ??= below(['additionalProperties']);
        return others;
      }
      const meaning = properties.get(name) ?? below(['properties', name]);
      properties.set(name, meaning);
      return meaning;
    },
  };
}

/** Looks at the schemas, and at those that they are made of. */
function look(schemas: readonly Part[], references: References) {
  const reached = reach(schemas, references);
  const all = reached.map(({ value }) => value as Loose);
  const names = [...new Set(all.flatMap(({ properties }) => (isRecord(properties) ? Object.keys(properties) : [])))];
  const others = all
    .map(({ additionalProperties }) => additionalProperties)
    .filter((one) => one !== undefined)
    .map((one) => one !== false);
  return {
    reached,
    types: union(schemas.map((schema) => typesOf(schema, references))),
    values: all.flatMap((schema) => [
      ...(Array.isArray(schema.enum) ? schema.enum : []),
      ...(schema.const === undefined ? [] : [schema.const]),
    ]),
    names,
    isNamed: new Set(names),
    required: new Set(reach(schemas, references, ['allOf']).flatMap(({ value }) => namesIn((value as Loose).required))),
    isOpen: others.length === 0 ? undefined : others.every(Boolean),
    default: defaultIn(schemas, references),
    prefix: Math.max(0, ...all.map(({ prefixItems }) => (Array.isArray(prefixItems) ? prefixItems.length : 0))),
  };
}

function namesIn(required: unknown): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** One of the choices in a schema has no say about what stands for a value that is not there. */
function defaultIn(schemas: readonly Part[], references: References): unknown {
  const found = reach(schemas, references, ['allOf']).find(({ value }) => (value as Loose).default !== undefined);
  return (found?.value as Loose | undefined)?.default;
}

/** Where the schemas stand that one is composed of. */
const COMPOSED: readonly string[] = ['allOf', 'oneOf', 'anyOf'];

/** The schemas themselves and those that they refer to and are composed of. */
function reach(schemas: readonly Part[], references: References, keys = COMPOSED): readonly Part[] {
  const reached = new Map<string, Part>();
  const open = [...schemas].reverse();
  for (let next = open.pop(); next && reached.size < MAX_SCHEMAS; next = open.pop()) {
    if (!isRecord(next.value) || reached.has(next.pointer)) continue;
    reached.set(next.pointer, next);
    open.push(...partsOf(next, references, ...keys).reverse());
    const target = targetOf(next, references);
    if (target) open.push(target);
  }
  return [...reached.values()];
}

/** The types that a schema allows; undefined when it says nothing of them. @param known - those of schemas that were asked before; of one that holds itself, none yet */
function typesOf(part: Part, references: References, known = new Map<string, Types>()): Types {
  if (!isRecord(part.value) || known.has(part.pointer) || known.size > MAX_SCHEMAS) return known.get(part.pointer);
  known.set(part.pointer, undefined);
  const typesBelow = (key: string) => partsOf(part, references, key).map((one) => typesOf(one, references, known));
  const target = targetOf(part, references);
  const types = [
    ownTypes(part.value),
    ...(target ? [typesOf(target, references, known)] : []),
    ...typesBelow('allOf'),
    union(typesBelow('oneOf')),
    union(typesBelow('anyOf')),
  ].reduce(intersection);
  known.set(part.pointer, types);
  return types;
}

type Types = ReadonlySet<JsonType> | undefined;

function ownTypes({ type, nullable, enum: values, const: value, properties, items }: Loose): Set<JsonType> | undefined {
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
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as 'boolean' | 'string' | 'object';
}

/** What one of several schemas allows; one that says nothing leaves the others to say it. */
function union(all: readonly Types[]): Types {
  const said = all.filter((types) => types !== undefined);
  return said.length === 0 ? undefined : new Set(said.flatMap((types) => [...types]));
}

/** What two schemas allow together. Every integer is a number. */
function intersection(one: Types, other: Types): Types {
  if (!one || !other) return one ?? other;
  const isIn = (type: JsonType, types: ReadonlySet<JsonType>) =>
    types.has(type) || (type === 'integer' && types.has('number'));
  return new Set([...[...one].filter((type) => isIn(type, other)), ...[...other].filter((type) => isIn(type, one))]);
}

function partsOf(part: Part, references: References, ...keys: readonly string[]): Part[] {
  return keys.flatMap((key) => {
    const list = (part.value as Readonly<Record<string, unknown>>)[key];
    if (!Array.isArray(list)) return [];
    return list.flatMap((_, index) => references.below(part, key, index) ?? []);
  });
}

/** The schema that another one refers to; what stands beside the reference is looked at too. */
function targetOf(part: Part, references: References): Part | undefined {
  return referenceIn(part.value) === undefined ? undefined : references.target(part);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
