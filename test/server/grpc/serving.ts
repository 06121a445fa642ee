// A server with the gRPC tools, and other route groups of a test.

import { onTestFinished } from 'vitest';
import { createGrpcTools, type GrpcTools, type Served } from '../../../src/server/grpc/tools.ts';
import { type ListenerSettings, listen } from '../../../src/server/http/listen.ts';
import { createRouteGroups, type RouteGroup } from '../../../src/server/pipeline/route-groups.ts';

export interface Listening {
  /** The URL for HTTP/1.1 clients. */
  readonly http1: string;
  /** The URL for HTTP/2 clients without TLS: the same. */
  readonly http2: string;
  /** Errors that the server and its route groups have reported. */
  readonly thrown: readonly unknown[];
  /** Accepts no new requests, and waits until open ones have ended. */
  stopped(): Promise<void>;
}

export interface Serving extends Listening {
  readonly tools: GrpcTools;
}

/** Returns 404 for everything. */
export const NOBODY: RouteGroup = { matches: () => true, handle: () => ({ status: 404, headers: {}, body: '' }) };

/** Longer than any test. */
const TIMEOUT = 2 ** 31 - 1;

/** Listens on a free port until the test ends. By default it serves only the tools. */
export async function serving(
  served: Partial<Served> = {},
  others: RouteGroup = NOBODY,
  settings: Partial<ListenerSettings> = {},
): Promise<Serving> {
  const thrown: unknown[] = [];
  const onError = (error: unknown) => void thrown.push(error);
  const tools = createGrpcTools({ serviceNames: [], files: async () => [], onError, ...served });
  return { tools, ...(await listening([tools, others], settings, thrown)) };
}

/** Listens on a free port until the test ends. */
export async function listening(
  mounts: readonly [...RouteGroup[], RouteGroup],
  settings: Partial<ListenerSettings> = {},
  thrown: unknown[] = [],
): Promise<Listening> {
  const onError = (error: unknown) => void thrown.push(error);
  const open = { port: 0, host: '127.0.0.1', bodyLimit: 200_000, onError, ...settings };
  const { url, close } = await listen(createRouteGroups(mounts, onError), open);
  onTestFinished(() => close(0));
  return { http1: url, http2: url, thrown, stopped: () => close(TIMEOUT) };
}
