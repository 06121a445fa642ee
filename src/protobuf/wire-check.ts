// Whether bytes are a message of a type, and which of its fields the type does not know.
//
// The library takes a field for what the type says, whatever the bytes say, lets a message inside another run over its end, and cuts
// off what a number has beyond 64 bits: it would read something that nobody sent. https://protobuf.dev/programming-guides/encoding/

import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { placeOf, tellUnknown } from './unknown-fields.ts';

/** How many messages may be in each other. */
export const MAX_DEPTH = 100;

/** What the bytes of one field must be. */
interface Rule {
  readonly name: string;
  readonly wireType: WireType;
  /** Whether many values may stand together behind one tag. */
  readonly packable: boolean;
  /** The fields of the message that it holds. */
  inside?: Rules;
}
type Rules = ReadonlyMap<number, Rule>;

interface Reading {
  readonly bytes: Uint8Array;
  readonly reader: BinaryReader;
  readonly unknown: Set<string>;
  /** The JSON names of the fields down to here. */
  readonly path: string[];
}

/** Reads all tags. Returns a sentence for each unknown field of each place, twenty at most. @throws Error if the bytes are no such message */
export function checkWire(type: DescMessage, bytes: Uint8Array): readonly string[] {
  const unknown = new Set<string>();
  const reader = new BinaryReader(bytes);
  checkMessage(rulesOf(type), { bytes, reader, unknown, path: [] }, bytes.byteLength);
  return [...unknown];
}

function checkMessage(rules: Rules, reading: Reading, end: number): void {
  const { reader, unknown, path } = reading;
  if (path.length >= MAX_DEPTH) throw new Error(`more than ${MAX_DEPTH} messages are in each other`);
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    const rule = rules.get(number);
    if (rule) checkField(rule, wireType, reading, end);
    else {
      tellUnknown(unknown, path, `with the number ${number}`);
      reader.skip(wireType, number, MAX_DEPTH - path.length);
    }
  }
  if (reader.pos > end) throw new Error(`${placeOf(path)} does not end where it should`);
}

function checkField(rule: Rule, wireType: WireType, reading: Reading, end: number): void {
  const { reader, path } = reading;
  const isPacked = rule.packable && wireType === WireType.LengthDelimited;
  path.push(rule.name);
  if (wireType !== rule.wireType && !isPacked) throw new Error(`${placeOf(path)} has the wire type ${wireType}`);
  if (wireType !== WireType.LengthDelimited) skipNumber(wireType, reading);
  else {
    const stop = reader.uint32() + reader.pos;
    if (stop > end) throw new Error(`${placeOf(path)} does not end where it should`);
    if (rule.inside) checkMessage(rule.inside, reading, stop);
    else if (isPacked) checkPacked(rule, reading, stop);
    else reader.pos = stop;
  }
  path.pop();
}

function checkPacked({ wireType }: Rule, reading: Reading, stop: number): void {
  const { reader, path } = reading;
  while (reader.pos < stop) skipNumber(wireType, reading);
  if (reader.pos > stop) throw new Error(`${placeOf(path)} does not end where it should`);
}

/** Goes over a number of at most 64 bits: of a tenth byte, they need one. */
function skipNumber(wireType: WireType, reading: Reading): void {
  const { reader, bytes, path } = reading;
  const start = reader.pos;
  reader.skip(wireType);
  const length = reader.pos - start;
  const isTooLong = length > 10 || (length === 10 && (bytes[reader.pos - 1] ?? 0) > 1);
  if (wireType === WireType.Varint && isTooLong)
    throw new Error(`${placeOf(path)} has an integer of more than 64 bits`);
}

const known = new WeakMap<DescMessage, Rules>();

function rulesOf(type: DescMessage): Rules {
  const before = known.get(type);
  if (before) return before;
  const rules = new Map<number, Rule>();
  // Known before its fields are looked at, because a message may contain itself.
  known.set(type, rules);
  for (const field of type.fields) rules.set(field.number, ruleOf(field));
  return rules;
}

function ruleOf(field: DescField): Rule {
  const name = field.jsonName;
  const inside = field.message && rulesOf(field.message);
  const value = { name, packable: false, ...(inside ? { inside } : {}) };
  const wireType = inside ? WireType.LengthDelimited : wireTypeOf(field.scalar ?? ScalarType.INT32);
  if (field.fieldKind === 'map') {
    const key = { name, packable: false, wireType: wireTypeOf(field.mapKey) };
    const entry = new Map<number, Rule>([
      [1, key],
      [2, { ...value, wireType }],
    ]);
    return { name, packable: false, wireType: WireType.LengthDelimited, inside: entry };
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
