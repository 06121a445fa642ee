// Flat list of the properties of a schema, for forms.

import { isRecord } from '../../schema/is-record.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import type { References } from '../references.ts';

/** A property of a value or of a nested object. */
export interface SchemaField {
  /** JSON Pointer (RFC 6901) in the value. */
  readonly pointer: string;
  /** JSON Schema types; empty for any. */
  readonly types: readonly string[];
  /** Whether its object requires it. */
  readonly required: boolean;
  /** The allowed values. */
  readonly values?: readonly unknown[];
  readonly format?: string;
  readonly description?: string;
}

/** Limits: fields, nesting of objects, and composed schemas of one schema. */
const [MAX_FIELDS, MAX_DEPTH, MAX_PARTS] = [1000, 4, 500];

/**
 * Lists the fields of a schema, outer objects first. Fields of all alternatives (`oneOf`, `anyOf`) are included as
 * optional; conditional schemas (`if`, `dependentSchemas`) are skipped.
 */
export function listSchemaFields(schema: unknown, references: References): readonly SchemaField[] {
  const fields: SchemaField[] = [];
  const pending: { readonly schemas: readonly unknown[]; readonly at: string; readonly depth: number }[] = [
    { schemas: [schema], at: '', depth: 0 },
  ];
  for (const { schemas, at, depth } of pending) {
    const { properties, required } = mergeSchemas(schemas, references);
    for (const [name, parts] of properties) {
      if (fields.length >= MAX_FIELDS) return fields;
      const pointer = childPointer(at, name);
      const facts = mergeSchemas(parts, references);
      fields.push(createField(pointer, facts, required.has(name)));
      if (facts.properties.size > 0 && depth + 1 < MAX_DEPTH)
        pending.push({ schemas: parts, at: pointer, depth: depth + 1 });
    }
  }
  return fields;
}

/** The merged facts of several schemas. */
interface MergedFacts {
  readonly properties: Map<string, unknown[]>;
  readonly required: Set<string>;
  readonly types: Set<string>;
  readonly values: unknown[];
  format: string | undefined;
  description: string | undefined;
}

function mergeSchemas(schemas: readonly unknown[], references: References): MergedFacts {
  const facts: MergedFacts = {
    properties: new Map(),
    required: new Set(),
    types: new Set(),
    values: [],
    format: undefined,
    description: undefined,
  };
  const seen = new Set<object>();
  const visit = (part: unknown, isChosen: boolean): void => {
    const schema = references.resolveValue(part);
    if (!isRecord(schema) || seen.has(schema) || seen.size > MAX_PARTS) return;
    seen.add(schema);
    // In OpenAPI 3.1 siblings of a reference count.
    if (isRecord(part) && typeof part.description === 'string') facts.description ??= part.description;
    const { type, nullable, enum: values, format, description, properties, required } = schema;
    for (const one of [type].flat()) if (typeof one === 'string') facts.types.add(one);
    if (nullable === true && facts.types.size > 0) facts.types.add('null');
    const allowed = Object.hasOwn(schema, 'const') ? [schema.const] : values;
    if (Array.isArray(allowed)) facts.values.push(...allowed);
    if (typeof format === 'string') facts.format ??= format;
    if (typeof description === 'string') facts.description ??= description;
    for (const [name, property] of Object.entries(isRecord(properties) ? properties : {}))
      facts.properties.set(name, [...(facts.properties.get(name) ?? []), property]);
    if (!isChosen && Array.isArray(required))
      for (const name of required) if (typeof name === 'string') facts.required.add(name);
    for (const one of listOf(schema.allOf)) visit(one, isChosen);
    for (const one of [...listOf(schema.oneOf), ...listOf(schema.anyOf)]) visit(one, true);
  };
  for (const schema of schemas) visit(schema, false);
  if (facts.properties.size > 0 && facts.types.size === 0) facts.types.add('object');
  return facts;
}

function createField(
  pointer: string,
  { types, values, format, description }: MergedFacts,
  required: boolean,
): SchemaField {
  return {
    pointer,
    types: [...types],
    required,
    ...(values.length > 0 && { values: [...new Map(values.map((one) => [stringifyJson(one), one])).values()] }),
    ...(format !== undefined && { format }),
    ...(description !== undefined && { description }),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
