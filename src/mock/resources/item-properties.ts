// Properties of items, flattened for the rules of resources.

import type { Schema } from '../../openapi/objects.ts';
import { type Part, type References, referenceIn } from '../../openapi/references.ts';
import { type FlatSchema, flattenSchema } from '../../openapi/schema/flat-schema.ts';
import { sampleTypeOf } from '../../openapi/schema/minimal-sample.ts';
import { isRecord } from '../../schema/is-record.ts';
import { listAlternatives, narrowSchema } from './narrow-schema.ts';

/** A property of an item. */
export interface ItemProperty {
  readonly name: string;
  readonly type: string | undefined;
  readonly format: string | undefined;
  readonly required: boolean;
  /** Whether only the server sets it. */
  readonly readOnly: boolean;
  /** Whether it is never returned. */
  readonly writeOnly: boolean;
  readonly schema: FlatSchema;
  /** The name of the referenced schema, or of that of its list items; undefined without a reference. */
  readonly typeName: string | undefined;
}

const cache = new WeakMap<object, readonly ItemProperty[]>();

/** The properties of a schema; empty if it is no object. */
export function listProperties(schema: unknown, references: References): readonly ItemProperty[] {
  if (!isRecord(schema)) return [];
  const found = cache.get(schema) ?? membersIn(schema, references);
  cache.set(schema, found);
  return found;
}

function membersIn(schema: object, references: References): readonly ItemProperty[] {
  const { properties, required } = flattenSchema(schema, references);
  return Object.entries(properties).map(([name, property]) => {
    const flat = flattenSchema(property, references);
    return {
      name,
      type: sampleTypeOf(flat),
      format: typeof flat.format === 'string' ? flat.format : undefined,
      required: required.includes(name),
      readOnly: flat.readOnly === true,
      writeOnly: flat.writeOnly === true,
      schema: flat,
      typeName: typeNameOf(property) ?? typeNameOf(flat.items),
    };
  });
}

function typeNameOf(schema: unknown): string | undefined {
  return referenceIn(schema)?.split('/').at(-1);
}

/** As `listProperties`, for the alternative of the schema that a value matches. */
export function listPropertiesFor(
  schema: Part<Schema> | undefined,
  value: unknown,
  references: References,
): readonly ItemProperty[] {
  return schema ? listProperties(narrowSchema(schema, value, references).schema, references) : [];
}

/** The properties of all alternatives of a schema; the first of those with equal names. */
export function listAllProperties(schema: Part<Schema> | undefined, references: References): readonly ItemProperty[] {
  if (!schema) return [];
  const [first = schema.value, ...others] = listAlternatives(schema, references);
  if (others.length === 0) return listProperties(first, references);
  const all = [first, ...others].flatMap((one) => listProperties(one, references));
  return [...new Map(all.toReversed().map((member) => [member.name, member])).values()];
}

const hidden = new WeakMap<object, readonly string[]>();

/** The write-only properties of a schema. */
export function listWriteOnlyNames(schema: Part<Schema> | undefined, references: References): readonly string[] {
  if (!schema || !isRecord(schema.value)) return [];
  const names =
    hidden.get(schema.value) ??
    listAllProperties(schema, references).flatMap(({ name, writeOnly }) => (writeOnly ? [name] : []));
  hidden.set(schema.value, names);
  return names;
}

/** Whether a property may be null. */
export function mayBeNull({ schema: { nullable, type } }: ItemProperty): boolean {
  return nullable === true || (Array.isArray(type) && type.includes('null'));
}
