// CRUD scenario of nested items: faults that schemas cannot express.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { listErrors, type Verdict } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';

const path = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const response = (schema: object) => ({ description: '.', content: { 'application/json': { schema } } });
const rejections = { '4XX': response({ type: 'object' }), '5XX': response({ type: 'object' }) };
const one = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const listOf = (name: string) => ({ responses: { 200: response({ type: 'array', items: one(name) }), ...rejections } });
const text = { type: 'string', minLength: 1 };
const document = createDocument(
  documentSource({
    openapi: '3.0.3',
    info: { title: 'Shops', version: '1' },
    paths: {
      '/shops': { get: { operationId: 'listShops', ...listOf('Shop') } },
      '/shops/{shop}/orders': {
        parameters: [path('shop')],
        get: { operationId: 'listOrders', ...listOf('Order') },
        post: {
          operationId: 'addOrder',
          requestBody: { required: true, content: { 'application/json': { schema: one('Order') } } },
          responses: { 201: response(one('Order')), ...rejections },
        },
      },
      '/shops/{shop}/orders/{order}': {
        parameters: [path('shop'), path('order')],
        get: { operationId: 'getOrder', responses: { 200: response(one('Order')), ...rejections } },
        delete: { operationId: 'removeOrder', responses: { 204: { description: 'Gone.' }, ...rejections } },
      },
    },
    components: {
      schemas: {
        Shop: { type: 'object', required: ['id'], properties: { id: { ...text, readOnly: true } } },
        Order: {
          type: 'object',
          required: ['id', 'note'],
          properties: { id: { ...text, readOnly: true }, note: { type: 'string' } },
        },
      },
    },
  } as DocumentObject),
);

interface Order {
  readonly id: string;
  readonly note: string;
}

/** The fault of the server. */
interface Ways {
  /** The id of the n-th created order. Default: a new one */
  readonly idOf?: (n: number) => string;
  /** Whether the lists of all shops contain an order. */
  readonly isEverywhere?: boolean;
  /** The status of read requests. */
  readonly readWith?: number;
  /** Whether lists omit created orders. */
  readonly isUnlisted?: boolean;
}

/** Findings of the scenarios of a faulty server. */
async function reported(ways: Ways): Promise<Verdict> {
  return (await run(ways)).verdict;
}

/** The same, with the remaining orders of the first shop. */
async function run({ idOf = (n) => `order-${n}`, isEverywhere, readWith, isUnlisted }: Ways, operations?: string[]) {
  const shops = new Map(['north', 'south'].map((shop) => [shop, [{ id: `${shop}-0`, note: 'first' }] as Order[]]));
  let made = 0;
  const responded = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const send = (status: number, value?: unknown) => {
      response.writeHead(status, value === undefined ? {} : { 'content-type': 'application/json' });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    };
    const [, , shop = '', , id] = (request.url ?? '').split('/');
    const orders = shops.get(shop);
    if (shop === '')
      return send(
        200,
        [...shops.keys()].map((key) => ({ id: key })),
      );
    if (!orders) return send(404, {});
    if (id === undefined && request.method === 'POST') {
      made += 1;
      const order = { id: idOf(made), note: JSON.parse(body).note };
      orders.push(order);
      return send(201, order);
    }
    const all = isEverywhere ? [...shops.values()].flat() : orders;
    if (id === undefined) return send(200, isUnlisted ? all.filter((order) => order.id.endsWith('-0')) : all);
    const index = orders.findIndex((order) => order.id === id);
    if (request.method !== 'DELETE' && readWith !== undefined) return send(readWith, {});
    if (index < 0) return send(404, {});
    if (request.method !== 'DELETE')
      return send(
        200,
        orders.findLast((order) => order.id === id),
      );
    orders.splice(index, 1);
    return send(204);
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => responded(request, response, Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    target.close();
    server.close();
  });
  const sandboxes = await detectSandboxes(target);
  const settings = { document, target, sandboxes, allowWrites: true, phases: ['scenarios'] as const };
  const verdict = await verify({ ...settings, ...(operations && { operations }) });
  return { verdict, left: shops.get('north') };
}

const messages = (verdict: Verdict) => listErrors(verdict).map(({ check, message }) => `${check}: ${message}`);

test('a correct server has no findings', async () => {
  expect(messages(await reported({}))).toEqual([]);
});

test('finds a created order with an existing id', async () => {
  expect(messages(await reported({ idOf: () => 'north-0' }))).toContain(
    'read-after-create: created item has the id of an existing item',
  );
});

test.each([
  ['', undefined],
  [', with no other operation tested', ['removeOrder']],
])('an existing order that a create request returns is neither changed nor deleted%s', async (_, operations) => {
  const { verdict, left } = await run({ idOf: () => 'north-0' }, operations);
  expect(left?.[0]).toEqual({ id: 'north-0', note: 'first' });
  expect(verdict.operations.find(({ operation }) => operation.id === 'removeOrder')).toMatchObject({
    outcome: 'notTested',
    reason: 'it would change data that the run did not create',
  });
  // Created orders are deleted.
  expect((await run({})).left).toEqual([{ id: 'north-0', note: 'first' }]);
});

test('finds a created order in the lists of other shops', async () => {
  expect(messages(await reported({ isEverywhere: true }))).toEqual([
    'list-contains-created: created item is also in the list of another parent',
  ]);
});

test('orders of other shops with the same id are not findings', async () => {
  const verdict = await reported({ idOf: () => 'south-0' });
  expect(messages(verdict).filter((message) => message.startsWith('list-contains-created'))).toEqual([]);
});

test.each([401, 403, 500, 503])('lists are checked even if reading an order returns %d', async (readWith) => {
  const looked = ({ operations }: Verdict) => operations.flatMap(({ appliedChecks: tried }) => [...tried]);
  const fine = await reported({ readWith });
  expect(messages(fine).filter((message) => !message.startsWith('no-server-error'))).toEqual([]);
  expect(looked(fine)).not.toContain('read-after-create');
  expect(looked(fine)).toEqual(expect.arrayContaining(['list-contains-created', 'not-found-after-delete']));
  expect(messages(await reported({ readWith, isUnlisted: true }))).toContain(
    'list-contains-created: created item is not in the list (1 page)',
  );
});

test.each([404, 410])('finds a created order whose read request returns %d', async (readWith) => {
  expect(messages(await reported({ readWith }))).toContain(
    `read-after-create: created item not found: reading it returned ${readWith}`,
  );
});
