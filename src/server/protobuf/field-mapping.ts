// How single values differ between the document's JSON and the canonical protobuf JSON.

import type { EnumPlan, FieldPlan, ValueType } from './plan.ts';
import { ANY_VALUE } from './value-type.ts';

/** Turns a value into another. */
export type Convert = (value: unknown) => unknown;

/** Types that hold plain JSON. */
const PLAIN_JSON = new Set(['Struct', 'Value', 'ListValue', 'Any'].map((name) => `google.protobuf.${name}`));

/** What a scalar or enum read as protobuf JSON is in the document's; undefined when it is the same. */
export function readingOf(type: ValueType): Convert | undefined {
  // An enum value that the document does not know is a number here. As a text it is told as a value, not as a wrong type.
  if (type.kind === 'enum') return (value) => (typeof value === 'number' ? String(value) : value);
  return type.kind === 'scalar' && type.isNumber ? numberOf : undefined;
}

/** @throws Error if the integer is none that JSON numbers hold */
function numberOf(value: unknown): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new Error(`${value} is too large for a number in JSON`);
}

/** What a value of the document's JSON is in protobuf JSON, if it is not of a message of the plan; undefined when it is the same. */
export function writingOf(type: ValueType): Convert | undefined {
  if (type.kind !== 'message') return undefined;
  if (type.name === 'google.protobuf.Timestamp') return timestampOf;
  // Without what JSON leaves out.
  return PLAIN_JSON.has(type.name) ? (value) => JSON.parse(JSON.stringify(value)) : undefined;
}

/** RFC 3339 leaves the letter case open, the separator, and the length of the fraction. */
function timestampOf(value: unknown): unknown {
  if (typeof value !== 'string' || /^.{10}T[\d:]+(\.\d{1,9})?(Z|[+-][\d:]+)$/.test(value)) return value;
  return value
    .toUpperCase()
    .replace(/^(.{10}) /, '$1T')
    .replace(/(\.\d{9})\d+/, '$1');
}

/** Whether `null` is a value of a field, and not its absence. */
export function holdsNull({ type, cardinality }: FieldPlan): boolean {
  return type.kind === 'message' && type.name === ANY_VALUE && cardinality === 'single';
}

/**
 * What an absent field is in the document's JSON when it must be there: protobuf does not send what is zero or empty. Undefined for a
 * message, whose absence can be told.
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
