// Violations that are visible without compilation: types, missing properties, `enum` and `const`.

import type { ErrorObject } from 'ajv';
import { isSimpleScalar } from '../../schema/equality.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isInteger, isJsonNumber } from '../../schema/json/exact-number.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { NUMERIC_TYPE } from '../../schema/number-keywords.ts';

type Violation = Partial<ErrorObject>;

/** Maximum depth of references and properties. */
const MAX_DEPTH = 4;

/**
 * Finds a violation in Ajv's format. A value without a violation may still be invalid.
 *
 * @param schema - rewritten for Ajv (see `rewriteSchema`)
 * @param path - of the value
 * @param schemaOf - the target of a reference; undefined if it depends on the context
 * @returns undefined if nothing was found
 */
export function findQuickViolation(
  schema: unknown,
  value: unknown,
  path: string,
  schemaOf: (id: string) => unknown,
  depth = 0,
): Violation | undefined {
  if (!isRecord(schema) || depth > MAX_DEPTH) return undefined;
  const check = (part: unknown, of = value, at = path) => findQuickViolation(part, of, at, schemaOf, depth + 1);
  if (typeof schema.$ref === 'string') return check(schemaOf(schema.$ref));
  if (schema.orNull !== undefined && value !== null) return check(schema.orNull);
  const violation = (keyword: string, params: object, message: string, of = value): Violation => {
    return { keyword, instancePath: path, params, message, schema: schema[keyword], parentSchema: schema, data: of };
  };
  const type = schema.type ?? schema[NUMERIC_TYPE];
  const types = type === undefined ? [] : [type].flat();
  if (types.length > 0 && !types.some((type) => mayHaveType(type, value)))
    return violation('type', { type }, `must be ${types.join()}`);
  if ('const' in schema && isSimpleScalar(schema.const) && schema.const !== value)
    return violation('const', { allowedValue: schema.const }, 'must be equal to constant');
  const { enum: values } = schema;
  if (Array.isArray(values) && values.every(isSimpleScalar) && !values.includes(value))
    return violation('enum', { allowedValues: values }, 'must be equal to one of the allowed values');
  for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) {
    const found = check(part);
    if (found) return found;
  }
  if (jsonTypeOf(value) !== 'object') return undefined;
  const object = value as Readonly<Record<string, unknown>>;
  const names: readonly string[] = Array.isArray(schema.required) ? schema.required : [];
  const missingProperty = names.find((name) => object[name] === undefined);
  if (missingProperty !== undefined)
    return violation('required', { missingProperty }, `must have required property '${missingProperty}'`);
  for (const name of Object.keys(isRecord(schema.properties) ? schema.properties : {})) {
    if (object[name] === undefined) continue;
    const found = check((schema.properties as object)[name as never], object[name], path + childPointer('', name));
    if (found) return found;
  }
  return undefined;
}

/** Whether a value may have a type. */
function mayHaveType(type: unknown, value: unknown): boolean {
  const kind = jsonTypeOf(value);
  if (kind === undefined) return true;
  if (type === 'integer') return isInteger(value);
  return type === kind;
}

/** The JSON type of a value; undefined for others, such as bytes. */
function jsonTypeOf(value: unknown): string | undefined {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return isPlainObject(value) ? 'object' : undefined;
  return isJsonNumber(value) ? 'number' : ['string', 'boolean'].find((type) => typeof value === type);
}

function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
