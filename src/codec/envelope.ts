// One message in its envelope: a flag, its length, its bytes (gRPC over HTTP/2, "Length-Prefixed-Message").

import { Code, ConnectError } from '@connectrpc/connect';
import {
  type Compression,
  compressedFlag,
  compressionNegotiate,
  createAsyncIterable,
  encodeEnvelope,
  pipe,
  transformDecompressEnvelope,
  transformSplitEnvelope,
} from '@connectrpc/connect/protocol';
import { compressionGzip } from '@connectrpc/connect-node';

/** Smaller messages are not worth being compressed. In bytes. */
const WORTH_COMPRESSING = 1024;

/** How a request is compressed, and how its answer may be. */
export interface Agreed {
  readonly request: Compression | null;
  readonly response: Compression | null;
}

/**
 * What two header fields, and the name of the second, agree on.
 *
 * @throws ConnectError `unimplemented`, naming what is known, if the request is compressed in an unknown way
 */
export function agreeOnCompression(encoding: string | undefined, accepted: string | undefined, field: string): Agreed {
  const { error, ...agreed } = compressionNegotiate([compressionGzip], encoding ?? null, accepted ?? null, field);
  if (error) throw error;
  return agreed;
}

/** A message as it is sent: compressed if that was agreed on and is worth it. */
export async function compressed(
  message: Uint8Array,
  compression: Compression | null,
): Promise<{ readonly bytes: Uint8Array; readonly encoding: string | undefined }> {
  if (!compression || message.length < WORTH_COMPRESSING) return { bytes: message, encoding: undefined };
  return { bytes: await compression.compress(message as Uint8Array<ArrayBuffer>), encoding: compression.name };
}

/** @throws ConnectError if the body is not exactly one envelope, with a message of at most `limit` bytes */
export async function openEnvelope(
  body: Uint8Array,
  compression: Compression | null,
  limit: number,
): Promise<Uint8Array> {
  const envelopes = pipe(
    createAsyncIterable([body as Uint8Array<ArrayBuffer>]),
    transformSplitEnvelope(limit),
    transformDecompressEnvelope(compression, limit),
  );
  let message: Uint8Array | undefined;
  for await (const { flags, data } of envelopes) {
    if (flags !== 0)
      throw new ConnectError(`a message has the flags ${flags}, which mean nothing`, Code.InvalidArgument);
    if (message) throw new ConnectError('the call takes one message, not several', Code.Unimplemented);
    message = data;
  }
  if (message) return message;
  if (body.length > 0) throw new ConnectError('the message ends before its length', Code.InvalidArgument);
  throw new ConnectError('the call takes one message, not none', Code.Unimplemented);
}

export function envelope(message: Uint8Array, isCompressed: boolean): Uint8Array {
  return encodeEnvelope(isCompressed ? compressedFlag : 0, message as Uint8Array<ArrayBuffer>);
}
