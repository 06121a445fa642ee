// Changes of a sandbox, differences between two states, and undo.

import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { greeter } from '../../support/greeter/api.ts';
import { inferred } from '../../support/inferred.ts';
import { NOW } from '../../support/mock-server.ts';
import { pets } from '../../support/pets/api.ts';
import { petsMockServer, petsWith, requestPets } from '../../support/pets/mock-server.ts';

const CHANGES = '/_understudy/changes';
const AT = NOW.toISOString();

const add = (mockServer: MockServer, name: string) =>
  requestPets(mockServer, 'POST', '/pets', { body: { name, kind: 'hen' } });
const changesOf = async (mockServer: MockServer, query = '') =>
  (await requestPets(mockServer, 'GET', CHANGES + query)).body;
const names = async (mockServer: MockServer) =>
  (await requestPets(mockServer, 'GET', '/pets')).body.map(({ name }: { name: string }) => name);

describe('the changes of a sandbox', () => {
  test('are listed with their time, operation and caller, and the records that they changed', async () => {
    const mockServer = await petsMockServer({ now: () => NOW });
    const { id } = (await add(mockServer, 'Berta')).body;
    await requestPets(mockServer, 'DELETE', '/pets/1', { token: 'token-keeper' });
    expect(await changesOf(mockServer)).toEqual({
      sandbox: 'main',
      api: 'pets',
      changes: [
        { number: 1, at: AT, operation: 'addPet', touched: 1, edits: [{ collection: 'pets', id, kind: 'added' }] },
        {
          number: 2,
          at: AT,
          operation: 'removePet',
          caller: 'Resi',
          touched: 1,
          edits: [{ collection: 'pets', id: '1', kind: 'removed' }],
        },
      ],
    });
  });

  test('belong to one sandbox, and have its time', async () => {
    const mockServer = await petsMockServer();
    const blue = { headers: { 'x-understudy-sandbox': 'blue' } };
    await requestPets(mockServer, 'POST', '/_understudy/clock', {
      body: { set: '2027-01-01T00:00:00Z', frozen: true },
      ...blue,
    });
    await requestPets(mockServer, 'POST', '/pets', { body: { name: 'Berta', kind: 'hen' }, ...blue });
    expect((await changesOf(mockServer)).changes).toEqual([]);
    const { changes } = (await requestPets(mockServer, 'GET', CHANGES, blue)).body;
    expect(changes).toMatchObject([{ number: 1, at: '2027-01-01T00:00:00.000Z' }]);
  });

  test('include resets and restored snapshots', async () => {
    const mockServer = await petsMockServer({ now: () => NOW });
    await requestPets(mockServer, 'POST', '/_understudy/snapshots', { body: { name: 'begun' } });
    await add(mockServer, 'Berta');
    await requestPets(mockServer, 'POST', '/_understudy/snapshots/begun/restore');
    await add(mockServer, 'Frieda');
    await requestPets(mockServer, 'POST', '/_understudy/reset');
    const { changes } = await changesOf(mockServer);
    expect(changes.map(({ operation }: { operation: string }) => operation)).toEqual([
      'addPet',
      'restoreSnapshot',
      'addPet',
      'resetSandbox',
    ]);
  });

  test('are listed page by page, the newest first', async () => {
    const mockServer = await petsMockServer();
    for (const name of ['A', 'B', 'C']) await add(mockServer, name);
    const numbers = async (query: string) => {
      const { changes, before } = await changesOf(mockServer, query);
      return [changes.map(({ number }: { number: number }) => number), before];
    };
    expect(await numbers('?limit=2')).toEqual([[2, 3], 2]);
    expect(await numbers('?limit=2&before=2')).toEqual([[1], undefined]);
  });

  test('show each record before and after', async () => {
    const mockServer = await petsMockServer({ apis: [petsWith({ getPet: rename })] });
    await requestPets(mockServer, 'GET', '/pets/1');
    const was = { id: '1', name: 'Minka', kind: 'cat' };
    const { status, body } = await requestPets(mockServer, 'GET', `${CHANGES}/1`);
    expect(status).toBe(200);
    expect(body.records).toMatchObject([
      { collection: 'pets', id: '1', kind: 'changed', was, is: { ...was, name: 'Minka II' } },
    ]);
    expect((await requestPets(mockServer, 'GET', `${CHANGES}/2`)).status).toBe(404);
  });

  test('belong to one of several APIs, which must be named', async () => {
    const mockServer = await petsMockServer({ apis: [pets, { ...greeter(), name: 'others' }] });
    await add(mockServer, 'Berta');
    expect((await requestPets(mockServer, 'GET', CHANGES)).body.message).toBe('api must be one of pets, others');
    expect((await changesOf(mockServer, '?api=pets')).changes).toHaveLength(1);
    expect((await changesOf(mockServer, '?api=others')).changes).toHaveLength(0);
  });
});

type PetCall = Parameters<NonNullable<(typeof pets)['handlers']['getPet']>>[0];

/** Replaces a record. */
const rename = ({ store }: PetCall) =>
  store.change(({ pets: stored }) => {
    const pet = { ...(stored.get('1') as NonNullable<ReturnType<typeof stored.get>>), name: 'Minka II' };
    stored.replace(pet);
    return pet;
  });

describe('undo', () => {
  test('reverts changes down to a number, and numbers are not reused', async () => {
    const mockServer = await petsMockServer();
    const before = await names(mockServer);
    for (const name of ['A', 'B', 'C']) await add(mockServer, name);
    const undo = (to: number) => requestPets(mockServer, 'POST', '/_understudy/undo', { body: { to } });
    expect((await undo(1)).body).toEqual({ sandbox: 'main', undone: 2 });
    expect(await names(mockServer)).toEqual([...before, 'A']);
    await add(mockServer, 'D');
    expect((await changesOf(mockServer)).changes.map(({ number }: { number: number }) => number)).toEqual([1, 5]);
    expect((await undo(2)).body.message).toBe('sandbox main has no change 2; it was undone, or is too old');
    expect((await undo(0)).body.undone).toBe(2);
    expect(await names(mockServer)).toEqual(before);
  });

  test('takes a number of changes, or a change to go back to, not both', async () => {
    const { status } = await requestPets(await petsMockServer(), 'POST', '/_understudy/undo', {
      body: { to: 0, changes: 1 },
    });
    expect(status).toBe(400);
  });
});

describe('the difference between two states', () => {
  const difference = async (mockServer: MockServer, query: string) =>
    (await requestPets(mockServer, 'GET', `/_understudy/difference?${query}`)).body;

  test('lists records, from fixtures, snapshots and sandboxes to this sandbox', async () => {
    const mockServer = await petsMockServer();
    await requestPets(mockServer, 'POST', '/_understudy/snapshots', { body: { name: 'begun' } });
    await requestPets(mockServer, 'POST', '/_understudy/sandboxes', { body: { name: 'blue' } });
    const { id } = (await add(mockServer, 'Berta')).body;
    await requestPets(mockServer, 'DELETE', '/pets/1', { token: 'token-keeper' });
    for (const from of ['fixtures', 'snapshot:begun', 'sandbox:blue']) {
      const reported = await difference(mockServer, `from=${from}`);
      expect(reported).toMatchObject({ from, to: 'sandbox:main', touched: 2 });
      expect(reported.records).toContainEqual({
        collection: 'pets',
        id,
        kind: 'added',
        is: { id, name: 'Berta', kind: 'hen' },
      });
      expect(reported.records).toContainEqual(
        expect.objectContaining({ collection: 'pets', id: '1', kind: 'removed' }),
      );
    }
  });

  test('is inverted when the states are swapped, and empty between equal states', async () => {
    const mockServer = await petsMockServer();
    const { id } = (await add(mockServer, 'Berta')).body;
    const reported = await difference(mockServer, 'from=sandbox:main&to=fixtures');
    expect(reported.records).toMatchObject([{ id, kind: 'removed' }]);
    expect((await difference(mockServer, 'from=sandbox:main')).touched).toBe(0);
  });

  test.each([
    ['from=snapshot:x', 404, 'snapshot "x" of sandbox main not found; none exist'],
    ['from=sandbox:x', 404, 'sandbox "x" not found; existing: main'],
    ['from=yesterday', 400, '"yesterday" is not a state; use fixtures, snapshot:NAME or sandbox:NAME'],
  ])('is rejected for %s', async (query, status, message) => {
    const response = await requestPets(await petsMockServer(), 'GET', `/_understudy/difference?${query}`);
    expect([response.status, response.body.message]).toEqual([status, message]);
  });

  test('shows as many records as requested, and the total number', async () => {
    const mockServer = await petsMockServer();
    for (const name of ['A', 'B', 'C']) await add(mockServer, name);
    const { touched, records } = await difference(mockServer, 'from=fixtures&limit=2');
    expect([touched, records.length]).toEqual([3, 2]);
  });
});

test('items of an inferred API are shown as in fixtures, without internal properties', async () => {
  const send = await inferred(`paths:
  /pets:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { '201': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
  /pets/{id}:
    delete: { parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { '204': { description: gone } } }
components: { schemas: { Pet: { type: object, required: [id, name], properties: { id: { type: string, readOnly: true }, name: { type: string } } } } }`);
  const { body: pet } = await send('POST', '/pets', { name: 'Berta' });
  await send('DELETE', `/pets/${pet.id}`);
  const changes = '/_understudy/changes';
  expect((await send('GET', changes)).body.changes).toMatchObject([{ touched: 1 }, { touched: 1 }]);
  const reported = [await send('GET', `${changes}/1`), await send('GET', `${changes}/2`)].map(
    ({ body }) => body.records,
  );
  expect(reported).toEqual([
    [{ collection: 'pets', id: pet.id, kind: 'added', is: pet }],
    [{ collection: 'pets', id: pet.id, kind: 'removed', was: pet }],
  ]);
  expect((await send('GET', '/_understudy/difference?from=fixtures')).body).toMatchObject({ touched: 0, records: [] });
});

test('records of a change and a difference are limited to about four megabytes', async () => {
  const schema = '{ type: object, properties: { id: { type: string, readOnly: true }, text: { type: string } } }';
  const send = await inferred(
    `paths:
  /notes:
    get: { responses: { 200: { description: All., content: { application/json: { schema: { type: array, items: ${schema} } } } } } }
`,
    { records: 0 },
  );
  const add = (id: string, length: number) =>
    send('POST', '/_understudy/records', { changes: [{ collection: 'notes', add: { id, text: 'x'.repeat(length) } }] });
  for (const id of ['1', '2', '3', '4']) await add(id, 1_500_000);
  const difference = (await send('GET', '/_understudy/difference?from=fixtures')).body;
  expect([difference.touched, difference.records.length]).toEqual([4, 2]);
  await send('POST', '/_understudy/reset');
  const { change, records } = (await send('GET', '/_understudy/changes/5')).body;
  expect([change.touched, records.length]).toEqual([4, 2]);
  await add('5', 3_000_000);
  const patch = { text: 'y'.repeat(3_000_000) };
  await send('POST', '/_understudy/records', { changes: [{ collection: 'notes', id: '5', patch }] });
  expect((await send('GET', '/_understudy/changes/7')).body.records).toHaveLength(1);
});
