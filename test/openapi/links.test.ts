// Links of responses, resolved for an exchange.

import { describe, expect, test } from 'vitest';
import { explainOperations } from '../../src/cli/documents/explain-operations.ts';
import { loadApi } from '../../src/server/pipeline/api/load-api.ts';
import { documentOf, jsonAnswers, ownApi, ownMockServer } from '../support/own-api.ts';

const parameter = (name: string, place: string) => ({ name, in: place, required: place === 'path', schema: {} });
const response = { 200: { description: 'ok' } };

/** A document whose operation that creates an order has these links. */
function linking(links: object, servers = [{ url: '/v1' }]) {
  return documentOf(
    {
      '/orders': {
        post: {
          operationId: 'makeOrder',
          parameters: [parameter('note', 'query')],
          requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
          responses: {
            201: {
              description: 'made',
              headers: { Location: { schema: { type: 'string' } } },
              content: { 'application/json': { schema: { type: 'object' } } },
              links,
            },
          },
        },
      },
      '/shops/{shop}/orders/{id}': {
        put: {
          operationId: 'payOrder',
          parameters: [
            parameter('shop', 'path'),
            parameter('id', 'path'),
            parameter('id', 'query'),
            parameter('X-By', 'header'),
          ],
          requestBody: { content: { 'application/json': { schema: {} } } },
          responses: response,
        },
      },
      '/a': { get: { operationId: 'a', responses: jsonAnswers({ 200: {} }) } },
    },
    { servers },
  );
}

const ORDER = { id: 'ü/1', shop: 7, lines: [{ sku: 'tea' }], tags: ['x', 'y'] };

async function followed(links: object) {
  const handlers = { makeOrder: () => ORDER, payOrder: () => undefined, a: () => 1 };
  const mockServer = await ownMockServer(linking(links), handlers);
  const response = await mockServer.fetch(
    new Request('http://localhost/v1/orders?note=n', {
      method: 'POST',
      body: '{"by":"Resi","whole":{"a":1}}',
      headers: { 'content-type': 'application/json' },
    }),
  );
  expect(response.status).toBe(201);
  const log = await mockServer.fetch(new Request('http://localhost/_understudy/requests'));
  return ((await log.json()) as { exchanges: { links?: object[] }[] }).exchanges[0]?.links;
}

describe('the links of a response', () => {
  test('are resolved to requests', async () => {
    const links = {
      pay: {
        operationId: 'payOrder',
        parameters: {
          shop: '$response.body#/shop',
          'path.id': '$response.body#/id',
          'query.id': '$response.body#/tags',
          'X-By': 'by {$request.body#/by}, {$statusCode}',
        },
        requestBody: '$request.body#/whole',
      },
      byReference: {
        operationRef: '#/paths/~1shops~1{shop}~1orders~1{id}/put',
        parameters: { shop: 1, 'path.id': '$request.query.note' },
        requestBody: { fixed: true },
      },
      plain: { operationId: 'a' },
    };
    expect(await followed(links)).toEqual([
      {
        name: 'pay',
        operation: 'payOrder',
        method: 'PUT',
        target: '/v1/shops/7/orders/%C3%BC%2F1?id=x&id=y',
        headers: { 'X-By': 'by Resi, 201' },
        body: '{"a":1}',
      },
      {
        name: 'byReference',
        operation: 'payOrder',
        method: 'PUT',
        target: '/v1/shops/1/orders/n',
        body: '{"fixed":true}',
      },
      { name: 'plain', operation: 'a', method: 'GET', target: '/v1/a' },
    ]);
  });

  test('report why they cannot be resolved', async () => {
    const links = {
      missing: { operationId: 'payOrder', parameters: { shop: '$response.body#/nope', 'path.id': 1 } },
      half: { operationId: 'payOrder', parameters: { shop: 1, other: 2 } },
      unknown: { operationId: 'nobody' },
      elsewhere: { operationRef: 'https://example.com/o.yaml#/paths/~1a/get' },
      none: {},
    };
    expect(await followed(links)).toEqual([
      { name: 'missing', operation: 'payOrder', problem: '$response.body#/nope has no value' },
      {
        name: 'half',
        operation: 'payOrder',
        problem: 'payOrder has no parameter other; no value for {id} in /shops/{shop}/orders/{id}',
      },
      { name: 'unknown', problem: 'operation nobody not found in this document' },
      { name: 'elsewhere', problem: expect.stringContaining('operation https://example.com/') },
      { name: 'none', problem: expect.any(String) },
    ]);
  });

  test('are absent without links and for rejected requests', async () => {
    expect(await followed({})).toBeUndefined();
  });

  test('are listed with their operation', async () => {
    const document = linking({ pay: { operationId: 'payOrder' }, unknown: { operationId: 'nobody' } });
    const api = await ownApi(document, {}, { infer: true });
    const { document: read } = await loadApi(api);
    const explained = await explainOperations(api, read, { seed: 'main', locale: 'en' });
    expect(explained.map(({ links }) => links)).toEqual([
      [{ name: 'pay', operation: 'payOrder' }, { name: 'unknown' }],
      undefined,
      undefined,
    ]);
  });
});
