// Many records generated from a template, over the control API.

import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { inferred } from '../../support/inferred.ts';
import { identityMockServer, NOW, send } from '../../support/mock-server.ts';
import { petsMockServer } from '../../support/pets/mock-server.ts';

const RECORDS = '/_understudy/records';

const post = (mockServer: MockServer, ...changes: object[]) => send(mockServer, 'POST', RECORDS, { body: { changes } });
const recordsIn = async (mockServer: MockServer, collection: string, query = '?limit=1000') =>
  (await send(mockServer, 'GET', `${RECORDS}/${collection}${query}`)).body.records.map(
    ({ record }: { record: object }) => record,
  );

describe('records of an API with a schema for its records', () => {
  const PROJECTS = {
    collection: 'projects',
    count: 500,
    template: { name: 'Project {n}', resourceOwner: '249661328644377444' },
  };

  test('are generated in the requested number, with ids of the API, which returns them', async () => {
    const mockServer = await identityMockServer();
    const before = (await recordsIn(mockServer, 'projects')).length;
    const { status, body } = await post(mockServer, PROJECTS);
    expect(status).toBe(200);
    const ids = body.records.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(500);
    expect(ids.every((id: string) => /^\d{18}$/.test(id))).toBe(true);
    const all = await recordsIn(mockServer, 'projects');
    expect(all).toHaveLength(before + 500);
    expect(all.at(-1)).toMatchObject({ id: ids.at(-1), name: 'Project 500', resourceOwner: '249661328644377444' });
    const queries = [{ nameQuery: { name: 'Project 4', method: 'TEXT_QUERY_METHOD_STARTS_WITH' } }];
    const found = await send(mockServer, 'POST', '/management/v1/projects/_search', { body: { queries } });
    expect(found.body.details.totalResult).toBe('111');
    expect((await send(mockServer, 'POST', '/_understudy/undo', { body: {} })).body.undone).toBe(1);
    expect(await recordsIn(mockServer, 'projects')).toHaveLength(before);
  });

  test('are the same for the same seed, in another process and another sandbox, and differ for another seed', async () => {
    const made = async (seed: string) => {
      const mockServer = await identityMockServer({ seed, now: () => NOW });
      await post(mockServer, { collection: 'users', count: 5 });
      const users = (await recordsIn(mockServer, 'users')).slice(-5);
      return users.map((user: object) => ({ ...user, id: '' }));
    };
    const first = await made('one');
    expect(await made('one')).toEqual(first);
    expect(await made('two')).not.toEqual(first);
  });

  test('refer to existing records, or to records of the same request', async () => {
    const mockServer = await identityMockServer();
    for (const collection of ['users', 'projects', 'apps', 'roles', 'userGrants', 'memberships', 'loginPolicies'])
      expect([collection, (await post(mockServer, { collection, count: 20 })).status]).toEqual([collection, 200]);
    const empty = await petsMockServer();
    await post(empty, ...['3', '2', '1'].map((remove) => ({ collection: 'pets', remove })));
    expect((await post(empty, { collection: 'pets', count: 1 })).status).toBe(200);
    const [only] = await recordsIn(empty, 'pets');
    expect(only).not.toHaveProperty('motherId');
    await post(empty, { collection: 'pets', remove: only.id });
    const [first, others] = [{ count: 1, template: { id: 'first', name: 'Eva' } }, { count: 50 }];
    await post(empty, { collection: 'pets', ...first }, { collection: 'pets', ...others });
    expect(await recordsIn(empty, 'pets')).toContainEqual(expect.objectContaining({ motherId: 'first' }));
  });

  test('match the alternative of the schema that their template fits', async () => {
    const mockServer = await identityMockServer();
    const oidc = (await recordsIn(mockServer, 'apps')).find((app: object) => 'oidc' in app).oidc;
    const { status } = await post(mockServer, { collection: 'apps', count: 10, template: { oidc } });
    expect(status).toBe(200);
    for (const app of (await recordsIn(mockServer, 'apps')).slice(-10)) {
      expect(app.oidc).toEqual(oidc);
      expect(app).not.toHaveProperty('api');
      expect(app).not.toHaveProperty('saml');
    }
  });

  test.each<[what: string, changes: object[], status: number, message: string]>([
    [
      'a template that violates the schema',
      [{ collection: 'pets', count: 3, template: { kind: 'cow' } }],
      400,
      'Nothing was changed. In changes/0, pets: no record can be made like the template: /kind must be one of cat, dog, hen, not "cow"',
    ],
    [
      'an unknown property',
      [{ collection: 'pets', count: 3, template: { colour: 'red' } }],
      400,
      'Nothing was changed. In changes/0, pets: no record can be made like the template: the record must not have the property "colour"',
    ],
    [
      'ids that are all the same',
      [{ collection: 'pets', count: 2, template: { id: '7' } }],
      409,
      'Nothing was changed. In changes/0, pets: there is a record "7" already: replace or patch it',
    ],
    [
      'a reference to an unknown record',
      [{ collection: 'pets', count: 1, template: { id: '7', motherId: '77' } }],
      400,
      'Nothing was changed. pets "7" (changes/0): /motherId must be the id of an item in pets; "77" not found',
    ],
    [
      'too many records',
      [
        { collection: 'pets', count: 5000 },
        { collection: 'keepers', count: 1 },
      ],
      400,
      'a request can create at most 5000 records, not 5001',
    ],
    [
      'too many records of one collection',
      [{ collection: 'pets', count: 5001 }],
      400,
      'body /changes/0/count must be at most 5000',
    ],
    [
      'an unknown collection',
      [{ collection: 'constructor', count: 1 }],
      404,
      'Nothing was changed. In changes/0, constructor: pets has no collection "constructor"; it has pets, keepers',
    ],
  ])('are not generated for %s', async (_, changes, status, message) => {
    const mockServer = await petsMockServer();
    const response = await post(mockServer, ...changes);
    expect([response.status, response.body.message]).toEqual([status, message]);
    expect(await recordsIn(mockServer, 'pets')).toHaveLength(3);
  });
});

const PETS = `
paths:
  /owners:
    get: { operationId: listOwners, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Owner' } } } } } } }
    post: { operationId: addOwner, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Owner' } } } }, responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Owner' } } } } } }
  /owners/{ownerId}:
    get: { operationId: getOwner, parameters: [{ name: ownerId, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Owner' } } } }, '404': { description: none } } }
  /owners/{ownerId}/pets:
    get: { operationId: listPets, parameters: [{ name: ownerId, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } } }, '404': { description: none } } }
  /owners/{ownerId}/pets/{petId}:
    get: { operationId: getPet, parameters: [{ name: ownerId, in: path, required: true, schema: { type: integer } }, { name: petId, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }, '404': { description: none } } }
  /visits:
    get: { operationId: listVisits, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Visit' } } } } } } }
  /visits/{visitId}:
    get: { operationId: getVisit, parameters: [{ name: visitId, in: path, required: true, schema: { type: string } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Visit' } } } } } }
components:
  schemas:
    Owner: { type: object, required: [id, email, code], properties: { id: { type: integer, readOnly: true }, email: { type: string, format: email, x-unique: true }, code: { type: string, pattern: '^[ab](-[0-9]+)*$', x-unique: true } } }
    Pet: { type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string, maxLength: 12 } } }
    Visit: { type: object, required: [id, ownerId], properties: { id: { type: string, format: uuid }, ownerId: { type: integer } } }
`;

describe('items of an inferred API', () => {
  test('are generated in the requested number, with consecutive numbers, and unique values', async () => {
    const sending = await inferred(PETS, { records: 1 });
    const { status, body } = await sending('POST', RECORDS, { changes: [{ collection: 'owners', count: 200 }] });
    expect([status, body.records.length]).toEqual([200, 200]);
    const owners = (await sending('GET', '/owners')).body;
    expect(new Set(owners.map(({ id }: { id: number }) => id)).size).toBe(201);
    expect(new Set(owners.map(({ email }: { email: string }) => email)).size).toBe(201);
    const sent = (await sending('POST', '/owners', { email: 'resi@pets.example', code: 'a-0' })).body;
    expect(sent.id).toBe(Math.max(...owners.map(({ id }: { id: number }) => id)) + 1);
  });

  test('have existing parents, or those of the template, and refer to existing items', async () => {
    const sending = await inferred(PETS, { records: 1 });
    const changes = [
      { collection: 'owners', add: { id: 7, email: 'paula@pets.example', code: 'b-0' } },
      { collection: 'pets', count: 20 },
      { collection: 'pets', count: 30, template: { parents: { ownerId: 7 }, item: { name: 'Rex {n}' } } },
      { collection: 'visits', count: 20 },
    ];
    expect((await sending('POST', RECORDS, { changes })).status).toBe(200);
    const pets = (await sending('GET', '/owners/7/pets')).body;
    const rex = pets.filter(({ name }: { name: string }) => name.startsWith('Rex '));
    expect(rex.map(({ name }: { name: string }) => name)).toEqual(Array.from({ length: 30 }, (_, n) => `Rex ${n + 1}`));
    const owners = (await sending('GET', '/owners')).body.map(({ id }: { id: number }) => id);
    const visits = (await sending('GET', '/visits')).body;
    expect(visits.every(({ ownerId }: { ownerId: number }) => owners.includes(ownerId))).toBe(true);
  });

  test.each([
    [
      'a template that violates the schema',
      { item: { name: 'too long a name' } },
      '/name must have at most 12 characters, not "too long a name"',
    ],
    ['an unknown parent', { parents: { ownerId: 77 }, item: {} }, 'belongs to owners/77, which does not exist'],
  ])('are not generated for %s', async (_, template, message) => {
    const sending = await inferred(PETS, { records: 1 });
    const { status, body } = await sending('POST', RECORDS, { changes: [{ collection: 'pets', count: 3, template }] });
    expect(status).toBe(400);
    expect(body.message).toContain(message);
    expect((await sending('GET', `${RECORDS}/pets`)).body.total).toBe(1);
  });

  test('are not generated without a parent', async () => {
    const sending = await inferred(PETS, { records: 0 });
    const { status, body } = await sending('POST', RECORDS, { changes: [{ collection: 'pets', count: 3 }] });
    expect([status, body.message]).toEqual([
      400,
      'Nothing was changed. In changes/0, pets: the template needs parents: ownerId',
    ]);
  });
});
