// A wire response on its way, over HTTP/1.1 or HTTP/2.

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Http2ServerResponse, ServerHttp2Stream } from 'node:http2';
import type { WireResponse } from '../engine/wire.ts';
import { connectionOf } from './connection.ts';
import type { NodeResponse } from './node-handler.ts';
import { http } from './node-http.ts';
import type { UnreadAnswers } from './unread.ts';

/** Fields that belong to an HTTP/1.1 connection and must not be in HTTP/2 (RFC 9113, section 8.2.2). */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

/** Longest body that is given away at once, in bytes. With what is longer it shows when the client has taken it. */
const PIECE = 64 * 1024;
/** An answer that need not be counted, in bytes. */
const SHORT = 1024;
/** The error code of a stream that is no longer wanted (RFC 9113, section 7). */
const CANCEL = 8;

/** How an answer is sent. */
export interface Sending {
  /** Whether an HTTP/1.1 client may ask again on this connection. */
  readonly keepAlive: boolean;
  /** How long a client may read nothing before it is given up, in milliseconds. */
  readonly silence: number;
  /** Counts what clients have not read yet. Default: nobody does, because it is short. */
  readonly unread?: UnreadAnswers;
}

/**
 * Sends an answer. A client that is still sending is let finish: over HTTP/1.1 it would not read the answer before. Over HTTP/2 its stream
 * might be reset instead (RFC 9113, section 8.1), but clients made with Node would count what they had still to send against their
 * connection for good, and soon be stuck.
 *
 * @throws Error if a field cannot be sent; then nothing was
 */
export function send(response: NodeResponse, answer: WireResponse, sending: Sending): void {
  if ('stream' in response) sendHttp2(response, answer, sending);
  else sendHttp1(response, answer, sending);
  response.req.resume();
}

/** Headers and trailers together, for where there can be no trailers. Cookies are not among them. */
export function allFields({ headers, trailers }: WireResponse): Record<string, string> {
  return { ...headers, ...trailers };
}

function sendHttp1(response: ServerResponse, answer: WireResponse, { keepAlive, silence, unread }: Sending): void {
  const { status, body, cookies, trailers } = answer;
  // Trailers need chunks, and chunks a body that may be there and a client that knows them.
  const isTrailed = trailers !== undefined && !isBodiless(status) && response.req.httpVersion === '1.1';
  const sent = isTrailed ? { ...answer.headers } : allFields(answer);
  if (isTrailed) {
    sent['transfer-encoding'] = 'chunked';
    sent.trailer = Object.keys(trailers).join(', ');
  } else if (!isBodiless(status)) sent['content-length'] = String(Buffer.byteLength(body));
  if (!keepAlive) sent.connection = 'close';
  if (cookies) response.setHeader('set-cookie', cookies);
  response.writeHead(status, sent);
  if (isTrailed) response.addTrailers(trailers);
  // Node then ends the connection.
  response.setTimeout(silence);
  const length = Buffer.byteLength(body);
  if (length > SHORT && unread) {
    const answer = unread.add(length, () => response.destroy());
    response.once('close', () => answer.taken(length));
  }
  if (length <= PIECE) response.end(body);
  // A server that closes cuts off what has been ended, also when it has not gone yet.
  else response.write(body, (error) => error ?? response.end());
}

function sendHttp2(response: Http2ServerResponse, answer: WireResponse, { silence, unread }: Sending): void {
  const { stream } = response;
  // The client has gone.
  if (stream.closed || stream.destroyed) return;
  const { status, body, cookies, trailers } = answer;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const { length } = bytes;
  const endStream = length === 0 || isBodiless(status);
  const isTrailed = trailers !== undefined && !endStream;
  const sent: OutgoingHttpHeaders = { ':status': status };
  const fields = isTrailed ? answer.headers : allFields(answer);
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value === undefined || OF_CONNECTION.has(name.toLowerCase())) continue;
    // Over HTTP/1.1 Node does so by itself.
    http.validateHeaderValue(name, value);
    sent[name] = value;
  }
  if (cookies) sent['set-cookie'] = [...cookies];
  if (!trailers && !isBodiless(status)) sent['content-length'] = length;
  // Node sends them when the body has gone.
  if (isTrailed) response.addTrailers(trailers);
  stream.respond(sent, { endStream, waitForTrailers: isTrailed });
  // Node has ended the answer to HEAD by then.
  if (stream.writableEnded) return;
  sendBody(stream, bytes, silence, owe(response, length, unread));
}

/** An answer counts for its connection and for all until it has been taken. @returns what to tell of each piece that was */
function owe({ stream, req }: Http2ServerResponse, length: number, unread: UnreadAnswers | undefined) {
  if (length <= SHORT) return () => {};
  const connection = connectionOf(req);
  connection?.owes(length);
  const answer = unread?.add(length, () => stream.destroy());
  let left = length;
  const taken = (bytes: number) => {
    const now = Math.min(bytes, left);
    left -= now;
    connection?.owes(-now);
    answer?.taken(now);
  };
  stream.once('close', () => taken(left));
  return taken;
}

/** Node has a timeout of its own for streams, but lets it pass as long as anything goes over the connection. */
function sendBody(stream: ServerHttp2Stream, bytes: Uint8Array, silence: number, taken: (bytes: number) => void): void {
  const timer = setTimeout(() => {
    stream.close(CANCEL);
    // The frame that says so may not go either.
    stream.destroy();
  }, silence);
  stream.on('finish', () => clearTimeout(timer)).on('close', () => clearTimeout(timer));
  let sent = 0;
  const sendOn = (error?: Error | null) => {
    if (error) return;
    timer.refresh();
    if (sent > 0) taken(PIECE);
    const piece = bytes.subarray(sent, sent + PIECE);
    sent += piece.length;
    if (sent < bytes.length) stream.write(piece, sendOn);
    else stream.end(piece);
  };
  sendOn();
}

/** Whether answers with this status have no body, and so no length (RFC 9110, section 8.6). */
function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}
