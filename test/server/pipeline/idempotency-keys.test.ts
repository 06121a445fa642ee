// Idempotency-Key: a repeated request gets the response of the first one, and changes nothing.

import { describe, expect, test } from 'vitest';
import { respond } from '../../../src/server/pipeline/handler-response.ts';
import {
  createFirstRequest,
  findFirstRequest,
  idempotencyFixture,
  storeFirstRequest,
} from '../../../src/server/pipeline/idempotency/idempotency-keys.ts';
import { memoryLog } from '../../../src/store/log/memory-log.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { openInferred, takes } from '../../mock/resources/inferred.ts';
import { jsonAnswers } from '../../support/own-api.ts';

const order = { type: 'object', properties: { id: { type: 'integer', readOnly: true }, total: { type: 'number' } } };
const tag = { ETag: { schema: { type: 'string' } } };

/** `POST /orders` with a header parameter of this name. @param statuses - of its declared errors */
function orders(header = 'Idempotency-Key', statuses: readonly number[] = []) {
  const errors = Object.fromEntries(statuses.map((status) => [status, { description: 'error' }]));
  const created = { 201: { ...Object(jsonAnswers({ 201: order }))[201], headers: tag } };
  const post = {
    operationId: 'addOrder',
    parameters: [{ name: header, in: 'header', schema: { type: 'string' } }],
    ...takes(order),
    responses: { ...created, ...errors },
  };
  return { '/orders': { get: { responses: jsonAnswers({ 200: { type: 'array', items: order } }) }, post } };
}

const key = (value: string, more: object = {}) => ({ 'idempotency-key': value, ...more });

test.each(['Idempotency-Key', 'idempotency-key', 'X-Idempotency-Key', 'Idempotency-Token', 'Acme-Idempotency-Key'])(
  'a request that is sent twice with one %s creates one item',
  async (name) => {
    const { send } = await openInferred(orders(name));
    const responses = [await send('POST', '/orders', { total: 5 }, { [name]: 'a' })];
    responses.push(await send('POST', '/orders', { total: 5 }, { [name]: 'a' }));
    for (const { status, body, headers } of responses) {
      expect({ status, body }).toEqual({ status: 201, body: { id: 1, total: 5 } });
      expect(headers.get('etag')).toBe(responses[0]?.headers.get('etag') ?? 'a tag');
    }
    expect((await send('GET', '/orders')).body).toHaveLength(1);
    expect((await send('POST', '/orders', { total: 5 }, { [name]: 'b' })).body).toEqual({ id: 2, total: 5 });
  },
);

test('without the header, or if it is not declared, every request creates an item', async () => {
  const { send } = await openInferred(orders('X-Trace'));
  for (const id of [1, 2])
    expect((await send('POST', '/orders', { total: 5 }, key('a'))).body).toEqual({ id, total: 5 });
  const declared = await openInferred(orders());
  for (const id of [1, 2])
    expect((await declared.send('POST', '/orders', { total: 5 })).body).toEqual({ id, total: 5 });
});

test.each([
  [[], 422],
  [[422], 422],
  [[409], 409],
  [[409, 422], 422],
])('a key that is sent with another body: of %j, the status is %i', async (statuses, status) => {
  const { send } = await openInferred(orders('Idempotency-Key', statuses));
  await send('POST', '/orders', { total: 5 }, key('a'));
  const rejected = await send('POST', '/orders', { total: 6 }, key('a'));
  expect(rejected.status).toBe(status);
  expect(rejected.headers.get('x-understudy-reason') ?? rejected.body.detail).toContain('use a new key');
  expect((await send('GET', '/orders')).body).toEqual([{ id: 1, total: 5 }]);
});

test('concurrent requests with one key create one item', async () => {
  const { send } = await openInferred(orders());
  const responses = await Promise.all([1, 2, 3].map(() => send('POST', '/orders', { total: 5 }, key('a'))));
  expect(responses.map(({ body }) => body.id)).toEqual([1, 1, 1]);
});

test('a slow handler runs once for all requests that wait for it', async () => {
  let runs = 0;
  const handlers = {
    addOrder: async ({ next }: { next: () => Promise<unknown> }) => {
      runs += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return next();
    },
  };
  const { send } = await openInferred(orders(), {}, { handlers });
  await Promise.all([1, 2].map(() => send('POST', '/orders', { total: 5 }, key('a'))));
  expect(runs).toBe(1);
});

describe('after a fault', () => {
  test('that replaced the response, the same key is processed', async () => {
    const { send } = await openInferred(orders());
    const failed = await send('POST', '/orders', { total: 5 }, key('a', { 'x-understudy-fault': 'status=503' }));
    expect(failed.status).toBe(503);
    expect((await send('POST', '/orders', { total: 5 }, key('a'))).body).toEqual({ id: 1, total: 5 });
  });

  test('that corrupted the response, the same key gets the intact response', async () => {
    const { send } = await openInferred(orders());
    await send('POST', '/orders', { total: 5 }, key('a', { 'x-understudy-fault': 'broken' }));
    expect((await send('POST', '/orders', { total: 5 }, key('a'))).body).toEqual({ id: 1, total: 5 });
    expect((await send('GET', '/orders')).body).toHaveLength(1);
  });
});

test('a rejected request may be sent again with its key', async () => {
  let isOpen = false;
  const handlers = {
    addOrder: async ({ next }: { next: () => Promise<unknown> }) => {
      if (!isOpen) throw new Error('closed');
      return next();
    },
  };
  const { send } = await openInferred(orders(), {}, { handlers });
  expect((await send('POST', '/orders', { total: 5 }, key('a'))).status).toBe(500);
  isOpen = true;
  expect((await send('POST', '/orders', { total: 5 }, key('a'))).status).toBe(201);
});

describe('a key is forgotten', () => {
  const control = 'http://127.0.0.1/_understudy';
  test.each([
    ['after 24 hours of the clock', '/clock', { advance: '25h' }, 2],
    ['with the undone change', '/undo', {}, 1],
    ['with a reset', '/reset', {}, 1],
  ])('%s', async (_, path, body, id) => {
    const { send, mockServer } = await openInferred(orders());
    await send('POST', '/orders', { total: 5 }, key('a'));
    const headers = { 'content-type': 'application/json' };
    const done = await mockServer.fetch(
      new Request(control + path, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
    expect(done.status).toBe(200);
    expect((await send('POST', '/orders', { total: 6 }, key('a'))).body).toEqual({ id, total: 6 });
  });

  test('when a thousand others follow, or their bodies have 16 MiB', async () => {
    const now = new Date();
    const store = await openStore<Record<string, { id: string }>>(idempotencyFixture.records, memoryLog());
    const has = (key: string) => findFirstRequest(store, key, now) !== undefined;
    const add = async (key: string, size: number) => {
      const first = await createFirstRequest(key, '', now, respond(201, new Uint8Array(size)));
      if (first) await storeFirstRequest(store, first, now);
    };
    for (let number = 0; number <= 1000; number += 1) await add(`${number}`, 0);
    expect([has('0'), has('1')]).toEqual([false, true]);
    for (const key of ['first', 'second', 'third']) await add(key, 8 * 1024 * 1024 - 1);
    expect([has('first'), has('second'), has('third')]).toEqual([false, true, true]);
    await add('too large', 8 * 1024 * 1024 + 1);
    expect(has('too large')).toBe(false);
  });
});

test('each sandbox has its own keys', async () => {
  const { send } = await openInferred(orders());
  await send('POST', '/orders', { total: 5 }, key('a'));
  const other = await send('POST', '/orders', { total: 6 }, key('a', { 'x-understudy-sandbox': 'other' }));
  expect(other.status).toBe(201);
});
