// Adapts requests for Connect: deadlines, and unreadable messages.

import { type DescMessage, fromBinary } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import {
  type Compression,
  type EnvelopedMessage,
  pipe,
  readAllBytes,
  transformDecompressEnvelope,
  transformJoinEnvelopes,
  transformSplitEnvelope,
  type UniversalServerRequest,
} from '@connectrpc/connect/protocol';
import { compressionBrotli, compressionGzip } from '@connectrpc/connect-node';

/** The supported compressions of requests. */
export const COMPRESSIONS: readonly Compression[] = [compressionGzip, compressionBrotli];

/** Longest time that a timer of Node can wait, in milliseconds; a longer one would go off at once. */
const LONGEST_TIMER = 2 ** 31 - 1;
/**
 * The units of `grpc-timeout` in milliseconds (gRPC over HTTP/2, "TimeoutUnit"); the others are too small to matter.
 */
const UNITS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1 };

/** How the messages of a request are packed. */
interface Packing {
  /** The header with their compression. */
  readonly field: string;
  /** Whether each has an envelope. */
  readonly enveloped: boolean;
}

/**
 * Removes a deadline of weeks, and rejects invalid messages, which Connect would treat as an internal error.
 *
 * @param limit - maximum size of a message, in bytes
 */
export function adaptConnectRequest(
  request: UniversalServerRequest,
  input: DescMessage,
  limit: number,
): UniversalServerRequest {
  const header = new Headers(request.header);
  for (const name of ['grpc-timeout', 'connect-timeout-ms']) if (isEndless(header.get(name))) header.delete(name);
  const packing = packingOf(header.get('content-type') ?? '');
  const encoding = (packing && header.get(packing.field)) ?? 'identity';
  const compression = COMPRESSIONS.find(({ name }) => name === encoding) ?? null;
  const bytes = request.body as AsyncIterable<Uint8Array<ArrayBuffer>>;
  // Connect reports unknown ones itself.
  if (!packing || (encoding !== 'identity' && !compression)) return { ...request, header };
  header.delete(packing.field);
  header.delete('content-length');
  const body = packing.enveloped
    ? checkedEach(bytes, input, compression, limit)
    : checkedOne(bytes, input, compression, limit);
  return { ...request, header, body };
}

function isEndless(timeout: string | null): boolean {
  const [, number, unit = 'm'] = /^(\d{1,10})([HMSm]?)$/.exec(timeout ?? '') ?? [];
  return Number(number) * (UNITS[unit] ?? 1) > LONGEST_TIMER;
}

/** The framing of binary messages of a media type; undefined for others. */
function packingOf(type: string): Packing | undefined {
  if (/^application\/grpc(-web)?(\+proto)?\s*(;|$)/i.test(type)) return { field: 'grpc-encoding', enveloped: true };
  if (/^application\/connect\+proto\s*(;|$)/i.test(type)) return { field: 'connect-content-encoding', enveloped: true };
  return /^application\/proto\s*(;|$)/i.test(type) ? { field: 'content-encoding', enveloped: false } : undefined;
}

function checkedEach(
  bytes: AsyncIterable<Uint8Array<ArrayBuffer>>,
  input: DescMessage,
  compression: Compression | null,
  limit: number,
): AsyncIterable<Uint8Array<ArrayBuffer>> {
  async function* checked(messages: AsyncIterable<EnvelopedMessage>) {
    for await (const message of messages) {
      check(message.data, input);
      yield message;
    }
  }
  const split = transformSplitEnvelope(limit);
  const messages = transformDecompressEnvelope(compression, limit);
  return pipe(bytes, split, messages, checked, transformJoinEnvelopes()) as AsyncIterable<Uint8Array<ArrayBuffer>>;
}

async function* checkedOne(
  bytes: AsyncIterable<Uint8Array<ArrayBuffer>>,
  input: DescMessage,
  compression: Compression | null,
  limit: number,
): AsyncIterable<Uint8Array<ArrayBuffer>> {
  const all = (await readAllBytes(bytes, limit)) as Uint8Array<ArrayBuffer>;
  const message = compression && all.length > 0 ? await compression.decompress(all, limit) : all;
  check(message, input);
  yield message as Uint8Array<ArrayBuffer>;
}

function check(message: Uint8Array, input: DescMessage): void {
  try {
    fromBinary(input, message);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConnectError(`invalid ${input.typeName} message: ${reason}`, Code.InvalidArgument);
  }
}
