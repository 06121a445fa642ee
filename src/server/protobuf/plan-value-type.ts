// Maps schemas to protobuf types.

import { schemaNameAt } from '../../schema/json-pointer.ts';
import { isObjectSchema, objectShape } from './object-shape.ts';
import type { ProtobufScalar, ValueType } from './plan.ts';
import { planEnum } from './plan-enum.ts';
import { type NameScope, type Planning, reportProblem } from './planning.ts';
import { namedMessage, nestedMessage } from './start-message.ts';
import { isChoice, schemaTypes, type UnwrappedSchema } from './unwrap-schema.ts';

/** Well-known types that have a JSON form of their own, or are plain objects. */
const WELL_KNOWN: ReadonlySet<string> = new Set(
  [
    ...['Any', 'Duration', 'Empty', 'FieldMask', 'ListValue', 'Struct', 'Timestamp', 'Value'],
    ...['BoolValue', 'BytesValue', 'DoubleValue', 'FloatValue', 'StringValue'],
    ...['Int32Value', 'Int64Value', 'UInt32Value', 'UInt64Value'],
  ].map((name) => `google.protobuf.${name}`),
);

/** By `format`; an integer that names no size has 64 bits (OpenAPI format registry). */
const INTEGERS: ReadonlyMap<string, ProtobufScalar> = new Map(
  Object.entries({
    int8: 'int32',
    int16: 'int32',
    int32: 'int32',
    uint8: 'uint32',
    uint16: 'uint32',
    uint32: 'uint32',
    uint64: 'uint64',
  } as const),
);

const message = (name: string): ValueType => ({ kind: 'message', name });
const scalar = (name: ProtobufScalar, isNumber = false): ValueType => ({ kind: 'scalar', scalar: name, isNumber });

/** Any JSON value. */
export const ANY_VALUE = 'google.protobuf.Value';

/**
 * The type of a single value; undefined if it has none, which is reported.
 *
 * @param scope - of an unnamed message or enum
 * @param name - its name there
 */
export function valueTypeOf(
  planning: Planning,
  meaning: UnwrappedSchema | undefined,
  scope: NameScope,
  name: string,
  pointer: string,
): ValueType | undefined {
  const reject = (reason: string) => reportProblem(planning, meaning?.pointer ?? pointer, reason);
  if (!meaning) return void reject('this reference cannot be resolved, or refers to itself');
  const { value: schema } = meaning;
  if ((schema as unknown) === true) return message(ANY_VALUE);
  if ((schema as unknown) === false) return void reject('no value is allowed here, which protobuf cannot express');
  const wellKnown = schema['x-message'];
  if (wellKnown !== undefined) {
    if (WELL_KNOWN.has(wellKnown)) return message(wellKnown);
    return void reject(
      `x-message: "${wellKnown}" is not a well-known type with a JSON form, such as google.protobuf.Duration`,
    );
  }
  if (isChoice(schema))
    return void reject(
      'a union of types cannot be converted to protobuf; add a property for each, and list them in x-oneofs',
    );
  const [type = kindOf(planning, meaning)] = schemaTypes(schema);
  switch (type) {
    case 'string':
      return schema.enum ? planEnum(planning, meaning, scope, name) : textType(schema.format, reject);
    case 'boolean':
      return scalar('bool');
    case 'integer': {
      const size = INTEGERS.get(schema.format ?? '') ?? 'int64';
      return scalar(size, size.endsWith('64'));
    }
    case 'number':
      return scalar(schema.format === 'float' ? 'float' : 'double');
    case 'array':
      return void reject('a list of lists cannot be converted to protobuf; wrap the inner list in an object');
    case 'object':
      return objectType(planning, meaning, scope, name);
    case 'any':
      return message(ANY_VALUE);
    default:
      return void reject(`type "${type}" cannot be converted to protobuf`);
  }
}

/** The type of a schema that names none. */
function kindOf({ references }: Planning, { value: schema, pointer }: UnwrappedSchema): string {
  if (isObjectSchema(references, { value: schema, pointer })) return 'object';
  if (schema.items) return 'array';
  if (schema.enum) return schema.enum.some((value) => typeof value === 'string') ? 'string' : 'any';
  return 'any';
}

function textType(format: string | undefined, reject: (reason: string) => void): ValueType | undefined {
  switch (format) {
    case 'date-time':
      return message('google.protobuf.Timestamp');
    case 'byte':
      return scalar('bytes');
    case 'binary':
      return void reject('format "binary" cannot be converted to protobuf; use "byte"');
    case 'int64':
    case 'uint64':
      return scalar(format);
    default:
      return scalar('string');
  }
}

/** A message, or any object at all. */
function objectType(
  planning: Planning,
  meaning: UnwrappedSchema,
  scope: NameScope,
  name: string,
): ValueType | undefined {
  const component = schemaNameAt(meaning.pointer);
  if (!planning.named.has(component ?? '')) {
    const { properties, open } = objectShape(planning.references, meaning);
    if (properties.size === 0 && open && !meaning.value['x-field-numbers']) return message('google.protobuf.Struct');
  }
  if (component !== undefined) return message(namedMessage(planning, component, meaning).fullName);
  const nested = nestedMessage(planning, meaning, scope, name);
  return nested && message(nested.fullName);
}
