// Runs a handler of Node for a wire request, without a connection.

import type { IncomingMessage, OutgoingHttpHeader, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { http } from '../pipeline/node-http.ts';
import type { WireRequest, WireResponse } from '../pipeline/wire.ts';

/** Headers that belong to a connection, or are added when a response is sent. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'set-cookie']);

/** The client address of this machine, and a documentation address (RFC 5737, section 3) for all others. */
const [HERE, ELSEWHERE] = ['127.0.0.1', '192.0.2.1'];

/** Whether a request came from this machine. */
export function isLocalMessage({ socket }: IncomingMessage): boolean {
  return socket.remoteAddress === HERE;
}

/**
 * The response of a handler, whatever the request came over: HTTP/1.1, HTTP/2 or `fetch`. Bodies are not copied.
 *
 * @throws the error with which the handler destroys its response
 */
export function injectInto(handler: RequestListener, request: WireRequest): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const incoming = createIncoming(request);
    const response = new http.ServerResponse(incoming);
    const chunks: Uint8Array[] = [];
    const write = (chunk: string | Uint8Array, encoding?: BufferEncoding) => {
      if (!response.headersSent) response.writeHead(response.statusCode);
      chunks.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
      return true;
    };
    const end = (chunk?: string | Uint8Array | null, encoding?: BufferEncoding) => {
      write(chunk ?? '', encoding);
      resolve(toWireResponse(response, chunks));
      Object.assign(response, { finished: true }).emit('finish');
      return response;
    };
    // Own properties, because Express replaces the prototype.
    Object.assign(response, { write, end, destroy: reject });
    handler(incoming, response);
  });
}

/** The request as Node would have it. As in a mounted Express app, `url` is below `baseUrl`. */
function createIncoming(request: WireRequest): IncomingMessage {
  const { method, target: url, base: baseUrl = '', headers, body, local, secure = false } = request;
  const socket = { remoteAddress: local ? HERE : ELSEWHERE, encrypted: secure };
  const incoming = new http.IncomingMessage(socket as unknown as Socket);
  const sent = Object.entries(headers).filter(([name, value]) => value !== undefined && !OF_CONNECTION.has(name));
  if (body.length > 0) {
    sent.push(['content-length', String(body.length)]);
    incoming.push(body);
  }
  incoming.push(null);
  return Object.assign(incoming, { method, url, baseUrl, headers: Object.fromEntries(sent), complete: true });
}

function toWireResponse(response: ServerResponse, chunks: readonly Uint8Array[]): WireResponse {
  const [first = new Uint8Array(), ...others] = chunks.filter(({ length }) => length > 0);
  const body = others.length === 0 ? first : Buffer.concat([first, ...others]);
  const headers = Object.entries(response.getHeaders() as Readonly<Record<string, OutgoingHttpHeader>>).filter(
    // Koa sets a media type for empty bodies, and browser clients reject bodies that are no JSON.
    ([name]) => !OF_CONNECTION.has(name) && (body.length > 0 || name !== 'content-type'),
  );
  const cookies = response.getHeaders()['set-cookie'];
  return {
    status: response.statusCode,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    body,
    ...(cookies !== undefined && { cookies: [cookies].flat().map(String) }),
  };
}
