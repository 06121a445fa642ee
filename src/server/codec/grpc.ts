// gRPC: the status follows the body as trailers (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md).

import { parseTimeout } from '@connectrpc/connect/protocol-grpc';
import { bareMediaType } from '../../openapi/document.ts';
import type { WireRequest } from '../pipeline/wire.ts';
import { agreeOnCompression, compressed, envelope, openEnvelope } from './envelope.ts';
import { grpcStatusHeaders, shortGrpcStatusHeaders } from './grpc-status.ts';
import { type Framed, type Protocol, timeoutOf } from './protocol.ts';

export const grpc: Protocol = {
  read: readGrpc,
  async write(message, request) {
    return { status: 200, ...(await enveloped(message, request)), trailers: Object.fromEntries(grpcStatusHeaders()) };
  },
  writeError(error, request) {
    return {
      status: 200,
      headers: contentTypeHeader(request),
      body: '',
      trailers: Object.fromEntries(shortGrpcStatusHeaders(error)),
    };
  },
};

/** The message of a gRPC or gRPC-Web call; `body` is that of the request, or its decoded form. */
export async function readGrpc(request: WireRequest, limit: number, body = request.body): Promise<Framed> {
  const timeout = timeoutOf(parseTimeout(request.headers['grpc-timeout'] ?? null, Number.POSITIVE_INFINITY));
  return { message: await openEnvelope(body, agreedBy(request).request, limit), timeout };
}

/** A message in its envelope, with its headers. */
export async function enveloped(message: Uint8Array, request: WireRequest) {
  const { bytes, encoding } = await compressed(message, agreedBy(request).response);
  const headers = contentTypeHeader(request);
  if (encoding === undefined) return { headers, body: envelope(bytes, false) };
  return { headers: { ...headers, 'grpc-encoding': encoding }, body: envelope(bytes, true) };
}

/** A response has the media type of its request. */
export function contentTypeHeader({ headers }: WireRequest): Readonly<Record<string, string>> {
  return { 'content-type': bareMediaType(headers['content-type'] ?? 'application/grpc') };
}

function agreedBy({ headers }: WireRequest) {
  return agreeOnCompression(headers['grpc-encoding'], headers['grpc-accept-encoding'], 'grpc-accept-encoding');
}
