// Location of a violated keyword in the schema that declares it.

import type { Finding } from '../finding.ts';
import { isRecord } from '../is-record.ts';
import { child } from '../pointer.ts';
import type { Part } from '../references.ts';

/** A violation: location in the value, keyword and parameters. */
export type Breach = Pick<Finding, 'pointer' | 'keyword' | 'params'>;

/** @returns the pointer of the keyword; undefined if the schema does not declare it */
export function isBrokenBy({ value: schema, pointer }: Part, { keyword, params }: Breach): string | undefined {
  if (keyword === 'false schema') return schema === false ? pointer : undefined;
  const said = keyword === 'if' && typeof params.failingKeyword === 'string' ? params.failingKeyword : keyword;
  const isSaid = isRecord(schema) && Object.hasOwn(schema, said) && isMeant(schema, keyword, params);
  return isSaid ? child(pointer, said) : undefined;
}

/** Whether a keyword's value agrees with the parameters that Ajv reports. */
function isMeant(schema: Readonly<Record<string, unknown>>, keyword: string, params: Breach['params']): boolean {
  const said = schema[keyword];
  switch (keyword) {
    case 'required':
      return Array.isArray(said) && said.includes(params.missingProperty);
    case 'discriminator':
      return isRecord(said) && said.propertyName === params.property;
    case 'const':
      return JSON.stringify(said) === JSON.stringify(params.allowedValue);
    // Null may have been added to both (OpenAPI 3.0.3, section 4.7.24.1).
    case 'enum':
      return isPartOf(said, params.allowedValues);
    case 'type':
      return isPartOf(said, params.type);
    case 'writeOnly':
      return said === true;
    case 'exclusiveMinimum':
      return saysOf(said === true ? schema.minimum : said, params);
    case 'exclusiveMaximum':
      return saysOf(said === true ? schema.maximum : said, params);
    default:
      return typeof said === 'object' || typeof said === 'boolean' || saysOf(said, params);
  }
}

function isPartOf(some: unknown, all: unknown): boolean {
  const there = new Set([all].flat().map((one) => JSON.stringify(one)));
  return [some].flat().every((one) => there.has(JSON.stringify(one)));
}

/** The name of the parameter depends on the keyword, so all are compared. */
function saysOf(said: unknown, params: Breach['params']): boolean {
  return Object.values(params).includes(said);
}
