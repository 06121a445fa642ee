// Tags of a document group the operations on the front page and in the coverage.

import { expect, onTestFinished, test } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { documentOf } from '../../support/own-api.ts';

const get = (operationId: string, ...tags: readonly string[]) => ({
  get: { operationId, tags, responses: { 200: { description: 'ok' } } },
});
const PATHS = { '/health': get('health'), '/refunds': get('refunds', 'refunds'), '/orders': get('orders', 'orders') };
const TAGS = [
  { name: 'orders', summary: 'All orders' },
  { name: 'refunds', parent: 'orders', kind: 'nav' },
];

async function textOf(path: string, document: object) {
  const server = await createMockServer(document as DocumentObject);
  onTestFinished(() => server.close());
  await server.fetch(new Request('http://localhost/orders'));
  const headers = { accept: path === '/' ? 'text/html' : '*/*' };
  return (await server.fetch(new Request(`http://localhost${path}`, { headers }))).text();
}

const document = { ...documentOf(PATHS), openapi: '3.2.0', tags: TAGS };

test('the front page lists operations below the titles of their tags', async () => {
  const page = await textOf('/', document);
  const order = [...page.matchAll(/scope="rowgroup" colspan="3">([^<]+)<|<a href="[^"]*">(\/\w+)<\/a><\/td>/g)];
  expect(order.map(([, title, path]) => title ?? path)).toEqual([
    'All orders',
    '/orders',
    'All orders › refunds',
    '/refunds',
    'Other operations',
    '/health',
  ]);
});

test('the coverage has the groups, with the share of each', async () => {
  const report = JSON.parse(await textOf('/_understudy/coverage', document));
  expect(report.apis[0].operations.map(({ group }: { readonly group?: string }) => group)).toEqual([
    undefined,
    'All orders › refunds',
    'All orders',
  ]);
  const table = (await textOf('/_understudy/coverage/table', document)).trim();
  const lines = table.split('\n').map((line) => line.split(/\s{2,}/));
  expect(lines.map((cells) => cells.find((cell) => cell !== '')).slice(-6)).toEqual([
    'All orders › refunds: 0% covered',
    'refunds',
    'All orders: 100% covered',
    'orders',
    'Other operations: 0% covered',
    'health',
  ]);
});

test('one group needs no title', async () => {
  const alone = { ...document, paths: { '/orders': PATHS['/orders'] } };
  expect(await textOf('/', alone)).not.toContain('rowgroup');
  expect(await textOf('/_understudy/coverage/table', alone)).not.toContain('All orders');
});
