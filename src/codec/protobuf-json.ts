// The protobuf JSON mapping, led by the schema: what it accepts beyond plain JSON, and the defaults it leaves out.
// https://protobuf.dev/programming-guides/json/

import type { Schema } from '../engine/openapi.ts';
import { JsonTextError } from './json-text.ts';

/** A value that was read. */
export interface ProtobufJson {
  readonly value: unknown;
  /** JSON pointers of fields that the schema does not know. They are left out. */
  readonly unknownFields: readonly string[];
}

/**
 * Reads a value as protobuf JSON does: `null` is absent, `snake_case` names are as good as `camelCase` ones, 64-bit integers
 * may be numbers, 32-bit integers may be texts, enum values may be numbers (`x-enum-numbers`). A field that a message must have and
 * does not have is zero, because protobuf cannot tell the two apart. What it cannot read it leaves as it is, for the schema to refuse.
 *
 * @throws JsonTextError if a field is given under both of its names
 */
export function readProtobufJson(value: unknown, schema: Schema | undefined): ProtobufJson {
  const unknownFields: string[] = [];
  return { value: read(value, schema, { path: [], unknownFields }), unknownFields };
}

/** Where the reading is, and which fields it did not know. Only an unknown field needs its pointer, so none is kept ready. */
interface Reading {
  readonly path: (string | number)[];
  readonly unknownFields: string[];
}

function read(value: unknown, schema: Schema | undefined, reading: Reading): unknown {
  if (isObject(value) && schema?.properties) return readMessage(value, schema, schema.properties, reading);
  if (!Array.isArray(value) || !schema?.items) return readScalar(value, schema);
  return value.map((item, index) => {
    reading.path.push(index);
    const readItem = read(item, schema.items, reading);
    reading.path.pop();
    return readItem;
  });
}

function readMessage(
  value: Readonly<Record<string, unknown>>,
  schema: Schema,
  properties: NonNullable<Schema['properties']>,
  reading: Reading,
): unknown {
  const message: Record<string, unknown> = {};
  const keys = Object.keys(value);
  /** The names so far. Keys are different, so until one of them is not its field's name no field can come twice. */
  let seen: Set<string> | undefined;
  for (const key of keys) {
    const name = nameOf(key, properties);
    if (name !== key) seen ??= new Set(keys.slice(0, keys.indexOf(key)));
    if (seen?.has(name)) throw new JsonTextError(`duplicate field "${key}"`);
    seen?.add(name);
    const field = value[key];
    reading.path.push(key);
    if (Object.hasOwn(properties, name)) {
      if (field !== null) message[name] = read(field, properties[name], reading);
    } else if (schema.additionalProperties) {
      // A map may have a key with the name `__proto__`, which an assignment would take for something else.
      Object.defineProperty(message, key, { value: field, enumerable: true, configurable: true, writable: true });
    } else {
      reading.unknownFields.push(pointerTo(reading.path));
    }
    reading.path.pop();
  }
  return withRequiredZeros(message, schema);
}

/**
 * A message with a zero for each field that its schema requires and that it does not have. Only for schemas of messages; fields that
 * can tell absent from zero stay absent.
 */
export function withRequiredZeros(message: Record<string, unknown>, schema: Schema): Record<string, unknown> {
  const { required = [], properties = {}, 'x-field-numbers': numbers } = schema;
  if (!numbers) return message;
  for (const name of required) {
    const zero = Object.hasOwn(message, name) ? undefined : zeroOf(properties[name]);
    if (zero !== undefined) message[name] = zero;
  }
  return message;
}

/** What protobuf takes an absent field for; undefined when it can tell that it is absent, null when that is a value. */
function zeroOf({ type, nullable, enum: values, 'x-enum-numbers': numbers, ...schema }: Schema = {}): unknown {
  if (nullable) return null;
  if (schema['x-singular']) return [zeroOf(schema.items)];
  if (type === 'array') return [];
  if (values) return values[numbers?.indexOf(0) ?? -1];
  if (type === 'string' && schema.format !== 'date-time') return is64Bit(schema) ? '0' : '';
  if (type === 'integer' || type === 'number') return 0;
  return type === 'boolean' ? false : undefined;
}

/** The name of the field that a key means; the key itself when there is no such field. */
function nameOf(key: string, properties: NonNullable<Schema['properties']>): string {
  if (Object.hasOwn(properties, key)) return key;
  const name = camelCase(key);
  return Object.hasOwn(properties, name) ? name : key;
}

/** A JSON pointer (RFC 6901). */
function pointerTo(path: Reading['path']): string {
  return path.map((step) => `/${`${step}`.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `project_id` as `projectId`. */
function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
