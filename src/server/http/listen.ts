// One port for HTTP/1.1 and HTTP/2, in clear text or over TLS.

import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { RouteGroups } from '../pipeline/route-groups.ts';
import { AcceptQueue } from './accept-queue.ts';
import { BodyBudget } from './body-budget.ts';
import { createNodeHandler } from './create-node-handler.ts';
import { detectProtocol } from './detect-protocol.ts';
import { FairQueue } from './fair-queue.ts';
import { PendingResponses } from './pending-responses.ts';
import type { RejectedConnection } from './reject-invalid-http.ts';
import { OpenStreams } from './send-stream.ts';
import { serveHttp1 } from './serve-http1.ts';
import { serveHttp2 } from './serve-http2.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** Requests that start before the server polls for new data. */
const REQUESTS_PER_TURN = 16;
/** For the bodies of all connections, in bytes; more where bodies may be longer. */
export const BODY_BUDGET = 32 * 1024 * 1024;

/** The default timeout of a request, in milliseconds. */
export const REQUEST_TIMEOUT = 300_000;
/** How long a long body may make others wait for memory by default, in milliseconds. */
export const BODY_TIMEOUT = 10_000;

/** A server that accepts connections. */
export interface HttpListener {
  /** Its URL, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly port: number;
  /** Stops accepting, waits for open requests (at most `timeout` milliseconds), then closes. */
  close(timeout?: number): Promise<void>;
}

/** Certificate chain and key of a server, as PEM. */
export interface TlsSettings {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

export interface ListenerSettings {
  /** 0 picks a free one. */
  readonly port: number;
  readonly host: string;
  /** Speak TLS only. Default: clear text only. */
  readonly tls?: TlsSettings;
  /** The proxies that are believed. Default: none. */
  readonly proxies?: TrustedProxies | undefined;
  /** Longest body that is read, in bytes. */
  readonly bodyLimit: number;
  /** Timeout of the head of a request, in milliseconds; not longer than `requestTimeout`. Default a minute. */
  readonly headTimeout?: number;
  /**
   * Timeout of a request, of an unread response, and of a silent HTTP/2 connection, in milliseconds. Default five
   * minutes.
   */
  readonly requestTimeout?: number;
  /** How long a long body may make others wait for memory, in milliseconds. Default ten seconds. */
  readonly bodyTimeout?: number;
  /** Receives early rejections. Default: ignored. */
  readonly onRejected?: ((rejected: RejectedConnection) => void) | undefined;
  /** Receives errors of sending. */
  readonly onError: (thrown: unknown) => void;
}

/**
 * Starts to listen.
 *
 * @param groups - handle the requests
 * @throws Error if the address is in use or not local, or certificate and key cannot be used
 */
export async function listen(groups: RouteGroups, settings: ListenerSettings): Promise<HttpListener> {
  const { port, host, tls, proxies, headTimeout = 60_000 } = settings;
  const { requestTimeout = REQUEST_TIMEOUT, bodyTimeout = BODY_TIMEOUT } = settings;
  // Loaded only if TLS is used.
  const server = tls
    ? (await import('node:tls')).createServer({
        ...tls,
        ALPNProtocols: ['h2', 'http/1.1'],
        noDelay: true,
        handshakeTimeout: headTimeout,
      })
    : createServer({ allowHalfOpen: true, noDelay: true });
  // Node only reports a handshake timeout.
  server.on('tlsClientError', (_error, socket: Socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));

  // No connection arrives before the end of this turn of the event loop.
  const { bodyLimit, onError, onRejected } = settings;
  // A connection that cannot be accepted; others can.
  server.on('error', onError);
  const isOpen = () => server.listening;
  const bodyBudget = new BodyBudget(Math.max(BODY_BUDGET, 4 * bodyLimit), bodyTimeout);
  const pendingResponses = new PendingResponses();
  const streams = new OpenStreams();
  const readSettings = { bodyLimit, requestTimeout, bodyBudget, secure: tls !== undefined, proxies };
  const handle = createNodeHandler(groups, {
    ...readSettings,
    pendingResponses,
    streams,
    isOpen,
    onRejected,
    onError,
  });
  const queue = new FairQueue({ limit: REQUESTS_PER_TURN });
  const http1 = serveHttp1(handle, { headTimeout, requestTimeout, queue, onRejected });
  const http2 = serveHttp2(handle, { requestTimeout, roomTimeout: bodyTimeout, queue });

  const connections = new Connections(server);
  const acceptQueue = new AcceptQueue();
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    const timer = setTimeout(() => http1.rejectSilence(socket), headTimeout);
    socket.on('close', () => clearTimeout(timer));
    detectProtocol(socket, (protocol) => {
      clearTimeout(timer);
      connections.decided(socket);
      acceptQueue.add(socket, () => (protocol === 'HTTP/2' ? http2 : http1).serve(socket));
    });
  });

  const address = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://${displayHost(host)}:${address.port}`,
    port: address.port,
    close: (timeout = 10_000) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => connections.end(), timeout);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        connections.endUndecided();
        streams.end();
        http1.close();
        http2.close();
      }),
  };
}

/** The host of a URL for people: an address for all interfaces is shown by name. */
function displayHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** The accepted connections, including those with an unknown protocol yet. */
class Connections {
  readonly #all = new Set<Socket>();
  /** By the client's address, because a TLS socket does not reveal its raw socket. */
  readonly #undetected = new Map<string, Socket>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      const peer = peerKey(socket);
      this.#all.add(socket);
      this.#undetected.set(peer, socket);
      socket.on('close', () => {
        this.#all.delete(socket);
        if (this.#undetected.get(peer) === socket) this.#undetected.delete(peer);
      });
    });
  }

  decided(socket: Socket): void {
    this.#undetected.delete(peerKey(socket));
  }

  endUndecided(): void {
    for (const socket of this.#undetected.values()) socket.destroy();
  }

  end(): void {
    for (const socket of this.#all) socket.destroy();
  }
}

function peerKey({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
