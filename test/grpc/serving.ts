// A server of each kind with the tools around a handler.

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttp2Server, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createGrpcTools, type GrpcTools, type NodeHandler, type Served } from '../../src/grpc/tools.ts';

export interface Listening {
  /** Over HTTP/1.1. */
  readonly http1: string;
  /** Over HTTP/2 without TLS. */
  readonly http2: string;
  /** Takes no new request, and waits until those under way have ended by themselves. */
  stopped(): Promise<void>;
}

export interface Serving extends Listening {
  readonly tools: GrpcTools;
  /** What the tools told of. */
  readonly thrown: readonly unknown[];
}

/** Listens on free ports until the test ends. By default there is nothing but the tools. */
export async function serving(
  served: Partial<Served> = {},
  handle: NodeHandler = (_, response) => {
    response.statusCode = 404;
    response.end();
  },
): Promise<Serving> {
  const thrown: unknown[] = [];
  const tools = createGrpcTools({
    serviceNames: [],
    files: async () => [],
    onError: (error) => void thrown.push(error),
    ...served,
  });
  return { tools, thrown, ...(await listening(tools.around(handle))) };
}

/** Listens on free ports until the test ends. */
export async function listening(handler: NodeHandler): Promise<Listening> {
  const sessions = new Set<ServerHttp2Session>();
  const servers = [
    createServer(handler as RequestListener),
    createHttp2Server(handler).on('session', (session) => void sessions.add(session)),
  ] as const;
  const closed = Promise.all(servers.map((server) => once(server, 'close')));
  const close = () => {
    for (const server of servers) if (server.listening) server.close();
  };
  onTestFinished(async () => {
    close();
    servers[0].closeAllConnections();
    for (const session of sessions) session.destroy();
    await closed;
  });
  const [http1 = '', http2 = ''] = await Promise.all(
    servers.map(async (server) => {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }),
  );
  return {
    http1,
    http2,
    async stopped() {
      close();
      for (const session of sessions) session.close();
      await closed;
    },
  };
}
