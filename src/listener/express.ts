// HTTP/1.1 by Express. The only door to Express.

import type { Socket } from 'node:net';
import express, { type Express } from 'express';
import { http } from '../engine/node-http.ts';
import { Connection1, inTurn } from './connection.ts';
import type { FairQueue } from './fair-queue.ts';
import type { NodeHandler } from './node-handler.ts';
import { refuseWhatIsNotHttp } from './refuse-http.ts';
import { toOriginForm } from './target.ts';

/** Speaks one protocol over connections that somebody else accepts. */
export interface ProtocolServer {
  /** Speaks over a connection from now on. What was read of it must have been given back. */
  take(socket: Socket): void;
  /** Ends connections that are idle, and the others as soon as they are. */
  close(): void;
}

/** HTTP/1.1; `refuseSilence` tells a client whose head did not come in time. */
export function serveHttp1(
  handle: NodeHandler,
  {
    headTimeout,
    requestTimeout,
    queue,
  }: { readonly headTimeout: number; readonly requestTimeout: number; readonly queue: FairQueue },
): ProtocolServer & { refuseSilence(socket: Socket): void } {
  const app = express();
  app.disable('x-powered-by');
  app.use((request, response) => handle(request, response));
  const answer: NodeHandler = (request, response) => {
    // Express finds no path in some absolute forms, and would answer by a page of its own.
    toOriginForm(request);
    (app as NodeHandler)(request, response);
  };
  const timeouts = {
    headersTimeout: headTimeout,
    requestTimeout,
    connectionsCheckingInterval: Math.min(30_000, headTimeout, requestTimeout),
  };
  const server = http.createServer(
    { requireHostHeader: false, ...timeouts, ...bornFor(app) },
    inTurn(({ socket }) => new Connection1(queue, answer, socket)),
  );
  refuseWhatIsNotHttp(server, requestTimeout);
  // From then on Node looks after the timeouts of connections, whoever accepts them.
  server.emit('listening');
  return {
    take: (socket) => void server.emit('connection', socket),
    refuseSilence(socket) {
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.emit('clientError', error, socket);
    },
    close: () => void server.close(),
  };
}

/**
 * Classes whose objects have the prototypes that Express gives to each request and response. It would otherwise change them on the
 * way, and V8 forgets what it has learnt about objects whose prototype changes.
 */
function bornFor(app: Express) {
  class Request extends http.IncomingMessage {}
  class Response extends http.ServerResponse {}
  app.request = Object.setPrototypeOf(Request.prototype, app.request);
  app.response = Object.setPrototypeOf(Response.prototype, app.response);
  return { IncomingMessage: Request, ServerResponse: Response };
}
