// Defaults of proto3 for absent fields: added if required, removed on request.

import type { Schema } from '../../openapi/objects.ts';
import type { References } from '../../openapi/references.ts';
import { isRecord } from '../../schema/is-record.ts';

/**
 * A message with the default of each absent required field. Only for message schemas; fields with presence stay
 * absent.
 */
export function withRequiredDefaults(
  message: Record<string, unknown>,
  schema: Schema,
  references: References,
): Record<string, unknown> {
  const { required = [], properties = {}, 'x-field-numbers': numbers } = schema;
  if (!numbers) return message;
  for (const name of required) {
    const value = Object.hasOwn(message, name)
      ? undefined
      : defaultOf(references.resolveMembers(properties)[name], references);
    if (value !== undefined) message[name] = value;
  }
  return message;
}

/** The proto3 default of a field; undefined for fields with presence, null if that is a value. */
function defaultOf(schema: Schema = {}, references: References): unknown {
  const { type, nullable, enum: values, 'x-enum-numbers': numbers } = schema;
  if (nullable) return null;
  if (schema['x-singular']) return [defaultOf(references.resolveValue(schema.items), references)];
  if (type === 'array') return [];
  if (values) return values[numbers?.indexOf(0) ?? -1];
  if (type === 'string' && schema.format !== 'date-time') return is64Bit(schema) ? '0' : '';
  if (type === 'integer' || type === 'number') return 0;
  return type === 'boolean' ? false : undefined;
}

/**
 * A value without the fields that have their default: `false`, `0`, `""`, an empty list, the enum value with the number 0.
 * Fields that the schema requires stay.
 */
export function withoutDefaults(value: unknown, given: Schema | undefined, references: References): unknown {
  const schema = references.resolveValue(given);
  if (Array.isArray(value)) return value.map((item) => withoutDefaults(item, schema?.items, references));
  if (!isRecord(value)) return value;
  const properties = references.resolveMembers(schema?.properties ?? {});
  const schemaFor = (key: string) => (Object.hasOwn(properties, key) ? properties[key] : undefined);
  const entries = Object.entries(value).filter(
    ([key, field]) => schema?.required?.includes(key) || !isDefault(field, schemaFor(key)),
  );
  return Object.fromEntries(entries.map(([key, field]) => [key, withoutDefaults(field, schemaFor(key), references)]));
}

function isDefault(value: unknown, schema: Schema | undefined): boolean {
  if (!schema) return false;
  if (Array.isArray(value)) return value.length === 0;
  if (schema.enum) return schema['x-enum-numbers']?.[schema.enum.indexOf(value)] === 0;
  return value === false || value === 0 || value === '' || (value === '0' && is64Bit(schema));
}

/** Whether values are 64-bit integers: texts in JSON. */
export function is64Bit(schema: Schema): boolean {
  return schema.format === 'int64' || schema.format === 'uint64';
}
