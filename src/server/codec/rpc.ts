// Codecs of remote procedure calls: a protocol with binary or JSON messages. Loaded on demand.

import type { Operation } from '../../openapi/document.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { once } from '../../schema/once.ts';
import type { Codec } from '../pipeline/codec.ts';
import { ApiError, codeOfStatus } from '../pipeline/errors/api-error.ts';
import type { WireRequest } from '../pipeline/wire.ts';
import type { Messages, MessageType } from '../protobuf/message-type.ts';
import { readJsonText } from './json-text.ts';
import { listBoundsOf } from './list-bounds.ts';
import type { Protocol } from './protocol.ts';

/** The settings of calls. */
interface RpcSettings {
  /** The messages of the document; requested by each call. */
  messages(): Promise<Messages>;
  /** Longest message that is read, in bytes, after it was decompressed. */
  readonly limit: number;
  /** The most values that are read in one message in JSON. */
  readonly values: number;
}

/** The codecs of a document with messages. Media types of Connect have another meaning at ordinary paths. */
interface RpcCodecs {
  readonly grpc: Codec;
  readonly grpcWeb: Codec;
  readonly connect: Codec;
  /** Preloads what the first call needs. */
  load(): Promise<void>;
}

export function rpcCodecs(settings: RpcSettings): RpcCodecs {
  const protocols = {
    grpc: once(async () => (await import('./grpc.ts')).grpc),
    grpcWeb: once(async () => (await import('./grpc-web.ts')).grpcWeb),
    connect: once(async () => (await import('./connect.ts')).connect),
  };
  const codec = (protocol: keyof typeof protocols, mediaTypes: readonly string[]) =>
    createCodec(protocols[protocol], mediaTypes, settings);
  const grpcWeb = ['application/grpc-web+proto', 'application/grpc-web', 'application/grpc-web+json'];
  const text = ['application/grpc-web-text', 'application/grpc-web-text+proto'];
  return {
    grpc: codec('grpc', ['application/grpc', 'application/grpc+proto', 'application/grpc+json']),
    grpcWeb: codec('grpcWeb', [...grpcWeb, ...text]),
    connect: codec('connect', ['application/json', 'application/proto']),
    async load() {
      await Promise.all([settings.messages(), ...Object.values(protocols).map((load) => load())]);
    },
  };
}

function createCodec(
  loaded: () => Promise<Protocol>,
  mediaTypes: readonly string[],
  { messages, limit, values }: RpcSettings,
): Codec {
  return {
    mediaTypes,
    reads: 'message',
    findMediaTypeError: () => undefined,
    checkable: ({ body }) => ({ value: body }),
    async decode(request, operation) {
      const protocol = await loaded();
      const { input } = typesOf(await messages(), operation);
      const { message, timeout } = await protocol.read(request, limit).catch(async (thrown) => {
        const { failureOf } = await import('./protocol.ts');
        throw failureOf(thrown);
      });
      const bounds = { values, lists: listBoundsOf(operation.requestSchema?.value, operation.references) };
      const { value, unknownFields } = isJson(request)
        ? input.fromJson(readJsonText(message, bounds))
        : input.fromBinary(message);
      return { value, warnings: unknownFields, ...(timeout !== undefined && { timeout }) };
    },
    async encode(reply, request, operation) {
      const protocol = await loaded();
      const { body, status } = reply;
      if (reply.error || status >= 400) {
        const { errorOf } = await import('./protocol.ts');
        const failure = reply.error ?? new ApiError(codeOfStatus(status), messageIn(body) ?? `status ${status}`);
        return protocol.writeError(errorOf(failure, body, await messages()), request);
      }
      const { output } = typesOf(await messages(), operation);
      const message = reply.source === 'fault' ? writePlanned : write;
      return protocol.write(message(output, body, request, operation), request);
    },
  };
}

/** The message of a handler's error response. */
function messageIn(body: unknown): string | undefined {
  const { message } = (body ?? {}) as { readonly message?: unknown };
  return typeof message === 'string' ? message : undefined;
}

function typesOf(messages: Messages, operation: Operation | undefined) {
  const types = operation && messages.of(operation.id);
  if (!types) throw new Error(`${operation?.id} has no messages`);
  return types;
}

function isJson({ headers: { 'content-type': type = '' } }: WireRequest): boolean {
  return /^application\/(grpc(-web)?\+)?json/i.test(type);
}

/** An invalid message: the wire type 7 does not exist (https://protobuf.dev/programming-guides/encoding/#structure). */
const NO_MESSAGE = Uint8Array.of(0x0f);

/** The message of an injected response: without a body, an empty one. An invalid body becomes an unreadable message. */
function writePlanned(type: MessageType, output: unknown, request: WireRequest, operation: Operation | undefined) {
  if (output === undefined) return write(type, {}, request);
  const isMessage = operation?.validateResponse(operation.successStatus, output).length === 0;
  if (isMessage) return write(type, output, request);
  return isJson(request) ? Buffer.from(stringifyJson(output)) : NO_MESSAGE;
}

/** @throws ApiError `internal`, naming the reason, if an output that the document allows is no such message */
function write(type: MessageType, output: unknown, request: WireRequest): Uint8Array {
  try {
    return isJson(request) ? Buffer.from(stringifyJson(type.toJson(output))) : type.toBinary(output);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ApiError('internal', `The output is not a valid ${type.name}: ${reason}`, { cause: error });
  }
}
