// Encodes single values as protobuf: scalars, enums and times.

import { type BinaryWriter, base64Decode, WireType } from '@bufbuild/protobuf/wire';
import type { ProtobufScalar, ValueType } from './plan.ts';

/** Thrown for a value that is left to the library. One object, because nobody sees it. */
export const NOT_PLAIN = new Error('this value is converted by the library');

/** How the values of a type are written. */
export interface ValueForm {
  readonly wireType: WireType;
  /** The value to write. @throws NOT_PLAIN for values in another form */
  read(value: unknown): unknown;
  /** Whether a field without presence omits the value. Default: it has presence. */
  isZero?(value: unknown): boolean;
  write(writer: BinaryWriter, value: unknown, depth: number): void;
}

/** @param numbers - of enum values, by the full name of the enum */
export function scalarForm(
  type: Exclude<ValueType, { readonly kind: 'message' }>,
  numbers: ReadonlyMap<string, ReadonlyMap<string, number>>,
): ValueForm {
  if (type.kind === 'scalar') return SCALARS[type.scalar];
  const values = numbers.get(type.name) ?? new Map<string, number>();
  return formOf<number>({
    wireType: WireType.Varint,
    read: (value) => values.get(value as string) ?? reject(),
    isZero: isZeroInteger,
    write: (writer, value) => void writer.int32(value),
  });
}

/** A form whose values are what it reads. */
function formOf<T>(form: {
  readonly wireType: WireType;
  read(value: unknown): T;
  isZero(value: T): boolean;
  write(writer: BinaryWriter, value: T): void;
}): ValueForm {
  return form as ValueForm;
}

function reject(): never {
  throw NOT_PLAIN;
}

/** Zero without a sign, which protobuf has for fractions only. */
const ZERO = 0;

function readInteger(value: unknown): number {
  return Number.isInteger(value) ? (value as number) + ZERO : reject();
}

/** Longest text that is surely a number without loss. */
const SAFE_DIGITS = /^-?\d{1,15}$/;
const DIGITS = /^-?\d{1,20}$/;

function readLong(value: unknown): number | bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'string') return Number.isSafeInteger(value) ? (value as number) + ZERO : reject();
  if (SAFE_DIGITS.test(value)) return Number(value) + ZERO;
  return DIGITS.test(value) ? BigInt(value) : reject();
}

function readFraction(value: unknown): number {
  return Number.isFinite(value) ? (value as number) : reject();
}

const isZeroInteger = (value: unknown) => value === 0 || value === 0n;
const isZeroFraction = (value: unknown) => Object.is(value, 0);

const SCALARS: Readonly<Record<ProtobufScalar, ValueForm>> = {
  string: formOf<string>({
    wireType: WireType.LengthDelimited,
    read: (value) => (typeof value === 'string' && value.isWellFormed() ? value : reject()),
    isZero: (value) => value === '',
    write: (writer, value) => void writer.string(value),
  }),
  bytes: formOf<Uint8Array>({
    wireType: WireType.LengthDelimited,
    read: (value) => (typeof value === 'string' ? base64Decode(value) : reject()),
    isZero: ({ length }) => length === 0,
    write: (writer, value) => void writer.bytes(value),
  }),
  bool: formOf<boolean>({
    wireType: WireType.Varint,
    read: (value) => (typeof value === 'boolean' ? value : reject()),
    isZero: (value) => !value,
    write: (writer, value) => void writer.bool(value),
  }),
  double: formOf<number>({
    wireType: WireType.Bit64,
    read: readFraction,
    isZero: isZeroFraction,
    write: (writer, value) => void writer.double(value),
  }),
  float: formOf<number>({
    wireType: WireType.Bit32,
    read: readFraction,
    isZero: isZeroFraction,
    write: (writer, value) => void writer.float(value),
  }),
  int32: formOf<number>({
    wireType: WireType.Varint,
    read: readInteger,
    isZero: isZeroInteger,
    write: (writer, value) => void writer.int32(value),
  }),
  uint32: formOf<number>({
    wireType: WireType.Varint,
    read: readInteger,
    isZero: isZeroInteger,
    write: (writer, value) => void writer.uint32(value),
  }),
  int64: formOf<number | bigint>({
    wireType: WireType.Varint,
    read: readLong,
    isZero: isZeroInteger,
    write: writeSigned,
  }),
  uint64: formOf<number | bigint>({
    wireType: WireType.Varint,
    read: readLong,
    isZero: isZeroInteger,
    write: (writer, value) => void (isSmall(value) ? writer.uint32(value) : writer.uint64(value)),
  }),
};

function writeSigned(writer: BinaryWriter, value: number | bigint): void {
  if (isSmall(value)) writer.uint32(value);
  else writer.int64(value);
}

/** Whether a 64-bit integer has the bytes of a 32-bit one, which are written without a `bigint`. */
function isSmall(value: number | bigint): value is number {
  return typeof value === 'number' && value >= 0 && value <= 0x7fff_ffff;
}

const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
/** Where the fraction of such a time begins, behind its point. */
const FRACTION = 20;
/** The tags of `seconds` and `nanos`. */
const [SECONDS, NANOS] = [1 << 3, 2 << 3];
/** The first second of the year 1. */
const FIRST_SECOND = -62_135_596_800;

/** Writes the content of a `google.protobuf.Timestamp`. */
export function writeTimestamp(writer: BinaryWriter, value: unknown): void {
  if (typeof value !== 'string' || !UTC_TIME.test(value)) reject();
  const seconds = Math.floor(Date.parse(value) / 1000);
  if (!(seconds >= FIRST_SECOND)) reject();
  const nanos = value.length <= FRACTION ? 0 : Number(value.slice(FRACTION, -1).padEnd(9, '0'));
  if (seconds !== 0) writeSigned(writer.uint32(SECONDS), seconds);
  if (nanos !== 0) writer.uint32(NANOS).int32(nanos);
}
