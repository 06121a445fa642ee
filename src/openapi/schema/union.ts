// Selection of an alternative by cheap traits of a value: type, property values, present properties.

import { isRecord } from '../../schema/is-record.ts';
import { schemaNameAt } from '../../schema/json-pointer.ts';
import type { Schema } from '../objects.ts';
import type { Part, References } from '../references.ts';
import { collectComposedSchemas, type SchemaChoice, stringsIn } from './composed-schemas.ts';
import { discriminatorValue } from './discriminator.ts';
import { isScalar, type JsonScalar } from './scalar.ts';

/** Alternatives of which a value matches one. */
export interface Union {
  /** Display names: component names, titles, types or numbers. */
  readonly names: readonly string[];
  /** The index of the matching alternative; undefined if it cannot be determined. */
  which(value: unknown): number | undefined;
}

/** Traits of a schema. */
interface Traits {
  /** JSON types; empty for any. */
  readonly types: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
  /** Properties with a limited set of values. */
  readonly tags: ReadonlyMap<string, ReadonlySet<JsonScalar>>;
}

/** Creates a union of alternatives; undefined if they cannot be distinguished. */
export function createUnion({ branches, discriminator }: SchemaChoice, references: References): Union | undefined {
  const names = branchNames(branches);
  if (discriminator) {
    const numbers = new Map(branches.map(({ pointer }, number) => [pointer, number]));
    const byValue = new Map([...discriminator.byValue].map(([value, { pointer }]) => [value, numbers.get(pointer)]));
    const which = (value: unknown) => {
      const tag = discriminatorValue(value, discriminator.property);
      return tag === undefined ? undefined : byValue.get(tag);
    };
    return { names, which };
  }
  const traits = branches.map((branch) => collectTraits(branch, references));
  const areDistinct = traits.every((one, at) => traits.slice(at + 1).every((other) => isDistinct(one, other)));
  return areDistinct ? { names, which: (value) => findMatch(traits, value) } : undefined;
}

/** Display names: component names, titles, types or numbers. */
export function branchNames(branches: readonly Part<Schema>[]): readonly string[] {
  const names = branches.map(({ value, pointer }, index) => {
    const { title, type } = value as { title?: unknown; type?: unknown };
    return (
      schemaNameAt(pointer) ?? [title, type].find((one) => typeof one === 'string' && one !== '') ?? `${index + 1}`
    );
  }) as string[];
  return names.map((name, index) => (names.indexOf(name) === index ? name : `${name} ${index + 1}`));
}

function collectTraits(branch: Part<Schema>, references: References): Traits {
  const pieces = collectComposedSchemas([branch], references);
  const sure = pieces.flatMap(({ part, isRequired: isSure }) => (isSure ? [part.value] : []));
  const types = sure.map(typesOfSchema).filter((some) => some.length > 0);
  const [first = [], ...others] = types;
  const tags = new Map<string, ReadonlySet<JsonScalar>>();
  for (const { properties } of sure) {
    for (const [name, property] of Object.entries(isRecord(properties) ? properties : {})) {
      const limit = allowedValues(references.resolveValue(property));
      if (limit) tags.set(name, limit);
    }
  }
  return {
    types: new Set(first.filter((one) => others.every((some) => some.includes(one)))),
    required: new Set(sure.flatMap(({ required }) => stringsIn(required))),
    declared: new Set(
      pieces.flatMap(({ part: { value } }) => Object.keys(isRecord(value.properties) ? value.properties : {})),
    ),
    tags,
  };
}

/** JSON types of a schema. Integers are numbers; OpenAPI 3.0 expresses null by `nullable`. */
function typesOfSchema(schema: Schema): readonly string[] {
  const { type, enum: choice, const: only, properties } = schema as Readonly<Record<string, unknown>>;
  const declaredTypes = [type].flat().filter((one) => typeof one === 'string');
  if (declaredTypes.length > 0) return declaredTypes.map((one) => (one === 'integer' ? 'number' : one)) as string[];
  if (Array.isArray(choice) && choice.length > 0) return [...new Set(choice.map(jsonTypeOf))];
  if (only !== undefined) return [jsonTypeOf(only)];
  return isRecord(properties) ? ['object'] : [];
}

function allowedValues(schema: unknown): ReadonlySet<JsonScalar> | undefined {
  if (!isRecord(schema)) return undefined;
  const values = Array.isArray(schema.enum) ? schema.enum : schema.const !== undefined ? [schema.const] : [];
  const scalars = values.filter(isScalar);
  return scalars.length > 0 ? new Set(scalars) : undefined;
}

function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Whether no value can match both, as far as traits show. */
function isDistinct(one: Traits, other: Traits): boolean {
  if (one.types.size > 0 && other.types.size > 0 && [...one.types].every((type) => !other.types.has(type))) return true;
  for (const [name, values] of one.tags) {
    const others = other.tags.get(name);
    const isThere = one.required.has(name) && other.required.has(name);
    if (others && isThere && [...values].every((value) => !others.has(value))) return true;
  }
  return requiresUndeclared(one, other) || requiresUndeclared(other, one);
}

/** Whether a schema requires a property that the other does not declare. */
function requiresUndeclared({ required }: Traits, { declared }: Traits): boolean {
  return [...required].some((name) => !declared.has(name));
}

/** The matching alternative with the most required properties; undefined for a tie. */
function findMatch(traits: readonly Traits[], value: unknown): number | undefined {
  const kind = jsonTypeOf(value);
  let found: number | undefined;
  let most = -1;
  for (const [number, { types, required, tags }] of traits.entries()) {
    if (types.size > 0 && !types.has(kind)) continue;
    if (kind === 'object' && !hasAll(value as object, required, tags)) continue;
    if (required.size > most) [found, most] = [number, required.size];
    else if (required.size === most) found = undefined;
  }
  return found;
}

function hasAll(value: object, required: Traits['required'], tags: Traits['tags']): boolean {
  for (const name of required) if (memberOf(value, name) === undefined) return false;
  for (const [name, values] of tags) {
    const member = memberOf(value, name);
    if (member !== undefined && !values.has(member as JsonScalar)) return false;
  }
  return true;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
