// Removes unknown fields from protobuf JSON.

import { isRecord } from '../../schema/is-record.ts';
import { toDoubles } from '../../schema/json/exact-number.ts';
import type { Convert } from './convert-value.ts';
import type { FieldPlan, MessagePlan, ValueType } from './plan.ts';
import { reportUnknown } from './unknown-fields.ts';
import { MAX_MESSAGE_DEPTH } from './wire-check.ts';

/** A message with its prepared lookups. */
export interface MappedMessage {
  readonly plan: MessagePlan;
  readonly byJsonName: ReadonlyMap<string, FieldPlan>;
  readonly byName: ReadonlyMap<string, FieldPlan>;
}

export function mappedMessage(plan: MessagePlan): MappedMessage {
  return {
    plan,
    byJsonName: new Map(plan.fields.map((field) => [field.jsonName, field])),
    byName: new Map(plan.fields.map((field) => [field.name, field])),
  };
}

/** A field with each of its values converted. Maps may have any key, also `__proto__`. */
export function eachFieldValue({ cardinality }: FieldPlan, value: unknown, convert: Convert): unknown {
  if (cardinality === 'repeated') return Array.isArray(value) ? value.map(convert) : value;
  if (cardinality !== 'map') return convert(value);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.map(([key, one]) => [key, convert(one)]));
}

/** Types whose integers the library parses at any length, in quadratic time. */
const LONG = new Set(['Duration', 'Int64Value', 'UInt64Value'].map((name) => `google.protobuf.${name}`));
const LONGEST_NUMBER = 100;

function isLong(type: ValueType): boolean {
  return type.kind === 'message' ? LONG.has(type.name) : type.kind === 'scalar' && /^u?int64$/.test(type.scalar);
}

const shortOnly: Convert = (value) => {
  if (typeof value !== 'string' || value.length <= LONGEST_NUMBER) return value;
  throw new Error(`a number has ${value.length} characters; the maximum is ${LONGEST_NUMBER}`);
};

/**
 * Protobuf JSON without unknown fields. `unknown` receives a sentence for each, twenty at most.
 *
 * @throws Error if it is too deep
 */
export function knownFields(
  types: ReadonlyMap<string, MappedMessage>,
  type: MappedMessage,
  json: unknown,
  unknown: Set<string>,
  path: readonly string[] = [],
): unknown {
  if (path.length > MAX_MESSAGE_DEPTH) throw new Error(`messages are nested deeper than ${MAX_MESSAGE_DEPTH} levels`);
  if (!isRecord(json)) return json;
  const entries = Object.entries(json).flatMap(([key, value]) => {
    const field = type.byJsonName.get(key) ?? type.byName.get(key);
    if (!field) {
      reportUnknown(unknown, path, `"${key}"`);
      return [];
    }
    const inner = field.type.kind === 'message' ? types.get(field.type.name) : undefined;
    if (!inner) return [[key, eachFieldValue(field, value, isLong(field.type) ? shortOnly : toDoubles)] as const];
    const below = (one: unknown) => knownFields(types, inner, one, unknown, [...path, key]);
    return [[key, eachFieldValue(field, value, below)] as const];
  });
  return Object.fromEntries(entries);
}
