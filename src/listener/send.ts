// A wire response on its way, over HTTP/1.1 or HTTP/2.

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { WireResponse } from '../engine/wire.ts';
import type { NodeResponse } from './node-handler.ts';
import { http } from './node-http.ts';

/** Fields that belong to an HTTP/1.1 connection and must not be in HTTP/2 (RFC 9113, section 8.2.2). */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

/**
 * Sends an answer, and tells an HTTP/1.1 client whether it may ask again on this connection. A client that is still sending is let
 * finish: over HTTP/1.1 it would not read the answer before. Over HTTP/2 its stream might be reset instead (RFC 9113, section 8.1), but
 * clients made with Node would count what they had still to send against their connection for good, and soon be stuck.
 *
 * @throws Error if a field cannot be sent; then nothing was
 */
export function send(response: NodeResponse, answer: WireResponse, keepAlive: boolean): void {
  if ('stream' in response) sendHttp2(response, answer);
  else sendHttp1(response, answer, keepAlive);
  response.req.resume();
}

/** Headers and trailers together, for where there can be no trailers. Cookies are not among them. */
export function allFields({ headers, trailers }: WireResponse): Record<string, string> {
  return { ...headers, ...trailers };
}

function sendHttp1(response: ServerResponse, answer: WireResponse, keepAlive: boolean): void {
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
  response.end(body);
}

function sendHttp2(response: Http2ServerResponse, answer: WireResponse): void {
  const { stream } = response;
  // The client has gone.
  if (stream.closed || stream.destroyed) return;
  const { status, body, cookies, trailers } = answer;
  const length = Buffer.byteLength(body);
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
  if (!endStream) stream.end(body);
}

/** Whether answers with this status have no body, and so no length (RFC 9110, section 8.6). */
function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}
