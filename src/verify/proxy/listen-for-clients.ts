// Accepts HTTP/1.1 and HTTP/2 clients of the proxy on one port.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { dispatchByConnection, Http1Connection } from '../../server/http/client-connection.ts';
import { detectProtocol } from '../../server/http/detect-protocol.ts';
import { FairQueue } from '../../server/http/fair-queue.ts';
import type { NodeRequest, NodeResponse } from '../../server/http/node-http-types.ts';
import { createStatusError, findRequestProblem, rejectInvalidHttp } from '../../server/http/reject-invalid-http.ts';
import { sendResponse } from '../../server/http/send-response.ts';
import { type ProtocolServer, toOriginForm } from '../../server/http/serve-http1.ts';
import { serveHttp2 } from '../../server/http/serve-http2.ts';
import { http } from '../../server/pipeline/node-http.ts';
import { forwardedHeaders, headerIn, headerPairs } from './forwarded-headers.ts';
import { createHttp1Client, createHttp2Client, type ProxyClient } from './proxy-client.ts';
import { isWebSocket } from './websocket-tunnel.ts';

interface AcceptSettings {
  /** 0 picks a free one. */
  readonly port: number;
  readonly host: string;
  /** Maximum number of connected clients; further ones are rejected. */
  readonly connections: number;
  /** Timeout of a client that sends no complete request, or reads nothing of its response, in milliseconds. */
  readonly idleTimeout: number;
}

/** The receivers of requests, calls and upgrades. */
interface ConnectionHandlers {
  request(client: ProxyClient): void;
  webSocket(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** @returns whether it handles the request; otherwise it is a normal one */
  call(request: Http2ServerRequest, response: Http2ServerResponse): boolean;
}

export interface ProxyListener {
  readonly url: string;
  readonly port: number;
  /** Stops accepting, waits for open requests (at most `timeout` milliseconds), then closes. */
  close(timeout?: number): Promise<void>;
}

/** Number of requests that start before other work continues. */
const AT_ONCE = 64;

/** @throws Error if the address is in use, or not local */
export async function listenForClients(taking: ConnectionHandlers, settings: AcceptSettings): Promise<ProxyListener> {
  const { port, host, connections, idleTimeout } = settings;
  const accepting = createServer({ allowHalfOpen: true, noDelay: true });
  accepting.maxConnections = connections;
  await new Promise<void>((resolve, reject) => accepting.once('error', reject).listen(port, host, resolve));
  const queue = new FairQueue({ limit: AT_ONCE });
  const server = serveHttp1(taking, queue, idleTimeout);
  const http2 = acceptHttp2(taking, queue, idleTimeout);
  const open = new Set<Socket>();
  accepting.on('error', () => undefined);
  accepting.on('connection', (socket: Socket) => {
    open.add(socket);
    const timer = setTimeout(() => socket.destroy(), idleTimeout);
    socket.once('close', () => {
      clearTimeout(timer);
      open.delete(socket);
    });
    detectProtocol(socket, (protocol) => {
      clearTimeout(timer);
      if (protocol === 'HTTP/2') http2.serve(socket);
      else server.emit('connection', socket);
    });
  });
  const { port: chosen } = accepting.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${chosen}`,
    port: chosen,
    close: (timeout = 2000) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          for (const socket of open) socket.destroy();
        }, timeout);
        accepting.close(() => {
          clearTimeout(timer);
          resolve();
        });
        server.close();
        http2.close();
        server.closeIdleConnections();
      }),
  };
}

function acceptHttp2(taking: ConnectionHandlers, queue: FairQueue, silence: number): ProtocolServer {
  const handle = (...exchange: [NodeRequest, NodeResponse]) => {
    const [request, response] = exchange as [Http2ServerRequest, Http2ServerResponse];
    if (!taking.call(request, response)) taking.request(createHttp2Client(request, response));
  };
  return serveHttp2(handle, { requestTimeout: silence, roomTimeout: silence, queue });
}

function serveHttp1(taking: ConnectionHandlers, queue: FairQueue, silence: number): Server {
  const take = (request: IncomingMessage, response: ServerResponse, expects: boolean) => {
    const unusable = findRequestProblem(request);
    if (unusable !== undefined)
      return sendResponse(response, createStatusError(unusable.status, unusable.reason), {
        keepAlive: false,
        idleTimeout: silence,
      });
    // Requests go to the upstream only, whatever host they name.
    toOriginForm(request);
    taking.request(createHttp1Client(request, response, expects));
  };
  const waiting = new WeakSet<IncomingMessage>();
  const handle = dispatchByConnection(
    ({ socket }) =>
      new Http1Connection(
        queue,
        (request, response) =>
          take(request as IncomingMessage, response as ServerResponse, waiting.has(request as IncomingMessage)),
        socket as Socket,
      ),
  );
  const timeouts = {
    headersTimeout: silence,
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(30_000, silence),
  };
  const options = { requireHostHeader: false, ...timeouts };
  const server = http.createServer(options, handle);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    handle(request, response);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isWebSocket(request)) taking.webSocket(request, socket, head);
    else {
      // Other upgrades are ignored, which servers may do (RFC 9110, section 7.8): the request is read again without
      // it.
      socket.unshift(Buffer.concat([Buffer.from(withoutUpgrade(request), 'latin1'), head]));
      server.emit('connection', socket);
    }
  });
  rejectInvalidHttp(server, silence);
  server.emit('listening');
  return server;
}

/** The head of a request that offers to go on in another protocol, as one that does not. */
function withoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const coding = headerIn(rawHeaders, 'transfer-encoding');
  const fields = [...forwardedHeaders(rawHeaders), ...(coding === undefined ? [] : ['Transfer-Encoding', coding])];
  const lines = headerPairs(fields).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url} HTTP/${httpVersion}`, ...lines, '', ''].join('\r\n');
}
