// Who asks the proxy: over HTTP/1.1, or over HTTP/2 as if it were that.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse, Http2Stream, ServerHttp2Stream } from 'node:http2';
import { Readable } from 'node:stream';
import type { NodeResponse } from '../../server/http/node-handler.ts';
import { byName, pairsOf, type RawFields } from './fields.ts';

/** A request, with the fields of HTTP/1.1. */
export interface Incoming extends Readable {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly httpVersion: string;
  readonly rawHeaders: string[];
  readonly rawTrailers: string[];
  /** Whether it has come whole. */
  readonly complete: boolean;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

export interface Client {
  readonly request: Incoming;
  readonly response: NodeResponse;
  /** Whether it waits with its body until it is told to go on. */
  readonly waits: boolean;
  /** Told when it goes before its answer has ended. */
  onLeave(listener: () => void): void;
  /** Begins the answer. @throws Error if it cannot be sent so */
  begin(status: number, message: string | undefined, fields: RawFields): void;
  /** Sends the beginning, though nothing of the body has come. */
  flush(): void;
  /** Says what comes after the body. */
  trail(fields: RawFields): void;
  /** Ends what has begun, so that it is seen not to be whole. */
  breakOff(): void;
  /** Tells it something before the answer (RFC 9110, section 15.2), if it is its turn. */
  inform(status: number, message: string, fields: RawFields): void;
}

export function clientOfHttp1(request: IncomingMessage, response: ServerResponse, waits: boolean): Client {
  return {
    request,
    response,
    waits,
    onLeave: (listener) => response.on('close', () => response.writableFinished || listener()),
    begin: (status, message, fields) => void response.writeHead(status, message, fields as string[]),
    flush: () => response.flushHeaders(),
    trail: (fields) => response.addTrailers(pairsOf(fields)),
    breakOff: () => void response.destroy(),
    inform(status, message, fields) {
      const { socket, headersSent } = response;
      if (request.httpVersion === '1.0' || headersSent || !socket) return;
      const lines = pairsOf(fields).map((pair) => pair.join(': '));
      socket.write([`HTTP/1.1 ${status} ${message}`, ...lines, '', ''].join('\r\n'), 'latin1');
    },
  };
}

export function clientOfHttp2(came: Http2ServerRequest, response: Http2ServerResponse): Client {
  const { stream } = came;
  return {
    request: new Http2Incoming(came),
    response,
    // Node has let it go on.
    waits: false,
    onLeave: (listener) => stream.on('aborted', listener),
    begin(status, _message, fields) {
      for (const [name, value] of pairsOf(fields)) response.appendHeader(name, value);
      response.writeHead(status);
    },
    // It has gone.
    flush: () => undefined,
    trail: (fields) => response.addTrailers(byName(fields)),
    breakOff: () => stream.close(INTERNAL_ERROR),
    inform(status, _message, fields) {
      if (!stream.headersSent && !stream.closed) stream.additionalHeaders({ ':status': status, ...byName(fields) });
    },
  };
}

/** A request over HTTP/2 as it would have come over HTTP/1.1. */
class Http2Incoming extends Readable implements Incoming {
  readonly method: string;
  readonly url: string;
  readonly httpVersion: string;
  readonly rawHeaders: string[];
  readonly rawTrailers: string[];
  readonly socket: Incoming['socket'];
  complete = false;
  readonly #stream: ServerHttp2Stream;

  constructor(came: Http2ServerRequest) {
    super();
    const { stream, url } = came;
    this.method = came.method;
    this.url = url.startsWith('/') || url === '*' ? url : `/${url}`;
    this.httpVersion = came.httpVersion;
    this.rawHeaders = fieldsOf(came);
    // Filled as they come.
    this.rawTrailers = came.rawTrailers;
    this.socket = came.socket;
    this.#stream = stream;
    if (stream.endAfterHeaders) this.#end();
    else {
      stream.on('data', (piece) => this.push(piece) || stream.pause());
      whenEnded(stream, () => this.#end());
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

/** Tells when the other side has ended its half of a stream. To Node one that is reset ends first, and is seen to be reset a little later. */
export function whenEnded(stream: Http2Stream & Readable, listener: () => void): void {
  stream.on('end', () => setImmediate(() => stream.aborted || stream.rstCode || listener()));
}

/** What says that something went wrong (RFC 9113, section 7). */
const INTERNAL_ERROR = 2;

/** As HTTP/1.1 would have them (RFC 9113, section 8.3.1): no pseudo-header fields, cookies in one field (section 8.2.3), and chunks where there is no length. */
function fieldsOf({ rawHeaders, authority, stream }: Http2ServerRequest): string[] {
  const fields = ['host', authority];
  const cookies: string[] = [];
  let hasLength = false;
  for (const [name, value] of pairsOf(rawHeaders)) {
    if (name === 'cookie') cookies.push(value);
    else if (!name.startsWith(':') && name !== 'host') fields.push(name, value);
    hasLength ||= name === 'content-length';
  }
  if (cookies.length > 0) fields.push('cookie', cookies.join('; '));
  if (!hasLength && !stream.endAfterHeaders) fields.push('transfer-encoding', 'chunked');
  return fields;
}
