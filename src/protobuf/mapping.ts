// Where the document's JSON differs from the canonical protobuf JSON of messages, and the way from one to the other.

import { isObject } from './document-part.ts';
import { absentValueOf, type Convert, holdsNull, readingOf, writingOf } from './field-mapping.ts';
import { type EnumPlan, type FieldPlan, type MessagePlan, withNested } from './plan.ts';
import { MAX_DEPTH } from './wire-check.ts';

/** How many unknown fields are told of. */
const MAX_TOLD = 20;

/** Values of the messages of a plan on their way. Types are given by their full names; other types are the same on both sides. */
export interface Mapping {
  /** Protobuf JSON as the document's. What is given may be changed. @throws Error if the document cannot have the value */
  read(type: string, json: unknown): unknown;
  /** The document's JSON as protobuf JSON. Further properties are left out where the document allows them. @throws Error if it is none */
  write(type: string, value: unknown): unknown;
  /** Protobuf JSON without fields that the type does not have. `told` gets a sentence for each, twenty at most. */
  known(type: string, json: unknown, told: Set<string>): unknown;
}

type Json = Readonly<Record<string, unknown>>;

/** A field of which something differs when it is read. */
interface Step {
  readonly field: FieldPlan;
  readonly convert: Convert | undefined;
  readonly absent: Convert | undefined;
}

/** A message with what is looked up for every value. */
interface Mapped {
  readonly plan: MessagePlan;
  readonly byJsonName: ReadonlyMap<string, FieldPlan>;
  readonly byName: ReadonlyMap<string, FieldPlan>;
  /** Made when it is first needed. */
  steps?: readonly Step[];
}

export function createMapping(messages: readonly MessagePlan[], enums: readonly EnumPlan[]): Mapping {
  const all = messages.flatMap(withNested);
  const types = new Map(all.map((plan) => [plan.fullName, mapped(plan)]));
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
  /** Whether something differs in a message or in one below it. */
  const differs = (one: Mapped, seen: Set<Mapped>): boolean => {
    if (one.steps) return one.steps.length > 0;
    if (seen.has(one)) return false;
    seen.add(one);
    return one.plan.fields.some(({ type, required, singular, ...field }) => {
      if (singular || (required && absentValueOf({ type, required, singular, ...field }, enumsByName))) return true;
      const inner = type.kind === 'message' ? types.get(type.name) : undefined;
      return inner ? differs(inner, seen) : readingOf(type) !== undefined;
    });
  };
  const read = (one: Mapped, json: unknown): unknown => {
    if (!isObject(json)) return json;
    for (const { field, convert, absent } of stepsOf(one)) {
      const { jsonName } = field;
      if (Object.hasOwn(json, jsonName)) Object.assign(json, { [jsonName]: readField(field, json[jsonName], convert) });
      else if (absent) Object.assign(json, { [jsonName]: absent(undefined) });
    }
    return json;
  };

  const write = (one: Mapped, value: unknown, depth: number): unknown => {
    if (depth > MAX_DEPTH) throw new Error(`more than ${MAX_DEPTH} messages are in each other`);
    if (!isObject(value)) return value;
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

  const known = (one: Mapped, json: unknown, told: Set<string>, path: readonly string[]): unknown => {
    if (path.length > MAX_DEPTH) throw new Error(`more than ${MAX_DEPTH} messages are in each other`);
    if (!isObject(json)) return json;
    const entries = Object.entries(json).flatMap(([key, value]) => {
      const field = one.byJsonName.get(key) ?? one.byName.get(key);
      if (!field) tell(told, path, key);
      const inner = field?.type.kind === 'message' ? types.get(field.type.name) : undefined;
      const below = (value: unknown) => (inner ? known(inner, value, told, [...path, key]) : value);
      return field ? [[key, eachOf(field, value, below)] as const] : [];
    });
    return Object.fromEntries(entries);
  };

  return {
    read: (type, json) => withType(types, type, json, (one) => read(one, json)),
    write: (type, value) => withType(types, type, value, (one) => write(one, value, 1)),
    known: (type, json, told) => withType(types, type, json, (one) => known(one, json, told, [])),
  };
}

function mapped(plan: MessagePlan): Mapped {
  return {
    plan,
    byJsonName: new Map(plan.fields.map((field) => [field.jsonName, field])),
    byName: new Map(plan.fields.map((field) => [field.name, field])),
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
  const value = convert ? eachOf(field, json, convert) : json;
  return field.singular ? [value] : value;
}

function writeField(field: FieldPlan, value: unknown, convert: Convert): unknown {
  if (!field.singular) return eachOf(field, value, convert);
  if (!Array.isArray(value) || value.length > 1) throw new Error(`${field.jsonName} must be a list of one element`);
  return value.length === 0 ? undefined : convert(value[0]);
}

/** A field with each of its values converted. */
function eachOf({ cardinality }: FieldPlan, value: unknown, convert: Convert): unknown {
  if (cardinality === 'repeated') return Array.isArray(value) ? value.map(convert) : value;
  if (cardinality !== 'map' || !isObject(value)) return cardinality === 'map' ? value : convert(value);
  const entries = Object.entries(value as Json).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.map(([key, one]) => [key, convert(one)]));
}

function tell(told: Set<string>, path: readonly string[], key: string): void {
  if (told.size >= MAX_TOLD) return;
  const place = path.length === 0 ? 'the message' : path.join('.');
  told.add(`${place} has a field "${key}", which is not in the document and was ignored`);
}
