// HTTP/2 by Node, with bounds to what one connection may ask for.

import type * as Http2 from 'node:http2';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { Protocol } from './express.ts';
import type { NodeHandler } from './node-handler.ts';
import { http } from './node-http.ts';
import { refuseConnect, refuseExpectation } from './refuse-http.ts';

/**
 * The least that RFC 9113, section 6.5.2, recommends. Clients wait with what is above, and each stream may make us keep a body as long
 * as the limit allows.
 */
const STREAMS = 100;
/** Streams that a client may give up at once, and each second from then on (CVE-2023-44487); then the connection is ended. */
const RESET_BURST = 1000;
const RESETS_PER_SECOND = 33;
/** How long a client may take to end its half of a connection once ours has ended, in milliseconds. Some look at it only when they call again. */
const FAREWELL = 1000;

/** HTTP/2. `requestTimeout` milliseconds after the last word a connection is told that it ends, and does when no stream is open. */
export function serveHttp2(handle: NodeHandler, { requestTimeout }: { readonly requestTimeout: number }): Protocol {
  let server: Http2.Http2Server | undefined;
  const start = () => {
    // Loaded at the first connection that needs it: who speaks HTTP/1.1 only does not wait for it.
    const http2: typeof Http2 = createRequire(import.meta.url)('node:http2');
    const settings = { maxConcurrentStreams: STREAMS, maxHeaderListSize: http.maxHeaderSize };
    return http2
      .createServer({ settings, streamResetBurst: RESET_BURST, streamResetRate: RESETS_PER_SECOND }, handle)
      .on('connect', (_request, response) => refuseConnect(response))
      .on('checkExpectation', (_request, response) => refuseExpectation(response))
      .on('session', (session) => session.setTimeout(requestTimeout, () => session.close()));
  };
  return {
    take(socket) {
      server ??= start();
      // HTTP/2 has no half-closed connections, and nobody would end the other half.
      socket.allowHalfOpen = false;
      endAfterFarewell(socket);
      agreeOnHttp2(socket);
      server.emit('connection', socket);
    },
    close: () => void server?.close(),
  };
}

/** Node waits for the other half as long as it takes, and what it closes waits with it. */
function endAfterFarewell(socket: Socket): void {
  socket.once('finish', () => {
    const timer = setTimeout(() => socket.destroy(), FAREWELL);
    socket.once('close', () => clearTimeout(timer));
  });
}

/** A client that sends the preface over TLS speaks HTTP/2, whether it said so before (ALPN) or not; Node would turn it away. */
function agreeOnHttp2(socket: Socket & { alpnProtocol?: unknown }): void {
  if ('alpnProtocol' in socket) socket.alpnProtocol = 'h2';
}
