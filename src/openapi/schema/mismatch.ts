// Violations that are visible without compilation: types, missing properties, `enum` and `const`.

import type { ErrorObject } from 'ajv';
import { isRecord } from '../is-record.ts';
import { child } from '../pointer.ts';

type Mismatch = Partial<ErrorObject>;

/** Maximum depth of references and properties. */
const DEEPEST = 4;

/**
 * Finds a violation in Ajv's format. A value without a violation may still be invalid.
 *
 * @param schema - rewritten for Ajv (see `rewriteSchema`)
 * @param path - of the value
 * @param schemaOf - the target of a reference; undefined if it depends on the context
 * @returns undefined if nothing was found
 */
export function mismatch(
  schema: unknown,
  value: unknown,
  path: string,
  schemaOf: (id: string) => unknown,
  depth = 0,
): Mismatch | undefined {
  if (!isRecord(schema) || depth > DEEPEST) return undefined;
  const look = (part: unknown, of = value, at = path) => mismatch(part, of, at, schemaOf, depth + 1);
  if (typeof schema.$ref === 'string') return look(schemaOf(schema.$ref));
  if (schema.orNull !== undefined && value !== null) return look(schema.orNull);
  const told = (keyword: string, params: object, message: string, of = value): Mismatch => {
    return { keyword, instancePath: path, params, message, schema: schema[keyword], parentSchema: schema, data: of };
  };
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => mayBe(type, value)))
    return told('type', { type: schema.type }, `must be ${types.join()}`);
  if ('const' in schema && isPlain(schema.const) && schema.const !== value)
    return told('const', { allowedValue: schema.const }, 'must be equal to constant');
  const { enum: values } = schema;
  if (Array.isArray(values) && values.every(isPlain) && !values.includes(value))
    return told('enum', { allowedValues: values }, 'must be equal to one of the allowed values');
  for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) {
    const found = look(part);
    if (found) return found;
  }
  if (kindOf(value) !== 'object') return undefined;
  const object = value as Readonly<Record<string, unknown>>;
  const names: readonly string[] = Array.isArray(schema.required) ? schema.required : [];
  const missingProperty = names.find((name) => object[name] === undefined);
  if (missingProperty !== undefined)
    return told('required', { missingProperty }, `must have required property '${missingProperty}'`);
  for (const name of Object.keys(isRecord(schema.properties) ? schema.properties : {})) {
    if (object[name] === undefined) continue;
    const found = look((schema.properties as object)[name as never], object[name], path + child('', name));
    if (found) return found;
  }
  return undefined;
}

/** Whether a value may have a type. */
function mayBe(type: unknown, value: unknown): boolean {
  const kind = kindOf(value);
  if (kind === undefined) return true;
  if (type === 'integer') return kind === 'number' && Number.isInteger(value);
  return type === kind;
}

/** The JSON type of a value; undefined for others, such as bytes. */
function kindOf(value: unknown): string | undefined {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return isPlainObject(value) ? 'object' : undefined;
  return ['string', 'number', 'boolean'].find((type) => typeof value === type);
}

function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}
