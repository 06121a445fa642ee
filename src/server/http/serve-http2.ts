// HTTP/2 by Node, with limits per connection.

import type * as Http2 from 'node:http2';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { http } from '../pipeline/node-http.ts';
import { dispatchByConnection, Http2Connection } from './client-connection.ts';
import type { FairQueue } from './fair-queue.ts';
import type { NodeHandler } from './node-http-types.ts';
import { rejectConnect, rejectExpectation } from './reject-invalid-http.ts';
import type { ProtocolServer } from './serve-http1.ts';

/**
 * As many as Go's server accepts. Clients queue the rest, and each stream may use memory for a whole body. With fewer,
 * a client that cancels many calls would more often have new ones rejected: for Node a reset stream is open until it
 * has processed all data that came with the reset.
 */
const MAX_STREAMS = 250;
/**
 * Of one connection, in megabytes: enough for a piece of a response on each stream. Beyond it, new streams are
 * rejected.
 */
const SESSION_MEMORY = 64;
/** Streams that a client may reset at once, and per second (CVE-2023-44487); beyond that, its connection is closed. */
const RESET_BURST = MAX_STREAMS;
const RESETS_PER_SECOND = 33;
/**
 * Time for a client to end its half of a connection after ours, in milliseconds. Some only notice with their next
 * call.
 */
const HALF_CLOSE_TIMEOUT = 1000;

/**
 * HTTP/2. After `requestTimeout` milliseconds of silence a connection gets a GOAWAY, and closes without open streams;
 * if its client does not even answer a ping, it closes in any case.
 */
export function serveHttp2(
  handle: NodeHandler,
  {
    requestTimeout,
    roomTimeout: bodyTimeout,
    queue,
  }: { readonly requestTimeout: number; readonly roomTimeout: number; readonly queue: FairQueue },
): ProtocolServer {
  let server: Http2.Http2Server | undefined;
  const start = () => {
    // Loaded with the first HTTP/2 connection.
    const http2: typeof Http2 = createRequire(import.meta.url)('node:http2');
    const settings = { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: http.maxHeaderSize };
    const limits = {
      maxSessionMemory: SESSION_MEMORY,
      streamResetBurst: RESET_BURST,
      streamResetRate: RESETS_PER_SECOND,
    };
    return http2
      .createServer(
        { settings, ...limits },
        dispatchByConnection(() => new Http2Connection(queue, handle, bodyTimeout)),
      )
      .on('connect', (_request, response) => rejectConnect(response, requestTimeout))
      .on('checkExpectation', (_request, response) => rejectExpectation(response, requestTimeout))
      .on('session', (session) => session.setTimeout(requestTimeout, () => endWhenIdle(session, requestTimeout)));
  };
  return {
    serve(socket) {
      server ??= start();
      // HTTP/2 has no half-closed connections.
      socket.allowHalfOpen = false;
      endHalfClosed(socket);
      acceptAlpn(socket);
      server.once('session', (session) => endWhenBlocked(session, socket, requestTimeout));
      server.emit('connection', socket);
    },
    close: () => void server?.close(),
  };
}

/** Node waits for the other half without a limit, and so does its close. */
function endHalfClosed(socket: Socket): void {
  socket.once('finish', () => {
    const timer = setTimeout(() => socket.destroy(), HALF_CLOSE_TIMEOUT);
    socket.once('close', () => clearTimeout(timer));
  });
}

/** A silent client is pinged: then its connection ends without open streams, or with an unanswered ping. */
function endWhenIdle(session: Http2.ServerHttp2Session, idleTimeout: number): void {
  if (session.closed) return;
  const timer = setTimeout(() => session.destroy(), idleTimeout);
  session.once('close', () => clearTimeout(timer));
  session.ping(() => {
    clearTimeout(timer);
    session.close();
  });
}

/** Node also keeps a closing connection whose client reads nothing, because of its last frames. */
function endWhenBlocked(session: Http2.ServerHttp2Session, socket: Socket, idleTimeout: number): void {
  let previous: number | undefined;
  const timer = setInterval(() => {
    const isEnding = session.destroyed || (session.closed && (session.state.outboundQueueSize ?? 0) > 0);
    const sent = isEnding ? socket.bytesWritten : undefined;
    if (isEnding && sent === previous) socket.destroy();
    previous = sent;
  }, idleTimeout);
  socket.once('close', () => clearInterval(timer));
}

/** A client that sends the preface over TLS speaks HTTP/2, with or without ALPN; Node would reject it. */
function acceptAlpn(socket: Socket & { alpnProtocol?: unknown }): void {
  if ('alpnProtocol' in socket) socket.alpnProtocol = 'h2';
}
