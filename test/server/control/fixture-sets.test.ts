// Named fixture sets: a sandbox can be reset to one of them.

import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { defineApi, type MockServer } from '../../../src/index.ts';
import { send } from '../../support/mock-server.ts';
import { pets } from '../../support/pets/api.ts';
import { petsMockServer, requestPets } from '../../support/pets/mock-server.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const FIXTURES = fileURLToPath(new URL('../../support/pets/fixtures', import.meta.url));
const BERTA = { id: '9', name: 'Berta', kind: 'hen' };

/** A copy of the pets fixtures with sets: the content of each file. */
async function withSets(sets: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = join(await temporaryFolder(), 'fixtures');
  await cp(FIXTURES, folder, { recursive: true });
  for (const [file, records] of Object.entries(sets)) await write(folder, file, records);
  return folder;
}

async function write(folder: string, file: string, records: unknown): Promise<void> {
  const path = join(folder, 'sets', file);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, typeof records === 'string' ? records : JSON.stringify(records));
}

const served = (fixtures: string) => petsMockServer({ apis: [{ ...pets, fixtures }] });
const reset = (mockServer: MockServer, body?: object) =>
  requestPets(mockServer, 'POST', '/_understudy/reset', body ? { body } : {});
const names = async (mockServer: MockServer, headers = {}) =>
  (await requestPets(mockServer, 'GET', '/pets', { headers })).body.map(({ name }: { name: string }) => name);
const FIRST = ['Minka', 'Bello', 'Tiger'];

describe('a reset', () => {
  test('uses named fixtures, and without a name the default ones', async () => {
    const mockServer = await served(await withSets({ 'one/pets.json': [BERTA] }));
    expect((await reset(mockServer, { fixtures: 'one' })).body).toEqual({ sandbox: 'main' });
    expect(await names(mockServer)).toEqual(['Berta']);
    const { body } = await requestPets(mockServer, 'GET', '/_understudy/records');
    expect(body.apis[0].collections).toContainEqual({ collection: 'keepers', records: 0 });
    await reset(mockServer);
    expect(await names(mockServer)).toEqual(FIRST);
    await reset(mockServer, { fixtures: 'one' });
    await reset(mockServer, { fixtures: 'default' });
    expect(await names(mockServer)).toEqual(FIRST);
    await reset(mockServer, {});
    await requestPets(mockServer, 'POST', '/_understudy/undo', { body: {} });
    expect(await names(mockServer)).toEqual(['Berta']);
  });

  test('to empty removes all records, unless fixtures have that name', async () => {
    const mockServer = await petsMockServer();
    await reset(mockServer, { fixtures: 'empty' });
    expect(await names(mockServer)).toEqual([]);
    const own = await served(await withSets({ 'empty/keepers.json': [{ id: 'token-night', name: 'Vroni' }] }));
    await reset(own, { fixtures: 'empty' });
    expect((await requestPets(own, 'GET', '/_understudy/state')).body.apis.pets).toEqual({
      pets: [],
      keepers: [{ id: 'token-night', name: 'Vroni' }],
    });
  });

  test('reads changed and added fixtures again', async () => {
    const folder = await withSets({ 'one/pets.json': [BERTA] });
    const mockServer = await served(folder);
    await reset(mockServer, { fixtures: 'one' });
    await write(folder, 'one/pets.json', [{ ...BERTA, name: 'Bertha' }]);
    await reset(mockServer, { fixtures: 'one' });
    expect(await names(mockServer)).toEqual(['Bertha']);
    await write(folder, 'two/pets.yaml', '- { id: "7", name: Susi, kind: dog }');
    await reset(mockServer, { fixtures: 'two' });
    expect(await names(mockServer)).toEqual(['Susi']);
  });

  test('uses the named set of each API, and default fixtures of those without it', async () => {
    const folder = await withSets({ 'one/pets.json': [BERTA] });
    const mockServer = await petsMockServer({
      apis: [
        { ...pets, fixtures: folder },
        { ...pets, name: 'others', base: '/others' },
      ],
    });
    await reset(mockServer, { fixtures: 'one' });
    const { apis } = (await requestPets(mockServer, 'GET', '/_understudy/state')).body;
    expect([apis.pets.pets.length, apis.others.pets.length]).toEqual([1, 3]);
    const { body } = await requestPets(mockServer, 'GET', '/_understudy/records');
    expect(body.apis.map(({ fixtures }: { fixtures: string[] }) => fixtures)).toEqual([
      ['default', 'empty', 'one'],
      ['default', 'empty'],
    ]);
  });

  test.each([
    ['an unknown name', 'three', {}, 404, 'there are no fixtures "three": there are default, empty, one'],
    ['a path', '../..', {}, 404, 'there are no fixtures "../..": there are default, empty, one'],
    ['the folder of all sets', '.', {}, 404, 'there are no fixtures ".": there are default, empty, one'],
    [
      'a property of prototypes',
      '__proto__',
      {},
      404,
      'there are no fixtures "__proto__": there are default, empty, one',
    ],
    [
      'a set with invalid records',
      'bad',
      { 'bad/pets.json': [{ ...BERTA, kind: 'cow' }] },
      400,
      /bad\/pets\.json \/0\/kind must be one of cat, dog, hen/,
    ],
    [
      'a set with an unknown collection',
      'bad',
      { 'bad/dogs.json': [] },
      400,
      /dogs\.json is no collection: there are pets, keepers/,
    ],
    [
      'a set with its own schema',
      'bad',
      { 'bad/schema.json': {} },
      400,
      /schema\.json: a set has the schema of its fixtures/,
    ],
    ['a set with invalid JSON', 'bad', { 'bad/pets.json': '[{' }, 400, /pets\.json cannot be read/],
  ])('is rejected for %s, and changes nothing', async (_, fixtures, sets, status, message) => {
    const mockServer = await served(await withSets({ 'one/pets.json': [BERTA], ...sets }));
    await requestPets(mockServer, 'POST', '/pets', { body: { name: 'Rex', kind: 'dog' } });
    const response = await reset(mockServer, { fixtures });
    expect(response.status).toBe(status);
    if (typeof message === 'string') expect(response.body.message).toBe(message);
    else expect(response.body.message).toMatch(message);
    expect(await names(mockServer)).toEqual([...FIRST, 'Rex']);
  });
});

describe('a sandbox', () => {
  test('can be created from named fixtures, and main is unchanged', async () => {
    const mockServer = await served(await withSets({ 'one/pets.json': [BERTA] }));
    const create = (body: object) => requestPets(mockServer, 'POST', '/_understudy/sandboxes', { body });
    expect((await create({ name: 'blue', fixtures: 'one' })).status).toBe(201);
    expect(await names(mockServer, { 'x-understudy-sandbox': 'blue' })).toEqual(['Berta']);
    expect(await names(mockServer)).toEqual(FIRST);
    expect((await create({ name: 'red', fixtures: 'three' })).status).toBe(404);
    expect((await create({ name: 'red', from: 'blue', fixtures: 'one' })).body.message).toBe(
      'set either fixtures or from, not both',
    );
  });
});

test('a set of an inferred API replaces all items, and new numbers follow it', async () => {
  const folder = join(await temporaryFolder(), 'fixtures');
  await mkdir(folder);
  await write(folder, 'one/pets.json', [{ id: 4, name: 'Rex' }]);
  const pet =
    '{ type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string } } }';
  const response = (schema: string) => `{ description: ok, content: { application/json: { schema: ${schema} } } }`;
  const text = `
openapi: 3.0.3
info: { title: Pets, version: '1' }
paths:
  /pets:
    get: { operationId: listPets, responses: { '200': ${response(`{ type: array, items: ${pet} }`)} } }
    post: { operationId: addPet, requestBody: { content: { application/json: { schema: ${pet} } } }, responses: { '201': ${response(pet)} } }
  /pets/{id}:
    get: { operationId: getPet, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '200': ${response(pet)} } }
`;
  const api = defineApi({ name: 'own', document: { location: '/own.yaml', text }, fixtures: folder, infer: true });
  const mockServer = await petsMockServer({ apis: [api] });
  const before = (await send(mockServer, 'GET', '/pets')).body;
  expect(before.length).toBeGreaterThan(0);
  await reset(mockServer, { fixtures: 'one' });
  expect((await send(mockServer, 'GET', '/pets')).body).toEqual([{ id: 4, name: 'Rex' }]);
  expect((await send(mockServer, 'POST', '/pets', { body: { name: 'Susi' } })).body.id).toBe(2);
  await reset(mockServer, { fixtures: 'empty' });
  expect((await send(mockServer, 'GET', '/pets')).body).toEqual([]);
  await reset(mockServer);
  expect((await send(mockServer, 'GET', '/pets')).body).toEqual(before);
});
