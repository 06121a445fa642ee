// A port with the tools, and with whatever else a test wants to be answered there.

import { onTestFinished } from 'vitest';
import { createGrpcTools, type GrpcTools, type Served } from '../../../src/server/grpc/tools.ts';
import { type ListenerSettings, listen } from '../../../src/server/http/listen.ts';
import { createRouteGroups, type RouteGroup } from '../../../src/server/pipeline/route-groups.ts';

export interface Listening {
  /** For clients that speak HTTP/1.1. */
  readonly http1: string;
  /** For clients that speak HTTP/2 without TLS: the same. */
  readonly http2: string;
  /** What the listener and the mounts told of. */
  readonly thrown: readonly unknown[];
  /** Takes no new request, and waits until those under way have ended by themselves. */
  stopped(): Promise<void>;
}

export interface Serving extends Listening {
  readonly tools: GrpcTools;
}

/** What answers 404 to everything. */
export const NOBODY: RouteGroup = { matches: () => true, handle: () => ({ status: 404, headers: {}, body: '' }) };

/** Longer than any test. */
const TIMEOUT = 2 ** 31 - 1;

/** Listens on a free port until the test ends. By default there is nothing but the tools. */
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
