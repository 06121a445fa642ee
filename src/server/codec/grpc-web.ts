// gRPC-Web: trailers follow the body (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md).

import { Code, ConnectError } from '@connectrpc/connect';
import { encodeEnvelope } from '@connectrpc/connect/protocol';
import { trailerFlag, trailerSerialize } from '@connectrpc/connect/protocol-grpc-web';
import { bareMediaType } from '../../openapi/document.ts';
import type { WireRequest } from '../pipeline/wire.ts';
import { contentTypeHeader, enveloped, readGrpc } from './grpc.ts';
import { grpcStatusHeaders } from './grpc-status.ts';
import type { Protocol } from './protocol.ts';

export const grpcWeb: Protocol = {
  read: async (request, limit) => readGrpc(request, limit, isText(request) ? fromText(request.body) : request.body),
  async write(message, request) {
    const { headers, body } = await enveloped(message, request);
    return written(headers, [body, trailers()], request);
  },
  writeError: (error, request) => written(contentTypeHeader(request), [trailers(error)], request),
};

function written(headers: Readonly<Record<string, string>>, parts: readonly Uint8Array[], request: WireRequest) {
  const body = Buffer.concat(parts);
  return { status: 200, headers, body: isText(request) ? body.toString('base64') : body };
}

function trailers(error?: ConnectError): Uint8Array {
  return encodeEnvelope(trailerFlag, trailerSerialize(grpcStatusHeaders(error)));
}

/** Whether the body is in base64, for clients that support text only. */
function isText({ headers: { 'content-type': type = '' } }: WireRequest): boolean {
  return bareMediaType(type).startsWith('application/grpc-web-text');
}

/**
 * Decodes concatenated base64, each piece with its own padding, as clients encode it. There may be a million pieces,
 * so they are not decoded one by one: each has a multiple of four characters.
 */
function fromText(text: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(Math.ceil((text.length * 3) / 4));
  let length = 0;
  for (let at = 0; at < text.length; at += 4) {
    const padding = text[at + 3] !== PADDING ? 0 : text[at + 2] !== PADDING ? 1 : 2;
    const bits =
      (digit(text[at]) << 18) |
      (digit(text[at + 1]) << 12) |
      (padding === 2 ? 0 : digit(text[at + 2]) << 6) |
      (padding > 0 ? 0 : digit(text[at + 3]));
    if (bits < 0)
      throw new ConnectError('the body is not valid base64 (application/grpc-web-text)', Code.InvalidArgument);
    bytes[length] = bits >> 16;
    bytes[length + 1] = bits >> 8;
    bytes[length + 2] = bits;
    length += 3 - padding;
  }
  return bytes.subarray(0, length);
}

const PADDING = 0x3d;

/** The value of each base64 character, by its code; below zero for others. */
const DIGITS = new Int8Array(256).fill(-1);
for (const [value, character] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  DIGITS[character.charCodeAt(0)] = value;
}

function digit(code: number | undefined): number {
  return DIGITS[code ?? 0] ?? -1;
}
