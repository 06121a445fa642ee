// HTTP/1.1 by Express. The only door to Express.

import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type express from 'express';
import { http } from '../pipeline/node-http.ts';
import { dispatchByConnection, Http1Connection } from './client-connection.ts';
import type { FairQueue } from './fair-queue.ts';
import type { NodeHandler } from './node-http-types.ts';
import { type RejectedConnection, rejectInvalidHttp } from './reject-invalid-http.ts';
import { toOriginForm } from './to-origin-form.ts';

// Express' router is a package of its own. The rest of Express would be a seventh of a start, unused.
const expressPath = createRequire(import.meta.url).resolve('express');
const Router: typeof express.Router = createRequire(expressPath)('router');

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
    readonly onRejected?: ((refused: RejectedConnection) => void) | undefined;
  },
): ProtocolServer & { refuseSilence(socket: Socket): void } {
  const router = Router().use((request, response) => handle(request, response));
  const handleInOriginForm: NodeHandler = (request, response) => {
    // Express finds no path in some absolute forms.
    toOriginForm(request);
    (router as unknown as (...args: [...Parameters<NodeHandler>, () => void]) => void)(request, response, unreachable);
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
    refuseSilence(socket) {
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.emit('clientError', error, socket);
    },
    close: () => void server.close(),
  };
}

/** The single handler handles every request. */
function unreachable(): never {
  throw new Error('Express did not handle the request');
}
