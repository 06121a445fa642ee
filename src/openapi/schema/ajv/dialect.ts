// Schema dialects: their keywords, and Ajv classes that are loaded on first use.

import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import { isRecord } from '../../../schema/is-record.ts';
import { once } from '../../../schema/once.ts';

/** A schema dialect: that of OpenAPI 3.0, or a version of JSON Schema. */
export type Dialect = 'openapi-3.0' | 'draft-07' | '2019-09' | '2020-12';

/** Dialects by `$schema` or `jsonSchemaDialect`. */
const BY_URI: Readonly<Record<string, Dialect>> = {
  'http://json-schema.org/draft-06/schema': 'draft-07',
  'http://json-schema.org/draft-07/schema': 'draft-07',
  'https://json-schema.org/draft/2019-09/schema': '2019-09',
  'https://json-schema.org/draft/2020-12/schema': '2020-12',
  'https://spec.openapis.org/oas/3.1/dialect/base': '2020-12',
  'https://spec.openapis.org/oas/3.1/dialect/2024-11-10': '2020-12',
  'https://spec.openapis.org/oas/3.2/dialect/base': '2020-12',
};

/** The dialect with a URI; undefined if it is not supported. */
export function parseDialect(uri: unknown): Dialect | undefined {
  const name = typeof uri === 'string' ? uri.replace(/#$/, '') : '';
  return Object.hasOwn(BY_URI, name) ? BY_URI[name] : undefined;
}

/** The type of a keyword's value. */
export type KeywordKind =
  | 'schema'
  | 'schemas'
  | 'named schemas'
  | 'named names'
  | 'names'
  | 'number'
  | 'positive number'
  | 'count'
  | 'flag'
  | 'values'
  | 'value'
  | 'pattern'
  | 'format'
  | 'type'
  | 'bound'
  | 'items'
  | 'dependencies';

const COMMON: Readonly<Record<string, KeywordKind>> = {
  type: 'type',
  enum: 'values',
  const: 'value',
  multipleOf: 'positive number',
  maximum: 'number',
  minimum: 'number',
  exclusiveMaximum: 'number',
  exclusiveMinimum: 'number',
  maxLength: 'count',
  minLength: 'count',
  pattern: 'pattern',
  format: 'format',
  maxItems: 'count',
  minItems: 'count',
  uniqueItems: 'flag',
  contains: 'schema',
  maxProperties: 'count',
  minProperties: 'count',
  required: 'names',
  properties: 'named schemas',
  patternProperties: 'named schemas',
  additionalProperties: 'schema',
  propertyNames: 'schema',
  allOf: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  not: 'schema',
  if: 'schema',
  // biome-ignore lint/suspicious/noThenProperty: a keyword
  then: 'schema',
  else: 'schema',
};

const DRAFT_7 = { ...COMMON, items: 'items', additionalItems: 'schema', dependencies: 'dependencies' } as const;
const DRAFT_2019 = {
  ...COMMON,
  items: 'items',
  additionalItems: 'schema',
  maxContains: 'count',
  minContains: 'count',
  dependentRequired: 'named names',
  dependentSchemas: 'named schemas',
  unevaluatedItems: 'schema',
  unevaluatedProperties: 'schema',
} as const;
const { additionalItems: _, ...SINCE_2019 } = DRAFT_2019;

const KEYWORDS: Readonly<Record<Dialect, ReadonlyMap<string, KeywordKind>>> = {
  // Keywords of draft 7 that OpenAPI 3.0 does not define have their meaning in draft 7.
  'openapi-3.0': kinds({ ...COMMON, items: 'schema', exclusiveMaximum: 'bound', exclusiveMinimum: 'bound' }),
  'draft-07': kinds(DRAFT_7),
  '2019-09': kinds(DRAFT_2019),
  '2020-12': kinds({ ...SINCE_2019, items: 'schema', prefixItems: 'schemas' }),
};

function kinds(keywords: Readonly<Record<string, KeywordKind>>): ReadonlyMap<string, KeywordKind> {
  return new Map(Object.entries(keywords));
}

/** The validation keywords of a dialect. */
export function keywordsOf(dialect: Dialect): ReadonlyMap<string, KeywordKind> {
  return KEYWORDS[dialect];
}

/** The direct subschemas of a schema with their steps, including definitions. */
export function* subschemasOf(
  schema: object,
  dialect: Dialect,
): Generator<readonly [value: unknown, ...steps: readonly (string | number)[]]> {
  for (const [keyword, value] of Object.entries(schema)) {
    const kind = DEFINITIONS.has(keyword) ? 'named schemas' : KEYWORDS[dialect].get(keyword);
    if (kind === 'schema' || (kind === 'items' && !Array.isArray(value))) yield [value, keyword];
    else if ((kind === 'schemas' || kind === 'items') && Array.isArray(value))
      for (const [index, one] of value.entries()) yield [one, keyword, index];
    else if ((kind === 'named schemas' || kind === 'dependencies') && isRecord(value))
      for (const [name, one] of Object.entries(value)) yield [one, keyword, name];
  }
}

const DEFINITIONS = new Set(['$defs', 'definitions']);

const require = createRequire(import.meta.url);

// OpenAPI 3.0 documents do not need these.
const ajv2019 = once(() => (require('ajv/dist/2019.js') as typeof import('ajv/dist/2019.js')).Ajv2019);

const ajv2020 = once(() => (require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')).Ajv2020);

/** The Ajv class of a dialect. */
export function ajvClassOf(dialect: Dialect): typeof Ajv {
  if (dialect === '2020-12') return ajv2020();
  return dialect === '2019-09' ? ajv2019() : Ajv;
}

const metaSchemas = [ajv2020, ajv2019, () => Ajv].map((load) =>
  once(() => new (load())({ strict: false, logger: false })),
);

/** The validator of a JSON Schema meta-schema; undefined for other addresses. */
export function findMetaSchema(address: string): ValidateFunction | undefined {
  if (!/^https?:\/\/json-schema\.org\//.test(address)) return undefined;
  return metaSchemas.map((ajv) => ajv().getSchema(address)).find((found) => found !== undefined);
}
