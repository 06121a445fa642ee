// The messages of a plan, ready for use.

import {
  type DescFile,
  type DescMessage,
  type FileRegistry,
  fromBinary,
  fromJson,
  type JsonValue,
  toBinary,
  toJson,
} from '@bufbuild/protobuf';
import { AnySchema } from '@bufbuild/protobuf/wkt';
import { isRecord } from '../../schema/is-record.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import { createMapping, type Mapping } from './convert-json.ts';
import { writingOf } from './convert-value.ts';
import { createDescriptors } from './descriptors.ts';
import { createEncoder, type Encode } from './encode-message.ts';
import { ERROR_DETAILS } from './google-rpc.ts';
import type { Messages, MessageType, PackedMessage, ReadMessage } from './message-type.ts';
import { type ProtobufPlan, withNested } from './plan.ts';
import { aliasFiles } from './proto-file.ts';
import { createWireCheck, MAX_MESSAGE_DEPTH, type WireCheck } from './wire-check.ts';

/** Longest reason that a client is given, in UTF-16 units. */
const MAX_REASON = 300;

/** The parts of messages. */
interface Types {
  readonly registry: FileRegistry;
  readonly mapping: Mapping;
  readonly encode: Encode;
  readonly checkWire: WireCheck;
}

/**
 * Creates the messages of a plan. Descriptors are built on first use.
 *
 * @param values - maximum number of values in a binary message. Default: unlimited
 */
export function createMessages(
  plan: ProtobufPlan,
  values = Number.POSITIVE_INFINITY,
): Messages & {
  /** The files of the package, of further names, and all that they use; for server reflection. */
  readonly files: readonly DescFile[];
} {
  let made: Types | undefined;
  const types = (): Types => {
    made ??= createTypes(plan, values);
    return made;
  };
  const rpcs = new Map(plan.rpcs.map((rpc) => [rpc.operationId, rpc]));
  const pairs = new Map<string, { readonly input: MessageType; readonly output: MessageType }>();
  return {
    of(operationId) {
      const rpc = rpcs.get(operationId);
      if (!rpc) return undefined;
      const pair = pairs.get(operationId) ?? {
        input: messageType(types(), rpc.input),
        output: messageType(types(), rpc.output),
      };
      pairs.set(operationId, pair);
      return pair;
    },
    pack: (detail) => pack(types(), detail),
    get files() {
      return [...types().registry.files];
    },
  };
}

function createTypes(plan: ProtobufPlan, values: number): Types {
  const registry = createDescriptors(plan);
  const messages = [...plan.messages, ...aliasFiles(plan).flatMap((file) => file.messages), ...ERROR_DETAILS];
  const { enums } = plan;
  const encodeWellKnown = (name: string, value: unknown, recursionLimit: number) => {
    const type = requireMessage(registry, name);
    const json = writingOf({ kind: 'message', name })?.(value) ?? value;
    return toBinary(type, fromJson(type, json as JsonValue, { registry, recursionLimit }));
  };
  return {
    registry,
    mapping: createMapping(messages, enums),
    encode: createEncoder({ messages, enums, encodeWellKnown }),
    checkWire: createWireCheck({ values, mostItems: mostItemsOf(plan) }),
  };
}

function requireMessage(registry: FileRegistry, name: string): DescMessage {
  const type = registry.getMessage(name);
  if (!type) throw new Error(`Message ${name} not found.`);
  return type;
}

/** How long lists may be, by the full name of their message and their number in it. */
function mostItemsOf(plan: ProtobufPlan): (message: string, field: number) => number {
  const fields = plan.messages
    .flatMap(withNested)
    .flatMap((message) => message.fields.map((field) => [`${message.fullName} ${field.number}`, field] as const));
  const known = new Map(fields);
  return (message, number) => known.get(`${message} ${number}`)?.mostItems ?? Number.POSITIVE_INFINITY;
}

function messageType({ registry, mapping, encode, checkWire }: Types, name: string): MessageType {
  const type = requireMessage(registry, name);
  const reading = { registry, recursionLimit: MAX_MESSAGE_DEPTH };
  // An operation without a response body has an empty message.
  const written = (value: unknown = {}) => fromJson(type, mapping.write(name, value) as JsonValue, reading);
  return {
    name,
    fromBinary: (bytes) =>
      readAs(type, () => {
        const unknownFields = checkWire(type, bytes);
        const message = fromBinary(type, bytes, { readUnknownFields: false, recursionLimit: MAX_MESSAGE_DEPTH });
        return { value: mapping.read(name, toJson(type, message, { registry })), unknownFields };
      }),
    fromJson: (json) =>
      readAs(type, () => {
        const unknown = new Set<string>();
        const message = fromJson(type, mapping.known(name, json, unknown) as JsonValue, reading);
        return { value: mapping.read(name, toJson(type, message, { registry })), unknownFields: [...unknown] };
      }),
    toBinary: (value = {}) => encode(name, value) ?? toBinary(type, written(value)),
    toJson: (value) => toJson(type, written(value), { registry, alwaysEmitImplicit: true }),
  };
}

/** Whatever cannot be read is the client's mistake. */
function readAs({ typeName }: DescMessage, read: () => ReadMessage): ReadMessage {
  try {
    return read();
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new ApiError('invalid_argument', `invalid ${typeName} message: ${shortened(reason)}`, { cause: thrown });
  }
}

/** The library repeats invalid input of any length. */
function shortened(reason: string): string {
  return reason.length <= MAX_REASON ? reason : `${reason.slice(0, MAX_REASON).toWellFormed()}…`;
}

function pack({ registry, mapping }: Types, detail: unknown): PackedMessage | undefined {
  if (!isRecord(detail)) return undefined;
  const { '@type': url, ...fields } = detail;
  const type = typeof url === 'string' ? url.slice(url.lastIndexOf('/') + 1) : '';
  if (!registry.getMessage(type)) return type === '' ? undefined : packBytes(type, fields);
  try {
    const json = { ...(mapping.write(type, fields) as object), '@type': url };
    return { type, value: fromJson(AnySchema, json as JsonValue, { registry }).value };
  } catch {
    return undefined;
  }
}

/** Base64 in both alphabets (RFC 4648, sections 4 and 5). */
const BASE64 = /^[\w+/-]*={0,2}$/;

/** A message of a type that is not known here. */
function packBytes(type: string, { value, ...others }: Readonly<Record<string, unknown>>): PackedMessage | undefined {
  if (typeof value !== 'string' || !BASE64.test(value) || Object.keys(others).length > 0) return undefined;
  return { type, value: new Uint8Array(Buffer.from(value, 'base64')) };
}
