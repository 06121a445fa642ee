// Items in handlers: `call.items` and `next({ set })`.

import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiError, createMockServer } from '../../../src/index.ts';
import { ownMockServer } from '../../support/own-api.ts';

const DOCUMENT = `openapi: 3.0.3
info: { title: Orders, version: '1' }
paths:
  /orders:
    get: { operationId: listOrders, responses: { '200': { $ref: '#/components/responses/Orders' } } }
    post:
      operationId: placeOrder
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses: { '201': { $ref: '#/components/responses/Order' }, '400': { description: invalid }, '409': { description: conflict } }
  /orders/{orderId}:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getOrder, responses: { '200': { $ref: '#/components/responses/Order' } } }
    patch:
      operationId: changeOrder
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses: { '200': { $ref: '#/components/responses/Order' } }
    delete: { operationId: deleteOrder, responses: { '204': { description: gone } } }
  /orders/{orderId}/cancel:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: integer } }]
    post: { operationId: cancelOrder, responses: { '200': { $ref: '#/components/responses/Order' } } }
  /orders/{orderId}/lines:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: listLines, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Line' } } } } } } }
  /orders/{orderId}/lines/{lineId}:
    parameters:
      - { name: orderId, in: path, required: true, schema: { type: integer } }
      - { name: lineId, in: path, required: true, schema: { type: string } }
    get: { operationId: getLine, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Line' } } } } } }
  /settings:
    get: { operationId: getSettings, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Settings' } } } } } }
    patch:
      operationId: changeSettings
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Settings' } } } }
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Settings' } } } } }
  /try:
    post: { operationId: try, responses: { '200': { description: ok, content: { application/json: { schema: {} } } } } }
components:
  responses:
    Order: { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
    Orders: { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Order' } } } } }
  schemas:
    Order:
      type: object
      required: [id, code, count]
      properties:
        id: { type: integer, readOnly: true }
        code: { type: string, description: Must be unique. }
        count: { type: integer, minimum: 1 }
        status: { type: string, enum: [open, paid, cancelled], default: open, readOnly: true }
        total: { type: number, readOnly: true }
        secret: { type: string, writeOnly: true }
    Line:
      type: object
      required: [id, text]
      properties: { id: { type: string }, text: { type: string } }
    Settings: { type: object, properties: { theme: { type: string }, plan: { type: string, readOnly: true } } }
`;

/** A call, without types. */
// biome-ignore lint/suspicious/noExplicitAny: what a user without types writes
type AnyCall = any;

/** A server with handlers, and without seed data. */
async function withHandlers(handlers: Readonly<Record<string, (call: AnyCall) => unknown>>, text = DOCUMENT) {
  const reported: unknown[] = [];
  const document = { location: '/orders.yaml', text };
  const apis = [{ name: 'orders', document, handlers, infer: true }] as const;
  const server = await createMockServer({ apis, records: 0, onError: (thrown) => void reported.push(thrown) });
  onTestFinished(() => server.close());
  const send = async (method: string, path: string, body?: object) => {
    const init = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await server.fetch(new Request(`http://localhost${path}`, { method, ...init }));
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { reported, send };
}

/** A server whose `POST /try` runs this handler after two orders were created. */
async function trying(handler: (call: AnyCall) => unknown) {
  const server = await withHandlers({ try: handler });
  await server.send('POST', '/orders', { code: 'a', count: 1 });
  await server.send('POST', '/orders', { code: 'b', count: 2 });
  return { ...server, run: () => server.send('POST', '/try') };
}

describe('items of a collection', () => {
  test('are listed, and found by their properties', async () => {
    const { run } = await trying(async ({ items }) => [
      (await items.orders.list()).map(({ code }: { code: string }) => code),
      await items.orders.list({ count: 2 }),
    ]);
    const order = { id: 2, code: 'b', count: 2, status: 'open' };
    expect((await run()).body).toMatchObject([['a', 'b'], [order]]);
  });

  test('are found by their ids, as numbers or text', async () => {
    const { run } = await trying(async ({ items }) => [
      (await items.orders.get(2)).code,
      (await items.orders.get('2')).code,
      (await items.orders.get(9)) ?? 'none',
    ]);
    expect((await run()).body).toEqual(['b', 'b', 'none']);
  });

  test('are returned without write-only properties', async () => {
    const { run, send } = await trying(({ items }) => items.orders.list({ code: 'c' }));
    await send('POST', '/orders', { code: 'c', count: 1, secret: 'x' });
    expect((await run()).body).not.toHaveProperty('0.secret');
  });

  test('are created with defaults and ids of the API, and with read-only properties', async () => {
    const { run, send } = await trying(({ items }) => items.orders.create({ code: 'c', count: 3, total: 12 }));
    expect((await run()).body).toEqual({ id: 3, code: 'c', count: 3, status: 'open', total: 12 });
    expect((await send('GET', '/orders/3')).body).toMatchObject({ total: 12 });
  });

  test('can be created with an id', async () => {
    const { run } = await trying(({ items }) => items.orders.create({ id: 77, code: 'c', count: 3 }));
    expect((await run()).body).toMatchObject({ id: 77 });
  });

  test.each([
    ['another item has the same unique value', { code: 'a', count: 1 }, 409, 'code'],
    ['a required property is missing', { code: 'c' }, 400, 'count is required'],
    ['a value is invalid', { code: 'c', count: 0 }, 400, 'count must be at least 1'],
    ['a read-only value is invalid', { code: 'c', count: 1, status: 'lost' }, 400, 'status must be'],
    ['a property is misspelt', { code: 'c', count: 1, statsu: 'open' }, 400, 'did you mean status?'],
  ])('are not created if %s', async (_, item, status, message) => {
    const { run, send } = await trying(({ items }) => items.orders.create(item));
    expect(await run()).toMatchObject({ status });
    expect(JSON.stringify((await run()).body)).toContain(message);
    expect((await send('GET', '/orders')).body).toHaveLength(2);
  });

  test('are updated, also by a function of the current item', async () => {
    const { run, send } = await trying(async ({ items }) => {
      await items.orders.update(1, { status: 'paid', total: 3 });
      await items.orders.update(1, ({ total }: { total: number }) => ({ total: total + 1 }));
      return items.orders.update(1, { status: undefined });
    });
    expect((await run()).body).toEqual({ id: 1, code: 'a', count: 1, total: 4 });
    expect((await send('GET', '/orders/1')).body).toEqual({ id: 1, code: 'a', count: 1, total: 4 });
  });

  test.each([
    ['the id', { id: 5 }, 400, 'id cannot be changed'],
    ['a unique value to that of another item', { code: 'b' }, 409, 'code'],
    ['a value to an invalid one', { count: 'many' }, 400, 'count must be an integer'],
  ])('cannot have %s changed', async (_, change, status, message) => {
    const { run, send } = await trying(({ items }) => items.orders.update(1, change));
    const { body, ...response } = await run();
    expect([response.status, JSON.stringify(body)]).toEqual([status, expect.stringContaining(message)]);
    expect((await send('GET', '/orders/1')).body).toMatchObject({ code: 'a', count: 1 });
  });

  test('are removed', async () => {
    const { run, send } = await trying(async ({ items }) => {
      await items.orders.remove(1);
      return items.orders.list();
    });
    expect((await run()).body).toMatchObject([{ code: 'b' }]);
    expect((await send('GET', '/orders')).body).toHaveLength(1);
  });

  test.each(['update', 'remove'])('that do not exist are 404 for %s', async (method) => {
    const { run } = await trying(({ items }) => items.orders[method](9, {}));
    expect(await run()).toMatchObject({ status: 404, body: { detail: 'orders/9 not found' } });
  });
});

describe('items of a nested collection', () => {
  const add = (text: string, orderId: number, id = 'x') => ({ id, text, orderId });

  test('are created below a parent, and found there', async () => {
    const { run, send } = await trying(async ({ items }) => {
      const one = await items.lines.create({ id: 'x', text: 'first' }, { orderId: 1 });
      await items.lines.create({ id: 'x', text: 'second' }, { orderId: 2 });
      await items.lines.update('x', { text: 'third' }, { orderId: 2 });
      return [one, await items.lines.list({ orderId: 2 }), (await items.lines.list()).length];
    });
    expect((await run()).body).toEqual([{ id: 'x', text: 'first' }, [{ id: 'x', text: 'third' }], 2]);
    expect((await send('GET', '/orders/2/lines')).body).toEqual([{ id: 'x', text: 'third' }]);
  });

  test('need no parent if the id is unique', async () => {
    const { run } = await trying(async ({ items }) => {
      await items.lines.create({ id: 'x', text: 'first' }, { orderId: 1 });
      return items.lines.get('x');
    });
    expect((await run()).body).toEqual({ id: 'x', text: 'first' });
  });

  test.each([
    [
      'a new item has no parent',
      (items: AnyCall) => items.lines.create(add('a', 1)),
      'items.lines.create(item, { orderId: … })',
    ],
    [
      'several items have the id',
      async (items: AnyCall) => {
        for (const orderId of [1, 2]) await items.lines.create({ id: 'x', text: 'a' }, { orderId });
        return items.lines.get('x');
      },
      'pass orderId as the last argument',
    ],
  ])('report what is missing when %s', async (_, work, message) => {
    const { run } = await trying(({ items }) => work(items));
    const { status, body } = await run();
    expect([status, body.detail]).toEqual([500, expect.stringContaining(message)]);
  });

  test('are not created below a parent that does not exist', async () => {
    const { run } = await trying(({ items }) => items.lines.create({ id: 'x', text: 'a' }, { orderId: 9 }));
    expect((await run()).status).toBe(404);
  });
});

test('a singleton is read and updated without an id', async () => {
  const { run, send } = await trying(async ({ items }) => {
    await items.settings.update({ theme: 'dark', plan: 'gold' });
    return items.settings.get();
  });
  expect((await run()).body).toMatchObject({ theme: 'dark', plan: 'gold' });
  expect((await send('GET', '/settings')).body).toMatchObject({ plan: 'gold' });
});

describe('a mistake in a handler is reported with a suggestion:', () => {
  test.each([
    ['a collection', ({ items }: AnyCall) => items.order.list(), 'items has no collection order; did you mean orders?'],
    ['a property of a query', ({ items }: AnyCall) => items.orders.list({ cout: 1 }), 'did you mean count?'],
    ['no id', ({ items }: AnyCall) => items.orders.get(undefined), 'the id of an item of orders must be'],
    [
      'set if nothing is stored',
      ({ next }: AnyCall) => next({ set: { a: 1 } }),
      'it does not create or change an item',
    ],
  ])('%s', async (_, handler, message) => {
    const { run, reported } = await trying(handler);
    const { status, body } = await run();
    expect([status, body.detail]).toEqual([500, expect.stringContaining(message)]);
    expect(reported).toMatchObject([{ message: expect.stringContaining(message) }]);
  });
});

describe('next({ set })', () => {
  test('sets properties of a created item', async () => {
    const { send } = await withHandlers({
      placeOrder: ({ input, next }) => next({ set: { total: input.count * 2, status: 'paid' } }),
    });
    const created = await send('POST', '/orders', { code: 'a', count: 4 });
    expect(created).toEqual({ status: 201, body: { id: 1, code: 'a', count: 4, total: 8, status: 'paid' } });
    expect((await send('GET', '/orders/1')).body).toEqual(created.body);
  });

  test('sets properties of an updated item, and of the item of an action', async () => {
    const set = ({ next }: AnyCall) => next({ set: { total: 5 } });
    const { send } = await withHandlers({ changeOrder: set, cancelOrder: ({ next }) => next({ set: { total: 0 } }) });
    await send('POST', '/orders', { code: 'a', count: 4 });
    expect((await send('PATCH', '/orders/1', { code: 'a', count: 5 })).body).toMatchObject({ count: 5, total: 5 });
    expect((await send('POST', '/orders/1/cancel')).body).toMatchObject({ status: 'cancelled', total: 0 });
  });

  test.each([
    ['a property that does not exist', { totl: 1 }, 'did you mean total?'],
    ['a value that the schema does not allow', { total: 'much' }, 'total must be a number'],
    ['no object', 7, 'needs an object of properties'],
  ])('reports %s, and stores nothing', async (_, set, message) => {
    const { send } = await withHandlers({ placeOrder: ({ next }) => next({ set }) });
    const { status, body } = await send('POST', '/orders', { code: 'a', count: 4 });
    expect([status, body.detail]).toEqual([500, expect.stringContaining(message)]);
    expect((await send('GET', '/orders')).body).toEqual([]);
  });

  test('rejects a duplicate of a unique value that it sets, with 409', async () => {
    const text = DOCUMENT.replace('[id, code, count]', '[id, count]');
    const { send } = await withHandlers({ placeOrder: ({ next }) => next({ set: { code: 'same' } }) }, text);
    expect((await send('POST', '/orders', { code: 'a', count: 4 })).status).toBe(201);
    expect((await send('POST', '/orders', { code: 'b', count: 4 })).status).toBe(409);
    expect((await send('POST', '/orders', { count: 4 })).status).toBe(409);
  });

  test.each(['getOrder', 'listOrders', 'deleteOrder'])('cannot be used in %s', async (id) => {
    const { send } = await withHandlers({ [id]: ({ next }) => next({ set: { total: 1 } }) });
    await send('POST', '/orders', { code: 'a', count: 4 });
    const path = id === 'listOrders' ? '/orders' : '/orders/1';
    const { status, body } = await send(id === 'deleteOrder' ? 'DELETE' : 'GET', path);
    expect([status, body.detail]).toEqual([500, expect.stringContaining(`cannot be used in ${id}`)]);
  });
});

describe('a handler that throws', () => {
  test.each([
    ['an ApiError', () => new ApiError('aborted', 'no')],
    ['any other error', () => new TypeError('no')],
  ])('%s undoes the changes by items and next', async (_, thrown) => {
    const { send } = await withHandlers({
      placeOrder: async ({ items, next }) => {
        await next();
        await items.orders.update(1, { total: 9 });
        throw thrown();
      },
    });
    expect((await send('POST', '/orders', { code: 'a', count: 4 })).status).toBeGreaterThan(400);
    expect((await send('GET', '/orders')).body).toEqual([]);
  });

  test('an ApiError preserves changes in the handler store', async () => {
    const { send } = await withHandlers({
      try: async ({ store }) => {
        await store.change(({ orders }: AnyCall) => orders.remove('1'));
        throw new ApiError('aborted', 'no');
      },
    });
    await send('POST', '/orders', { code: 'a', count: 4 });
    expect((await send('POST', '/try')).status).toBe(409);
    expect((await send('GET', '/orders')).body).toEqual([]);
  });
});

test('items has its collections as properties', async () => {
  const { run } = await trying(({ items }) => Object.keys(items));
  expect((await run()).body).toEqual(['orders', 'lines', 'settings']);
});

test('an unknown name without a similar one reports the list of collections', async () => {
  const { run } = await trying(({ items }) => items.invoices.list());
  expect((await run()).body.detail).toContain('the collections are orders, lines, settings');
});

test('items need an inferred API', async () => {
  const paths = { '/try': { post: { operationId: 'try', responses: { 200: { description: 'ok' } } } } };
  const document = { openapi: '3.0.3', info: { title: 'Own', version: '1' }, paths };
  const server = await ownMockServer(document, { try: ({ items }: AnyCall) => items.orders.list() });
  const response = await server.fetch(new Request('http://localhost/try', { method: 'POST' }));
  expect(await response.json()).toMatchObject({ detail: expect.stringContaining('items needs infer: true') });
});
