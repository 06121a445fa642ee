// The protobuf JSON mapping, led by the schema: what it accepts beyond plain JSON, and the defaults it leaves out.
// https://protobuf.dev/programming-guides/json/

import type { Decoded } from '../engine/codec.ts';
import type { Schema } from '../engine/openapi.ts';
import { JsonTextError } from './json-text.ts';

/**
 * Reads a value as protobuf JSON does: `null` is absent, `snake_case` names are as good as `camelCase` ones, 64-bit integers
 * may be numbers, 32-bit integers may be texts, enum values may be numbers (`x-enum-numbers`). What it cannot read it leaves
 * as it is, for the schema to refuse.
 *
 * @throws JsonTextError if a field is given under both of its names
 */
export function readProtobufJson(value: unknown, schema: Schema | undefined, pointer = ''): Decoded {
  if (isObject(value) && schema?.properties) return readMessage(value, schema, schema.properties, pointer);
  if (Array.isArray(value) && schema?.items) {
    const items = value.map((item, index) => readProtobufJson(item, schema.items, `${pointer}/${index}`));
    return { value: items.map((item) => item.value), unknownFields: items.flatMap((item) => item.unknownFields) };
  }
  return { value: readScalar(value, schema), unknownFields: [] };
}

function readMessage(
  value: object,
  schema: Schema,
  properties: NonNullable<Schema['properties']>,
  pointer: string,
): Decoded {
  // Without a prototype: a map may have a key with the name `__proto__`.
  const message: Record<string, unknown> = Object.create(null);
  const unknownFields: string[] = [];
  const seen = new Set<string>();
  for (const [key, field] of Object.entries(value)) {
    const name = Object.hasOwn(properties, camelCase(key)) && !Object.hasOwn(properties, key) ? camelCase(key) : key;
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (seen.has(name)) throw new JsonTextError(`duplicate field "${key}"`);
    seen.add(name);
    if (!Object.hasOwn(properties, name)) {
      if (schema.additionalProperties) message[key] = field;
      else unknownFields.push(at);
    } else if (field !== null) {
      const read = readProtobufJson(field, properties[name], at);
      message[name] = read.value;
      unknownFields.push(...read.unknownFields);
    }
  }
  return { value: { ...message }, unknownFields };
}

function readScalar(value: unknown, schema: Schema | undefined): unknown {
  if (typeof value === 'number' && schema?.type === 'string') {
    if (is64Bit(schema) && Number.isSafeInteger(value)) return String(value);
    const numbers = schema['x-enum-numbers'];
    // A number that is no value of the enum is told as a value, not as a wrong type.
    if (numbers) return schema.enum?.[numbers.indexOf(value)] ?? String(value);
  }
  if (typeof value === 'string' && schema?.type === 'integer' && /^-?(0|[1-9]\d{0,9})$/.test(value))
    return Number(value);
  return value;
}

/**
 * A value without the fields that have their default: `false`, `0`, `""`, an empty list, the enum value with the number 0.
 * Fields that the schema requires stay.
 */
export function withoutDefaults(value: unknown, schema: Schema | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutDefaults(item, schema?.items));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, field]) => schema?.required?.includes(key) || !isDefault(field, schema?.properties?.[key]),
  );
  return Object.fromEntries(kept.map(([key, field]) => [key, withoutDefaults(field, schema?.properties?.[key])]));
}

function isDefault(value: unknown, schema: Schema | undefined): boolean {
  if (!schema) return false;
  if (Array.isArray(value)) return value.length === 0;
  if (schema.enum) return schema['x-enum-numbers']?.[schema.enum.indexOf(value)] === 0;
  return value === false || value === 0 || value === '' || (value === '0' && is64Bit(schema));
}

function is64Bit(schema: Schema): boolean {
  return schema.format === 'int64' || schema.format === 'uint64';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `project_id` as `projectId`. */
function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
