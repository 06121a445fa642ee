// Texts for the errors of a JSON Schema validator.

import type { ErrorObject } from 'ajv';
import { toComparableText } from './equality.ts';
import { stringifyJson } from './json/stringify-json.ts';
import { childPointer } from './json-pointer.ts';
import { NUMERIC_TYPE } from './number-keywords.ts';

/** Descriptions of formats that Ajv only names. */
const FORMATS: Readonly<Record<string, string>> = {
  int32: 'a whole number from -2147483648 to 2147483647',
  uint32: 'a whole number from 0 to 4294967295',
  int64: 'a whole number from -9223372036854775808 to 9223372036854775807',
  uint64: 'a whole number from 0 to 18446744073709551615',
  'date-time': 'a date and time such as 2026-11-21T09:00:00Z',
  date: 'a date such as 2026-11-21',
};

/**
 * Returns the text of an error. The validator must be `verbose`: the text names values of the violated schema.
 *
 * @example explain(error) // 'must be a whole number from 0 to 4294967295'
 */
export function explainError({
  keyword,
  params,
  schema,
  parentSchema,
  message = 'is not allowed',
}: ErrorObject): string {
  const format = formatted(parentSchema);
  switch (keyword) {
    case 'additionalProperties':
      return `must not have the property "${params.additionalProperty}"`;
    case 'unevaluatedProperties':
      return `must not have the property "${params.unevaluatedProperty}"`;
    case 'propertyNames':
      return message === AJV_PROPERTY_NAME_MESSAGE ? `must not have the property "${params.propertyName}"` : message;
    case 'false schema':
      return 'must not be present';
    case 'not':
      return 'must not match the schema in "not"';
    case 'enum':
      return `must be ${params.allowedValues.length > 1 ? 'one of ' : ''}${listValues(params.allowedValues)}`;
    case 'const':
      return `must be ${stringifyJson(params.allowedValue)}`;
    case 'type':
      return `must be ${format ?? typesAndValues(params)}`;
    case 'format':
      return `must ${format ? `be ${format}` : `match the format "${params.format}"`}`;
    case 'pattern':
      return `must match the pattern "${params.pattern}"`;
    case 'multipleOf':
      return `must be a multiple of ${params.multipleOf}`;
    case 'uniqueItems':
      return `must not have duplicate items (items ${params.j} and ${params.i} are equal)`;
    case 'required':
      return 'is required';
    case 'dependentRequired':
    case 'dependencies':
      return `is required when "${params.property}" is present`;
    case 'oneOf':
      return exactlyOneOf(schema) ?? `must match exactly one schema in "oneOf"${matches(params.passingSchemas)}`;
    case 'anyOf':
      return 'must match at least one schema in "anyOf"';
    case 'if':
      return `must match the schema in "${params.failingKeyword}"`;
    default:
      return numberLimit(keyword, params) ?? sizeLimit(keyword, params) ?? message;
  }
}

/** Ajv's message for `propertyNames`. Others have the reason in it. */
const AJV_PROPERTY_NAME_MESSAGE = 'property name must be valid';

/** JSON Pointer (RFC 6901) of the value of an error; for a missing property that of the property. */
export function errorPointer({ instancePath, params }: ErrorObject): string {
  const missing: unknown = params.missingProperty;
  if (typeof missing !== 'string') return instancePath;
  return childPointer(instancePath, missing);
}

function formatted(schema: ErrorObject['parentSchema']): string | undefined {
  const format = FORMATS[schema?.format];
  const isText =
    format?.startsWith('a whole number') && [schema?.type ?? schema?.[NUMERIC_TYPE]].flat().includes('string');
  return isText ? `${format}, as a string` : format;
}

/** Maximum values in a text. */
const MAX_VALUES = 10;

function listValues(values: readonly unknown[]): string {
  const names = values.slice(0, MAX_VALUES).map(toComparableText).join(', ');
  return values.length > MAX_VALUES ? `${names} and ${values.length - MAX_VALUES} more` : names;
}

/** The allowed types and values: `an integer, a string or null, or one of all, none`. */
function typesAndValues({ type, allowedValues }: ErrorObject['params']): string {
  const types = [type].flat().map(withArticle);
  const last = types.at(-1);
  const either = types.length > 1 ? `${types.slice(0, -1).join(', ')} or ${last}` : `${last}`;
  if (!allowedValues) return either;
  return `${either}, or ${allowedValues.length > 1 ? 'one of ' : ''}${listValues(allowedValues)}`;
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** The schemas that a value matches, where only one may match. */
function matches(passing: readonly number[] | null | undefined): string {
  if (passing === undefined) return '';
  const names = (passing ?? []).slice(0, MAX_VALUES).map((index) => `oneOf/${index}`);
  return names.length === 0 ? ', but matches none' : `, but matches ${names.join(' and ')}`;
}

/** The properties of which exactly one is required, where the choices require nothing else. */
function exactlyOneOf(choices: unknown): string | undefined {
  const members = (Array.isArray(choices) ? choices : []).map((choice) =>
    Object.keys(choice).length === 1 ? choice.required?.[0] : undefined,
  );
  const isChoice = members.length > 0 && members.every((member) => typeof member === 'string');
  return isChoice ? `must have exactly one of ${members.join(', ')}` : undefined;
}

type Params = ErrorObject['params'];

const NUMBERS: Readonly<Record<string, string>> = {
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'greater than',
  exclusiveMaximum: 'less than',
};

/** Operators of Ajv: in OpenAPI 3.0 and draft 4, `exclusiveMinimum` modifies `minimum`. */
const COMPARISONS: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'greater than',
  '<': 'less than',
};

/** Returns the text for a limit of numbers: `must be at least 5`; undefined for other keywords. */
function numberLimit(keyword: string, { limit, comparison }: Params): string | undefined {
  const than = NUMBERS[keyword];
  return than && `must be ${COMPARISONS[comparison] ?? than} ${limit}`;
}

const SIZES: Readonly<Record<string, readonly [than: string, one: string, several: string]>> = {
  minLength: ['at least', 'character', 'characters'],
  maxLength: ['at most', 'character', 'characters'],
  minItems: ['at least', 'item', 'items'],
  maxItems: ['at most', 'item', 'items'],
  items: ['at most', 'item', 'items'],
  additionalItems: ['at most', 'item', 'items'],
  unevaluatedItems: ['at most', 'item', 'items'],
  minProperties: ['at least', 'property', 'properties'],
  maxProperties: ['at most', 'property', 'properties'],
};

/** Returns the text for a length or a count: `must have at most 1 item`; undefined for other keywords. */
function sizeLimit(keyword: string, params: Params): string | undefined {
  if (keyword === 'contains') return contained(params);
  const [than, one, several] = SIZES[keyword] ?? [];
  const limit: unknown = params.limit ?? params.len;
  return than === undefined || limit === undefined
    ? undefined
    : `must have ${than} ${limit} ${limit === 1 ? one : several}`;
}

function contained({ minContains = 1, maxContains }: Params): string {
  const most = maxContains === undefined ? '' : ` and at most ${maxContains}`;
  const isOne = (maxContains ?? minContains) === 1;
  return `must have at least ${minContains}${most} ${isOne ? 'item that matches' : 'items that match'} "contains"`;
}
