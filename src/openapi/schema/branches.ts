// Which of several schemas a value fits, told by what shows at a glance: its kind, the value of a property, which properties there are.

import { isRecord } from '../is-record.ts';
import type { Schema } from '../objects.ts';
import { schemaNameAt } from '../pointer.ts';
import type { Part, References } from '../references.ts';
import { tagOf } from './discriminator.ts';
import { allOf, type Choice, textsIn } from './pieces.ts';
import { isScalar, type Scalar } from './scalar.ts';

/** Schemas of which a value fits one. */
export interface Union {
  /** Their names: those of the document, else their titles, else their types, else numbers. */
  readonly names: readonly string[];
  /** The number of the one that a value fits; undefined when that cannot be told. */
  which(value: unknown): number | undefined;
}

/** What shows of a schema. */
interface Traits {
  /** Of what JSON calls the value; none when any will do. */
  readonly types: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
  /** Values that a property is limited to. */
  readonly tags: ReadonlyMap<string, ReadonlySet<Scalar>>;
}

/** The branches of a choice; undefined when they do not differ in what shows. */
export function unionOf({ branches, told }: Choice, references: References): Union | undefined {
  const names = namesOf(branches);
  if (told) {
    const numbers = new Map(branches.map(({ pointer }, number) => [pointer, number]));
    const byValue = new Map([...told.byValue].map(([value, { pointer }]) => [value, numbers.get(pointer)]));
    const which = (value: unknown) => {
      const tag = tagOf(value, told.property);
      return tag === undefined ? undefined : byValue.get(tag);
    };
    return { names, which };
  }
  const traits = branches.map((branch) => traitsOf(branch, references));
  const areUnlike = traits.every((one, at) => traits.slice(at + 1).every((other) => isUnlike(one, other)));
  return areUnlike ? { names, which: (value) => fitting(traits, value) } : undefined;
}

/** Their names: those of the document, else their titles, else their types, else numbers. */
export function namesOf(branches: readonly Part<Schema>[]): readonly string[] {
  const names = branches.map(({ value, pointer }, index) => {
    const { title, type } = value as { title?: unknown; type?: unknown };
    return (
      schemaNameAt(pointer) ?? [title, type].find((one) => typeof one === 'string' && one !== '') ?? `${index + 1}`
    );
  }) as string[];
  return names.map((name, index) => (names.indexOf(name) === index ? name : `${name} ${index + 1}`));
}

function traitsOf(branch: Part<Schema>, references: References): Traits {
  const pieces = allOf([branch], references);
  const sure = pieces.flatMap(({ part, isSure }) => (isSure ? [part.value] : []));
  const types = sure.map(typesIn).filter((some) => some.length > 0);
  const [first = [], ...others] = types;
  const tags = new Map<string, ReadonlySet<Scalar>>();
  for (const { properties } of sure) {
    for (const [name, property] of Object.entries(isRecord(properties) ? properties : {})) {
      const limit = limitIn(references.follow(property));
      if (limit) tags.set(name, limit);
    }
  }
  return {
    types: new Set(first.filter((one) => others.every((some) => some.includes(one)))),
    required: new Set(sure.flatMap(({ required }) => textsIn(required))),
    declared: new Set(
      pieces.flatMap(({ part: { value } }) => Object.keys(isRecord(value.properties) ? value.properties : {})),
    ),
    tags,
  };
}

/** What JSON calls the values of a schema. Whole numbers are numbers, and OpenAPI 3.0 has no other word for `null` than `nullable`. */
function typesIn(schema: Schema): readonly string[] {
  const { type, enum: choice, const: only, properties } = schema as Readonly<Record<string, unknown>>;
  const said = [type].flat().filter((one) => typeof one === 'string');
  if (said.length > 0) return said.map((one) => (one === 'integer' ? 'number' : one)) as string[];
  if (Array.isArray(choice) && choice.length > 0) return [...new Set(choice.map(kindOf))];
  if (only !== undefined) return [kindOf(only)];
  return isRecord(properties) ? ['object'] : [];
}

function limitIn(schema: unknown): ReadonlySet<Scalar> | undefined {
  if (!isRecord(schema)) return undefined;
  const values = Array.isArray(schema.enum) ? schema.enum : schema.const !== undefined ? [schema.const] : [];
  const scalars = values.filter(isScalar);
  return scalars.length > 0 ? new Set(scalars) : undefined;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Whether a value that fits one shows that it does not fit the other. */
function isUnlike(one: Traits, other: Traits): boolean {
  if (one.types.size > 0 && other.types.size > 0 && [...one.types].every((type) => !other.types.has(type))) return true;
  for (const [name, values] of one.tags) {
    const others = other.tags.get(name);
    const isThere = one.required.has(name) && other.required.has(name);
    if (others && isThere && [...values].every((value) => !others.has(value))) return true;
  }
  return isBeyond(one, other) || isBeyond(other, one);
}

/** Whether a schema asks for what the other one does not know. */
function isBeyond({ required }: Traits, { declared }: Traits): boolean {
  return [...required].some((name) => !declared.has(name));
}

/** Of several, the one that asks for the most. */
function fitting(traits: readonly Traits[], value: unknown): number | undefined {
  const kind = kindOf(value);
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
    if (member !== undefined && !values.has(member as Scalar)) return false;
  }
  return true;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
