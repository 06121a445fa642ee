// Health and reflection over every protocol. Loaded on demand, with its libraries.

import { once } from 'node:events';
import { Code, ConnectError, createConnectRouter, type ServiceImpl } from '@connectrpc/connect';
import type { WireBody, WireRequest, WireResponse } from '../pipeline/wire.ts';
import { COMPRESSIONS } from './adapt-connect-request.ts';
import { Health, HealthCheckResponse_ServingStatus as Status } from './generated/grpc/health/v1/health_pb.ts';
import { ServerReflection } from './generated/grpc/reflection/v1/reflection_pb.ts';
import { ServerReflection as FirstServerReflection } from './generated/grpc/reflection/v1alpha/reflection_pb.ts';
import { handleByConnect } from './handle-by-connect.ts';
import { createReflection } from './reflection.ts';
import type { Served } from './served.ts';
import { endOf } from './until-aborted.ts';

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

/** The name of the server as a whole. */
const SERVER = '';

/**
 * Health of the server and its services. A watch ends when the client leaves, at its deadline, or when the server
 * closes.
 */
function createGrpcHealth(
  serviceNames: readonly string[],
  closing: AbortSignal,
  isReady = () => true,
): ServiceImpl<typeof Health> {
  const known = new Set([SERVER, ...serviceNames]);
  const present = () => (closing.aborted || !isReady() ? Status.NOT_SERVING : Status.SERVING);
  return {
    check({ service }) {
      if (!known.has(service)) throw new ConnectError(`service "${service}" not found`, Code.NotFound);
      return { status: present() };
    },
    list: () => ({ statuses: Object.fromEntries([...known].map((name) => [name, { status: present() }])) }),
    async *watch({ service }, { signal }) {
      const status = () => (known.has(service) ? present() : Status.SERVICE_UNKNOWN);
      const first = status();
      yield { status: first };
      if (!signal.aborted) await once(signal, 'abort');
      if (status() !== first) yield { status: status() };
      throw endOf(signal);
    },
  };
}
