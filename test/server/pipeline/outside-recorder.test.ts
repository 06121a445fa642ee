// The request log of requests that belong to no API.

import { expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { petsStandIn } from '../../support/pets/stand-in.ts';
import { ask, BASE, identityStandIn } from '../../support/stand-in.ts';

const PAGE = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' };

const told = async (standIn: MockServer, headers = {}) => {
  const { body } = await ask(standIn, 'GET', '/_understudy/requests', { headers });
  return body.exchanges as { method: string; target: string; status: number; reason?: string; responseBody?: string }[];
};
const send = (standIn: MockServer, method: string, path: string, headers: Record<string, string> = {}) =>
  standIn.fetch(new Request(BASE + path, { method, headers }));

async function asked(standIn: MockServer) {
  await send(standIn, 'GET', '/', { accept: 'text/html' });
  await send(standIn, 'OPTIONS', '/pets', PAGE);
  await send(standIn, 'OPTIONS', '/_understudy/reset', PAGE);
  await send(standIn, 'POST', '/_understudy/reset', { origin: 'https://evil.example' });
  await send(standIn, 'GET', '/pets');
}

test('pages, preflight requests and requests that are rejected before routing are recorded in order if that is enabled', async () => {
  const standIn = await petsStandIn({ requestLogAll: true });
  await asked(standIn);
  const exchanges = await told(standIn);
  expect(exchanges.map(({ method, target, status }) => `${method} ${target} ${status}`)).toEqual([
    'GET / 200',
    'OPTIONS /pets 204',
    'OPTIONS /_understudy/reset 403',
    'POST /_understudy/reset 403',
    'GET /pets 200',
  ]);
  const [page, granted, denied, refused] = exchanges;
  expect(page).not.toHaveProperty('responseBody');
  expect(granted).not.toHaveProperty('reason');
  expect(denied?.reason).toBe(
    'pages of http://localhost:5173 may not send POST to this server; to allow it, use --trusted-hosts localhost:5173',
  );
  expect(refused?.responseBody).toContain('https://evil.example');
});

test('by default, only rejected preflight requests are recorded; requests to the control API never are', async () => {
  const standIn = await petsStandIn();
  await asked(standIn);
  expect((await told(standIn)).map(({ target }) => target)).toEqual(['/_understudy/reset', '/pets']);
  const all = await petsStandIn({ requestLogAll: true });
  await told(all);
  expect(await told(all)).toEqual([]);
});

test('they are recorded in the sandbox that they name, create none, and their number is bounded', async () => {
  const standIn = await petsStandIn({ requestLogAll: true });
  await ask(standIn, 'POST', '/_understudy/sandboxes', { body: { name: 'blue' } });
  await send(standIn, 'GET', '/', { 'x-understudy-sandbox': 'blue' });
  await send(standIn, 'GET', '/', { 'x-understudy-sandbox': 'green' });
  await send(standIn, 'GET', '/', { 'x-understudy-sandbox': 'no name' });
  expect((await told(standIn, { 'x-understudy-sandbox': 'blue' })).length).toBe(1);
  expect((await told(standIn)).length).toBe(2);
  expect((await ask(standIn, 'GET', '/_understudy/sandboxes')).body.sandboxes.length).toBe(2);
  for (let count = 0; count < 1100; count += 1) await send(standIn, 'OPTIONS', '/pets', PAGE);
  expect((await told(standIn)).length).toBe(1000);
});

test('preflight requests of a login are recorded once', async () => {
  const standIn = await identityStandIn({ requestLogAll: true });
  await send(standIn, 'OPTIONS', '/oauth/v2/token', PAGE);
  await send(standIn, 'GET', '/.well-known/openid-configuration');
  expect((await told(standIn)).map(({ method }) => method)).toEqual(['OPTIONS', 'GET']);
});
