// gRPC tools: reflection and health of all services.

import { setMaxListeners } from 'node:events';
import { ApiError } from '../pipeline/errors/api-error.ts';
import type { RouteGroup } from '../pipeline/route-groups.ts';
import type { WireBody, WireRequest, WireResponse } from '../pipeline/wire.ts';
import { errorResponse } from './error-response.ts';
import type { Served } from './served.ts';

export type { Served } from './served.ts';

/** The paths of their methods. */
export const TOOL_METHODS: ReadonlySet<string> = new Set([
  '/grpc.health.v1.Health/Check',
  '/grpc.health.v1.Health/List',
  '/grpc.health.v1.Health/Watch',
  '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
  '/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo',
]);

/** The services `grpc.health.v1.Health` and `grpc.reflection.v1.ServerReflection` (and `v1alpha`) over gRPC, gRPC-Web and Connect. */
export interface GrpcTools extends RouteGroup {
  /** Stops all services: watchers are notified, and every stream ends. */
  close(): void;
}

/** Creates the tools of a server. They need no token. Their libraries are loaded with the first request. */
export function createGrpcTools(served: Served): GrpcTools {
  const closing = new AbortController();
  const response = onDemand(async () => {
    const { handleServices: answerServices } = await import('./handle-services.ts');
    // Every request under way listens to it; Node 20 would warn of more than ten.
    setMaxListeners(0, closing.signal);
    return answerServices(served, closing.signal);
  }, served.onError);
  return {
    cors: () => true,
    streams: true,
    matches: ({ method }, path) => TOOL_METHODS.has(path) && method !== 'OPTIONS',
    handle: response,
    close: () => closing.abort(new ApiError('unavailable', 'the server is closing')),
  };
}

type Response = (request: WireRequest) => Promise<WireResponse<WireBody>>;

/**
 * Loads a responder on first use. If that fails, the request is rejected and the next one tries again; later errors
 * become error responses as well.
 *
 * @param onError - receives unexpected errors
 */
export function onDemand(load: () => Promise<Response>, onError: (thrown: unknown) => void): Response {
  let loading: Promise<Response> | undefined;
  return async (request) => {
    try {
      loading ??= load().catch((thrown) => {
        loading = undefined;
        throw thrown;
      });
      const response = await loading;
      return await response(request);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) onError(thrown);
      return errorResponse(request, ApiError.from(thrown));
    }
  };
}
