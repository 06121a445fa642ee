// Converts wire requests to Node's for a library. The only door to light-my-request.

import type { IncomingMessage, RequestListener } from 'node:http';
import { type InjectOptions, inject } from 'light-my-request';
import type { WireRequest, WireResponse } from '../pipeline/wire.ts';

/** Fields that belong to a connection, or are counted anew. */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'date',
  'set-cookie',
]);

/** The client address of this machine, and a documentation address (RFC 5737, section 3) for all others. */
const [HERE, ELSEWHERE] = ['127.0.0.1', '192.0.2.1'];

/** Whether a request came from this machine. */
export function isLocalMessage({ socket }: IncomingMessage): boolean {
  return socket.remoteAddress === HERE;
}

/** Runs a handler of Node for a wire request, without a socket. */
export async function injectInto(handler: RequestListener, request: WireRequest): Promise<WireResponse> {
  const { method, target, headers, body, local } = request;
  const {
    statusCode,
    headers: fields,
    rawPayload,
  } = await inject(handler, {
    // Any token is a method (RFC 9110, section 9.1), but this library would accept those of Node's parser only.
    validate: false,
    method: method as NonNullable<InjectOptions['method']>,
    url: target,
    remoteAddress: local ? HERE : ELSEWHERE,
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name, value]) => value !== undefined && !OF_CONNECTION.has(name)),
    ),
    ...(body.length > 0 && { payload: Buffer.from(body) }),
  });
  const cookies = fields['set-cookie'];
  // Koa sets a media type for empty bodies, and browser clients reject bodies that are no JSON.
  const left = rawPayload.length === 0 ? new Set([...OF_CONNECTION, 'content-type']) : OF_CONNECTION;
  return {
    status: statusCode,
    headers: Object.fromEntries(
      Object.entries(fields)
        .filter(([name, value]) => value !== undefined && !left.has(name))
        .map(([name, value]) => [name, String(value)]),
    ),
    body: new Uint8Array(rawPayload),
    ...(cookies !== undefined && { cookies: Array.isArray(cookies) ? cookies : [String(cookies)] }),
  };
}
