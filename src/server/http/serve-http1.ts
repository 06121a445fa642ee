// HTTP/1.1 by Node.

import type { Socket } from 'node:net';
import { http } from '../pipeline/node-http.ts';
import { dispatchByConnection, Http1Connection } from './client-connection.ts';
import type { FairQueue } from './fair-queue.ts';
import type { NodeHandler, NodeRequest } from './node-http-types.ts';
import { type RejectedConnection, rejectInvalidHttp } from './reject-invalid-http.ts';

/** Speaks one protocol on accepted connections. */
export interface ProtocolServer {
  /** Takes over a connection. Bytes that were read must have been returned to it. */
  serve(socket: Socket): void;
  /** Ends connections that are idle, and the others as soon as they are. */
  close(): void;
}

/** HTTP/1.1; `refuseSilence` responds to a client whose head did not arrive in time. */
export function serveHttp1(
  handle: NodeHandler,
  {
    headTimeout,
    requestTimeout,
    queue,
    onRejected,
  }: {
    readonly headTimeout: number;
    readonly requestTimeout: number;
    readonly queue: FairQueue;
    readonly onRejected?: ((rejected: RejectedConnection) => void) | undefined;
  },
): ProtocolServer & { rejectSilence(socket: Socket): void } {
  const handleInOriginForm: NodeHandler = (request, response) => {
    toOriginForm(request);
    handle(request, response);
  };
  const timeouts = {
    headersTimeout: headTimeout,
    requestTimeout,
    connectionsCheckingInterval: Math.min(30_000, headTimeout, requestTimeout),
  };
  const server = http.createServer(
    { requireHostHeader: false, ...timeouts },
    dispatchByConnection(({ socket }) => new Http1Connection(queue, handleInOriginForm, socket)),
  );
  rejectInvalidHttp(server, requestTimeout, onRejected);
  // From then on Node applies the timeouts of connections.
  server.emit('listening');
  return {
    serve: (socket) => void server.emit('connection', socket),
    rejectSilence(socket) {
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.emit('clientError', error, socket);
    },
    close: () => void server.close(),
  };
}

/**
 * Converts the absolute form, which servers must accept, to a path and its host, which replaces the header. An empty
 * host is none.
 */
export function toOriginForm(request: NodeRequest): void {
  const { url = '/', rawHeaders, headers } = request;
  if (url.startsWith('/') || url === '*') return;
  const [absolute = '', authority] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  const target = url.slice(absolute.length);
  request.url = target.startsWith('/') ? target : `/${target}`;
  if (authority === undefined) return;
  let hasHost = false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== 'host') continue;
    hasHost = true;
    if (authority === '') rawHeaders.splice(index, 2);
    else rawHeaders[index + 1] = authority;
  }
  if (!hasHost && authority !== '') rawHeaders.push('host', authority);
  headers.host = authority;
}
