// Validates the wire format of messages. The library trusts the type over the bytes, lets nested messages exceed their
// end, and truncates numbers beyond 64 bits: it would read values that were never sent.
// https://protobuf.dev/programming-guides/encoding/

import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { fieldPath, reportUnknown } from './unknown-fields.ts';

/** How many messages may be in each other. */
export const MAX_MESSAGE_DEPTH = 100;

/** How much a message may hold. */
interface WireBounds {
  /** The most values, where a message inside another counts as four: so much more is made of it than of a number. */
  readonly values: number;
  /**
   * The documented maximum of a list, given the full name of its message and its number in it; infinite if there is
   * none.
   */
  mostItems(message: string, field: number): number;
}

/** The cost of a nested message, beside its content. */
const MESSAGE = 4;
/** Items beyond a schema's limit that are still read, so that the error names them with all other violations. */
const TOLERANCE = 1000;

/** Above this number of values, unknown fields are not reported: their sentences would cost more than the rest. */
const MAX_REPORTED_VALUES = 10_000;

/** Maximum length of a map key, in bytes: each finding below it repeats it. */
const LONGEST_NAME = 4096;

/** The expected wire format of a field. */
interface Rule {
  readonly name: string;
  /** How many of it a message may have, if it is a list. */
  readonly most: number;
  readonly wireType: WireType;
  /** Whether values may be packed. */
  readonly packable: boolean;
  /** Whether it is a map key, and so a name in JSON. */
  readonly isName?: boolean;
  /** The fields of its message. */
  inside?: Rules;
}
type Rules = ReadonlyMap<number, Rule>;

interface Reading {
  readonly bytes: Uint8Array;
  readonly reader: BinaryReader;
  readonly unknown: Set<string>;
  /** The JSON names of the fields down to here. */
  readonly path: string[];
  /** The number of values so far, and its maximum. */
  values: number;
  readonly most: number;
}

/**
 * Reads all tags. Returns a sentence for each unknown field, twenty at most.
 *
 * @throws Error if the bytes are invalid, or have too many values
 */
export type WireCheck = (type: DescMessage, bytes: Uint8Array) => readonly string[];

export function createWireCheck(bounds: WireBounds): WireCheck {
  const known = new Map<DescMessage, Rules>();
  return (type, bytes) => {
    const unknown = new Set<string>();
    const reader = new BinaryReader(bytes);
    const reading = { bytes, reader, unknown, path: [], values: 0, most: bounds.values };
    checkMessage(rulesOf(type, bounds, known), reading, bytes.byteLength);
    return [...unknown];
  };
}

/** Counts values before they are parsed. */
function count(reading: Reading, values: number): void {
  reading.values += values;
  if (reading.values > reading.most) throw new Error(`it has more than ${reading.most} values`);
}

function checkMessage(rules: Rules, reading: Reading, end: number): void {
  const { reader, unknown, path } = reading;
  if (path.length >= MAX_MESSAGE_DEPTH) throw new Error(`messages are nested deeper than ${MAX_MESSAGE_DEPTH} levels`);
  /** The number of items of limited lists. */
  let items: Map<Rule, number> | undefined;
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    const rule = rules.get(number);
    count(reading, rule?.inside ? MESSAGE : 1);
    if (rule && rule.most < Number.POSITIVE_INFINITY) {
      items ??= new Map();
      const has = (items.get(rule) ?? 0) + 1;
      items.set(rule, has);
      rejectTooMany(rule, has, reading);
    }
    if (rule) checkField(rule, wireType, reading, end);
    else {
      if (reading.values < MAX_REPORTED_VALUES) reportUnknown(unknown, path, `with the number ${number}`);
      skipUnknown(wireType, number, reading, path.length);
    }
  }
  if (reader.pos > end) throw new Error(`${fieldPath(path)} is truncated or has extra bytes`);
}

/** Skips an unknown field, counting the values of a group. */
function skipUnknown(wireType: WireType, number: number, reading: Reading, depth: number): void {
  const { reader } = reading;
  if (wireType !== WireType.StartGroup) {
    reader.skip(wireType, number);
    return;
  }
  if (depth >= MAX_MESSAGE_DEPTH) throw new Error('the recursion of groups is too deep');
  for (let [inner, type] = reader.tag(); type !== WireType.EndGroup || inner !== number; [inner, type] = reader.tag()) {
    if (type === WireType.EndGroup) throw new Error(`group ${number} ends with the tag of group ${inner}`);
    count(reading, 1);
    skipUnknown(type, inner, reading, depth + 1);
  }
}

function checkField(rule: Rule, wireType: WireType, reading: Reading, end: number): void {
  const { reader, path } = reading;
  const isPacked = rule.packable && wireType === WireType.LengthDelimited;
  path.push(rule.name);
  if (wireType !== rule.wireType && !isPacked) throw new Error(`${fieldPath(path)} has wire type ${wireType}`);
  if (wireType !== WireType.LengthDelimited) skipNumber(wireType, reading);
  else {
    const length = reader.uint32();
    const stop = length + reader.pos;
    if (rule.isName && length > LONGEST_NAME)
      throw new Error(`a key in ${fieldPath(path.slice(0, -1))} has more than ${LONGEST_NAME} bytes`);
    if (stop > end) throw new Error(`${fieldPath(path)} is truncated or has extra bytes`);
    if (rule.inside) checkMessage(rule.inside, reading, stop);
    else if (isPacked) checkPacked(rule, reading, stop);
    else reader.pos = stop;
  }
  path.pop();
}

function rejectTooMany({ name, most }: Rule, has: number, { path }: Reading): void {
  if (has > most + TOLERANCE)
    throw new Error(`${fieldPath([...path, name])} has more than ${most + TOLERANCE} items; the maximum is ${most}`);
}

function checkPacked(rule: Rule, reading: Reading, stop: number): void {
  const { reader, path } = reading;
  for (let has = 1; reader.pos < stop; has += 1) {
    count(reading, 1);
    rejectTooMany(rule, has, reading);
    skipNumber(rule.wireType, reading);
  }
  if (reader.pos > stop) throw new Error(`${fieldPath(path)} is truncated or has extra bytes`);
}

/** Skips a number of at most 64 bits: of the tenth byte, they need one. */
function skipNumber(wireType: WireType, reading: Reading): void {
  const { reader, bytes, path } = reading;
  const start = reader.pos;
  reader.skip(wireType);
  const length = reader.pos - start;
  const isTooLong = length > 10 || (length === 10 && (bytes[reader.pos - 1] ?? 0) > 1);
  if (wireType === WireType.Varint && isTooLong)
    throw new Error(`${fieldPath(path)} has an integer of more than 64 bits`);
}

function rulesOf(type: DescMessage, bounds: WireBounds, known: Map<DescMessage, Rules>): Rules {
  const before = known.get(type);
  if (before) return before;
  const rules = new Map<number, Rule>();
  // Registered before its fields, because messages may be recursive.
  known.set(type, rules);
  for (const field of type.fields) {
    const inside = field.message && rulesOf(field.message, bounds, known);
    rules.set(field.number, ruleOf(field, inside, bounds.mostItems(type.typeName, field.number)));
  }
  return rules;
}

function ruleOf(field: DescField, inside: Rules | undefined, most: number): Rule {
  const name = field.jsonName;
  const value = { name, most, packable: false, ...(inside ? { inside } : {}) };
  const wireType = inside ? WireType.LengthDelimited : wireTypeOf(field.scalar ?? ScalarType.INT32);
  if (field.fieldKind === 'map') {
    const any = { most: Number.POSITIVE_INFINITY };
    const entry = new Map<number, Rule>([
      [1, { name, ...any, packable: false, isName: true, wireType: wireTypeOf(field.mapKey) }],
      [2, { ...value, ...any, wireType }],
    ]);
    return { name, most, packable: false, wireType: WireType.LengthDelimited, inside: entry };
  }
  return { ...value, wireType, packable: field.fieldKind === 'list' && wireType !== WireType.LengthDelimited };
}

function wireTypeOf(scalar: ScalarType): WireType {
  switch (scalar) {
    case ScalarType.STRING:
    case ScalarType.BYTES:
      return WireType.LengthDelimited;
    case ScalarType.DOUBLE:
    case ScalarType.FIXED64:
    case ScalarType.SFIXED64:
      return WireType.Bit64;
    case ScalarType.FLOAT:
    case ScalarType.FIXED32:
    case ScalarType.SFIXED32:
      return WireType.Bit32;
    default:
      return WireType.Varint;
  }
}
