// Properties of items, flattened for the rules of resources.

import { isRecord } from '../../openapi/is-record.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { Part, References } from '../../openapi/references.ts';
import { type FlatSchema, flattenSchema } from '../../openapi/schema/flat-schema.ts';
import { sampleTypeOf } from '../../openapi/schema/minimal-sample.ts';
import { alternatives, narrowed } from './narrowed.ts';

/** A property of an item. */
export interface Member {
  readonly name: string;
  readonly type: string | undefined;
  readonly format: string | undefined;
  readonly required: boolean;
  /** Whether only the server sets it. */
  readonly readOnly: boolean;
  /** Whether it is never returned. */
  readonly writeOnly: boolean;
  readonly schema: FlatSchema;
}

const cache = new WeakMap<object, readonly Member[]>();

/** The properties of a schema; empty if it is no object. */
export function membersOf(schema: unknown, references: References): readonly Member[] {
  if (!isRecord(schema)) return [];
  const found = cache.get(schema) ?? membersIn(schema, references);
  cache.set(schema, found);
  return found;
}

function membersIn(schema: object, references: References): readonly Member[] {
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
    };
  });
}

/** As `listProperties`, for the alternative of the schema that a value matches. */
export function membersFor(
  schema: Part<Schema> | undefined,
  value: unknown,
  references: References,
): readonly Member[] {
  return schema ? membersOf(narrowed(schema, value, references).schema, references) : [];
}

/** The properties of all alternatives of a schema; the first of those with equal names. */
export function allMembersOf(schema: Part<Schema> | undefined, references: References): readonly Member[] {
  if (!schema) return [];
  const [first = schema.value, ...others] = alternatives(schema, references);
  if (others.length === 0) return membersOf(first, references);
  const all = [first, ...others].flatMap((one) => membersOf(one, references));
  return [...new Map(all.toReversed().map((member) => [member.name, member])).values()];
}

const hidden = new WeakMap<object, readonly string[]>();

/** The write-only properties of a schema. */
export function hiddenNames(schema: Part<Schema> | undefined, references: References): readonly string[] {
  if (!schema || !isRecord(schema.value)) return [];
  const names =
    hidden.get(schema.value) ??
    allMembersOf(schema, references).flatMap(({ name, writeOnly }) => (writeOnly ? [name] : []));
  hidden.set(schema.value, names);
  return names;
}
