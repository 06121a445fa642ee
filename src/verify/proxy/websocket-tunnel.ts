// Forwards WebSocket connections without inspection.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { peerAddress } from '../../server/http/peer-address.ts';
import { forwardRequestHeaders, forwardResponseHeaders, hasToken, headerIn } from './forwarded-headers.ts';
import type { Upstream } from './upstream.ts';

/** Whether a request asks for a WebSocket. Other upgrades may be anything. */
export function isWebSocket({ rawHeaders }: IncomingMessage): boolean {
  return (
    hasToken(headerIn(rawHeaders, 'upgrade'), 'websocket') && hasToken(headerIn(rawHeaders, 'connection'), 'upgrade')
  );
}

interface TunnelSettings {
  readonly upstream: Upstream;
  readonly name: string;
  readonly keepHost: boolean;
  /** Timeout of the response, in milliseconds. */
  readonly timeout: number;
}

/** Sends the upgrade request, and connects both ends if it is accepted. */
export function tunnelWebSocket(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  settings: TunnelSettings,
): void {
  const { upstream, name, keepHost, timeout } = settings;
  const { method = 'GET', url = '/', rawHeaders, httpVersion, socket } = request;
  const host = (keepHost && headerIn(rawHeaders, 'host')) || upstream.host;
  const fields = forwardRequestHeaders(rawHeaders, {
    host,
    name,
    httpVersion,
    client: peerAddress(socket) || undefined,
  });
  fields.splice(fields.lastIndexOf('Connection'), 2, 'Connection', 'Upgrade', 'Upgrade', 'websocket');
  const upstreamRequest = upstream.request({ method, target: url, rawHeaders: fields, usesNewConnection: true });
  const timer = setTimeout(() => upstreamRequest.destroy(new Error('no response')), timeout);
  client.on('error', () => client.destroy());
  client.once('close', () => upstreamRequest.destroy());
  upstreamRequest.on('close', () => clearTimeout(timer));
  upstreamRequest.on('error', () =>
    client.end(headOf(502, 'Bad Gateway', ['Content-Length', '0', 'Connection', 'close'])),
  );
  upstreamRequest.on('upgrade', (message, server, first) => {
    clearTimeout(timer);
    const headers = forwardResponseHeaders(101, message.rawHeaders, (location) => location);
    client.write(
      headOf(101, message.statusMessage ?? '', [...headers, 'Connection', 'Upgrade', 'Upgrade', 'websocket']),
    );
    if (first.length > 0) client.write(first);
    if (head.length > 0) server.write(head);
    join(client, server);
  });
  // It was rejected: the response ends the connection.
  upstreamRequest.on('response', (message) => {
    clearTimeout(timer);
    const headers = forwardResponseHeaders(message.statusCode ?? 502, message.rawHeaders, (location) => location);
    client.write(headOf(message.statusCode ?? 502, message.statusMessage ?? '', [...headers, 'Connection', 'close']));
    message.on('error', () => client.destroy());
    message.pipe(client);
  });
  upstreamRequest.end();
}

/** Copies both directions with back-pressure; one end closes the other. */
function join(client: Duplex, server: Duplex): void {
  server.on('error', () => client.destroy());
  server.once('close', () => client.destroy());
  client.once('close', () => server.destroy());
  client.pipe(server);
  server.pipe(client);
}

function headOf(status: number, message: string, fields: readonly string[]): string {
  const lines = [`HTTP/1.1 ${status} ${message}`];
  for (let at = 0; at < fields.length; at += 2) lines.push(`${fields[at]}: ${fields[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
