// Changes of records of up to 4 MiB.

import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { askPets, petsStandIn } from '../../support/pets/stand-in.ts';

const RECORDS = '/_understudy/records';

const change = (standIn: MockServer, ...changes: object[]) => askPets(standIn, 'POST', RECORDS, { body: { changes } });
const read = async (standIn: MockServer, query = '') => (await askPets(standIn, 'GET', `${RECORDS}/pets${query}`)).body;

describe('large changes of records', () => {
  test('records of up to 4 MiB are changed at once', async () => {
    const standIn = await petsStandIn();
    const changes = Array.from({ length: 10_000 }, (_, n) => ({
      collection: 'pets',
      add: { id: `p${n}`, name: 'n'.repeat(40), kind: 'cat', motherId: n === 0 ? '1' : `p${n - 1}` },
    }));
    expect((await change(standIn, ...changes)).status).toBe(200);
    expect((await read(standIn)).total).toBe(10_003);
    expect((await change(standIn, ...changes, { collection: 'pets', remove: '2' })).status).toBe(400);
    const long = 'n'.repeat(4 * 1024 * 1024);
    expect((await change(standIn, { collection: 'pets', id: '2', patch: { name: long } })).status).toBe(413);
  });
});
