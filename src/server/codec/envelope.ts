// A message in its envelope: flag, length, bytes (gRPC over HTTP/2, "Length-Prefixed-Message").

import { Code, ConnectError } from '@connectrpc/connect';
import { type Compression, compressedFlag, compressionNegotiate, encodeEnvelope } from '@connectrpc/connect/protocol';
import { compressionGzip } from '@connectrpc/connect-node';

/** Smaller messages are not worth being compressed. In bytes. */
const WORTH_COMPRESSING = 1024;
/** Flag and length, in bytes. */
const HEAD = 5;

/** The compression of a request, and of its response. */
export interface AgreedCompression {
  readonly request: Compression | null;
  readonly response: Compression | null;
}

/**
 * Negotiates compression from two headers, given the name of the second.
 *
 * @throws ConnectError `unimplemented`, naming supported ones, for an unknown compression of the request
 */
export function agreeOnCompression(
  encoding: string | undefined,
  accepted: string | undefined,
  field: string,
): AgreedCompression {
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
  if (body.length === 0) throw new ConnectError('expected one message, received none', Code.Unimplemented);
  const { flags, message, rest } = firstEnvelope(body, limit);
  if (flags > compressedFlag)
    throw new ConnectError(`invalid message flags ${flags}; expected 0, or 1 for compressed`, Code.InvalidArgument);
  if (rest.length > 0) {
    firstEnvelope(rest, limit);
    throw new ConnectError('expected one message, received several', Code.Unimplemented);
  }
  if (flags === 0) return message;
  if (!compression) throw new ConnectError('compressed message without grpc-encoding header', Code.Internal);
  return compression.decompress(message, limit).catch((thrown) => {
    const isTooLong = ConnectError.from(thrown).code === Code.ResourceExhausted;
    throw isTooLong ? tooLong(`message exceeds ${limit} bytes after decompression`) : thrown;
  });
}

/** An envelope, and the bytes after it. */
function firstEnvelope(bytes: Uint8Array, limit: number) {
  const { buffer, byteOffset, length } = bytes as Uint8Array<ArrayBuffer>;
  if (length < HEAD) throw cutOff(`truncated message: ${length} of ${HEAD} prefix bytes`);
  const promised = new DataView(buffer, byteOffset).getUint32(1);
  if (promised > limit) throw tooLong(`message of ${promised} bytes exceeds the limit of ${limit} bytes`);
  if (length < HEAD + promised) throw cutOff(`truncated message: ${length - HEAD} of ${promised} bytes`);
  const message = new Uint8Array(buffer, byteOffset + HEAD, promised);
  return { flags: bytes[0] ?? 0, message, rest: bytes.subarray(HEAD + promised) };
}

function tooLong(message: string): ConnectError {
  return new ConnectError(`${message}; raise the limit with --body-limit`, Code.ResourceExhausted);
}

function cutOff(message: string): ConnectError {
  return new ConnectError(message, Code.InvalidArgument);
}

export function envelope(message: Uint8Array, isCompressed: boolean): Uint8Array {
  return encodeEnvelope(isCompressed ? compressedFlag : 0, message as Uint8Array<ArrayBuffer>);
}
