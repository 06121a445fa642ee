// What gRPC tools and probes ask of any server: which services it has, what they look like, and whether they are up.

import { setMaxListeners } from 'node:events';
import { corsFields } from '../engine/cors.ts';
import { Failure } from '../engine/failure.ts';
import { onDemand } from './on-demand.ts';
import type { NodeHandler, Served } from './served.ts';

export type { NodeHandler, Served } from './served.ts';

/** The services `grpc.health.v1.Health` and `grpc.reflection.v1.ServerReflection` (and `v1alpha`) over gRPC, gRPC-Web and Connect. */
export interface GrpcTools {
  /**
   * Answers requests for these services, and leaves all others to a handler; preflights of browsers too. Nobody needs a token. What it
   * takes to answer is loaded by the first request.
   */
  around(handle: NodeHandler): NodeHandler;
  /** From now on no service takes requests: those that watch are told so, and every stream ends. */
  close(): void;
}

/** Makes the tools for one server. */
export function createGrpcTools(served: Served): GrpcTools {
  const closing = new AbortController();
  return {
    around(handle) {
      const answer = onDemand(async () => {
        const { serviceHandler } = await import('./service-handler.ts');
        // Every request under way listens to it; Node 20 would warn of more than ten.
        setMaxListeners(0, closing.signal);
        return serviceHandler(served, closing.signal, handle);
      }, served.onError);
      return (request, response) => {
        const isOurs = request.url?.startsWith('/grpc.') && request.method !== 'OPTIONS';
        if (!isOurs) return handle(request, response);
        for (const [name, value] of Object.entries(corsFields(request.headers.origin))) response.setHeader(name, value);
        answer(request, response);
      };
    },
    close: () => closing.abort(new Failure('unavailable', 'the server is closing')),
  };
}
