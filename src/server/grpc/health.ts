// Health of services: serving until the server stops (gRPC health checking protocol).

import { once } from 'node:events';
import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect';
import { type Health, HealthCheckResponse_ServingStatus as Status } from './generated/grpc/health/v1/health_pb.ts';
import { endOf } from './until-aborted.ts';

/** The name of the server as a whole. */
const SERVER = '';

/**
 * Health of the server and its services. A watch ends when the client leaves, at its deadline, or when the server
 * closes.
 */
export function createGrpcHealth(
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
