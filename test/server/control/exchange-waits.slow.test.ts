// Long searches of waiting clients: their total length is limited.

import { expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { petsMockServer, requestPets } from '../../support/pets/mock-server.ts';

const FIND = '/_understudy/requests/find';
const inBlue = { 'x-understudy-sandbox': 'blue' };
const waitFor = (mockServer: MockServer, body: object, headers = {}) =>
  requestPets(mockServer, 'POST', FIND, { body, headers });

test('the search of a waiting client may be long, but the total of all is limited', async () => {
  const mockServer = await petsMockServer();
  await requestPets(mockServer, 'POST', '/_understudy/sandboxes', { body: { name: 'blue' } });
  const search = (timeout: number) => ({ match: { operation: 'x'.repeat(3_900_000) }, timeout });
  const waiting = Array.from({ length: 5 }, () => waitFor(mockServer, search(60_000), inBlue));
  const { status, body } = await Promise.race(waiting);
  expect([status, body.message]).toEqual([
    429,
    'the conditions of all waiting clients are too long; use a shorter one, or try again later',
  ]);
  await requestPets(mockServer, 'DELETE', '/_understudy/sandboxes/blue');
  expect((await Promise.all(waiting)).map((one) => one.status).sort()).toEqual([200, 200, 200, 200, 429]);
  expect((await waitFor(mockServer, search(1))).status).toBe(200);
});
