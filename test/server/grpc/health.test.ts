// Health checks: the status of services, once or as a watch.

import { getEventListeners, once } from 'node:events';
import { Code, createClient } from '@connectrpc/connect';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  Health,
  type HealthCheckResponse,
  HealthCheckResponse_ServingStatus as Status,
} from '../../../src/server/grpc/generated/grpc/health/v1/health_pb.ts';
import { handleServices } from '../../../src/server/grpc/handle-services.ts';
import { CLIENTS, DUPLEX } from './clients.ts';
import { listening, serving } from './serving.ts';

const SHOP = { serviceNames: ['shop.v1.PetService', 'old.shop.PetService'] };
const REFLECTION = 'grpc.reflection.v1.ServerReflection';

describe.each(CLIENTS)('health over %s', (_, transportTo) => {
  test.each(['', ...SHOP.serviceNames, Health.typeName, REFLECTION])(
    'reports that "%s" is serving',
    async (service) => {
      const client = createClient(Health, transportTo(await serving(SHOP)));
      expect(await client.check({ service })).toMatchObject({ status: Status.SERVING });
    },
  );

  test('rejects an unknown service', async () => {
    const client = createClient(Health, transportTo(await serving(SHOP)));
    const rejected = expect.objectContaining({ code: Code.NotFound, rawMessage: 'service "shop.v1.Pet" not found' });
    await expect(client.check({ service: 'shop.v1.Pet' })).rejects.toEqual(rejected);
  });

  test('lists the server and every service', async () => {
    const client = createClient(Health, transportTo(await serving(SHOP)));
    const { statuses } = await client.list({});
    const named = ['', ...SHOP.serviceNames, Health.typeName, REFLECTION, 'grpc.reflection.v1alpha.ServerReflection'];
    expect(Object.keys(statuses).sort()).toEqual(named.sort());
    expect(new Set(Object.values(statuses).map(({ status }) => status))).toEqual(new Set([Status.SERVING]));
  });

  test('reports that nothing is serving once the server closes', async () => {
    const served = await serving(SHOP);
    const client = createClient(Health, transportTo(served));
    served.tools.close();
    expect(await client.check({})).toMatchObject({ status: Status.NOT_SERVING });
    expect((await client.list({})).statuses['shop.v1.PetService']).toMatchObject({ status: Status.NOT_SERVING });
    await expect(client.check({ service: 'nothing' })).rejects.toMatchObject({ code: Code.NotFound });
  });

  test('sends the status to a watch, and at the end that the server closes', async () => {
    const served = await serving(SHOP);
    const watch = createClient(Health, transportTo(served)).watch({ service: 'shop.v1.PetService' });
    const statuses = statusesOf(watch);
    expect(await statuses.next()).toEqual({ value: Status.SERVING, done: false });
    served.tools.close();
    expect(await statuses.next()).toEqual({ value: Status.NOT_SERVING, done: false });
    await expect(statuses.next()).rejects.toMatchObject({
      code: Code.Unavailable,
      rawMessage: 'the server is closing',
    });
  });

  test('sends SERVICE_UNKNOWN to a watch of an unknown service, and continues', async () => {
    const served = await serving(SHOP);
    const statuses = statusesOf(createClient(Health, transportTo(served)).watch({ service: 'nothing' }));
    expect(await statuses.next()).toEqual({ value: Status.SERVICE_UNKNOWN, done: false });
    const next = statuses.next();
    served.tools.close();
    await expect(next).rejects.toMatchObject({ code: Code.Unavailable });
  });

  test('sends the status to a watch that starts while the server closes, and ends it', async () => {
    const served = await serving(SHOP);
    served.tools.close();
    const statuses = statusesOf(createClient(Health, transportTo(served)).watch({}));
    expect(await statuses.next()).toEqual({ value: Status.NOT_SERVING, done: false });
    await expect(statuses.next()).rejects.toMatchObject({ code: Code.Unavailable });
  });
});

describe.each(CLIENTS)('a watch over %s', (_, transportTo) => {
  test('is freed when its client disconnects, without an error', async () => {
    const message = vi.spyOn(console, 'error');
    onTestFinished(() => message.mockRestore());
    const closing = new AbortController();
    const served = { ...SHOP, files: async () => [], onError: () => {} };
    const response = handleServices(served, closing.signal);
    const gone: Promise<unknown>[] = [];
    const addresses = await listening([
      {
        streams: true,
        matches: () => true,
        handle(request) {
          if (request.signal) gone.push(once(request.signal, 'abort'));
          return response(request);
        },
      },
    ]);
    const client = createClient(Health, transportTo(addresses));
    const leave = new AbortController();
    const watches = Array.from({ length: 20 }, () => statusesOf(client.watch({}, { signal: leave.signal })));
    for (const watch of watches) expect(await watch.next()).toEqual({ value: Status.SERVING, done: false });
    expect(getEventListeners(closing.signal, 'abort')).toHaveLength(20);
    leave.abort();
    for (const watch of watches) await expect(watch.next()).rejects.toMatchObject({ code: Code.Canceled });
    await Promise.all(gone);
    expect(getEventListeners(closing.signal, 'abort')).toHaveLength(0);
    expect(message).not.toHaveBeenCalled();
  });
});

test.each([
  ['gRPC', DUPLEX[1][1], { 'grpc-timeout': '50m' }],
  ['Connect', DUPLEX[3][1], { 'connect-timeout-ms': '50' }],
] as const)('a watch over %s ends at the deadline of its client', async (_, transportTo, headers) => {
  // The client itself ignores a deadline in this form.
  const statuses = statusesOf(createClient(Health, transportTo(await serving(SHOP))).watch({}, { headers }));
  expect(await statuses.next()).toEqual({ value: Status.SERVING, done: false });
  await expect(statuses.next()).rejects.toMatchObject({ code: Code.DeadlineExceeded });
});

async function* statusesOf(watch: AsyncIterable<HealthCheckResponse>) {
  for await (const { status } of watch) yield status;
}
