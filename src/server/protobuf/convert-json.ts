// Converts between the document's JSON and canonical protobuf JSON.

import { isRecord } from '../../schema/is-record.ts';
import { absentValueOf, type Convert, holdsNull, readingOf, writingOf } from './convert-value.ts';
import { eachFieldValue, knownFields, type MappedMessage, mappedMessage } from './known-fields.ts';
import { type EnumPlan, type FieldPlan, type MessagePlan, withNested } from './plan.ts';
import { MAX_MESSAGE_DEPTH } from './wire-check.ts';

/** Values of the messages of a plan on their way. Types are given by their full names; other types are the same on both sides. */
export interface Mapping {
  /**
   * Converts from protobuf JSON. The argument may be changed.
   *
   * @throws Error if the document cannot represent the value
   */
  read(type: string, json: unknown): unknown;
  /** The document's JSON as protobuf JSON. Further properties are left out where the document allows them. @throws Error if it is none */
  write(type: string, value: unknown): unknown;
  /** Protobuf JSON without unknown fields. `unknown` receives a sentence for each, twenty at most. */
  known(type: string, json: unknown, unknown: Set<string>): unknown;
}

/** A field that needs a conversion. */
interface Step {
  readonly field: FieldPlan;
  readonly convert: Convert | undefined;
  readonly absent: (() => unknown) | undefined;
}

/** A message, and the steps of its reading, made when they are first needed. */
interface Mapped extends MappedMessage {
  steps?: readonly Step[];
}

export function createMapping(messages: readonly MessagePlan[], enums: readonly EnumPlan[]): Mapping {
  const all = messages.flatMap(withNested);
  const types = new Map(all.map((plan): [string, Mapped] => [plan.fullName, mappedMessage(plan)]));
  const enumsByName = new Map([...enums, ...all.flatMap((one) => one.enums)].map((one) => [one.fullName, one]));

  const stepsOf = (one: Mapped): readonly Step[] => {
    one.steps ??= one.plan.fields.flatMap((field) => stepOf(field) ?? []);
    return one.steps;
  };
  const stepOf = (field: FieldPlan): Step | undefined => {
    const { type, required, singular } = field;
    const convert = type.kind === 'message' ? readingOfMessage(type.name) : readingOf(type);
    const absent = required ? absentValueOf(field, enumsByName) : undefined;
    return convert || absent || singular ? { field, convert, absent } : undefined;
  };
  const readingOfMessage = (name: string): Convert | undefined => {
    const inner = types.get(name);
    return inner && differs(inner, new Set()) ? (value) => read(inner, value) : undefined;
  };
  /** Whether a message, or one inside it, needs a conversion. */
  const differs = (one: Mapped, seen: Set<Mapped>): boolean => {
    if (one.steps) return one.steps.length > 0;
    if (seen.has(one)) return false;
    seen.add(one);
    return one.plan.fields.some((field) => {
      const { type, required, singular } = field;
      if (singular || (required && absentValueOf(field, enumsByName))) return true;
      const inner = type.kind === 'message' ? types.get(type.name) : undefined;
      return inner ? differs(inner, seen) : readingOf(type) !== undefined;
    });
  };
  const read = (one: Mapped, json: unknown): unknown => {
    if (!isRecord(json)) return json;
    for (const { field, convert, absent } of stepsOf(one)) {
      const { jsonName } = field;
      if (Object.hasOwn(json, jsonName)) Object.assign(json, { [jsonName]: readField(field, json[jsonName], convert) });
      else if (absent) Object.assign(json, { [jsonName]: absent() });
    }
    return json;
  };

  const write = (one: Mapped, value: unknown, depth: number): unknown => {
    if (depth > MAX_MESSAGE_DEPTH) throw new Error(`messages are nested deeper than ${MAX_MESSAGE_DEPTH} levels`);
    if (!isRecord(value)) return value;
    const json: Record<string, unknown> = {};
    for (const [key, given] of Object.entries(value)) {
      const field = one.byJsonName.get(key);
      if (!field && !one.plan.open && given !== undefined)
        throw new Error(`${one.plan.fullName} has no field "${key}"`);
      if (!field || given === undefined || (given === null && !holdsNull(field))) continue;
      const written = writeField(field, given, (inner) => writeValue(field, inner, depth));
      if (written !== undefined) json[key] = written;
    }
    return json;
  };
  const writeValue = ({ type }: FieldPlan, value: unknown, depth: number): unknown => {
    const inner = type.kind === 'message' ? types.get(type.name) : undefined;
    if (inner) return write(inner, value, depth + 1);
    return writingOf(type)?.(value) ?? value;
  };

  return {
    read: (type, json) => withType(types, type, json, (one) => read(one, json)),
    write: (type, value) => withType(types, type, value, (one) => write(one, value, 1)),
    known: (type, json, unknown) => withType(types, type, json, (one) => knownFields(types, one, json, unknown)),
  };
}

function withType<T>(
  types: ReadonlyMap<string, T>,
  name: string,
  value: unknown,
  convert: (type: T) => unknown,
): unknown {
  const type = types.get(name);
  return type ? convert(type) : value;
}

function readField(field: FieldPlan, json: unknown, convert: Convert | undefined): unknown {
  const value = convert ? eachFieldValue(field, json, convert) : json;
  return field.singular ? [value] : value;
}

function writeField(field: FieldPlan, value: unknown, convert: Convert): unknown {
  if (!field.singular) return eachFieldValue(field, value, convert);
  if (!Array.isArray(value) || value.length > 1) throw new Error(`${field.jsonName} must be a list of one element`);
  return value.length === 0 ? undefined : convert(value[0]);
}
