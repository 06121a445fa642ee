// Connect unary calls: the body is the message, an error is JSON (https://connectrpc.com/docs/protocol).

import { codeToHttpStatus, errorToJsonBytes, parseTimeout } from '@connectrpc/connect/protocol-connect';
import { bareMediaType } from '../../openapi/document.ts';
import type { WireRequest } from '../pipeline/wire.ts';
import { agreeOnCompression, compressed } from './envelope.ts';
import { type Protocol, timeoutOf } from './protocol.ts';

export const connect: Protocol = {
  async read(request, limit) {
    const timeout = timeoutOf(parseTimeout(request.headers['connect-timeout-ms'] ?? null, Number.POSITIVE_INFINITY));
    const { request: compression } = agreedBy(request);
    const body = request.body as Uint8Array<ArrayBuffer>;
    return { message: compression ? await compression.decompress(body, limit) : body, timeout };
  },
  async write(message, request) {
    const { bytes, encoding } = await compressed(message, agreedBy(request).response);
    const headers = { 'content-type': bareMediaType(request.headers['content-type'] ?? '') };
    return { status: 200, headers: encoding ? { ...headers, 'content-encoding': encoding } : headers, body: bytes };
  },
  writeError(error) {
    const headers = { 'content-type': 'application/json' };
    return { status: codeToHttpStatus(error.code), headers, body: errorToJsonBytes(error, undefined) };
  },
};

function agreedBy({ headers }: WireRequest) {
  return agreeOnCompression(headers['content-encoding'], headers['accept-encoding'], 'accept-encoding');
}
