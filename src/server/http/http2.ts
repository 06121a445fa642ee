// HTTP/2 by Node, with bounds to what one connection may ask for.

import type * as Http2 from 'node:http2';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { http } from '../pipeline/node-http.ts';
import { Connection2, inTurn } from './connection.ts';
import type { ProtocolServer } from './express.ts';
import type { FairQueue } from './fair-queue.ts';
import type { NodeHandler } from './node-handler.ts';
import { refuseConnect, refuseExpectation } from './refuse-http.ts';

/**
 * As many as Go's server takes. Clients wait with what is above, and each stream may make us keep a body as long as the limit allows. With
 * fewer, a client that gives up many calls for others would more often have the others refused: for Node a stream that was reset is there
 * until it has looked at all that came with the reset.
 */
const STREAMS = 250;
/** Of one connection, in megabytes: room for a piece of an answer on each stream. Where there is none, new streams are refused. */
const SESSION_MEMORY = 64;
/** Streams that a client may give up at once, all that it has, and each second from then on (CVE-2023-44487); then the connection is ended. */
const RESET_BURST = STREAMS;
const RESETS_PER_SECOND = 33;
/** How long a client may take to end its half of a connection once ours has ended, in milliseconds. Some look at it only when they call again. */
const FAREWELL = 1000;

/**
 * HTTP/2. `requestTimeout` milliseconds after the last word a connection is told that it ends, and does when no stream is open; if its client does not
 * even answer a ping, it ends in any case.
 */
export function serveHttp2(
  handle: NodeHandler,
  {
    requestTimeout,
    roomTimeout,
    queue,
  }: { readonly requestTimeout: number; readonly roomTimeout: number; readonly queue: FairQueue },
): ProtocolServer {
  let server: Http2.Http2Server | undefined;
  const start = () => {
    // Loaded at the first connection that needs it: who speaks HTTP/1.1 only does not wait for it.
    const http2: typeof Http2 = createRequire(import.meta.url)('node:http2');
    const settings = { maxConcurrentStreams: STREAMS, maxHeaderListSize: http.maxHeaderSize };
    const bounds = {
      maxSessionMemory: SESSION_MEMORY,
      streamResetBurst: RESET_BURST,
      streamResetRate: RESETS_PER_SECOND,
    };
    return http2
      .createServer(
        { settings, ...bounds },
        inTurn(() => new Connection2(queue, handle, roomTimeout)),
      )
      .on('connect', (_request, response) => refuseConnect(response, requestTimeout))
      .on('checkExpectation', (_request, response) => refuseExpectation(response, requestTimeout))
      .on('session', (session) => session.setTimeout(requestTimeout, () => endWhenSilent(session, requestTimeout)));
  };
  return {
    take(socket) {
      server ??= start();
      // HTTP/2 has no half-closed connections, and nobody would end the other half.
      socket.allowHalfOpen = false;
      endAfterFarewell(socket);
      agreeOnHttp2(socket);
      server.once('session', (session) => endWhenUnread(session, socket, requestTimeout));
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

/** Who is silent is asked whether he is still there: then his connection ends when no stream is open, else with its streams. */
function endWhenSilent(session: Http2.ServerHttp2Session, silence: number): void {
  if (session.closed) return;
  const timer = setTimeout(() => session.destroy(), silence);
  session.once('close', () => clearTimeout(timer));
  session.ping(() => {
    clearTimeout(timer);
    session.close();
  });
}

/** Nor does it let go of a connection that ends while its client reads nothing: the last frames would have to go first. */
function endWhenUnread(session: Http2.ServerHttp2Session, socket: Socket, silence: number): void {
  let before: number | undefined;
  const timer = setInterval(() => {
    const isEnding = session.destroyed || (session.closed && (session.state.outboundQueueSize ?? 0) > 0);
    const sent = isEnding ? socket.bytesWritten : undefined;
    if (isEnding && sent === before) socket.destroy();
    before = sent;
  }, silence);
  socket.once('close', () => clearInterval(timer));
}

/** A client that sends the preface over TLS speaks HTTP/2, whether it said so before (ALPN) or not; Node would turn it away. */
function agreeOnHttp2(socket: Socket & { alpnProtocol?: unknown }): void {
  if ('alpnProtocol' in socket) socket.alpnProtocol = 'h2';
}
