// Changes of records of up to 4 MiB.

import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { petsMockServer, requestPets } from '../../support/pets/mock-server.ts';

const RECORDS = '/_understudy/records';

const change = (mockServer: MockServer, ...changes: object[]) =>
  requestPets(mockServer, 'POST', RECORDS, { body: { changes } });
const read = async (mockServer: MockServer, query = '') =>
  (await requestPets(mockServer, 'GET', `${RECORDS}/pets${query}`)).body;

describe('large changes of records', () => {
  test('records of up to 4 MiB are changed at once', async () => {
    const mockServer = await petsMockServer();
    const changes = Array.from({ length: 10_000 }, (_, n) => ({
      collection: 'pets',
      add: { id: `p${n}`, name: 'n'.repeat(40), kind: 'cat', motherId: n === 0 ? '1' : `p${n - 1}` },
    }));
    expect((await change(mockServer, ...changes)).status).toBe(200);
    expect((await read(mockServer)).total).toBe(10_003);
    expect((await change(mockServer, ...changes, { collection: 'pets', remove: '2' })).status).toBe(400);
    const long = 'n'.repeat(4 * 1024 * 1024);
    expect((await change(mockServer, { collection: 'pets', id: '2', patch: { name: long } })).status).toBe(413);
  });
});
