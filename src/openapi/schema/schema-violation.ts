// Location of a violated keyword in the schema that declares it.

import { isRecord } from '../../schema/is-record.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import type { Finding } from '../finding.ts';
import type { Part } from '../references.ts';

/** A violation: location in the value, keyword and parameters. */
export type SchemaViolation = Pick<Finding, 'pointer' | 'keyword' | 'params'>;

/** @returns the pointer of the keyword; undefined if the schema does not declare it */
export function violatedKeywordIn(
  { value: schema, pointer }: Part,
  { keyword, params }: SchemaViolation,
): string | undefined {
  if (keyword === 'false schema') return schema === false ? pointer : undefined;
  const declared = keyword === 'if' && typeof params.failingKeyword === 'string' ? params.failingKeyword : keyword;
  const isDeclared = isRecord(schema) && Object.hasOwn(schema, declared) && matchesParams(schema, keyword, params);
  return isDeclared ? childPointer(pointer, declared) : undefined;
}

/** Whether a keyword's value agrees with the parameters that Ajv reports. */
function matchesParams(
  schema: Readonly<Record<string, unknown>>,
  keyword: string,
  params: SchemaViolation['params'],
): boolean {
  const declared = schema[keyword];
  switch (keyword) {
    case 'required':
      return Array.isArray(declared) && declared.includes(params.missingProperty);
    case 'discriminator':
      return isRecord(declared) && declared.propertyName === params.property;
    case 'const':
      return stringifyJson(declared) === stringifyJson(params.allowedValue);
    // Null may have been added to both (OpenAPI 3.0.3, section 4.7.24.1).
    case 'enum':
      return isSubset(declared, params.allowedValues);
    case 'type':
      return isSubset(declared, params.type);
    case 'writeOnly':
      return declared === true;
    case 'exclusiveMinimum':
      return isAmongParams(declared === true ? schema.minimum : declared, params);
    case 'exclusiveMaximum':
      return isAmongParams(declared === true ? schema.maximum : declared, params);
    default:
      return typeof declared === 'object' || typeof declared === 'boolean' || isAmongParams(declared, params);
  }
}

function isSubset(some: unknown, all: unknown): boolean {
  const there = new Set([all].flat().map((one) => stringifyJson(one)));
  return [some].flat().every((one) => there.has(stringifyJson(one)));
}

/** The name of the parameter depends on the keyword, so all are compared. */
function isAmongParams(declared: unknown, params: SchemaViolation['params']): boolean {
  return Object.values(params).includes(declared);
}
