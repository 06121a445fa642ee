// Encodes values of the document as protobuf, by functions made once per message.

import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { isRecord } from '../../schema/is-record.ts';
import { holdsNull } from './convert-value.ts';
import { NOT_PLAIN, scalarForm, type ValueForm, writeTimestamp } from './encode-value.ts';
import { type EnumPlan, type FieldPlan, type MessagePlan, withNested } from './plan.ts';
import { ANY_VALUE } from './plan-value-type.ts';
import { MAX_MESSAGE_DEPTH } from './wire-check.ts';

/** Writes the value of a field, with its tags. */
type WriteField = (writer: BinaryWriter, value: unknown, depth: number) => void;

interface FieldEncoder {
  readonly jsonName: string;
  readonly holdsNull: boolean;
  readonly write: WriteField;
}

interface MessageEncoder {
  readonly plan: MessagePlan;
  /** By number, as the library writes them. Empty until it is complete: messages may be recursive. */
  readonly fields: FieldEncoder[];
  /** The members of each choice. */
  readonly oneofs: readonly (readonly FieldPlan[])[];
}

/** The parts of the plan, and the library for what has a JSON form of its own. */
export interface EncoderSettings {
  readonly messages: readonly MessagePlan[];
  readonly enums: readonly EnumPlan[];
  /** Encodes a message of `google.protobuf`. @param depth - how many more messages may be in each other */
  encodeWellKnown(name: string, value: unknown, depth: number): Uint8Array;
}

/**
 * The bytes of a value, which are those of the library; undefined for a value that is invalid or unusual, such as a
 * number as a text. The library converts these, and names the reason.
 */
export type Encode = (type: string, value: unknown) => Uint8Array | undefined;

export function createEncoder({ messages, enums, encodeWellKnown }: EncoderSettings): Encode {
  const all = messages.flatMap(withNested);
  const plans = new Map(all.map((plan) => [plan.fullName, plan]));
  const numbers = new Map(
    [...enums, ...all.flatMap((one) => one.enums)].map(({ fullName, values }) => [
      fullName,
      new Map(values.map(({ name, number }) => [name, number])),
    ]),
  );
  const encoders = new Map<string, MessageEncoder>();

  const encoderOf = (name: string): MessageEncoder | undefined => {
    const plan = plans.get(name);
    const known = encoders.get(name);
    if (known || !plan) return known;
    const oneofs = plan.oneofs.map((oneof) => plan.fields.filter((field) => field.oneof === oneof));
    const encoder: MessageEncoder = { plan, fields: [], oneofs };
    encoders.set(name, encoder);
    for (const field of plan.fields.toSorted((one, other) => one.number - other.number)) {
      const write = fieldWriter(field, formOf(field));
      encoder.fields.push({ jsonName: field.jsonName, holdsNull: holdsNull(field), write });
    }
    return encoder;
  };
  const formOf = ({ type }: FieldPlan): ValueForm => {
    if (type.kind !== 'message') return scalarForm(type, numbers);
    const { name } = type;
    const inner = encoderOf(name);
    return {
      wireType: WireType.LengthDelimited,
      read: (value) => value,
      write(writer, value, depth) {
        if (inner) writeMessage(inner, writer.fork(), value, depth + 1);
        else if (name === TIMESTAMP) writeTimestamp(writer.fork(), value);
        else return void writer.bytes(encodeWellKnown(name, value, MAX_MESSAGE_DEPTH - depth));
        writer.join();
      },
    };
  };

  /** Used again with its memory, which takes a quarter of the time to grow. */
  let writer = new BinaryWriter();
  return (type, value) => {
    const encoder = encoderOf(type);
    if (!encoder) return undefined;
    try {
      writeMessage(encoder, writer, value, 1);
      const bytes = writer.finish();
      if (bytes.length > MAX_REUSED) writer = new BinaryWriter();
      return bytes;
    } catch {
      writer = new BinaryWriter();
      return undefined;
    }
  };
}

/** After a longer message, the memory of the writer is freed. In bytes. */
const MAX_REUSED = 64 * 1024;

const TIMESTAMP = 'google.protobuf.Timestamp';

function writeMessage(
  { plan, fields, oneofs }: MessageEncoder,
  writer: BinaryWriter,
  value: unknown,
  depth: number,
): void {
  if (depth > MAX_MESSAGE_DEPTH || !isRecord(value)) throw NOT_PLAIN;
  let found = 0;
  for (const { jsonName, holdsNull, write } of fields) {
    if (!Object.hasOwn(value, jsonName)) continue;
    found += 1;
    const given = value[jsonName];
    if (given !== undefined && (given !== null || holdsNull)) write(writer, given, depth);
  }
  if (!plan.open && found < Object.keys(value).length) throw NOT_PLAIN;
  for (const members of oneofs) if (members.filter((field) => isSet(field, value)).length > 1) throw NOT_PLAIN;
}

function isSet(field: FieldPlan, value: Readonly<Record<string, unknown>>): boolean {
  if (!Object.hasOwn(value, field.jsonName)) return false;
  const given = value[field.jsonName];
  return given !== undefined && (given !== null || holdsNull(field));
}

function fieldWriter(field: FieldPlan, { wireType, read, write, isZero }: ValueForm): WriteField {
  const { number, cardinality, oneof, singular } = field;
  const tag = ((number << 3) | wireType) >>> 0;
  const listTag = ((number << 3) | WireType.LengthDelimited) >>> 0;
  const writeOne: WriteField = (writer, value, depth) => write(writer.uint32(tag), read(value), depth);
  switch (cardinality) {
    case 'repeated':
      return wireType === WireType.LengthDelimited
        ? (writer, value, depth) => {
            for (const item of itemsOf(value, field)) writeOne(writer, item, depth);
          }
        : (writer, value, depth) => {
            const items = itemsOf(value, field);
            if (items.length === 0) return;
            writer.uint32(listTag).fork();
            for (const item of items) write(writer, read(item), depth);
            writer.join();
          };
    case 'map': {
      const valueTag = (2 << 3) | wireType;
      return (writer, value, depth) => {
        if (!isRecord(value)) throw NOT_PLAIN;
        for (const key of Object.keys(value)) {
          const item = value[key];
          if (item === undefined) continue;
          if (!key.isWellFormed() || (item === null && !isAnyValue(field))) throw NOT_PLAIN;
          writer.uint32(listTag).fork().uint32(KEY_TAG).string(key).uint32(valueTag);
          write(writer, read(item), depth);
          writer.join();
        }
      };
    }
    default: {
      const hasPresence = cardinality === 'optional' || oneof !== undefined || !isZero;
      const writeSingle: WriteField = hasPresence
        ? writeOne
        : (writer, value, depth) => {
            const written = read(value);
            if (!isZero(written)) write(writer.uint32(tag), written, depth);
          };
      if (!singular) return writeSingle;
      return (writer, value, depth) => {
        const items = itemsOf(value, field);
        if (items.length > 1) throw NOT_PLAIN;
        if (items.length === 1) writeSingle(writer, items[0], depth);
      };
    }
  }
}

const KEY_TAG = (1 << 3) | WireType.LengthDelimited;

function isAnyValue({ type }: FieldPlan): boolean {
  return type.kind === 'message' && type.name === ANY_VALUE;
}

function itemsOf(value: unknown, field: FieldPlan): readonly unknown[] {
  if (!Array.isArray(value)) throw NOT_PLAIN;
  const isOther = value.includes(undefined) || (value.includes(null) && !isAnyValue(field));
  if (isOther) throw NOT_PLAIN;
  return value;
}
