// Sends a response over HTTP/1.1 or HTTP/2.

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Http2ServerResponse, ServerHttp2Stream } from 'node:http2';
import { http } from '../pipeline/node-http.ts';
import { type BodyStream, discardStream, isStream, type WireBody, type WireResponse } from '../pipeline/wire.ts';
import { connectionOf } from './client-connection.ts';
import type { NodeResponse } from './node-http-types.ts';
import type { PendingResponses } from './pending-responses.ts';
import { type OpenStreams, sendChunks } from './send-stream.ts';

/** Fields that belong to an HTTP/1.1 connection and must not be in HTTP/2 (RFC 9113, section 8.2.2). */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

/**
 * Maximum size of a body that is written at once, in bytes. Longer ones are written in pieces, to see what the client
 * receives.
 */
const CHUNK = 64 * 1024;
/** Maximum size of a response that is not counted, in bytes. */
const SMALL = 1024;
/** The error codes of a stream that broke and of one that is no longer wanted (RFC 9113, section 7). */
const [INTERNAL_ERROR, CANCEL] = [2, 8];

/** Options of a response. */
interface SendSettings {
  /** Whether an HTTP/1.1 client may reuse the connection. */
  readonly keepAlive: boolean;
  /** Timeout of a client that reads nothing, in milliseconds. */
  readonly idleTimeout: number;
  /** Counts unread data. Default: not counted, because it is short. */
  readonly pendingResponses?: PendingResponses;
  /** Whether the body that is sent is as long as that of another method would be. Default true. */
  readonly isLengthKnown?: boolean;
  /** Options of streaming bodies. Default: none. */
  readonly streaming?: {
    /** Open streams, which the listener ends. Default: it ends by itself. */
    readonly streams?: OpenStreams;
    /** Receives the error of a broken stream. */
    onError(thrown: unknown): void;
  };
}

/**
 * Sends a response, after the end of the request: over HTTP/1.1 the client would not read it before. Over HTTP/2 the
 * stream could be reset instead (RFC 9113, section 8.1), but clients of Node would count unsent data against their
 * connection forever.
 *
 * @throws Error for an invalid header; then nothing was sent
 */
export function sendResponse(response: NodeResponse, original: WireResponse<WireBody>, settings: SendSettings): void {
  const wireResponse = original.status === 205 ? withoutBody(original) : original;
  if (wireResponse.connection !== undefined) breakConnection(response, wireResponse.connection, settings);
  else if (isStream<string | Uint8Array>(wireResponse.body))
    sendStream(response, wireResponse, wireResponse.body, settings);
  else if ('stream' in response) sendHttp2(response, wireResponse as WireResponse, settings);
  else sendHttp1(response, wireResponse as WireResponse, settings);
  response.req.resume();
}

/** A response with length zero (RFC 9110, section 15.3.6). */
function withoutBody(wireResponse: WireResponse<WireBody>): WireResponse {
  if (isStream(wireResponse.body)) discardStream(wireResponse.body);
  return { ...wireResponse, body: '' };
}

/** Sends nothing: ends the connection, over HTTP/2 the stream, at once, or when its client does. */
function breakConnection(response: NodeResponse, kind: 'reset' | 'hang', { streaming }: SendSettings): void {
  const reset = () => {
    if ('stream' in response) response.stream.close(INTERNAL_ERROR);
    else response.socket?.resetAndDestroy();
  };
  if (kind === 'hang') {
    const ended = streaming?.streams?.add(reset);
    response.once('close', () => ended?.());
  } else reset();
}

/** Headers and trailers together, for where there can be no trailers. Cookies are not among them. */
export function mergeTrailers({ headers, trailers }: WireResponse<WireBody>): Record<string, string> {
  return { ...headers, ...trailers };
}

/** Sends the head, then the body as it comes. The length is unknown, so chunks or the stream mark the end. */
function sendStream(
  response: NodeResponse,
  wireResponse: WireResponse<WireBody>,
  body: BodyStream,
  settings: SendSettings,
): void {
  const { streaming, idleTimeout, keepAlive } = settings;
  if (!streaming || response.req.method === 'HEAD' || hasNoBody(wireResponse.status)) {
    discardStream(body);
    sendResponse(response, { ...wireResponse, body: '' }, { ...settings, isLengthKnown: false });
    return;
  }
  const { status, cookies, trailers } = wireResponse;
  const sendTrailers = () => trailers && response.addTrailers({ ...trailers });
  if ('stream' in response) {
    const { stream } = response;
    if (stream.closed || stream.destroyed) {
      discardStream(body);
      return;
    }
    endAfterTrailers(response);
    stream.respond(http2Headers({ ...wireResponse, trailers: {} }), {
      endStream: false,
      waitForTrailers: trailers !== undefined,
    });
    // Closing it would end the body first, as if it were whole.
    stream.on('error', () => {});
    sendChunks(body, stream, {
      idleTimeout,
      ...streaming,
      sendTrailers,
      waitForAcknowledgement: () => waitForPing(stream),
      cancel: () => cancel(stream),
      cut: () => stream.destroy(new Error('cut off')),
    });
    return;
  }
  if (cookies) response.setHeader('set-cookie', cookies);
  response.writeHead(status, keepAlive ? wireResponse.headers : { ...wireResponse.headers, connection: 'close' });
  // The client may know early that a body will come.
  response.flushHeaders();
  const cut = () => void response.destroy();
  sendChunks(body, response, { idleTimeout, ...streaming, sendTrailers, cancel: cut, cut });
}

/** Timeout of a PING, in milliseconds. */
const PING_TIMEOUT = 1000;

/**
 * Resolves when the client answers a PING, in order (RFC 9113, section 6.7): then it has read earlier data. Browsers
 * that read head and end of a response together only report the end.
 */
function waitForPing(stream: ServerHttp2Stream): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, PING_TIMEOUT);
    function finish(): void {
      clearTimeout(timer);
      stream.off('close', finish);
      resolve();
    }
    stream.once('close', finish);
    // It is not sent after too many unanswered ones, or the end of the connection.
    if (stream.destroyed || !stream.session?.ping(finish)) finish();
  });
}

/**
 * Ends an HTTP/2 stream after its response, although its client could still send. Some never end their half, and would
 * block the server's close (RFC 9113, section 8.1).
 */
function endAfterTrailers({ stream, req }: Http2ServerResponse): void {
  // The trailers leave in this turn of the event loop; a stream that is closed in the same turn loses them.
  stream.once('wantTrailers', () => setImmediate(() => void (req.complete || stream.close())));
}

function sendHttp1(
  response: ServerResponse,
  wireResponse: WireResponse,
  { keepAlive, idleTimeout, pendingResponses, isLengthKnown = true }: SendSettings,
): void {
  const { status, body, cookies, trailers } = wireResponse;
  const length = Buffer.byteLength(body);
  // Trailers need chunks, and chunks a body that may be there and a client that knows them.
  const isTrailed = trailers !== undefined && !hasNoBody(status) && response.req.httpVersion === '1.1';
  const sent = isTrailed ? { ...wireResponse.headers } : mergeTrailers(wireResponse);
  if (isTrailed) {
    sent['transfer-encoding'] = 'chunked';
    sent.trailer = Object.keys(trailers).join(', ');
  } else if (isLengthKnown && !hasNoBody(status)) sent['content-length'] = String(length);
  if (!keepAlive) sent.connection = 'close';
  if (cookies) response.setHeader('set-cookie', cookies);
  response.writeHead(status, sent);
  if (isTrailed) response.addTrailers(trailers);
  // Head and body in one write. A text as long as its bytes is ASCII, and needs no encoding.
  if (length <= CHUNK) response.end(body, length === body.length ? 'latin1' : 'utf8');
  // A closing server cuts ended responses, also unsent ones.
  else response.write(body, (error) => error ?? response.end());
  // Most responses have reached the operating system by now.
  if (response.socket?.writableLength === 0) return;
  // Node then ends the connection.
  response.setTimeout(idleTimeout);
  if (length <= SMALL || !pendingResponses) return;
  const pending = pendingResponses.add(length, () => response.destroy());
  response.once('close', () => pending.acknowledge(length));
}

function sendHttp2(
  response: Http2ServerResponse,
  wireResponse: WireResponse,
  { idleTimeout, pendingResponses, isLengthKnown = true }: SendSettings,
): void {
  const { stream } = response;
  // The client has left.
  if (stream.closed || stream.destroyed) return;
  const { status, body, trailers } = wireResponse;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const { length } = bytes;
  const endStream = length === 0 || hasNoBody(status);
  const isTrailed = trailers !== undefined && !endStream;
  const sent = http2Headers(isTrailed ? { ...wireResponse, trailers: {} } : wireResponse);
  if (isLengthKnown && !trailers && !hasNoBody(status)) sent['content-length'] = length;
  // Node sends them after the body.
  if (isTrailed) response.addTrailers(trailers);
  stream.respond(sent, { endStream, waitForTrailers: isTrailed });
  // Node has ended the response to HEAD by then.
  if (stream.writableEnded) return;
  sendBody(stream, bytes, idleTimeout, trackPending(response, length, pendingResponses));
}

function http2Headers(wireResponse: WireResponse<WireBody>): OutgoingHttpHeaders {
  const sent: OutgoingHttpHeaders = { ':status': wireResponse.status };
  const allHeaders = mergeTrailers(wireResponse);
  for (const name of Object.keys(allHeaders)) {
    const value = allHeaders[name];
    if (value === undefined || CONNECTION_HEADERS.has(name.toLowerCase())) continue;
    // Over HTTP/1.1 Node does so by itself.
    http.validateHeaderValue(name, value);
    sent[name] = value;
  }
  if (wireResponse.cookies) sent['set-cookie'] = [...wireResponse.cookies];
  return sent;
}

/** Counts a response until it was received. @returns the function to report received pieces */
function trackPending(
  { stream, req }: Http2ServerResponse,
  length: number,
  pendingResponses: PendingResponses | undefined,
) {
  if (length <= SMALL) return () => {};
  const connection = connectionOf(req);
  connection?.addPending(length);
  const wireResponse = pendingResponses?.add(length, () => stream.destroy());
  let remaining = length;
  const acknowledge = (bytes: number) => {
    const now = Math.min(bytes, remaining);
    remaining -= now;
    connection?.addPending(-now);
    wireResponse?.acknowledge(now);
  };
  stream.once('close', () => acknowledge(remaining));
  return acknowledge;
}

/** Node's own timeout of streams is reset by any data of the connection. */
function sendBody(
  stream: ServerHttp2Stream,
  bytes: Uint8Array,
  idleTimeout: number,
  acknowledge: (bytes: number) => void,
): void {
  const timer = setTimeout(() => cancel(stream), idleTimeout);
  stream.on('finish', () => clearTimeout(timer)).on('close', () => clearTimeout(timer));
  let sent = 0;
  const sendNext = (error?: Error | null) => {
    if (error) return;
    timer.refresh();
    if (sent > 0) acknowledge(CHUNK);
    const chunk = bytes.subarray(sent, sent + CHUNK);
    sent += chunk.length;
    if (sent < bytes.length) stream.write(chunk, sendNext);
    else stream.end(chunk);
  };
  sendNext();
}

function cancel(stream: ServerHttp2Stream): void {
  stream.close(CANCEL);
  // The frame about that may be blocked, too.
  stream.destroy();
}

/** Whether responses with this status have no body, and so no length (RFC 9110, section 8.6). */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 304;
}
