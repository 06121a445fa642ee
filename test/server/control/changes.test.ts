// Changes of a sandbox, differences between two states, and undo.

import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { greeter } from '../../support/greeter/api.ts';
import { inferred } from '../../support/inferred.ts';
import { pets } from '../../support/pets/api.ts';
import { askPets, petsStandIn, petsWith } from '../../support/pets/stand-in.ts';
import { NOW } from '../../support/stand-in.ts';

const CHANGES = '/_understudy/changes';
const AT = NOW.toISOString();

const add = (standIn: MockServer, name: string) => askPets(standIn, 'POST', '/pets', { body: { name, kind: 'hen' } });
const changesOf = async (standIn: MockServer, query = '') => (await askPets(standIn, 'GET', CHANGES + query)).body;
const names = async (standIn: MockServer) =>
  (await askPets(standIn, 'GET', '/pets')).body.map(({ name }: { name: string }) => name);

describe('the changes of a sandbox', () => {
  test('are listed with their time, operation and caller, and the records that they changed', async () => {
    const standIn = await petsStandIn({ now: () => NOW });
    const { id } = (await add(standIn, 'Berta')).body;
    await askPets(standIn, 'DELETE', '/pets/1', { token: 'token-keeper' });
    expect(await changesOf(standIn)).toEqual({
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
    const standIn = await petsStandIn();
    const blue = { headers: { 'x-understudy-sandbox': 'blue' } };
    await askPets(standIn, 'POST', '/_understudy/clock', {
      body: { set: '2027-01-01T00:00:00Z', frozen: true },
      ...blue,
    });
    await askPets(standIn, 'POST', '/pets', { body: { name: 'Berta', kind: 'hen' }, ...blue });
    expect((await changesOf(standIn)).changes).toEqual([]);
    const { changes } = (await askPets(standIn, 'GET', CHANGES, blue)).body;
    expect(changes).toMatchObject([{ number: 1, at: '2027-01-01T00:00:00.000Z' }]);
  });

  test('include resets and restored snapshots', async () => {
    const standIn = await petsStandIn({ now: () => NOW });
    await askPets(standIn, 'POST', '/_understudy/snapshots', { body: { name: 'begun' } });
    await add(standIn, 'Berta');
    await askPets(standIn, 'POST', '/_understudy/snapshots/begun/restore');
    await add(standIn, 'Frieda');
    await askPets(standIn, 'POST', '/_understudy/reset');
    const { changes } = await changesOf(standIn);
    expect(changes.map(({ operation }: { operation: string }) => operation)).toEqual([
      'addPet',
      'restoreSnapshot',
      'addPet',
      'resetSandbox',
    ]);
  });

  test('are listed page by page, the newest first', async () => {
    const standIn = await petsStandIn();
    for (const name of ['A', 'B', 'C']) await add(standIn, name);
    const numbers = async (query: string) => {
      const { changes, before } = await changesOf(standIn, query);
      return [changes.map(({ number }: { number: number }) => number), before];
    };
    expect(await numbers('?limit=2')).toEqual([[2, 3], 2]);
    expect(await numbers('?limit=2&before=2')).toEqual([[1], undefined]);
  });

  test('show each record before and after', async () => {
    const standIn = await petsStandIn({ apis: [petsWith({ getPet: rename })] });
    await askPets(standIn, 'GET', '/pets/1');
    const was = { id: '1', name: 'Minka', kind: 'cat' };
    const { status, body } = await askPets(standIn, 'GET', `${CHANGES}/1`);
    expect(status).toBe(200);
    expect(body.records).toMatchObject([
      { collection: 'pets', id: '1', kind: 'changed', was, is: { ...was, name: 'Minka II' } },
    ]);
    expect((await askPets(standIn, 'GET', `${CHANGES}/2`)).status).toBe(404);
  });

  test('belong to one of several APIs, which must be named', async () => {
    const standIn = await petsStandIn({ apis: [pets, { ...greeter(), name: 'others' }] });
    await add(standIn, 'Berta');
    expect((await askPets(standIn, 'GET', CHANGES)).body.message).toBe('api must be one of pets, others');
    expect((await changesOf(standIn, '?api=pets')).changes).toHaveLength(1);
    expect((await changesOf(standIn, '?api=others')).changes).toHaveLength(0);
  });
});

type PetCall = Parameters<NonNullable<(typeof pets)['handlers']['getPet']>>[0];

/** Replaces a record. */
const rename = ({ store }: PetCall) =>
  store.change(({ pets: kept }) => {
    const pet = { ...(kept.get('1') as NonNullable<ReturnType<typeof kept.get>>), name: 'Minka II' };
    kept.replace(pet);
    return pet;
  });

describe('undo', () => {
  test('reverts changes down to a number, and numbers are not reused', async () => {
    const standIn = await petsStandIn();
    const before = await names(standIn);
    for (const name of ['A', 'B', 'C']) await add(standIn, name);
    const undo = (to: number) => askPets(standIn, 'POST', '/_understudy/undo', { body: { to } });
    expect((await undo(1)).body).toEqual({ sandbox: 'main', undone: 2 });
    expect(await names(standIn)).toEqual([...before, 'A']);
    await add(standIn, 'D');
    expect((await changesOf(standIn)).changes.map(({ number }: { number: number }) => number)).toEqual([1, 5]);
    expect((await undo(2)).body.message).toBe('sandbox main has no change 2; it was undone, or is too old');
    expect((await undo(0)).body.undone).toBe(2);
    expect(await names(standIn)).toEqual(before);
  });

  test('takes a number of changes, or a change to go back to, not both', async () => {
    const { status } = await askPets(await petsStandIn(), 'POST', '/_understudy/undo', { body: { to: 0, changes: 1 } });
    expect(status).toBe(400);
  });
});

describe('the difference between two states', () => {
  const difference = async (standIn: MockServer, query: string) =>
    (await askPets(standIn, 'GET', `/_understudy/difference?${query}`)).body;

  test('lists records, from fixtures, snapshots and sandboxes to this sandbox', async () => {
    const standIn = await petsStandIn();
    await askPets(standIn, 'POST', '/_understudy/snapshots', { body: { name: 'begun' } });
    await askPets(standIn, 'POST', '/_understudy/sandboxes', { body: { name: 'blue' } });
    const { id } = (await add(standIn, 'Berta')).body;
    await askPets(standIn, 'DELETE', '/pets/1', { token: 'token-keeper' });
    for (const from of ['fixtures', 'snapshot:begun', 'sandbox:blue']) {
      const told = await difference(standIn, `from=${from}`);
      expect(told).toMatchObject({ from, to: 'sandbox:main', touched: 2 });
      expect(told.records).toContainEqual({
        collection: 'pets',
        id,
        kind: 'added',
        is: { id, name: 'Berta', kind: 'hen' },
      });
      expect(told.records).toContainEqual(expect.objectContaining({ collection: 'pets', id: '1', kind: 'removed' }));
    }
  });

  test('is inverted when the states are swapped, and empty between equal states', async () => {
    const standIn = await petsStandIn();
    const { id } = (await add(standIn, 'Berta')).body;
    const told = await difference(standIn, 'from=sandbox:main&to=fixtures');
    expect(told.records).toMatchObject([{ id, kind: 'removed' }]);
    expect((await difference(standIn, 'from=sandbox:main')).touched).toBe(0);
  });

  test.each([
    ['from=snapshot:x', 404, 'snapshot "x" of sandbox main not found; none exist'],
    ['from=sandbox:x', 404, 'sandbox "x" not found; existing: main'],
    ['from=yesterday', 400, '"yesterday" is not a state; use fixtures, snapshot:NAME or sandbox:NAME'],
  ])('is rejected for %s', async (query, status, message) => {
    const answer = await askPets(await petsStandIn(), 'GET', `/_understudy/difference?${query}`);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
  });

  test('shows as many records as requested, and the total number', async () => {
    const standIn = await petsStandIn();
    for (const name of ['A', 'B', 'C']) await add(standIn, name);
    const { touched, records } = await difference(standIn, 'from=fixtures&limit=2');
    expect([touched, records.length]).toEqual([3, 2]);
  });
});

test('items of an inferred API are shown as in fixtures, without internal properties', async () => {
  const ask = await inferred(`paths:
  /pets:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { '201': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
  /pets/{id}:
    delete: { parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { '204': { description: gone } } }
components: { schemas: { Pet: { type: object, required: [id, name], properties: { id: { type: string, readOnly: true }, name: { type: string } } } } }`);
  const { body: pet } = await ask('POST', '/pets', { name: 'Berta' });
  await ask('DELETE', `/pets/${pet.id}`);
  const changes = '/_understudy/changes';
  expect((await ask('GET', changes)).body.changes).toMatchObject([{ touched: 1 }, { touched: 1 }]);
  const told = [await ask('GET', `${changes}/1`), await ask('GET', `${changes}/2`)].map(({ body }) => body.records);
  expect(told).toEqual([
    [{ collection: 'pets', id: pet.id, kind: 'added', is: pet }],
    [{ collection: 'pets', id: pet.id, kind: 'removed', was: pet }],
  ]);
  expect((await ask('GET', '/_understudy/difference?from=fixtures')).body).toMatchObject({ touched: 0, records: [] });
});

test('records of a change and a difference are limited to about four megabytes', async () => {
  const schema = '{ type: object, properties: { id: { type: string, readOnly: true }, text: { type: string } } }';
  const ask = await inferred(
    `paths:
  /notes:
    get: { responses: { 200: { description: All., content: { application/json: { schema: { type: array, items: ${schema} } } } } } }
`,
    { records: 0 },
  );
  const add = (id: string, length: number) =>
    ask('POST', '/_understudy/records', { changes: [{ collection: 'notes', add: { id, text: 'x'.repeat(length) } }] });
  for (const id of ['1', '2', '3', '4']) await add(id, 1_500_000);
  const difference = (await ask('GET', '/_understudy/difference?from=fixtures')).body;
  expect([difference.touched, difference.records.length]).toEqual([4, 2]);
  await ask('POST', '/_understudy/reset');
  const { change, records } = (await ask('GET', '/_understudy/changes/5')).body;
  expect([change.touched, records.length]).toEqual([4, 2]);
  await add('5', 3_000_000);
  const patch = { text: 'y'.repeat(3_000_000) };
  await ask('POST', '/_understudy/records', { changes: [{ collection: 'notes', id: '5', patch }] });
  expect((await ask('GET', '/_understudy/changes/7')).body.records).toHaveLength(1);
});
