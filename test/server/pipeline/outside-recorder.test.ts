// The request log of requests that belong to no API.

import { expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { BASE, identityMockServer, send as sendRequest } from '../../support/mock-server.ts';
import { petsMockServer } from '../../support/pets/mock-server.ts';

const PAGE = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' };

const reported = async (mockServer: MockServer, headers = {}) => {
  const { body } = await sendRequest(mockServer, 'GET', '/_understudy/requests', { headers });
  return body.exchanges as { method: string; target: string; status: number; reason?: string; responseBody?: string }[];
};
const send = (mockServer: MockServer, method: string, path: string, headers: Record<string, string> = {}) =>
  mockServer.fetch(new Request(BASE + path, { method, headers }));

async function requested(mockServer: MockServer) {
  await send(mockServer, 'GET', '/', { accept: 'text/html' });
  await send(mockServer, 'OPTIONS', '/pets', PAGE);
  await send(mockServer, 'OPTIONS', '/_understudy/reset', PAGE);
  await send(mockServer, 'POST', '/_understudy/reset', { origin: 'https://evil.example' });
  await send(mockServer, 'GET', '/pets');
}

test('pages, preflight requests and requests that are rejected before routing are recorded in order if that is enabled', async () => {
  const mockServer = await petsMockServer({ requestLogAll: true });
  await requested(mockServer);
  const exchanges = await reported(mockServer);
  expect(exchanges.map(({ method, target, status }) => `${method} ${target} ${status}`)).toEqual([
    'GET / 200',
    'OPTIONS /pets 204',
    'OPTIONS /_understudy/reset 403',
    'POST /_understudy/reset 403',
    'GET /pets 200',
  ]);
  const [page, granted, denied, rejected] = exchanges;
  expect(page).not.toHaveProperty('responseBody');
  expect(granted).not.toHaveProperty('reason');
  expect(denied?.reason).toBe(
    'pages of http://localhost:5173 may not send POST to this server; to allow it, use --trusted-hosts localhost:5173',
  );
  expect(rejected?.responseBody).toContain('https://evil.example');
});

test('by default, only rejected preflight requests are recorded; requests to the control API never are', async () => {
  const mockServer = await petsMockServer();
  await requested(mockServer);
  expect((await reported(mockServer)).map(({ target }) => target)).toEqual(['/_understudy/reset', '/pets']);
  const all = await petsMockServer({ requestLogAll: true });
  await reported(all);
  expect(await reported(all)).toEqual([]);
});

test('they are recorded in the sandbox that they name, create none, and their number is bounded', async () => {
  const mockServer = await petsMockServer({ requestLogAll: true });
  await sendRequest(mockServer, 'POST', '/_understudy/sandboxes', { body: { name: 'blue' } });
  await send(mockServer, 'GET', '/', { 'x-understudy-sandbox': 'blue' });
  await send(mockServer, 'GET', '/', { 'x-understudy-sandbox': 'green' });
  await send(mockServer, 'GET', '/', { 'x-understudy-sandbox': 'no name' });
  expect((await reported(mockServer, { 'x-understudy-sandbox': 'blue' })).length).toBe(1);
  expect((await reported(mockServer)).length).toBe(2);
  expect((await sendRequest(mockServer, 'GET', '/_understudy/sandboxes')).body.sandboxes.length).toBe(2);
  for (let count = 0; count < 1100; count += 1) await send(mockServer, 'OPTIONS', '/pets', PAGE);
  expect((await reported(mockServer)).length).toBe(1000);
});

test('preflight requests of a login are recorded once', async () => {
  const mockServer = await identityMockServer({ requestLogAll: true });
  await send(mockServer, 'OPTIONS', '/oauth/v2/token', PAGE);
  await send(mockServer, 'GET', '/.well-known/openid-configuration');
  expect((await reported(mockServer)).map(({ method }) => method)).toEqual(['OPTIONS', 'GET']);
});
