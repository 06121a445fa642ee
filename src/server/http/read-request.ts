// A request of Node's as a wire request, its body read up to a limit.

import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest, ServerHttp2Stream } from 'node:http2';
import { ApiError } from '../pipeline/errors/failure.ts';
import { type WireHeaders, type WireRequest, wireHeaders } from '../pipeline/wire.ts';
import { Body } from './body.ts';
import { type Connection, connectionOf } from './connection.ts';
import { isLoopback } from './loopback.ts';
import type { NodeRequest, NodeResponse } from './node-handler.ts';
import { peerAddress } from './peer.ts';
import type { Proxies } from './proxies.ts';
import { Place, type Room, WITHOUT_ROOM } from './room.ts';

/** How requests are read. */
export interface Reading {
  /** Longest body that is read, in bytes. */
  readonly bodyLimit: number;
  /** How long an HTTP/2 stream may be silent before its request is complete, in milliseconds. HTTP/1.1 has its own. */
  readonly requestTimeout: number;
  /** Where long bodies have room together. */
  readonly room: Room;
}

const NOTHING = new Uint8Array();

/** The error code of a stream that is no longer wanted (RFC 9113, section 7). */
const CANCEL = 8;

/**
 * A request whose body is there already and is not long, as most are that had to wait for others: there is nothing to listen for but that its client
 * leaves. Undefined for any other one, which is to be read as it comes. When it is answered, it must be let go.
 */
export function takeWhole(
  arrived: ArrivedRequest,
  request: NodeRequest,
  response: NodeResponse,
  { bodyLimit }: Pick<Reading, 'bodyLimit'>,
): ArrivedRequest | undefined {
  if ('stream' in request || !request.complete) return undefined;
  if (request.readableLength > Math.min(bodyLimit, WITHOUT_ROOM)) return undefined;
  arrived.body = request.read() ?? NOTHING;
  leaveWithAnswer(response, () => arrived.leave());
  return arrived;
}

/**
 * The whole of a request that has arrived; undefined when the client left before it had sent it. When it is answered, it must be let go.
 *
 * @throws ApiError `unavailable` if it took long to come and there was no room for it
 */
export function readWhole(
  arrived: ArrivedRequest,
  request: NodeRequest,
  response: NodeResponse,
  { bodyLimit, requestTimeout, room }: Reading,
): Promise<ArrivedRequest | undefined> {
  const source = 'stream' in request ? request.stream : request;
  return new Promise((resolve, reject) => {
    let body = new Body();
    let isWanted = true;
    const letGo = () => {
      isWanted = false;
      body = new Body();
      arrived.letGo();
    };
    const refuse = () => {
      letGo();
      source.resume();
      reject(
        new ApiError('unavailable', 'too many large request bodies at the moment; try again', {
          headers: { 'retry-after': '1' },
        }),
      );
    };
    const needRoom = () => {
      const connection = connectionOf(request)?.room;
      const coming = { pause: () => void source.pause(), resume: () => void source.resume(), refuse };
      arrived.place = new Place(connection ? [connection, room] : [room], coming);
      arrived.place.grow(body.length);
    };
    source.on('data', (piece: Uint8Array) => {
      if (!isWanted) {
        // Whoever sends on should not keep the server from everything else.
        source.pause();
        setImmediate(() => source.resume());
        return;
      }
      if (body.length + piece.length > bodyLimit) {
        arrived.exceeds = bodyLimit;
        letGo();
        resolve(arrived);
        return;
      }
      body.add(piece);
      if (arrived.place) arrived.place.grow(piece.length);
      else if (body.length > WITHOUT_ROOM) needRoom();
    });
    const end = () => {
      arrived.body = body.bytes;
      arrived.place?.whole();
      resolve(arrived);
    };
    source.on('end', end);
    const leave = () => {
      arrived.leave();
      letGo();
      resolve(undefined);
    };
    if ('stream' in request) leaveWith(request.stream, leave, requestTimeout);
    else {
      request.on('error', leave);
      leaveWithAnswer(response, leave);
    }
    // A stream without a body may have ended while its request waited for its turn.
    if (source.readableEnded) end();
  });
}

/** Over HTTP/1.1 a client has left when its connection closes before it has the answer. */
function leaveWithAnswer(response: NodeResponse, leave: () => void): void {
  response.on('close', () => {
    if (!(response as { writableFinished: boolean }).writableFinished) leave();
  });
}

/** Lets a body come as it is asked for, and the request learn when its client has left or all is said. */
export function readAsItComes(arrived: ArrivedRequest, request: NodeRequest, response: NodeResponse): void {
  // Who asks for no more of it leaves the rest to be read over.
  arrived.stream = request.iterator({ destroyOnReturn: false });
  arrived.duplex = 'stream' in request;
  const connection = 'stream' in request ? request.stream : response;
  connection.once('close', () => arrived.leave());
}

/** Until it is answered, a stream may be reset, go down with its connection, or fall silent. */
function leaveWith(stream: ServerHttp2Stream, leave: () => void, silence: number): void {
  // An `end` follows even if it was reset in the middle, which may have happened before anybody could listen.
  stream.on('aborted', leave);
  if (stream.aborted) leave();
  // Node ends our half of a HEAD request at once, and finds nothing to abort then.
  stream.on('close', () => {
    if (!stream.headersSent) leave();
  });
  if (stream.endAfterHeaders || stream.readableEnded) return;
  stream.setTimeout(silence, () => stream.close(CANCEL));
  stream.on('end', () => stream.setTimeout(0));
}

/** A wire request that learns when its client leaves. */
export class ArrivedRequest implements WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: WireHeaders;
  readonly local: boolean;
  readonly secure: boolean;
  readonly client: string;
  body: Uint8Array = NOTHING;
  stream?: AsyncIterable<Uint8Array>;
  duplex = false;
  exceeds?: number;
  gone = false;
  /** Where its body has room, if it needs any. */
  place: Place | undefined;
  #controller: AbortController | undefined;
  readonly #connection: Connection | undefined;

  /** @param proxies - those that are believed. Default: none */
  constructor(request: NodeRequest, secure: boolean, proxies?: Proxies) {
    const { method = 'GET', url = '/' } = request;
    const peer = peerAddress(request.socket);
    const headers = 'stream' in request ? http2Headers(request) : http1Headers(request);
    const came = proxies ? proxies.behind({ headers, secure, client: peer }) : undefined;
    this.#connection = connectionOf(request);
    this.method = method;
    this.target = url.startsWith('/') ? url : `/${url}`;
    this.headers = came?.headers ?? headers;
    this.local = isLoopback(peer);
    this.secure = came?.secure ?? secure;
    this.client = came?.client ?? peer;
  }

  /** Made when it is first asked for, because hardly anybody does, and it would cost as much as the rest of this object. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.gone) this.#controller.abort();
    return this.#controller.signal;
  }

  turnFor(operation: object): Promise<void> | undefined {
    return this.#connection?.turnFor(operation);
  }

  /** Nobody needs its body any more. */
  letGo(): void {
    this.place?.leave();
  }

  leave(): void {
    this.gone = true;
    this.#controller?.abort();
  }
}

function http1Headers({ rawHeaders }: IncomingMessage): WireHeaders {
  return wireHeaders(rawHeaders);
}

/** As HTTP/1.1 would have them (RFC 9113, section 8.3.1): no pseudo-header fields, and cookies in one field (section 8.2.3). */
function http2Headers({ rawHeaders, authority }: Http2ServerRequest): WireHeaders {
  const fields = ['host', authority];
  const cookies: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const value = rawHeaders[at + 1] ?? '';
    if (name === 'cookie') cookies.push(value);
    else if (!name.startsWith(':') && name !== 'host') fields.push(name, value);
  }
  return wireHeaders(cookies.length === 0 ? fields : [...fields, 'cookie', cookies.join('; ')]);
}
