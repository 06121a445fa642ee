// gRPC-Web: what comes after the body in gRPC stands at its end (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md).

import { Code, ConnectError } from '@connectrpc/connect';
import { encodeEnvelope } from '@connectrpc/connect/protocol';
import { trailerFlag, trailerSerialize } from '@connectrpc/connect/protocol-grpc-web';
import { bareMediaType } from '../engine/document.ts';
import type { WireRequest } from '../engine/wire.ts';
import { enveloped, headersOf, readGrpc } from './grpc.ts';
import { statusOf } from './grpc-status.ts';
import type { Protocol } from './protocol.ts';

export const grpcWeb: Protocol = {
  read: async (request, limit) => readGrpc(request, limit, isText(request) ? fromText(request.body) : request.body),
  async write(message, request) {
    const { headers, body } = await enveloped(message, request);
    return written(headers, [body, trailers()], request);
  },
  writeError: (error, request) => written(headersOf(request), [trailers(error)], request),
};

function written(headers: Readonly<Record<string, string>>, parts: readonly Uint8Array[], request: WireRequest) {
  const body = Buffer.concat(parts);
  return { status: 200, headers, body: isText(request) ? body.toString('base64') : body };
}

function trailers(error?: ConnectError): Uint8Array {
  return encodeEnvelope(trailerFlag, trailerSerialize(statusOf(error)));
}

/** Whether the body is in base64, for clients that can send and read nothing but text. */
function isText({ headers: { 'content-type': type = '' } }: WireRequest): boolean {
  return bareMediaType(type).startsWith('application/grpc-web-text');
}

/**
 * Base64 that may end, padding and all, and begin again: clients encode what they have, piece by piece. There may be a million pieces, so none
 * is kept.
 */
function fromText(body: Uint8Array): Uint8Array {
  const text = Buffer.from(body).toString('latin1');
  const bytes = Buffer.alloc(Math.ceil((text.length * 3) / 4));
  let length = 0;
  for (const [piece] of text.matchAll(/[A-Za-z0-9+/]{1,65536}={0,2}|[\s\S]/g)) {
    if (piece.length % 4 !== 0) throw new ConnectError('the body is not base64', Code.InvalidArgument);
    length += bytes.write(piece, length, 'base64');
  }
  return bytes.subarray(0, length);
}
