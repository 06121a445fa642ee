// Health and reflection over every protocol. Loaded on demand, with its libraries.

import { createConnectRouter } from '@connectrpc/connect';
import type { WireBody, WireRequest, WireResponse } from '../pipeline/wire.ts';
import { COMPRESSIONS } from './adapt-connect-request.ts';
import { Health } from './generated/grpc/health/v1/health_pb.ts';
import { ServerReflection } from './generated/grpc/reflection/v1/reflection_pb.ts';
import { ServerReflection as FirstServerReflection } from './generated/grpc/reflection/v1alpha/reflection_pb.ts';
import { handleByConnect } from './handle-by-connect.ts';
import { createGrpcHealth } from './health.ts';
import { createReflection } from './reflection.ts';
import type { Served } from './served.ts';

/** Longest request message that is read, in bytes. They carry a name. */
const MESSAGE_LIMIT = 64 * 1024;

/**
 * Handles requests for health and reflection.
 *
 * @param closing - aborted when services stop
 * @returns the function for requests of their methods; throws an ApiError if a request is invalid
 */
export function handleServices(
  served: Served,
  closing: AbortSignal,
): (request: WireRequest) => Promise<WireResponse<WireBody>> {
  const own = [Health, ServerReflection, FirstServerReflection];
  const serviceNames = [...served.serviceNames, ...own.map(({ typeName }) => typeName)].sort();
  const files = async () => [...(await served.files()), ...own.map(({ file }) => file)];
  const reflection = createReflection({ ...served, serviceNames, files });
  const router = createConnectRouter({
    acceptCompression: [...COMPRESSIONS],
    readMaxBytes: MESSAGE_LIMIT,
    shutdownSignal: closing,
  });
  router.service(Health, createGrpcHealth(serviceNames, closing, served.isReady));
  router.service(ServerReflection, reflection);
  // The messages of both versions differ in their package only.
  router.service(FirstServerReflection as unknown as typeof ServerReflection, reflection);
  return handleByConnect(router.handlers, MESSAGE_LIMIT);
}
