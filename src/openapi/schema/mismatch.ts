// What a look shows without compiling a schema: that a value is none of it, by its type, by members that are missing, and by values that only some may have.

import type { ErrorObject } from 'ajv';
import { isRecord } from '../is-record.ts';
import { child } from '../pointer.ts';

type Mismatch = Partial<ErrorObject>;

/** How far references and members are followed. */
const DEEPEST = 4;

/**
 * Why a value is not as a schema says, in the words of Ajv. What it does not see may be wrong all the same.
 *
 * @param schema - as it is given to Ajv (see `rewrite`)
 * @param path - where the value is
 * @param schemaOf - what a reference leads to; undefined where that depends on something else
 * @returns undefined when nothing is seen
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

/** Whether a value may be of a type, as far as is known here. */
function mayBe(type: unknown, value: unknown): boolean {
  const kind = kindOf(value);
  if (kind === undefined) return true;
  if (type === 'integer') return kind === 'number' && Number.isInteger(value);
  return type === kind;
}

/** The type of a value that JSON has; undefined for others, such as bytes. */
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
