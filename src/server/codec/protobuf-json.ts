// Reads protobuf JSON by the schema. https://protobuf.dev/programming-guides/json/

import type { Schema } from '../../openapi/objects.ts';
import type { References } from '../../openapi/references.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isInteger, isJsonNumber, toNumber } from '../../schema/json/exact-number.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { MAX_REPORTED } from '../protobuf/unknown-fields.ts';
import { bodyError } from './body-error.ts';
import { is64Bit, withRequiredDefaults } from './proto-defaults.ts';

/** A value that was read. */
export interface ProtobufJson {
  readonly value: unknown;
  /** JSON pointers of fields that the schema does not know, twenty at most. They are left out. */
  readonly unknownFields: readonly string[];
}

/**
 * Converts protobuf JSON to plain JSON: `null` is absent, `snake_case` names are accepted, 64-bit integers may be
 * numbers, 32-bit integers may be texts, enum values may be numbers (`x-enum-numbers`). An absent required field is
 * zero, because protobuf cannot distinguish both. Invalid values stay, for the schema to reject.
 *
 * @param ignoredValues - receives the pointers of unknown enum names, twenty at most, which are left out. Default: they
 *   stay, as other invalid values
 * @throws ApiError if a field has both of its names
 */
export function readProtobufJson(
  value: unknown,
  schema: Schema | undefined,
  references: References,
  ignoredValues?: string[],
): ProtobufJson {
  const unknownFields: string[] = [];
  return {
    value: read(value, references.resolveValue(schema), { path: [], unknownFields, ignoredValues, references }),
    unknownFields,
  };
}

/** The position, and the unknown fields. Only unknown fields need a pointer, so none is prepared. */
interface Reading {
  readonly path: (string | number)[];
  readonly unknownFields: string[];
  readonly ignoredValues: string[] | undefined;
  readonly references: References;
}

/** @param schema - no reference itself */
function read(value: unknown, schema: Schema | undefined, reading: Reading): unknown {
  if (isRecord(value) && schema?.properties) return readMessage(value, schema, schema.properties, reading);
  if (!Array.isArray(value) || !schema?.items) return readScalar(value, schema);
  const itemSchema = reading.references.resolveValue(schema.items);
  const items: unknown[] = [];
  for (const [index, item] of value.entries()) {
    reading.path.push(index);
    if (!isIgnored(item, itemSchema, reading)) items.push(read(item, itemSchema, reading));
    reading.path.pop();
  }
  return items;
}

/** Whether a value is an unknown name of an enum, and such names are ignored. */
function isIgnored(value: unknown, schema: Schema | undefined, { path, ignoredValues }: Reading): boolean {
  if (!ignoredValues || typeof value !== 'string' || !schema?.['x-enum-numbers'] || schema.enum?.includes(value))
    return false;
  if (ignoredValues.length < MAX_REPORTED) ignoredValues.push(childPointer('', ...path));
  return true;
}

function readMessage(
  value: Readonly<Record<string, unknown>>,
  schema: Schema,
  given: NonNullable<Schema['properties']>,
  reading: Reading,
): unknown {
  const properties = reading.references.resolveMembers(given);
  const message: Record<string, unknown> = {};
  const keys = Object.keys(value);
  /** The names so far. Until a key differs from its field's name, no field can occur twice. */
  let seen: Set<string> | undefined;
  for (const key of keys) {
    const name = nameOf(key, properties);
    if (name !== key) seen ??= new Set(keys.slice(0, keys.indexOf(key)));
    if (seen?.has(name)) throw bodyError(`duplicate field "${key}"`);
    seen?.add(name);
    const field = value[key];
    reading.path.push(key);
    if (Object.hasOwn(properties, name)) {
      if (field !== null && !isIgnored(field, properties[name], reading))
        message[name] = read(field, properties[name], reading);
    } else if (schema.additionalProperties) {
      // A map may have the key `__proto__`, which an assignment would misinterpret.
      Object.defineProperty(message, key, { value: field, enumerable: true, configurable: true, writable: true });
    } else if (reading.unknownFields.length < MAX_REPORTED) {
      reading.unknownFields.push(childPointer('', ...reading.path));
    }
    reading.path.pop();
  }
  return withRequiredDefaults(message, schema, reading.references);
}

/** The field name of a key; the key itself for an unknown field. */
function nameOf(key: string, properties: object): string {
  if (Object.hasOwn(properties, key)) return key;
  const name = camelCase(key);
  return Object.hasOwn(properties, name) ? name : key;
}

function readScalar(value: unknown, schema: Schema | undefined): unknown {
  if (isJsonNumber(value) && schema?.type === 'string') {
    if (is64Bit(schema) && isInteger(value)) return String(value);
    const numbers = schema['x-enum-numbers'];
    // An unknown enum number is reported as a value, not as a wrong type.
    if (numbers) return schema.enum?.[numbers.indexOf(Number(value))] ?? String(value);
  }
  if (typeof value === 'string' && schema?.type === 'integer' && /^-?(0|[1-9]\d{0,19})$/.test(value))
    return toNumber(value);
  return value;
}

/** `project_id` as `projectId`. */
function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
