// HTTP/1.1 by Express: bytes to wire request, wire response to bytes. The only door to Express.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { type WireRequest, type WireResponse, wireHeaders } from '../engine/wire.ts';
import { http } from './node-http.ts';
import { refusalBody, refuseWhatIsNotHttp, unusableRequest } from './refuse-http.ts';

/** A server that accepts connections. */
export interface Listening {
  /** Where it answers, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly port: number;
  /** Takes no new connection, lets requests under way end (at most `patience` milliseconds), then closes. */
  close(patience?: number): Promise<void>;
}

export interface ListenerSettings {
  /** 0 picks a free one. */
  readonly port: number;
  readonly host: string;
  /** Longest body that is read, in bytes. */
  readonly bodyLimit: number;
}

/**
 * Starts to listen.
 *
 * @param answer - answers every request; it never throws
 * @throws Error if the address is taken or not ours
 */
export async function listenWithExpress(
  answer: (request: WireRequest) => Promise<WireResponse>,
  { port, host, bodyLimit }: ListenerSettings,
): Promise<Listening> {
  const app = express();
  app.disable('x-powered-by');
  app.use(async (request, response) => {
    const unusable = unusableRequest(request);
    if (unusable !== undefined) {
      send(
        response,
        { status: 400, headers: { 'content-type': 'application/json' }, body: refusalBody(unusable) },
        false,
      );
      return;
    }
    const wireRequest = await readRequest(request, bodyLimit);
    // The client left before it had sent its request: there is nobody to answer.
    if (!wireRequest) return void response.destroy();
    const wireResponse = await answer(wireRequest);
    send(response, wireResponse, request.complete && server.listening);
    // Whoever is still sending must be let finish, or it never reads the answer.
    request.resume();
  });
  const server = http.createServer({ requireHostHeader: false, ...bornFor(app) }, app);
  refuseWhatIsNotHttp(server);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const address = server.address() as AddressInfo;
  const shown = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${shown === '0.0.0.0' || shown === '[::]' ? 'localhost' : shown}:${address.port}`,
    port: address.port,
    close: (patience = 10_000) =>
      new Promise((resolve) => {
        const impatient = setTimeout(() => server.closeAllConnections(), patience);
        server.close(() => {
          clearTimeout(impatient);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/**
 * Classes whose objects have the prototypes that Express gives to each request and response. It would otherwise change them on the
 * way, and V8 forgets what it has learnt about objects whose prototype changes.
 */
function bornFor(app: Express) {
  class Request extends http.IncomingMessage {}
  class Response extends http.ServerResponse {}
  app.request = Object.setPrototypeOf(Request.prototype, app.request);
  app.response = Object.setPrototypeOf(Response.prototype, app.response);
  return { IncomingMessage: Request, ServerResponse: Response };
}

/** Writes an answer, and tells the client whether it may ask again on this connection. */
function send(response: ServerResponse, { status, headers, body }: WireResponse, keepAlive: boolean): void {
  const sent: Record<string, string> = { ...headers };
  if (status !== 204) sent['content-length'] = String(Buffer.byteLength(body));
  if (!keepAlive) sent.connection = 'close';
  response.writeHead(status, sent);
  response.end(body);
}

/** The whole request; undefined when the client left before it had sent it. */
function readRequest(request: IncomingMessage, bodyLimit: number): Promise<WireRequest | undefined> {
  const head = headOf(request);
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    request.on('data', (chunk: Uint8Array) => {
      length += chunk.length;
      if (length <= bodyLimit) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve({ ...head, body: new Uint8Array(), exceeds: bodyLimit });
      }
    });
    request.on('end', () => {
      const [first] = chunks;
      resolve({ ...head, body: first && chunks.length === 1 ? first : Buffer.concat(chunks) });
    });
    request.on('error', () => resolve(undefined));
  });
}

function headOf({ method = 'GET', url = '/', rawHeaders, socket }: IncomingMessage): Omit<WireRequest, 'body'> {
  // The absolute form of a target is that of proxies; servers must take it as well (RFC 9112, section 3.2.2).
  const [absolute = '', authority] = /^https?:\/\/([^/?]*)/i.exec(url) ?? [];
  const target = url.slice(absolute.length);
  const headers = wireHeaders(rawHeaders);
  return {
    method,
    target: target.startsWith('/') ? target : `/${target}`,
    headers: authority === undefined ? headers : { ...headers, host: authority },
    local: isLoopback(socket.remoteAddress ?? ''),
  };
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}
