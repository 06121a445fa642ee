// Records over the control API: listed, and changed many at once, all or none.

import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { inferred } from '../../support/inferred.ts';
import { identityMockServer, send } from '../../support/mock-server.ts';
import { pets } from '../../support/pets/api.ts';
import { petsMockServer, requestPets } from '../../support/pets/mock-server.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const RECORDS = '/_understudy/records';
const MINKA = { id: '1', name: 'Minka', kind: 'cat' };
const BERTA = { id: '9', name: 'Berta', kind: 'hen' };

const change = (mockServer: MockServer, ...changes: object[]) =>
  requestPets(mockServer, 'POST', RECORDS, { body: { changes } });
const read = async (mockServer: MockServer, query = '') =>
  (await requestPets(mockServer, 'GET', `${RECORDS}/pets${query}`)).body;
const idsIn = async (mockServer: MockServer, query = '') =>
  (await read(mockServer, query)).records.map(({ id }: { id: string }) => id);
const one = async (mockServer: MockServer, id: string) =>
  (await requestPets(mockServer, 'GET', `${RECORDS}/pets/${encodeURIComponent(id)}`)).body;

describe('listing records', () => {
  test('returns the APIs and collections, with the number of their records', async () => {
    const mockServer = await petsMockServer({ apis: [pets, { ...pets, name: 'others', base: '/others' }] });
    const { body } = await requestPets(mockServer, 'GET', RECORDS);
    const collections = [
      { collection: 'pets', records: 3 },
      { collection: 'keepers', records: 1 },
    ];
    const fixtures = { fixtures: ['default', 'empty'], folder: expect.stringMatching(/support.pets.fixtures.$/) };
    expect(body).toEqual({
      sandbox: 'main',
      apis: [
        { api: 'pets', collections, ...fixtures },
        { api: 'others', collections, ...fixtures },
      ],
    });
    expect((await requestPets(mockServer, 'GET', `${RECORDS}/pets`)).body.message).toBe(
      'api must be one of pets, others',
    );
    expect((await requestPets(mockServer, 'GET', `${RECORDS}/pets?api=others`)).body.total).toBe(3);
  });

  test('returns records in the order of their creation, page by page', async () => {
    const mockServer = await petsMockServer();
    const first = await read(mockServer, '?limit=2');
    expect(first).toMatchObject({ sandbox: 'main', api: 'pets', collection: 'pets', total: 3 });
    expect(first.records[0]).toEqual({ id: '1', version: expect.stringMatching(/^[\w-]{16}$/), record: MINKA });
    expect(await idsIn(mockServer, `?limit=2&after=${first.after}`)).toEqual(['3']);
    expect(await read(mockServer, '?limit=3')).not.toHaveProperty('after');
  });

  test('continues after a page even if its last record was removed', async () => {
    const mockServer = await petsMockServer();
    const { after } = await read(mockServer, '?limit=2');
    await change(mockServer, { collection: 'pets', remove: '2' });
    expect(await idsIn(mockServer, `?after=${after}`)).toEqual(['3']);
  });

  test.each([
    ['mink', ['1']],
    ['CAT', ['1', '3']],
    ['3', ['3']],
    ['name', []],
  ])('returns records that contain the text %s', async (q, ids) => {
    const mockServer = await petsMockServer();
    expect(await idsIn(mockServer, `?q=${q}`)).toEqual(ids);
  });

  test('returns a single record, with a version that differs after each change', async () => {
    const mockServer = await petsMockServer();
    const { version, record } = await one(mockServer, '1');
    expect(record).toEqual(MINKA);
    expect((await read(mockServer)).records[0].version).toBe(version);
    await change(mockServer, { collection: 'pets', id: '1', patch: { name: 'Mitzi' } });
    expect((await one(mockServer, '1')).version).not.toBe(version);
    await change(mockServer, { collection: 'pets', id: '1', patch: { name: 'Minka' } });
    expect((await one(mockServer, '1')).version).toBe(version);
  });

  test('returns references to existing records', async () => {
    const mockServer = await identityMockServer();
    const app = (await send(mockServer, 'GET', '/_understudy/records/apps?limit=1')).body.records[0];
    const { references } = (await send(mockServer, 'GET', `/_understudy/records/apps/${app.id}`)).body;
    expect(references).toEqual([{ pointer: '/projectId', collection: 'projects', id: app.record.projectId }]);
    const grants = (await send(mockServer, 'GET', '/_understudy/records/userGrants')).body.records;
    const { id, record } = grants[0];
    const reported = (await send(mockServer, 'GET', `/_understudy/records/userGrants/${id}`)).body.references;
    expect(reported).toContainEqual({ pointer: '/userId', collection: 'users', id: record.userId });
  });

  test('returns the possible properties of records', async () => {
    const { body } = await send(await identityMockServer(), 'GET', '/_understudy/collections/users');
    expect(body).toMatchObject({ sandbox: 'main', api: 'identity', collection: 'users' });
    expect(body.fields).toContainEqual({ pointer: '/id', types: ['string'], required: true });
    expect(body.fields).toContainEqual({
      pointer: '/state',
      types: [],
      required: true,
      values: ['USER_STATE_ACTIVE', 'USER_STATE_INACTIVE', 'USER_STATE_LOCKED', 'USER_STATE_INITIAL'],
    });
    expect(body.fields).toContainEqual(expect.objectContaining({ pointer: '/human/email', format: 'email' }));
    const other = await requestPets(await petsMockServer(), 'GET', '/_understudy/collections/dogs');
    expect([other.status, other.body.message]).toEqual([404, 'pets has no collection "dogs"; it has pets, keepers']);
  });

  test.each([
    ['dogs', 404, 'pets has no collection "dogs"; it has pets, keepers'],
    ['__proto__', 404, 'pets has no collection "__proto__"; it has pets, keepers'],
    ['pets/7', 404, 'record "7" not found in pets'],
    ['pets/__proto__', 404, 'record "__proto__" not found in pets'],
    ['pets?limit=0', 400, 'query /limit must be at least 1'],
  ])('rejects %s', async (path, status, message) => {
    const { body, ...response } = await requestPets(await petsMockServer(), 'GET', `${RECORDS}/${path}`);
    expect([response.status, body.message]).toEqual([status, message]);
  });
});

describe('changing records', () => {
  test('adds, replaces, patches and removes records, which the API returns', async () => {
    const mockServer = await petsMockServer();
    const { status, body } = await change(
      mockServer,
      { collection: 'pets', add: BERTA },
      { collection: 'pets', replace: { id: '1', name: 'Mitzi', kind: 'cat' } },
      { collection: 'pets', id: '3', patch: { name: 'Tom', motherId: null } },
      { collection: 'pets', remove: '2' },
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      sandbox: 'main',
      api: 'pets',
      records: [
        { collection: 'pets', id: '9', version: (await one(mockServer, '9')).version },
        { collection: 'pets', id: '1', version: (await one(mockServer, '1')).version },
        { collection: 'pets', id: '3', version: (await one(mockServer, '3')).version },
        { collection: 'pets', id: '2' },
      ],
    });
    expect((await requestPets(mockServer, 'GET', '/pets')).body).toEqual([
      { id: '1', name: 'Mitzi', kind: 'cat' },
      { id: '3', name: 'Tom', kind: 'cat' },
      BERTA,
    ]);
  });

  test('generates a missing id', async () => {
    const mockServer = await petsMockServer();
    const { body } = await change(mockServer, { collection: 'pets', add: { name: 'Berta', kind: 'hen' } });
    const [{ id }] = body.records;
    expect((await requestPets(mockServer, 'GET', `/pets/${id}`)).body).toEqual({ id, name: 'Berta', kind: 'hen' });
  });

  test('affects one sandbox only, is one change that can be undone, and is not in the request log', async () => {
    const mockServer = await petsMockServer();
    const headers = { 'x-understudy-sandbox': 'blue' };
    const changes = [
      { collection: 'pets', add: BERTA },
      { collection: 'pets', remove: '3' },
    ];
    await requestPets(mockServer, 'POST', RECORDS, { body: { changes }, headers });
    expect(await idsIn(mockServer)).toEqual(['1', '2', '3']);
    const inBlue = async () =>
      (await requestPets(mockServer, 'GET', '/pets', { headers })).body.map(({ id }: { id: string }) => id);
    expect(await inBlue()).toEqual(['1', '2', '9']);
    const { body } = await requestPets(mockServer, 'GET', '/_understudy/changes', { headers });
    expect(body.changes).toMatchObject([{ operation: 'changeRecords', touched: 2 }]);
    expect((await requestPets(mockServer, 'POST', '/_understudy/undo', { headers, body: {} })).body.undone).toBe(1);
    expect(await inBlue()).toEqual(['1', '2', '3']);
    const { exchanges } = (await requestPets(mockServer, 'GET', '/_understudy/requests', { headers })).body;
    expect(exchanges.map(({ target }: { target: string }) => target)).toEqual(['/pets', '/pets']);
  });

  test.each<[what: string, changes: object[], status: number, message: string]>([
    [
      'a value that violates its schema',
      [{ collection: 'pets', id: '1', patch: { kind: 'cow' } }],
      400,
      'Nothing was changed. pets "1" (changes/0): /kind must be one of cat, dog, hen',
    ],
    [
      'a reference to an unknown record',
      [{ collection: 'pets', add: { ...BERTA, motherId: '77' } }],
      400,
      'Nothing was changed. pets "9" (changes/0): /motherId must be the id of an item in pets; "77" not found',
    ],
    [
      'a record with references to it',
      [{ collection: 'pets', remove: '1' }],
      400,
      'Nothing was changed. pets "3": /motherId must be the id of an item in pets; "1" not found',
    ],
    [
      'an existing id',
      [{ collection: 'pets', add: MINKA }],
      409,
      'Nothing was changed. In changes/0, pets: there is a record "1" already: replace or patch it',
    ],
    [
      'an id that occurs twice',
      [
        { collection: 'pets', add: BERTA },
        { collection: 'pets', add: BERTA },
      ],
      409,
      'Nothing was changed. In changes/1, pets: there is a record "9" already: replace or patch it',
    ],
    [
      'another id',
      [{ collection: 'pets', id: '1', patch: { id: '7' } }],
      400,
      'Nothing was changed. In changes/0, pets: the record "1" cannot become "7"',
    ],
    [
      'no id',
      [{ collection: 'pets', id: '1', patch: { id: null } }],
      400,
      'Nothing was changed. In changes/0, pets: /id must be a non-empty string',
    ],
    [
      'a record that is not an object',
      [{ collection: 'pets', add: [MINKA] }],
      400,
      'Nothing was changed. In changes/0, pets: a record must be an object',
    ],
    [
      'an unknown record',
      [{ collection: 'pets', remove: '7' }],
      404,
      'Nothing was changed. In changes/0, pets: record "7" not found in pets',
    ],
    [
      'a record that is removed twice',
      [
        { collection: 'pets', remove: '2' },
        { collection: 'pets', remove: '2' },
      ],
      404,
      'Nothing was changed. In changes/1, pets: record "2" not found in pets',
    ],
    [
      'an unknown collection',
      [{ collection: '__proto__', add: MINKA }],
      404,
      'Nothing was changed. In changes/0, __proto__: pets has no collection "__proto__"; it has pets, keepers',
    ],
    [
      'a patch without an id',
      [{ collection: 'pets', patch: { name: 'Tom' } }],
      400,
      'Nothing was changed. In changes/0, pets: a patch needs the id of the record',
    ],
    [
      'two operations in one change',
      [{ collection: 'pets', add: BERTA, remove: '1' }],
      400,
      'body /changes/0 must have exactly one of add, replace, patch, remove, count',
    ],
  ])('changes nothing for %s', async (_, changes, status, message) => {
    const mockServer = await petsMockServer();
    const before = await read(mockServer);
    const first = { collection: 'pets', add: { id: '8', name: 'Susi', kind: 'dog' } };
    const response = await change(mockServer, ...changes);
    expect([response.status, response.body.message]).toEqual([status, message]);
    expect((await change(mockServer, first, ...changes)).status).toBe(status);
    expect(await read(mockServer)).toEqual(before);
  });

  test('returns errors by pointer, for pages that show them', async () => {
    const { body } = await change(await petsMockServer(), { collection: 'pets', id: '1', patch: { kind: 'cow' } });
    expect(body.details).toEqual([
      { collection: 'pets', id: '1', pointer: '/kind', message: 'must be one of cat, dog, hen' },
    ]);
  });

  test('accepts records with references to each other, in any order', async () => {
    const mockServer = await petsMockServer();
    const { status } = await change(
      mockServer,
      { collection: 'pets', add: { id: '10', name: 'Küken', kind: 'hen', motherId: '9' } },
      { collection: 'pets', add: BERTA },
      { collection: 'pets', remove: '1' },
      { collection: 'pets', remove: '3' },
    );
    expect(status).toBe(200);
    expect(await idsIn(mockServer)).toEqual(['2', '10', '9']);
  });

  test('rejects the second of two changes with the same version', async () => {
    const mockServer = await petsMockServer();
    const { version } = await one(mockServer, '1');
    const edit = (name: string) => change(mockServer, { collection: 'pets', id: '1', patch: { name }, version });
    expect((await edit('Mitzi')).status).toBe(200);
    const { status, body } = await edit('Mia');
    expect([status, body.code, body.message]).toEqual([
      409,
      10,
      `Nothing was changed. In changes/0, pets: record "1" was changed since version ${version}`,
    ]);
    expect((await one(mockServer, '1')).record.name).toBe('Mitzi');
    for (const changes of [{ remove: '1' }, { replace: MINKA }])
      expect((await change(mockServer, { collection: 'pets', ...changes, version })).status).toBe(409);
    await change(mockServer, { collection: 'pets', remove: '3' }, { collection: 'pets', remove: '1' });
    expect((await edit('Mia')).body.message).toContain('record "1" was removed since version');
  });

  test('supports special characters in ids and texts', async () => {
    const mockServer = await petsMockServer();
    const odd = ['__proto__', 'constructor', '../../etc/passwd', 'a/b', 'ä%2F', '<b>'];
    const html = '<img src=x onerror=alert(1)>';
    const added = odd.map((id) => ({ collection: 'pets', add: { id, name: html, kind: 'cat' } }));
    expect((await change(mockServer, ...added)).status).toBe(200);
    for (const id of odd) expect((await one(mockServer, id)).record).toEqual({ id, name: html, kind: 'cat' });
    const { headers } = await requestPets(mockServer, 'GET', `${RECORDS}/pets`);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    const removed = odd.map((remove) => ({ collection: 'pets', remove }));
    expect((await change(mockServer, ...removed)).status).toBe(200);
    expect(await idsIn(mockServer)).toEqual(['1', '2', '3']);
  });

  test('treats __proto__ like any other property', async () => {
    const mockServer = await petsMockServer();
    const body = '{"changes":[{"collection":"pets","id":"1","patch":{"__proto__":{"kind":"cow"}}}]}';
    const response = await requestPets(mockServer, 'POST', RECORDS, {
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect([response.status, response.body.message]).toEqual([
      400,
      'Nothing was changed. pets "1" (changes/0): the record must not have the property "__proto__"',
    ]);
  });
});

test('records of the identity API are validated against its schema, with all their references', async () => {
  const mockServer = await identityMockServer();
  const post = (...changes: object[]) => send(mockServer, 'POST', RECORDS, { body: { changes } });
  const { status, body } = await post({ collection: 'projects', remove: '253727421948252873' });
  expect(status).toBe(400);
  const places = body.details.map(({ collection, pointer }: Record<string, string>) => `${collection}${pointer}`);
  expect([...new Set(places)].sort()).toEqual([
    'apps/projectId',
    'projectGrants/projectId',
    'roles/projectId',
    'userGrants/projectId',
  ]);
  const { record } = (await send(mockServer, 'GET', `${RECORDS}/projects/253727421948252873`)).body;
  const add = { ...record, id: '1', name: 'Night Train' };
  expect((await post({ collection: 'projects', add })).status).toBe(200);
  const found = await send(mockServer, 'POST', '/management/v1/projects/_search', {
    body: { queries: [{ nameQuery: { name: 'Night Train' } }] },
  });
  expect(found.body.result.map(({ id }: { id: string }) => id)).toEqual(['1']);
});

const OWNERS = `
paths:
  /owners:
    get: { operationId: listOwners, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Owner' } } } } } } }
    post: { operationId: addOwner, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Owner' } } } }, responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Owner' } } } } } }
  /owners/{ownerId}:
    get: { operationId: getOwner, parameters: [{ name: ownerId, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Owner' } } } }, '404': { description: none } } }
  /owners/{ownerId}/pets:
    get: { operationId: listPets, parameters: [{ name: ownerId, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } } }, '404': { description: none } } }
    post: { operationId: addPet, parameters: [{ name: ownerId, in: path, required: true, schema: { type: integer } }], requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }, responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } } }
  /owners/{ownerId}/pets/{petId}:
    get: { operationId: getPet, parameters: [{ name: ownerId, in: path, required: true, schema: { type: integer } }, { name: petId, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }, '404': { description: none } } }
components:
  schemas:
    Owner: { type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string, maxLength: 20, x-unique: true } } }
    Pet: { type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string } } }
`;

describe('records of an inferred API, in the format of its fixture files', () => {
  const PAULA = { id: 7, name: 'Paula' };
  const post = async (...changes: object[]) => {
    const sending = await inferred(OWNERS, { records: 2 });
    return { send: sending, response: await sending('POST', RECORDS, { changes }) };
  };

  test('lists items with their parents, if they do not contain them', async () => {
    const { send } = await post();
    const { body } = await send('GET', RECORDS);
    expect(body.apis[0].collections).toEqual([
      { collection: 'owners', records: 2 },
      { collection: 'pets', records: 4 },
    ]);
    const [owner] = (await send('GET', '/owners')).body;
    expect((await send('GET', `${RECORDS}/owners`)).body.records[0].record).toEqual(owner);
    const [pet] = (await send('GET', `/owners/${owner.id}/pets`)).body;
    const [listed] = (await send('GET', `${RECORDS}/pets`)).body.records;
    expect(listed).toMatchObject({
      id: `${owner.id}/${pet.id}`,
      record: { parents: { ownerId: String(owner.id) }, item: pet },
    });
    const { record } = (await send('GET', `${RECORDS}/pets/${encodeURIComponent(listed.id)}`)).body;
    expect(record).toEqual(listed.record);
  });

  test('adds, changes and removes items with all their children, and new numbers continue', async () => {
    const { send, response } = await post(
      { collection: 'pets', add: { parents: { ownerId: 7 }, item: { id: 1, name: 'Rex' } } },
      { collection: 'owners', add: PAULA },
      { collection: 'owners', id: '7', patch: { name: 'Paulina' } },
    );
    expect(response.status).toBe(200);
    expect(response.body.records.map(({ id }: { id: string }) => id)).toEqual(['7/1', '7', '7']);
    expect((await send('GET', '/owners/7')).body).toEqual({ id: 7, name: 'Paulina' });
    expect((await send('GET', '/owners/7/pets')).body).toEqual([{ id: 1, name: 'Rex' }]);
    const made = await send('POST', RECORDS, { changes: [{ collection: 'owners', add: { name: 'Vroni' } }] });
    const [{ id }] = made.body.records;
    const sent = (await send('POST', '/owners', { name: 'Resi' })).body;
    expect(sent.id).toBeGreaterThan(Number(id));
    await send('POST', RECORDS, { changes: [{ collection: 'owners', remove: '7' }] });
    expect((await send('GET', '/owners/7')).status).toBe(404);
    expect((await send('GET', `${RECORDS}/pets/7%2F1`)).status).toBe(404);
  });

  test.each([
    [
      'a value that violates the document',
      { collection: 'owners', add: { id: 7, name: 'n'.repeat(21) } },
      400,
      'owners "7" (changes/0): /name must have at most 20 characters',
    ],
    [
      'a value that violates the document below a parent',
      { collection: 'pets', add: { parents: { ownerId: '8' }, item: { id: 1 } } },
      400,
      'pets "8/1" (changes/0): /item/name is required',
    ],
    [
      'an unknown parent',
      { collection: 'pets', add: { parents: { ownerId: '77' }, item: { id: 1, name: 'Rex' } } },
      400,
      'pets "77/1" (changes/0): the record belongs to owners/77, which does not exist',
    ],
    [
      'a missing parent',
      { collection: 'pets', add: { id: 1, name: 'Rex' } },
      400,
      'In changes/0, pets: it needs its parent ownerId, such as {"ownerId":"…"}',
    ],
    [
      'a replacement without an id',
      { collection: 'owners', replace: { name: 'Paula' } },
      400,
      'In changes/0, owners: it must have an id: the property id',
    ],
    [
      'a value that must be unique',
      { collection: 'owners', add: { id: 9, name: 'Paula' } },
      409,
      'owners: An item in owners with name "Paula" already exists',
    ],
    [
      'the counters',
      { collection: '_counters', add: { id: 'owners', made: 0 } },
      404,
      'In changes/0, _counters: things has no collection "_counters"; it has owners, pets',
    ],
  ])('rejects %s', async (_, wrong, status, message) => {
    const { response } = await post({ collection: 'owners', add: { ...PAULA, id: 8 } }, wrong);
    expect(response.status).toBe(status);
    expect(response.body.message.replace('changes/1', 'changes/0')).toContain(message);
  });

  test('returns parents, references, and possible properties', async () => {
    const { send } = await post({ collection: 'owners', add: PAULA });
    const add = { parents: { ownerId: '7' }, item: { id: 1, name: 'Rex', ownerId: 7, friend: { owner_ids: [7, 8] } } };
    await send('POST', RECORDS, { changes: [{ collection: 'pets', add }] });
    const to = { collection: 'owners', id: '7' };
    expect((await send('GET', `${RECORDS}/pets/7%2F1`)).body.references).toEqual([
      { pointer: '/parents/ownerId', ...to },
      { pointer: '/item/ownerId', ...to },
      { pointer: '/item/friend/owner_ids/0', ...to },
    ]);
    expect((await send('GET', `${RECORDS}/owners/7`)).body.references).toEqual([]);
    expect((await send('GET', '/_understudy/collections/owners')).body.fields).toContainEqual(
      expect.objectContaining({ pointer: '/name', required: true }),
    );
    expect((await send('GET', '/_understudy/collections/pets')).body.fields).toEqual([
      { pointer: '/parents', types: ['object'], required: true },
      { pointer: '/item', types: ['object'], required: true },
      { pointer: '/parents/ownerId', types: ['string'], required: true },
      expect.objectContaining({ pointer: '/item/id' }),
      expect.objectContaining({ pointer: '/item/name', required: true }),
    ]);
  });

  test('adds an item to the seed data of a scope without requests', async () => {
    const group = `{ type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }`;
    const response = (schema: string) =>
      `{ '200': { description: ok, content: { application/json: { schema: ${schema} } } } }`;
    const tenant = '{ name: tenant, in: path, required: true, schema: { type: string } }';
    const sending = await inferred(`
paths:
  /{tenant}/groups:
    parameters: [${tenant}]
    get: { operationId: listGroups, responses: ${response(`{ type: array, items: ${group} }`)} }
  /{tenant}/groups/{id}:
    parameters: [${tenant}, { name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getGroup, responses: ${response(group)} }
    delete: { operationId: removeGroup, responses: { '204': { description: gone } } }
`);
    const before = (await sending('GET', '/acme/groups')).body;
    expect(before.length).toBeGreaterThan(0);
    const add = { parents: { tenant: 'acme' }, item: { id: 77, name: 'Night' } };
    expect((await sending('POST', RECORDS, { changes: [{ collection: 'groups', add }] })).status).toBe(200);
    expect((await sending('GET', '/acme/groups')).body).toEqual([...before, add.item]);
  });
});

test('a singleton is marked, and counted once it is written', async () => {
  const send = await inferred(`
openapi: 3.0.3
info: { title: Me, version: '1' }
paths:
  /me:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Me' } } } } } }
    put: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Me' } } } }, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Me' } } } } } }
components: { schemas: { Me: { type: object, properties: { name: { type: string } } } } }
`);
  const collections = async () => (await send('GET', RECORDS)).body.apis[0].collections;
  expect(await collections()).toEqual([{ collection: 'me', records: 0, singleton: true }]);
  await send('PUT', '/me', { name: 'Ann' });
  expect(await collections()).toEqual([{ collection: 'me', records: 1, singleton: true }]);
});

test('the error for an unknown collection lists some of many collections', async () => {
  const pet =
    "{ '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: string } } } } } } } }";
  const paths = Array.from(
    { length: 30 },
    (_, n) =>
      `  /kind${n}s: { get: { operationId: list${n}, responses: ${pet} }, post: { operationId: add${n}, responses: { '201': { description: ok } } } }`,
  );
  const sending = await inferred(`paths:\n${paths.join('\n')}\n`);
  const { status, body } = await sending('GET', `${RECORDS}/dogs`);
  expect(status).toBe(404);
  expect(body.message).toMatch(/it has kind0s, .*, kind19s and 10 more$/);
});

test('changes survive a restart', async () => {
  const data = await temporaryFolder();
  const first = await petsMockServer({ data });
  await change(first, { collection: 'pets', add: BERTA }, { collection: 'pets', remove: '3' });
  await first.close();
  expect(await idsIn(await petsMockServer({ data }))).toEqual(['1', '2', '9']);
});
