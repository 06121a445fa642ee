// A client of the proxy: HTTP/1.1, or HTTP/2 with the same interface.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse, Http2Stream, ServerHttp2Stream } from 'node:http2';
import { Readable } from 'node:stream';
import type { NodeResponse } from '../../server/http/node-http-types.ts';
import { headerPairs, headersByName, type RawHeaders } from './forwarded-headers.ts';

/** A request, with the fields of HTTP/1.1. */
export interface IncomingRequest extends Readable {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly httpVersion: string;
  readonly rawHeaders: string[];
  readonly rawTrailers: string[];
  /** Whether it is complete. */
  readonly complete: boolean;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

export interface ProxyClient {
  readonly request: IncomingRequest;
  readonly response: NodeResponse;
  /** Whether it waits for `100 Continue`. */
  readonly expectsContinue: boolean;
  /** Calls the listener when the client disconnects before the end of its response. */
  onDisconnect(listener: () => void): void;
  /** Begins the response. @throws Error if it cannot be sent */
  begin(status: number, message: string | undefined, fields: RawHeaders): void;
  /** Sends the head before the body begins. */
  flush(): void;
  /** Sets the trailers. */
  setTrailers(fields: RawHeaders): void;
  /** Aborts the response visibly. */
  abort(): void;
  /** Sends an interim response (RFC 9110, section 15.2), if it is its turn. */
  sendInterim(status: number, message: string, fields: RawHeaders): void;
}

export function createHttp1Client(request: IncomingMessage, response: ServerResponse, waits: boolean): ProxyClient {
  return {
    request,
    response,
    expectsContinue: waits,
    onDisconnect: (listener) => response.on('close', () => response.writableFinished || listener()),
    begin: (status, message, fields) => void response.writeHead(status, message, fields as string[]),
    flush: () => response.flushHeaders(),
    setTrailers: (fields) => response.addTrailers(headerPairs(fields)),
    abort: () => void response.destroy(),
    sendInterim(status, message, fields) {
      const { socket, headersSent } = response;
      if (request.httpVersion === '1.0' || headersSent || !socket) return;
      const lines = headerPairs(fields).map((pair) => pair.join(': '));
      socket.write([`HTTP/1.1 ${status} ${message}`, ...lines, '', ''].join('\r\n'), 'latin1');
    },
  };
}

export function createHttp2Client(came: Http2ServerRequest, response: Http2ServerResponse): ProxyClient {
  const { stream } = came;
  return {
    request: new Http2Incoming(came),
    response,
    // Node has sent `100 Continue` already.
    expectsContinue: false,
    onDisconnect: (listener) => stream.on('aborted', listener),
    begin(status, _message, fields) {
      for (const [name, value] of headerPairs(fields)) response.appendHeader(name, value);
      response.writeHead(status);
    },
    // It is sent at once.
    flush: () => undefined,
    setTrailers: (fields) => response.addTrailers(headersByName(fields)),
    abort: () => stream.close(INTERNAL_ERROR),
    sendInterim(status, _message, fields) {
      if (!stream.headersSent && !stream.closed)
        stream.additionalHeaders({ ':status': status, ...headersByName(fields) });
    },
  };
}

/** An HTTP/2 request with the interface of HTTP/1.1. */
class Http2Incoming extends Readable implements IncomingRequest {
  readonly method: string;
  readonly url: string;
  readonly httpVersion: string;
  readonly rawHeaders: string[];
  readonly rawTrailers: string[];
  readonly socket: IncomingRequest['socket'];
  complete = false;
  readonly #stream: ServerHttp2Stream;

  constructor(came: Http2ServerRequest) {
    super();
    const { stream, url } = came;
    this.method = came.method;
    this.url = url.startsWith('/') || url === '*' ? url : `/${url}`;
    this.httpVersion = came.httpVersion;
    this.rawHeaders = fieldsOf(came);
    // Filled as they arrive.
    this.rawTrailers = came.rawTrailers;
    this.socket = came.socket;
    this.#stream = stream;
    if (stream.endAfterHeaders) this.#end();
    else {
      stream.on('data', (piece) => this.push(piece) || stream.pause());
      onStreamEnd(stream, () => this.#end());
      stream.on('close', () => setImmediate(() => this.complete || this.destroy()));
    }
  }

  #end(): void {
    this.complete = true;
    this.push(null);
  }

  override _read(): void {
    this.#stream.resume();
  }
}

/**
 * Reports the end of the other half of a stream. In Node, a reset stream ends first, and is recognisable as reset a
 * little later.
 */
export function onStreamEnd(stream: Http2Stream & Readable, listener: () => void): void {
  stream.on('end', () => setImmediate(() => stream.aborted || stream.rstCode || listener()));
}

/** Internal error (RFC 9113, section 7). */
const INTERNAL_ERROR = 2;

/**
 * Headers as HTTP/1.1 has them (RFC 9113, section 8.3.1): no pseudo-headers, one `Cookie` header (section 8.2.3), and
 * chunks without a length.
 */
function fieldsOf({ rawHeaders, authority, stream }: Http2ServerRequest): string[] {
  const fields = ['host', authority];
  const cookies: string[] = [];
  let hasLength = false;
  for (const [name, value] of headerPairs(rawHeaders)) {
    if (name === 'cookie') cookies.push(value);
    else if (!name.startsWith(':') && name !== 'host') fields.push(name, value);
    hasLength ||= name === 'content-length';
  }
  if (cookies.length > 0) fields.push('cookie', cookies.join('; '));
  if (!hasLength && !stream.endAfterHeaders) fields.push('transfer-encoding', 'chunked');
  return fields;
}
