// Chooses the codecs of an API: bodies, and RPC protocols if its document has numbers.

import type { DescFile } from '@bufbuild/protobuf';
import { once } from '../../schema/once.ts';
import type { LoadedApi, ServedApi } from '../pipeline/api/load-api.ts';
import { cachedPlanOf } from '../protobuf/cached-plan.ts';
import { bodyCodec } from './body-codec.ts';
import type { Limits } from './formats/format.ts';
import { rpcCodecs } from './rpc.ts';

export interface CodecSettings {
  /** Leave fields with their default value out of JSON. */
  readonly omitDefaults: boolean;
  /** Longest message that is read, in bytes. */
  readonly limit: number;
}

/** The codecs of an api, and where it is described in protobuf. */
export interface ServedCodecs extends Pick<ServedApi, 'codecs' | 'rpcCodecs'> {
  /** The files that declare its service, under all its names; none when it has no service. Made when they are first needed. */
  descriptors(): Promise<readonly DescFile[]>;
  /** Whether RPC callers can receive an error detail; true without RPC. */
  canTell(detail: object): Promise<boolean>;
  /** Makes and loads all that the first remote procedure call would wait for. */
  load(): Promise<void>;
}

/**
 * Maximum number of values in a body: enough for a list of 20,000 objects with a dozen members each. A larger body
 * limit raises it.
 */
const MANY_VALUES = 500_000;
const BYTES_PER_VALUE = 8;

/** How much of one body is read. @param limit - longest body that is read, in bytes */
export function limitsOf(limit: number): Limits {
  return { values: Math.max(MANY_VALUES, limit / BYTES_PER_VALUE), limit };
}

/** @throws UsageError naming every place of the document that has no protobuf form */
export async function codecsOf(
  { api, document }: LoadedApi,
  { omitDefaults, limit }: CodecSettings,
): Promise<ServedCodecs> {
  const { values } = limitsOf(limit);
  const { jsonMapping: mapping = 'plain', textAsJson = false } = api;
  const isGateway = mapping === 'gateway';
  const body = bodyCodec({
    mapping,
    typesAsJson: isGateway ? 'all' : textAsJson ? 'text' : 'none',
    omitDefaults: isGateway || omitDefaults,
    values,
    limit,
  });
  const plan = await cachedPlanOf(document);
  if (!plan) {
    const nothing = { descriptors: async () => [], canTell: async () => true, load: async () => undefined };
    return { codecs: [body], rpcCodecs: [], ...nothing };
  }
  const messages = once(async () => (await import('../protobuf/messages.ts')).createMessages(plan, values));
  const { grpc, grpcWeb, connect, load: loadProtocols } = rpcCodecs({ messages, limit, values });
  const descriptors = async () => (await messages()).files;
  return {
    codecs: [body, grpc, grpcWeb],
    rpcCodecs: [connect, grpc, grpcWeb],
    descriptors,
    canTell: async (detail) => (await messages()).pack(detail) !== undefined,
    async load() {
      await Promise.all([loadProtocols(), descriptors()]);
    },
  };
}
