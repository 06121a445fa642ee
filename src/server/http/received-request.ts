// Reads a request of Node, with its body up to a limit.

import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest, ServerHttp2Stream } from 'node:http2';
import { ApiError } from '../pipeline/errors/api-error.ts';
import { createWireHeaders, type WireHeaders, type WireRequest } from '../pipeline/wire.ts';
import { type BodyBudget, BudgetedBody, FREE_BODY_BYTES } from './body-budget.ts';
import { BodyBuffer } from './body-buffer.ts';
import { type ClientConnection, connectionOf } from './client-connection.ts';
import type { NodeRequest, NodeResponse } from './node-http-types.ts';
import { parsedBody } from './parsed-body.ts';
import { isLoopback, peerAddress } from './peer-address.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** How requests are read. */
export interface BodyReadSettings {
  /** Longest body that is read, in bytes. */
  readonly bodyLimit: number;
  /** How long an HTTP/2 stream may be silent before its request is complete, in milliseconds. HTTP/1.1 has its own. */
  readonly requestTimeout: number;
  /** Where long bodies have room together. */
  readonly bodyBudget: BodyBudget;
}

const NOTHING = new Uint8Array();

/** The error code of a stream that is no longer wanted (RFC 9113, section 7). */
const CANCEL = 8;

/**
 * A request whose short body has arrived already, as after most waits: only a disconnect needs a listener. Undefined
 * for others, which are read as they arrive. It must be released after its response.
 */
export function takeReceivedBody(
  received: ReceivedRequest,
  request: NodeRequest,
  response: NodeResponse,
  { bodyLimit }: Pick<BodyReadSettings, 'bodyLimit'>,
): ReceivedRequest | undefined {
  if ('stream' in request || !request.complete) return undefined;
  if (request.readableLength > Math.min(bodyLimit, FREE_BODY_BYTES)) return undefined;
  if (request.readableEnded) received.setParsedBody(parsedBody(request), bodyLimit);
  else received.body = request.read() ?? NOTHING;
  watchHttp1(response, () => received.disconnect());
  return received;
}

/**
 * A complete request; undefined if the client left before. It must be released after its response.
 *
 * @throws ApiError `unavailable` if it took long, and there was no memory for it
 */
export function readBody(
  received: ReceivedRequest,
  request: NodeRequest,
  response: NodeResponse,
  { bodyLimit, requestTimeout, bodyBudget }: BodyReadSettings,
): Promise<ReceivedRequest | undefined> {
  const source = 'stream' in request ? request.stream : request;
  return new Promise((resolve, reject) => {
    let body = new BodyBuffer();
    let isWanted = true;
    const release = () => {
      isWanted = false;
      body = new BodyBuffer();
      received.releaseBody();
    };
    const evict = () => {
      release();
      source.resume();
      reject(
        new ApiError('unavailable', 'too many large request bodies at the moment; try again', {
          headers: { 'retry-after': '1' },
        }),
      );
    };
    const useBudget = () => {
      const connection = connectionOf(request)?.bodyBudget;
      const control = { pause: () => void source.pause(), resume: () => void source.resume(), reject: evict };
      received.budgetedBody = new BudgetedBody(connection ? [connection, bodyBudget] : [bodyBudget], control);
      received.budgetedBody.grow(body.length);
    };
    source.on('data', (piece: Uint8Array) => {
      if (!isWanted) return;
      if (body.length + piece.length > bodyLimit) {
        received.exceededLimit = bodyLimit;
        release();
        resolve(received);
        return;
      }
      body.add(piece);
      if (received.budgetedBody) received.budgetedBody.grow(piece.length);
      else if (body.length > FREE_BODY_BYTES) useBudget();
    });
    const end = () => {
      received.body = body.bytes;
      received.budgetedBody?.complete();
      resolve(received);
    };
    source.on('end', end);
    const disconnect = () => {
      received.disconnect();
      release();
      resolve(undefined);
    };
    if ('stream' in request) watchHttp2(request.stream, disconnect, requestTimeout);
    else {
      request.on('error', disconnect);
      watchHttp1(response, disconnect);
    }
    // A stream without a body may have ended while its request waited for its turn.
    if (source.readableEnded) end();
  });
}

/** Over HTTP/1.1 a client has left when its connection closes before the response. */
function watchHttp1(response: NodeResponse, disconnect: () => void): void {
  response.on('close', () => {
    if (!(response as { writableFinished: boolean }).writableFinished) disconnect();
  });
}

/** Provides the body as a stream, and detects that the client has left, or that all was read. */
export function streamBody(received: ReceivedRequest, request: NodeRequest, response: NodeResponse): void {
  // An unread rest is discarded.
  received.stream = request.iterator({ destroyOnReturn: false });
  received.duplex = 'stream' in request;
  const connection = 'stream' in request ? request.stream : response;
  connection.once('close', () => received.disconnect());
}

/** Until the response, a stream may be reset, closed with its connection, or silent. */
function watchHttp2(stream: ServerHttp2Stream, disconnect: () => void, idleTimeout: number): void {
  // An `end` follows even if it was reset in the middle, which may have happened before anybody could listen.
  stream.on('aborted', disconnect);
  if (stream.aborted) disconnect();
  // Node ends our half of a HEAD request at once, and cannot abort it later.
  stream.on('close', () => {
    if (!stream.headersSent) disconnect();
  });
  if (stream.endAfterHeaders || stream.readableEnded) return;
  stream.setTimeout(idleTimeout, () => stream.close(CANCEL));
  stream.on('end', () => stream.setTimeout(0));
}

/** Properties of a request that are not in its head. */
export interface ConnectionSettings {
  /** Whether it came over TLS. */
  readonly secure: boolean;
  /** The proxies that are believed. Default: none. */
  readonly proxies?: TrustedProxies | undefined;
  /** The path at which the server is mounted in another one. Default: none. */
  readonly base?: string;
  /** Its path below `base`, with its query. Default: that of the request. */
  readonly target?: string;
}

/** A wire request that learns when its client leaves. */
export class ReceivedRequest implements WireRequest {
  readonly method: string;
  readonly target: string;
  readonly base: string;
  headers: WireHeaders;
  readonly local: boolean;
  readonly secure: boolean;
  readonly client: string;
  body: Uint8Array = NOTHING;
  stream?: AsyncIterable<Uint8Array>;
  duplex = false;
  exceededLimit?: number;
  isDisconnected = false;
  /** Where its body has room, if it needs any. */
  budgetedBody: BudgetedBody | undefined;
  #controller: AbortController | undefined;
  readonly #connection: ClientConnection | undefined;

  constructor(request: NodeRequest, { secure, proxies, base = '', target = request.url ?? '/' }: ConnectionSettings) {
    const { method = 'GET' } = request;
    const peer = peerAddress(request.socket);
    const headers = 'stream' in request ? http2Headers(request) : http1Headers(request);
    const resolved = proxies ? proxies.resolveClient({ headers, secure, client: peer }) : undefined;
    this.#connection = connectionOf(request);
    this.method = method;
    this.target = target.startsWith('/') ? target : `/${target}`;
    this.base = base;
    this.headers = resolved?.headers ?? headers;
    this.local = isLoopback(peer);
    this.secure = resolved?.secure ?? secure;
    this.client = resolved?.client ?? peer;
  }

  /** Created on access, because it is rarely used and would cost as much as the rest of this object. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.isDisconnected) this.#controller.abort();
    return this.#controller.signal;
  }

  /** Sets a body that was read before, without the compression that was removed then. */
  setParsedBody(body: Uint8Array, limit: number): void {
    if (body.length > limit) this.exceededLimit = limit;
    else this.body = body;
    const { 'content-encoding': _, ...headers } = this.headers;
    this.headers = headers;
  }

  scheduleOperation(operation: object): Promise<void> | undefined {
    return this.#connection?.scheduleOperation(operation);
  }

  /** Releases its body. */
  releaseBody(): void {
    this.budgetedBody?.leave();
  }

  disconnect(): void {
    this.isDisconnected = true;
    this.#controller?.abort();
  }
}

function http1Headers({ rawHeaders }: IncomingMessage): WireHeaders {
  return createWireHeaders(rawHeaders);
}

/**
 * Headers as HTTP/1.1 has them (RFC 9113, section 8.3.1): no pseudo-headers, and one `Cookie` header (section 8.2.3).
 */
function http2Headers({ rawHeaders, authority }: Http2ServerRequest): WireHeaders {
  const headerPairs = ['host', authority];
  const cookies: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    if (name === 'cookie') cookies.push(value);
    else if (!name.startsWith(':') && name !== 'host') headerPairs.push(name, value);
  }
  return createWireHeaders(cookies.length === 0 ? headerPairs : [...headerPairs, 'cookie', cookies.join('; ')]);
}
