// Idempotency keys are part of the state: after a restart, at replicas, in forks and snapshots.

import { describe, expect, onTestFinished, test } from 'vitest';
import { createMockServer, type MockServer, type MockServerSettings, respond } from '../../../src/index.ts';
import { documentOf, jsonAnswers, ownApi } from '../../support/own-api.ts';
import { createSharedPlace } from '../../support/shared-place.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const payment = {
  type: 'object',
  properties: { id: { type: 'integer', readOnly: true }, amount: { type: 'integer', format: 'int64' } },
};
const header = { in: 'header', schema: { type: 'string' } };
const body = { content: { 'application/json': { schema: payment } } };
const receipt = {
  201: { description: 'ok', content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } },
};
const document = documentOf(
  {
    '/payments': {
      parameters: [{ $ref: '#/components/parameters/Key' }],
      get: { responses: jsonAnswers({ 200: { type: 'array', items: payment } }) },
      post: { operationId: 'pay', requestBody: body, responses: jsonAnswers({ 201: payment }) },
    },
    '/receipts': {
      post: { operationId: 'print', parameters: [{ name: 'Idempotency-Key', ...header }], responses: receipt },
    },
  },
  { components: { parameters: { Key: { name: 'X-Idempotency-Key', ...header } } } },
);

async function start(settings: Partial<MockServerSettings>, handlers: object = {}): Promise<MockServer> {
  const api = await ownApi(document, handlers, { infer: true });
  const server = await createMockServer({ apis: [api], records: 0, ...settings });
  onTestFinished(() => server.close());
  return server;
}

async function pay(server: MockServer, key: string, amount = '5', sandbox = 'main') {
  const headers = { 'content-type': 'application/json', 'x-idempotency-key': key, 'x-understudy-sandbox': sandbox };
  const init = { method: 'POST', headers, body: `{"amount":${amount}}` };
  const response = await server.fetch(new Request('http://mock-server/payments', init));
  return [response.status, await response.text()];
}

async function countPayments(server: MockServer, sandbox = 'main'): Promise<number> {
  const headers = { 'x-understudy-sandbox': sandbox };
  const response = await server.fetch(new Request('http://mock-server/payments', { headers }));
  return ((await response.json()) as readonly unknown[]).length;
}

async function control(server: MockServer, path: string, more: object = {}): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(more) };
  return (await server.fetch(new Request(`http://127.0.0.1/_understudy${path}`, init))).status;
}

describe('after a restart', () => {
  test('the same key gets the first response, with all digits, and creates nothing', async () => {
    const folder = await temporaryFolder();
    const before = await start({ data: folder });
    const first = await pay(before, 'a', '9007199254740993');
    await before.close();
    const after = await start({ data: folder });
    expect(await pay(after, 'a', '9007199254740993')).toEqual(first);
    expect(first).toEqual([201, '{"id":1,"amount":9007199254740993}']);
    expect(await countPayments(after)).toBe(1);
    expect((await pay(after, 'a', '6'))[0]).toBe(422);
  });

  test('a body of bytes is the same', async () => {
    const folder = await temporaryFolder();
    const handlers = { print: () => respond(201, new Uint8Array([0, 200, 255])) };
    const bytesOf = async (server: MockServer) => {
      const headers = { 'idempotency-key': 'a' };
      const response = await server.fetch(new Request('http://mock-server/receipts', { method: 'POST', headers }));
      return [response.status, response.headers.get('content-type'), [...new Uint8Array(await response.arrayBuffer())]];
    };
    const before = await start({ data: folder }, handlers);
    const first = await bytesOf(before);
    await before.close();
    expect(await bytesOf(await start({ data: folder }))).toEqual(first);
  });

  test('a key whose change was undone is new', async () => {
    const folder = await temporaryFolder();
    const before = await start({ data: folder });
    await pay(before, 'a');
    expect(await control(before, '/undo')).toBe(200);
    await before.close();
    expect(await pay(await start({ data: folder }), 'a', '6')).toEqual([201, expect.stringContaining('"amount":6')]);
  });
});

describe('at two replicas', () => {
  test('a key that one has seen gets the first response of the other', async () => {
    const store = createSharedPlace();
    const [one, other] = [await start({ store }), await start({ store })];
    const first = await pay(one, 'a');
    expect(await pay(other, 'a')).toEqual(first);
    expect((await pay(other, 'a', '6'))[0]).toBe(422);
    expect(await countPayments(one)).toBe(1);
  });

  test('concurrent requests with one key create one item', async () => {
    const store = createSharedPlace();
    const servers = [await start({ store }), await start({ store })];
    const [first, ...others] = await Promise.all([...servers, ...servers].map((server) => pay(server, 'a')));
    for (const response of others) expect(response).toEqual(first);
    for (const server of servers) expect(await countPayments(server)).toBe(1);
  });

  test('an undo at one forgets the key at the other', async () => {
    const store = createSharedPlace();
    const [one, other] = [await start({ store }), await start({ store })];
    await pay(one, 'a');
    expect(await control(other, '/undo')).toBe(200);
    expect((await pay(one, 'a', '6'))[0]).toBe(201);
  });
});

describe('in a sandbox', () => {
  test('a fork knows the keys of its source, and its own are unknown there', async () => {
    const server = await start({});
    const first = await pay(server, 'a');
    expect(await control(server, '/sandboxes', { name: 'fork', from: 'main' })).toBe(201);
    expect(await pay(server, 'a', '5', 'fork')).toEqual(first);
    await pay(server, 'b', '5', 'fork');
    expect((await pay(server, 'b', '6'))[0]).toBe(201);
    expect([await countPayments(server), await countPayments(server, 'fork')]).toEqual([2, 2]);
  });

  test('a restored snapshot has the keys of its time', async () => {
    const server = await start({});
    const first = await pay(server, 'a');
    expect(await control(server, '/snapshots', { name: 'paid' })).toBe(201);
    await pay(server, 'b');
    expect(await control(server, '/snapshots/paid/restore')).toBe(200);
    expect(await pay(server, 'a')).toEqual(first);
    expect((await pay(server, 'b', '7'))[0]).toBe(201);
    expect(await countPayments(server)).toBe(2);
  });
});

test('a response that the document does not allow is not stored', async () => {
  let body: object = { amount: 'many' };
  const server = await start({ outputCheck: 'enforce' }, { pay: () => respond(201, body) });
  expect((await pay(server, 'a'))[0]).toBe(500);
  body = { amount: 5 };
  expect((await pay(server, 'a'))[0]).toBe(201);
});
