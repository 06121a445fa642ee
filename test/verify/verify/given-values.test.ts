// Values given by the user, and their problems.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { type ValuesByName, valueProblems } from '../../../src/verify/cases/given-values.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { listErrors } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';

const text = { type: 'string' };
const document = createDocument(
  documentSource({
    openapi: '3.0.3',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/shops/{shop}/orders': {
        parameters: [{ name: 'shop', in: 'path', required: true, schema: text }],
        post: {
          operationId: 'addOrder',
          parameters: [
            { name: 'tenant', in: 'query', schema: { type: 'integer' } },
            { name: 'X-Region', in: 'header', schema: text },
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                example: { amount: 1, by: 'card' },
                schema: {
                  allOf: [
                    { type: 'object', required: ['amount'], properties: { amount: { type: 'integer', maximum: 9 } } },
                  ],
                  oneOf: [
                    {
                      type: 'object',
                      required: ['by'],
                      properties: { by: { enum: ['card'] }, buyer: { type: 'integer' } },
                    },
                    { type: 'object', required: ['to'], properties: { to: text } },
                  ],
                },
              },
            },
          },
          responses: { 200: { description: 'Done.' } },
        },
        get: {
          operationId: 'listOrders',
          parameters: [{ name: 'tenant', in: 'query', schema: { type: 'string', maxLength: 2 } }],
          responses: { 200: { description: 'All.' } },
        },
      },
    },
  } as unknown as DocumentObject),
);

interface Heard {
  readonly method: string;
  readonly url: string;
  readonly region: unknown;
  readonly body: unknown;
}

/** The first request for each operation. @param headers - of every request */
async function heardWith(
  values: ValuesByName,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly Heard[]> {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method = '', url = '', headers } = request;
    const sent = Buffer.concat(parts).toString();
    heard.push({ method, url, region: headers['x-region'], body: sent === '' ? undefined : JSON.parse(sent) });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { headers });
  const sandboxes = {
    areIsolated: true,
    withSandbox: <T>(work: (sandbox: Readonly<Record<string, string>>) => Promise<T>) => work({}),
  };
  await verify({ document, target, sandboxes, values, phases: ['examples'], concurrency: 1 });
  target.close();
  await new Promise((resolve) => server.close(resolve));
  return ['POST', 'GET'].flatMap((method) => heard.find((one) => one.method === method) ?? []);
}

test('a value applies to every parameter and property of its name that allows it', async () => {
  const values = new Map<string, unknown>([
    ['shop', 'main'],
    ['tenant', '700'],
    ['x-region', 'eu'],
    ['buyer', '12'],
    ['amount', 99],
  ]);
  expect(await heardWith(values)).toEqual([
    { method: 'POST', url: '/shops/main/orders?tenant=700', region: 'eu', body: { amount: 1, by: 'card', buyer: 12 } },
    { method: 'GET', url: '/shops/main/orders', region: undefined, body: undefined },
  ]);
});

test('a common header is the default value of its parameter', async () => {
  const headers = { 'X-REGION': 'us' };
  expect(await heardWith(new Map(), headers)).toMatchObject([{ region: 'us' }, { region: 'us' }]);
  expect(await heardWith(new Map([['X-Region', 'eu']]), headers)).toMatchObject([{ region: 'eu' }, { region: 'us' }]);
});

test('a common header is omitted in cases that omit its parameter', async () => {
  const tenant = { name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string', enum: ['7', '8'] } };
  const responses = { 204: { description: '' }, 400: { description: '' } };
  const paths = { '/': { get: { operationId: 'get', parameters: [tenant], responses } } };
  const tenants = createDocument(
    documentSource({ openapi: '3.0.3', info: { title: 'Tenants', version: '1' }, paths } as unknown as DocumentObject),
  );
  const heard = new Set<unknown>();
  const server = createServer(({ headers, method }, response) => {
    if (method === 'GET') heard.add(headers['x-tenant']);
    const isMethod = method === 'GET' || method === 'HEAD';
    response.writeHead(isMethod ? (['7', '8'].includes(`${headers['x-tenant']}`) ? 204 : 400) : 405, {
      allow: 'GET, HEAD',
    });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const headers = { 'X-Tenant': '8' };
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { headers });
  const verdict = await verify({ document: tenants, target, sandboxes: await detectSandboxes(target) });
  target.close();
  await new Promise((resolve) => server.close(resolve));
  expect([...heard]).toEqual(expect.arrayContaining(['8', undefined]));
  expect([...heard][0]).toBe('8');
  expect(listErrors(verdict)).toEqual([]);
});

test('values of one operation take precedence, with a dot or as an object', async () => {
  const values = new Map<string, unknown>([
    ['shop', 'main'],
    ['listOrders.shop', 'other'],
    ['addOrder', { amount: 7, shop: 'third', 'X-Region': 'us' }],
  ]);
  expect(await heardWith(values)).toEqual([
    { method: 'POST', url: '/shops/third/orders', region: 'us', body: { amount: 7, by: 'card' } },
    { method: 'GET', url: '/shops/other/orders', region: undefined, body: undefined },
  ]);
});

test.each<[values: Readonly<Record<string, unknown>>, problem: string]>([
  [{ tenat: 1 }, 'tenat: no operation has a parameter or property of this name; did you mean tenant?'],
  [{ 'addOrder.buyr': 1 }, 'addOrder.buyr: addOrder has no buyr; did you mean buyer?'],
  [{ addOrder: { amont: 1 } }, 'addOrder.amont: addOrder has no amont; did you mean amount?'],
  [{ 'listOrders.tenant': 'abc' }, 'listOrders.tenant: it must have at most 2 characters'],
  [{ 'addOrders.amount': 1 }, 'addOrders.amount: no operation has a parameter or property of this name'],
])('%j cannot be used', (values, problem) => {
  expect(valueProblems([document], new Map(Object.entries(values)))).toEqual([problem]);
});

test('names of all branches and documents are known', () => {
  expect(valueProblems([document], new Map([['addOrder.to', 'me']]))).toEqual([]);
  const other = createDocument(
    documentSource({ openapi: '3.0.3', info: { title: 'Other', version: '1' }, paths: {} } as DocumentObject),
  );
  expect(valueProblems([other, document], new Map([['tenant', 1]]))).toEqual([]);
});

const limited = createDocument(
  documentSource({
    openapi: '3.0.3',
    info: { title: 'Limits', version: '1' },
    paths: {
      '/': {
        get: {
          operationId: 'get',
          parameters: [
            { name: 'X-Limit', in: 'header', schema: { type: 'array', items: { type: 'integer', maximum: 9 } } },
            { name: 'Host', in: 'header', schema: text },
            { name: 'theme', in: 'cookie', required: true, schema: { enum: ['dark', 'light'] } },
          ],
          responses: { 200: { description: '' }, 400: { description: '' } },
        },
      },
      '/more': {
        get: {
          operationId: 'more',
          parameters: [{ name: 'x-limit', in: 'header', schema: { type: 'integer', maximum: 99 } }],
          responses: { 200: { description: '' } },
        },
        head: {
          operationId: 'head',
          parameters: [{ name: 'x-limit', in: 'header', schema: { type: 'integer', maximum: 99 } }],
          responses: { 200: { description: '' } },
        },
      },
    },
  } as unknown as DocumentObject),
);

test.each<[headers: Readonly<Record<string, string>>, values: Readonly<Record<string, unknown>>, problems: string[]]>([
  [{ 'X-LIMIT': '1,9' }, { 'more.x-limit': 7, 'head.x-limit': 7 }, []],
  [
    { 'X-Limit': '1,10' },
    {},
    [
      'header X-Limit: get does not allow it: it /1 must be at most 9; set another value with --value get.X-Limit=…',
      'header x-limit: more (and 1 more) does not allow it: it must be an integer; set another value with --value more.x-limit=…',
    ],
  ],
  [{ 'x-limit': '9' }, {}, []],
  [{ 'x-limit': '77' }, { 'get.X-Limit': [1] }, []],
  [{ cookie: 'session=1; theme=dark' }, {}, []],
  [
    { cookie: 'session=1; theme=pink' },
    {},
    ['cookie theme: get does not allow it: it must be one of dark, light; set another value with --value get.theme=…'],
  ],
])('common headers %j with the values %j', (headers, values, problems) => {
  expect(valueProblems([limited], new Map(Object.entries(values)), headers)).toEqual(problems);
  expect(valueProblems([limited], new Map(), headers, [])).toEqual([]);
});

test('common headers are sent, merged with cookies of the request, without omitted ones', async () => {
  const heard: (readonly unknown[])[] = [];
  const server = createServer(({ headers: { cookie, host, 'x-limit': limit } }, response) => {
    heard.push([cookie, host, limit]);
    response.writeHead(/theme=(dark|light)(;|$)/.test(cookie ?? '') ? 200 : 400).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const headers = { Cookie: 'session=1; theme=light', 'X-Limit': '7,8', Host: 'shop.test' };
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { headers });
  const settings = { document: limited, target, sandboxes: await detectSandboxes(target), operations: ['get'] };
  const verdict = await verify({ ...settings, phases: ['boundaries', 'invalid'], concurrency: 1 });
  target.close();
  await new Promise((resolve) => server.close(resolve));
  expect(heard).toContainEqual(['session=1; theme=light', 'shop.test', '7,8']);
  expect(heard).toContainEqual(['session=1; theme=dark', 'shop.test', '7,8']);
  expect(heard).toContainEqual(['session=1', 'shop.test', '7,8']);
  const own = ['missing-required-rejected', 'valid-input-accepted'];
  expect(listErrors(verdict).filter(({ check }) => own.includes(check))).toEqual([]);
});
