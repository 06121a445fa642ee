// Clients that wait for exchanges: many, with many conditions, in sandboxes that are removed meanwhile.

import { expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { petsMockServer, requestPets } from '../../support/pets/mock-server.ts';

const FIND = '/_understudy/requests/find';
const inBlue = { 'x-understudy-sandbox': 'blue' };
const waitFor = (mockServer: MockServer, body: object, headers = {}) =>
  requestPets(mockServer, 'POST', FIND, { body, headers });
const list = (mockServer: MockServer, headers = {}) => requestPets(mockServer, 'GET', '/pets', { headers });

test('a waiting client gets a response when the sandbox is removed, and the server continues', async () => {
  const mockServer = await petsMockServer();
  await list(mockServer, inBlue);
  const waiting = waitFor(mockServer, { count: 2, timeout: 60_000 }, inBlue);
  await new Promise((resolve) => setImmediate(resolve));
  expect((await requestPets(mockServer, 'DELETE', '/_understudy/sandboxes/blue')).status).toBe(204);
  expect((await waiting).body).toMatchObject({ satisfied: false, count: 1 });
  expect((await list(mockServer)).status).toBe(200);
});

test('many clients wait for different exchanges, and each gets its own once', async () => {
  const mockServer = await petsMockServer();
  await list(mockServer);
  const wanted = [
    { match: { status: 200 }, count: 4, timeout: 60_000 },
    { match: { path: '/pets/7' }, timeout: 60_000 },
    { match: {}, count: 3, after: 1, timeout: 60_000 },
    { match: {}, count: 2, timeout: 60_000 },
  ];
  const waiting = wanted.map((search) => waitFor(mockServer, search));
  for (const path of ['/pets', '/pets/7', '/pets', '/pets']) await requestPets(mockServer, 'GET', path);
  const found = (await Promise.all(waiting)).map(({ body }) => body);
  const numbers = found.map(({ exchanges }) => exchanges.map(({ number }: { number: number }) => number));
  expect(numbers).toEqual([[1, 2, 4, 5], [3], [2, 3, 4], [1, 2]]);
});

test('results are limited to a page of the newest exchanges, and all are counted', async () => {
  const mockServer = await petsMockServer();
  const pet = { name: 'x'.repeat(15_000), kind: 'hen' };
  for (let count = 0; count < 60; count += 1) await requestPets(mockServer, 'POST', '/pets', { body: pet });
  const { body } = await waitFor(mockServer, { limit: 1000 });
  expect(body.count).toBe(60);
  expect(JSON.stringify(body.exchanges).length).toBeLessThan(1_100_000);
  expect(body.exchanges.length).toBeGreaterThan(10);
  expect(body.exchanges.at(-1).number).toBe(60);
});
