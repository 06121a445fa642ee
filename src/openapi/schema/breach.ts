// Whether a schema says itself, and not one inside it, what a value was found to break.

import type { Finding } from '../finding.ts';
import { isRecord } from '../is-record.ts';
import { child } from '../pointer.ts';
import type { Part } from '../references.ts';

/** What is known of a breach: where in the value it is, and of which keyword. */
export type Breach = Pick<Finding, 'pointer' | 'keyword' | 'params'>;

/** @returns the place of the keyword; undefined where the schema does not say that */
export function isBrokenBy({ value: schema, pointer }: Part, { keyword, params }: Breach): string | undefined {
  if (keyword === 'false schema') return schema === false ? pointer : undefined;
  const said = keyword === 'if' && typeof params.failingKeyword === 'string' ? params.failingKeyword : keyword;
  const isSaid = isRecord(schema) && Object.hasOwn(schema, said) && isMeant(schema, keyword, params);
  return isSaid ? child(pointer, said) : undefined;
}

/** Whether what a keyword says is what a breach tells of it, as far as it tells that (Ajv's `params`). */
function isMeant(schema: Readonly<Record<string, unknown>>, keyword: string, params: Breach['params']): boolean {
  const said = schema[keyword];
  switch (keyword) {
    case 'required':
      return Array.isArray(said) && said.includes(params.missingProperty);
    case 'discriminator':
      return isRecord(said) && said.propertyName === params.property;
    case 'const':
      return JSON.stringify(said) === JSON.stringify(params.allowedValue);
    // Null may have been added to both of them (OpenAPI 3.0.3, section 4.7.24.1).
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

/** Each keyword with a number or a text has a name of its own for it. */
function saysOf(said: unknown, params: Breach['params']): boolean {
  return Object.values(params).includes(said);
}
