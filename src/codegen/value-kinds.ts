// Whether the values of a schema are objects, as far as it says.

import type { Part } from '../openapi/references.ts';
import { isRecord } from '../schema/is-record.ts';
import { type AnySchema, type SchemaObject, schemasAt } from './schema-parts.ts';
import type { SchemaReader } from './schema-reader.ts';

type ValueKind = 'object' | 'other';

/** How far parts and choices are followed. */
const MAX_DEPTH = 100;
const BOTH: ReadonlySet<ValueKind> = new Set(['object', 'other']);

/** Determines which kinds of values schemas allow. Recursive schemas allow both. */
export function createKinds(reading: SchemaReader): (part: Part<AnySchema>) => ReadonlySet<ValueKind> {
  const known = new Map<string, ReadonlySet<ValueKind>>();
  const kindsOf = (part: Part<AnySchema>, depth: number): ReadonlySet<ValueKind> => {
    const before = known.get(part.pointer);
    if (before || depth > MAX_DEPTH) return before ?? BOTH;
    known.set(part.pointer, BOTH);
    const kinds = find(part, (one) => kindsOf(one, depth + 1));
    known.set(part.pointer, kinds);
    return kinds;
  };
  const find = (
    part: Part<AnySchema>,
    of: (one: Part<AnySchema>) => ReadonlySet<ValueKind>,
  ): ReadonlySet<ValueKind> => {
    if (part.value === false) return new Set();
    const target = reading.target(part);
    const targets = target ? [of(target)] : [];
    if (reading.isRead(part)) {
      targets.push(ownKinds(part.value), ...schemasAt(part, 'allOf').map(of));
      for (const word of ['anyOf', 'oneOf'] as const) {
        const choices = schemasAt(part, word);
        if (choices.length > 0) targets.push(new Set(choices.flatMap((choice) => [...of(choice)])));
      }
    }
    const kinds = [...BOTH].filter((kind) => targets.every((one) => one.has(kind)));
    return new Set(reading.isRead(part) && reading.isNullable(part) ? [...kinds, 'other'] : kinds);
  };
  return (part) => kindsOf(part, 0);
}

/** The types of a schema's own keywords: of `type`, else of keywords for one type. */
export function keywordTypes(schema: SchemaObject): readonly string[] {
  const types = [schema.type].flat().filter((type) => typeof type === 'string');
  if (types.length > 0) return types;
  const { properties, required, additionalProperties, patternProperties } = schema;
  if (properties || required || additionalProperties !== undefined || patternProperties) return ['object'];
  return schema.items !== undefined || schema.prefixItems ? ['array'] : [];
}

function ownKinds(schema: SchemaObject): ReadonlySet<ValueKind> {
  const values = Object.hasOwn(schema, 'const') ? [schema.const] : schema.enum;
  if (Array.isArray(values)) return new Set(values.map((value) => (isRecord(value) ? 'object' : 'other')));
  const types = keywordTypes(schema);
  return types.length === 0 ? BOTH : new Set(types.map((type) => (type === 'object' ? 'object' : 'other')));
}
