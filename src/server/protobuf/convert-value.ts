// Differences of single values between the document's JSON and protobuf JSON.

import { isInteger, type JsonNumber, toDouble, toNumber } from '../../schema/json/exact-number.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import type { EnumPlan, FieldPlan, ValueType } from './plan.ts';
import { ANY_VALUE } from './plan-value-type.ts';

/** Turns a value into another. */
export type Convert = (value: unknown) => unknown;

/** Types whose values are doubles: scalars, and their wrappers. */
const DOUBLE = /^(double|float|google\.protobuf\.(Double|Float)Value)$/;

/** Types that hold plain JSON. */
const PLAIN_JSON = new Set(['Struct', 'Value', 'ListValue', 'Any'].map((name) => `google.protobuf.${name}`));

/** Converts a scalar or enum from protobuf JSON; undefined if it is equal. */
export function readingOf(type: ValueType): Convert | undefined {
  // An unknown enum value is a number here. As a text it is reported as a value, not as a wrong type.
  if (type.kind === 'enum') return (value) => (typeof value === 'number' ? String(value) : value);
  return type.kind === 'scalar' && type.isNumber ? numberOf : undefined;
}

/** The number of protobuf JSON, which writes 64-bit integers as strings. */
function numberOf(value: unknown): JsonNumber {
  return toNumber(String(value));
}

/** Converts a value to protobuf JSON, if it is not of a message of the plan; undefined if it is equal. */
export function writingOf(type: ValueType): Convert | undefined {
  if (type.kind === 'scalar' && type.isNumber) return (value) => (isInteger(value) ? String(value) : value);
  if (DOUBLE.test(type.kind === 'scalar' ? type.scalar : type.name)) return (value) => toDouble(value) ?? value;
  if (type.kind !== 'message') return undefined;
  if (type.name === 'google.protobuf.Timestamp') return timestampOf;
  // Without values that JSON omits; the numbers of these types are doubles.
  return PLAIN_JSON.has(type.name) ? (value) => JSON.parse(stringifyJson(value)) : undefined;
}

/** RFC 3339 leaves the letter case open, the separator, and the length of the fraction. */
function timestampOf(value: unknown): unknown {
  if (typeof value !== 'string' || /^.{10}T[\d:]+(\.\d{1,9})?(Z|[+-][\d:]+)$/.test(value)) return value;
  return value
    .toUpperCase()
    .replace(/^(.{10}) /, '$1T')
    .replace(/(\.\d{9})\d+/, '$1');
}

/** Whether `null` is a value of a field. */
export function holdsNull({ type, cardinality }: FieldPlan): boolean {
  return type.kind === 'message' && type.name === ANY_VALUE && cardinality === 'single';
}

/**
 * The JSON value of an absent required field: protobuf omits zero and empty values. Undefined for a message, which has
 * presence.
 */
export function absentValueOf(field: FieldPlan, enums: ReadonlyMap<string, EnumPlan>): (() => unknown) | undefined {
  const { cardinality, type, nullable, singular } = field;
  if (cardinality === 'repeated') return () => [];
  if (cardinality === 'map') return () => ({});
  if (nullable && !holdsNull(field)) return () => null;
  if (type.kind === 'message') return undefined;
  const zero = type.kind === 'enum' ? enums.get(type.name)?.values[0]?.name : zeroOf(type);
  return singular ? () => [zero] : () => zero;
}

function zeroOf({ scalar, isNumber }: ValueType & { readonly kind: 'scalar' }): unknown {
  switch (scalar) {
    case 'string':
    case 'bytes':
      return '';
    case 'bool':
      return false;
    case 'int64':
    case 'uint64':
      return isNumber ? 0 : '0';
    default:
      return 0;
  }
}
