// Constraints on single values: bounds, type, enum, pattern, format, multipleOf, uniqueItems.

import { canonicalJson } from '../../../schema/equality.ts';
import { isRecord } from '../../../schema/is-record.ts';
import {
  compareNumbers,
  isInteger,
  isJsonNumber,
  type JsonNumber,
  subtractNumbers,
  toDouble,
} from '../../../schema/json/exact-number.ts';
import { isMultiple } from '../../../schema/json/multiple.ts';
import { createPattern } from '../../../schema/pattern.ts';
import { findFormat } from '../../../schema/schema-formats.ts';
import {
  BOTH_OUTCOMES,
  type ConstraintOutcome,
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

const AT_THE_BOUND: readonly ConstraintOutcome[] = ['satisfied', 'at the bound'];

const VIOLATED_BY_ONE: readonly ConstraintOutcome[] = ['violated', 'violated by one'];

/**
 * Counts by keyword suffix; undefined for other types. Lengths are code points (JSON Schema Validation, section
 * 6.3.1).
 */
const COUNTED: readonly (readonly [what: string, count: (value: unknown) => number | undefined])[] = [
  ['Length', (value) => (typeof value === 'string' ? [...value].length : undefined)],
  ['Items', (value) => (Array.isArray(value) ? value.length : undefined)],
  ['Properties', (value) => (isRecord(value) && !ArrayBuffer.isView(value) ? Object.keys(value).length : undefined)],
];

/** Constraints with a bound: numbers, lengths and counts. */
export function* boundConstraints(source: ConstraintSource): Generator<KeywordConstraint> {
  const { schema, isNeverEmpty } = source;
  for (const [what, count] of COUNTED) {
    const [least, most] = [schema[`min${what}`], schema[`max${what}`]];
    if (isCount(least) && least > 0) {
      const isSure = what === 'Length' && least === 1 && isNeverEmpty;
      const beyond: readonly ConstraintOutcome[] = isSure ? [] : least === 1 ? ['violated'] : VIOLATED_BY_ONE;
      yield boundConstraint(`min${what} ${least}`, [...AT_THE_BOUND, ...beyond], count, { least, step: 1 });
    }
    // A count cannot be below zero.
    const within: readonly ConstraintOutcome[] = most === 0 ? ['satisfied'] : AT_THE_BOUND;
    if (isCount(most))
      yield boundConstraint(`max${what} ${most}`, [...within, ...VIOLATED_BY_ONE], count, { most, step: 1 });
  }
  yield* numberConstraints(source);
}

function* numberConstraints({ schema }: ConstraintSource): Generator<KeywordConstraint> {
  const { type, multipleOf } = schema;
  const isWhole = [type].flat().includes('integer') && ![type].flat().includes('number');
  const step = toDouble(multipleOf) ?? (isWhole ? 1 : undefined);
  const number = (value: unknown) => (isJsonNumber(value) ? value : undefined);
  for (const [end, suffix] of [
    ['least', 'inimum'],
    ['most', 'aximum'],
  ] as const) {
    const name = `m${suffix}`;
    const exclusive = schema[`exclusiveM${suffix}`];
    const bounded = schema[name];
    // In OpenAPI 3.0 it is a boolean next to the bound.
    const isOpen = exclusive === true && isJsonNumber(bounded);
    if (isJsonNumber(bounded) && !isOpen)
      yield boundConstraint(
        `${name} ${bounded}`,
        [...AT_THE_BOUND, ...(step === undefined ? ['violated' as const] : VIOLATED_BY_ONE)],
        number,
        { [end]: bounded, step },
      );
    const limit = isOpen ? bounded : exclusive;
    if (isJsonNumber(limit))
      yield {
        name: `exclusiveM${suffix} ${limit}`,
        possibleOutcomes: ['satisfied', 'at the bound', 'violated'],
        outcomesOf(value) {
          if (!isJsonNumber(value)) return NO_OUTCOMES;
          if (compareNumbers(value, limit) === 0) return ['at the bound', 'violated'];
          return toOutcomes(end === 'least' ? value > limit : value < limit);
        },
      };
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

/** @param step - the smallest possible violation; undefined if there is none */
function boundConstraint(
  name: string,
  possibleOutcomes: readonly ConstraintOutcome[],
  measure: (value: unknown) => JsonNumber | undefined,
  { least, most, step }: { readonly least?: JsonNumber; readonly most?: JsonNumber; readonly step: number | undefined },
): KeywordConstraint {
  const limit = least ?? most ?? 0;
  return {
    name,
    possibleOutcomes,
    outcomesOf(value) {
      const size = measure(value);
      if (size === undefined) return NO_OUTCOMES;
      const distance = least === undefined ? subtractNumbers(size, limit) : subtractNumbers(limit, size);
      if (distance === 0) return AT_THE_BOUND;
      const isByOne = step !== undefined && Math.abs(distance - step) <= step * 1e-9;
      return distance > 0 && isByOne ? VIOLATED_BY_ONE : toOutcomes(distance < 0);
    },
  };
}
