// Handlers that change items at several replicas and in sandboxes.

import { expect, onTestFinished, test } from 'vitest';
import { createMockServer, defineApi, type MockServer, respond } from '../../src/index.ts';
import { createSharedPlace } from '../support/shared-place.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Counters, version: '1' }
paths:
  /counters: { get: { operationId: listCounters, responses: { '200': { $ref: '#/components/responses/Counters' } } } }
  /counters/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    get: { operationId: getCounter, responses: { '200': { $ref: '#/components/responses/Counter' } } }
  /visits: { post: { operationId: visit, responses: { '200': { description: ok } } } }
  /start: { post: { operationId: start, responses: { '200': { description: ok } } } }
components:
  responses:
    Counter: { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Counter' } } } }
    Counters: { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Counter' } } } } }
  schemas:
    Counter: { type: object, required: [name, value], properties: { name: { type: string }, value: { type: integer } } }
`;

const counters = defineApi({
  name: 'counters',
  document: { location: '/counters.yaml', text: DOCUMENT },
  infer: true,
  handlers: {
    async start({ items }) {
      await items.counters?.create({ name: 'visits', value: 0 });
      return respond(200);
    },
    async visit({ items }) {
      await items.counters?.update('visits', ({ value }) => ({ value: Number(value) + 1 }));
      return respond(200);
    },
  },
});

/** Servers with shared state. */
async function servers(count: number): Promise<readonly MockServer[]> {
  const store = createSharedPlace();
  return Promise.all(
    Array.from({ length: count }, async () => {
      const server = await createMockServer({ apis: [counters], store, records: 0 });
      onTestFinished(() => server.close());
      return server;
    }),
  );
}

async function send(server: MockServer | undefined, method: string, path: string, sandbox = 'main'): Promise<unknown> {
  const headers = { 'x-understudy-sandbox': sandbox };
  const response = await server?.fetch(new Request(`http://localhost${path}`, { method, headers }));
  const text = await response?.text();
  return response?.status === 200 && text ? JSON.parse(text) : response?.status;
}

test('concurrent updates by a function are all counted, at any replica', async () => {
  const all = await servers(2);
  expect(await send(all[0], 'POST', '/start')).toBe(200);
  const sent = Array.from({ length: 20 }, (_, number) => send(all[number % 2], 'POST', '/visits'));
  expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
  for (const server of all)
    expect(await send(server, 'GET', '/counters/visits')).toEqual({ name: 'visits', value: 20 });
});

test('a sandbox has its own items', async () => {
  const [server] = await servers(1);
  await send(server, 'POST', '/start', 'mine');
  await send(server, 'POST', '/visits', 'mine');
  expect(await send(server, 'GET', '/counters', 'mine')).toEqual([{ name: 'visits', value: 1 }]);
  expect(await send(server, 'GET', '/counters')).toEqual([]);
});
