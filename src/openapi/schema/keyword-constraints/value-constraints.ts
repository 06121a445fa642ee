// Constraints on single values: type, enum, pattern, format, multipleOf and uniqueItems.

import { canonicalJson } from '../../../schema/equality.ts';
import { isInteger, isJsonNumber } from '../../../schema/json/exact-number.ts';
import { isMultiple } from '../../../schema/json/multiple.ts';
import { createPattern } from '../../../schema/pattern.ts';
import { findFormat } from '../../../schema/schema-formats.ts';
import {
  BOTH_OUTCOMES,
  type ConstraintSource,
  type KeywordConstraint,
  NO_OUTCOMES,
  toOutcomes,
} from './keyword-constraint.ts';

export function* valueConstraints({ schema, dialect, isText }: ConstraintSource): Generator<KeywordConstraint> {
  const { type, enum: values, pattern, format, multipleOf, uniqueItems } = schema;
  const isNullable = dialect === 'openapi-3.0' && schema.nullable === true;
  const types = [type].flat().filter((one) => typeof one === 'string');
  if (types.length > 0) {
    // Text can be read as any of these types.
    const isOpen = isText && types.some((one) => ['string', 'array', 'object'].includes(one));
    const all = isNullable ? [...types, 'null'] : types;
    yield {
      name: `type ${all.join(' or ')}`,
      possibleOutcomes: isOpen ? ['satisfied'] : BOTH_OUTCOMES,
      outcomesOf: (value) => toOutcomes(all.some((one) => hasType(one, value))),
    };
  }
  const listed = Array.isArray(values) && values.length > 0 ? values : undefined;
  if (listed) yield valuesConstraint('enum', isNullable ? [...listed, null] : listed);
  if (Object.hasOwn(schema, 'const')) yield valuesConstraint('const', [schema.const]);
  if (typeof pattern === 'string') {
    const expression = createPattern(pattern);
    if (expression.notEnforced === undefined)
      yield {
        name: `pattern ${pattern.length > MAX_PATTERN_LENGTH ? `${pattern.slice(0, MAX_PATTERN_LENGTH)}…` : pattern}`,
        possibleOutcomes: BOTH_OUTCOMES,
        outcomesOf: (value) => (typeof value === 'string' ? toOutcomes(expression.test(value)) : NO_OUTCOMES),
      };
  }
  if (typeof format === 'string') yield* formatConstraints(format);
  if (isJsonNumber(multipleOf) && multipleOf > 0)
    yield {
      name: `multipleOf ${multipleOf}`,
      possibleOutcomes: BOTH_OUTCOMES,
      outcomesOf: (value) => (isJsonNumber(value) ? toOutcomes(isMultiple(value, multipleOf)) : NO_OUTCOMES),
    };
  if (uniqueItems === true)
    yield {
      name: 'uniqueItems',
      possibleOutcomes: BOTH_OUTCOMES,
      outcomesOf: (value) =>
        Array.isArray(value) ? toOutcomes(new Set(value.map(canonicalJson)).size === value.length) : NO_OUTCOMES,
    };
}

/** Maximum characters of a pattern in a name. */
const MAX_PATTERN_LENGTH = 40;

function valuesConstraint(name: string, values: readonly unknown[]): KeywordConstraint {
  const known = new Set(values.map(canonicalJson));
  return { name, possibleOutcomes: BOTH_OUTCOMES, outcomesOf: (value) => toOutcomes(known.has(canonicalJson(value))) };
}

function* formatConstraints(name: string): Generator<KeywordConstraint> {
  const { text, number } = findFormat(name) ?? {};
  // Some formats accept every number.
  const checksNumbers = number !== undefined && !number(Number.NaN);
  if (!text && !checksNumbers) return;
  yield {
    name: `format ${name}`,
    possibleOutcomes: BOTH_OUTCOMES,
    outcomesOf(value) {
      if (typeof value === 'string' && text) return toOutcomes(text(value));
      return isJsonNumber(value) && number && checksNumbers ? toOutcomes(number(value)) : NO_OUTCOMES;
    },
  };
}

/** Bytes have the type string in bodies that are not JSON. */
function hasType(type: unknown, value: unknown): boolean {
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  if (ArrayBuffer.isView(value) || value instanceof Blob) return type === 'string';
  if (type === 'integer') return isInteger(value);
  if (type === 'number') return isJsonNumber(value);
  return typeof value === type;
}
