// What gRPC tools and probes ask of any server: which services it has, what they look like, and whether they are up.

import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { DescFile } from '@bufbuild/protobuf';
import { corsFields } from '../engine/cors.ts';
import { Failure } from '../engine/failure.ts';
import { onDemand } from './on-demand.ts';

/** Answers requests of Node's servers, be they HTTP/1.1 or HTTP/2. */
export type NodeHandler = (
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
) => void;

/** What the tools are told about. */
export interface Served {
  /** The full names of all services, aliases included, such as `shop.v1.PetService`. */
  readonly serviceNames: readonly string[];
  /** Files that declare these services; files that they import need not be named. Asked by the first request for a file. */
  readonly files: () => Promise<readonly DescFile[]>;
  /** Told of mistakes that are not the client's. */
  readonly onError: (thrown: unknown) => void;
}

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
  // Every request under way listens to it; Node 20 would warn of more than ten.
  setMaxListeners(0, closing.signal);
  return {
    around(handle) {
      const answer = onDemand(async () => {
        const { serviceHandler } = await import('./service-handler.ts');
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
