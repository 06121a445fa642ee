// What has changed in a sandbox, how two states differ, and taking changes back.

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
  test('are told with their time, operation and caller, and what they touched', async () => {
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

  test('are those of its own, and have its time', async () => {
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

  test('are resets and restored snapshots, too', async () => {
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

  test('come page by page, the newest first', async () => {
    const standIn = await petsStandIn();
    for (const name of ['A', 'B', 'C']) await add(standIn, name);
    const numbers = async (query: string) => {
      const { changes, before } = await changesOf(standIn, query);
      return [changes.map(({ number }: { number: number }) => number), before];
    };
    expect(await numbers('?limit=2')).toEqual([[2, 3], 2]);
    expect(await numbers('?limit=2&before=2')).toEqual([[1], undefined]);
  });

  test('show what each record was, and what it is', async () => {
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

  test('are those of one of several apis, which is named', async () => {
    const standIn = await petsStandIn({ apis: [pets, { ...greeter(), name: 'others' }] });
    await add(standIn, 'Berta');
    expect((await askPets(standIn, 'GET', CHANGES)).body.message).toBe('api must be one of pets, others');
    expect((await changesOf(standIn, '?api=pets')).changes).toHaveLength(1);
    expect((await changesOf(standIn, '?api=others')).changes).toHaveLength(0);
  });
});

type PetCall = Parameters<NonNullable<(typeof pets)['handlers']['getPet']>>[0];

/** Puts another record in the place of one. */
const rename = ({ store }: PetCall) =>
  store.change(({ pets: kept }) => {
    const pet = { ...(kept.get('1') as NonNullable<ReturnType<typeof kept.get>>), name: 'Minka II' };
    kept.replace(pet);
    return pet;
  });

describe('changes are taken back', () => {
  test('to the one that is named, and their numbers are not given again', async () => {
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

  test('by their number or to one of them, not both', async () => {
    const { status } = await askPets(await petsStandIn(), 'POST', '/_understudy/undo', { body: { to: 0, changes: 1 } });
    expect(status).toBe(400);
  });
});

describe('the difference between two states', () => {
  const difference = async (standIn: MockServer, query: string) =>
    (await askPets(standIn, 'GET', `/_understudy/difference?${query}`)).body;

  test('is told by records, from fixtures, snapshots and sandboxes to this sandbox', async () => {
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

  test('is turned round when the states are, and nothing between the same', async () => {
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
  ])('is refused for %s', async (query, status, message) => {
    const answer = await askPets(await petsStandIn(), 'GET', `/_understudy/difference?${query}`);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
  });

  test('shows as many records as are asked for, and tells how many there are', async () => {
    const standIn = await petsStandIn();
    for (const name of ['A', 'B', 'C']) await add(standIn, name);
    const { touched, records } = await difference(standIn, 'from=fixtures&limit=2');
    expect([touched, records.length]).toEqual([3, 2]);
  });
});

test('items of a document without handlers are told as people write them, without what the store keeps beside them', async () => {
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

test('no more records are shown of a change and a difference than fit in about four megabytes', async () => {
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
