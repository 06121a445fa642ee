// Fixtures by their names: what a sandbox can start over from.

import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { defineApi, type MockServer } from '../../../src/index.ts';
import { pets } from '../../support/pets/api.ts';
import { askPets, petsStandIn } from '../../support/pets/stand-in.ts';
import { ask } from '../../support/stand-in.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const FIXTURES = fileURLToPath(new URL('../../support/pets/fixtures', import.meta.url));
const BERTA = { id: '9', name: 'Berta', kind: 'hen' };

/** A copy of the fixtures of the pets, with sets beside them: file by file, what stands in it. */
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

const served = (fixtures: string) => petsStandIn({ apis: [{ ...pets, fixtures }] });
const reset = (standIn: MockServer, body?: object) =>
  askPets(standIn, 'POST', '/_understudy/reset', body ? { body } : {});
const names = async (standIn: MockServer, headers = {}) =>
  (await askPets(standIn, 'GET', '/pets', { headers })).body.map(({ name }: { name: string }) => name);
const FIRST = ['Minka', 'Bello', 'Tiger'];

describe('a reset', () => {
  test('leads to the fixtures of a name, and the next one back to those that are always there', async () => {
    const standIn = await served(await withSets({ 'one/pets.json': [BERTA] }));
    expect((await reset(standIn, { fixtures: 'one' })).body).toEqual({ sandbox: 'main' });
    expect(await names(standIn)).toEqual(['Berta']);
    const { body } = await askPets(standIn, 'GET', '/_understudy/records');
    expect(body.apis[0].collections).toContainEqual({ collection: 'keepers', records: 0 });
    await reset(standIn);
    expect(await names(standIn)).toEqual(FIRST);
    await reset(standIn, { fixtures: 'one' });
    await reset(standIn, { fixtures: 'default' });
    expect(await names(standIn)).toEqual(FIRST);
    await reset(standIn, {});
    await askPets(standIn, 'POST', '/_understudy/undo', { body: {} });
    expect(await names(standIn)).toEqual(['Berta']);
  });

  test('leads to nothing at all, unless somebody says what that is', async () => {
    const standIn = await petsStandIn();
    await reset(standIn, { fixtures: 'empty' });
    expect(await names(standIn)).toEqual([]);
    const own = await served(await withSets({ 'empty/keepers.json': [{ id: 'token-night', name: 'Vroni' }] }));
    await reset(own, { fixtures: 'empty' });
    expect((await askPets(own, 'GET', '/_understudy/state')).body.apis.pets).toEqual({
      pets: [],
      keepers: [{ id: 'token-night', name: 'Vroni' }],
    });
  });

  test('reads again what was saved, and what was added', async () => {
    const folder = await withSets({ 'one/pets.json': [BERTA] });
    const standIn = await served(folder);
    await reset(standIn, { fixtures: 'one' });
    await write(folder, 'one/pets.json', [{ ...BERTA, name: 'Bertha' }]);
    await reset(standIn, { fixtures: 'one' });
    expect(await names(standIn)).toEqual(['Bertha']);
    await write(folder, 'two/pets.yaml', '- { id: "7", name: Susi, kind: dog }');
    await reset(standIn, { fixtures: 'two' });
    expect(await names(standIn)).toEqual(['Susi']);
  });

  test('leads each api to those that it has, and the others to their own', async () => {
    const folder = await withSets({ 'one/pets.json': [BERTA] });
    const standIn = await petsStandIn({
      apis: [
        { ...pets, fixtures: folder },
        { ...pets, name: 'others', base: '/others' },
      ],
    });
    await reset(standIn, { fixtures: 'one' });
    const { apis } = (await askPets(standIn, 'GET', '/_understudy/state')).body;
    expect([apis.pets.pets.length, apis.others.pets.length]).toEqual([1, 3]);
    const { body } = await askPets(standIn, 'GET', '/_understudy/records');
    expect(body.apis.map(({ fixtures }: { fixtures: string[] }) => fixtures)).toEqual([
      ['default', 'empty', 'one'],
      ['default', 'empty'],
    ]);
  });

  test.each([
    ['a name that nothing has', 'three', {}, 404, 'there are no fixtures "three": there are default, empty, one'],
    ['a path', '../..', {}, 404, 'there are no fixtures "../..": there are default, empty, one'],
    ['the folder of all', '.', {}, 404, 'there are no fixtures ".": there are default, empty, one'],
    ['a prototype', '__proto__', {}, 404, 'there are no fixtures "__proto__": there are default, empty, one'],
    [
      'records that do not fit',
      'bad',
      { 'bad/pets.json': [{ ...BERTA, kind: 'cow' }] },
      400,
      /bad\/pets\.json \/0\/kind must be one of cat, dog, hen/,
    ],
    [
      'a collection that is none',
      'bad',
      { 'bad/dogs.json': [] },
      400,
      /dogs\.json is no collection: there are pets, keepers/,
    ],
    [
      'a schema of its own',
      'bad',
      { 'bad/schema.json': {} },
      400,
      /schema\.json: a set has the schema of its fixtures/,
    ],
    ['what nobody can read', 'bad', { 'bad/pets.json': '[{' }, 400, /pets\.json cannot be read/],
  ])('cannot be resolved by %s, and nothing changes', async (_, fixtures, sets, status, message) => {
    const standIn = await served(await withSets({ 'one/pets.json': [BERTA], ...sets }));
    await askPets(standIn, 'POST', '/pets', { body: { name: 'Rex', kind: 'dog' } });
    const answer = await reset(standIn, { fixtures });
    expect(answer.status).toBe(status);
    if (typeof message === 'string') expect(answer.body.message).toBe(message);
    else expect(answer.body.message).toMatch(message);
    expect(await names(standIn)).toEqual([...FIRST, 'Rex']);
  });
});

describe('a sandbox', () => {
  test('starts from the fixtures of a name, and main stays as it is', async () => {
    const standIn = await served(await withSets({ 'one/pets.json': [BERTA] }));
    const create = (body: object) => askPets(standIn, 'POST', '/_understudy/sandboxes', { body });
    expect((await create({ name: 'blue', fixtures: 'one' })).status).toBe(201);
    expect(await names(standIn, { 'x-understudy-sandbox': 'blue' })).toEqual(['Berta']);
    expect(await names(standIn)).toEqual(FIRST);
    expect((await create({ name: 'red', fixtures: 'three' })).status).toBe(404);
    expect((await create({ name: 'red', from: 'blue', fixtures: 'one' })).body.message).toBe(
      'set either fixtures or from, not both',
    );
  });
});

test('of an api from its document alone, a set is all that there is, and new numbers follow it', async () => {
  const folder = join(await temporaryFolder(), 'fixtures');
  await mkdir(folder);
  await write(folder, 'one/pets.json', [{ id: 4, name: 'Rex' }]);
  const pet =
    '{ type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string } } }';
  const answer = (schema: string) => `{ description: ok, content: { application/json: { schema: ${schema} } } }`;
  const text = `
openapi: 3.0.3
info: { title: Pets, version: '1' }
paths:
  /pets:
    get: { operationId: listPets, responses: { '200': ${answer(`{ type: array, items: ${pet} }`)} } }
    post: { operationId: addPet, requestBody: { content: { application/json: { schema: ${pet} } } }, responses: { '201': ${answer(pet)} } }
  /pets/{id}:
    get: { operationId: getPet, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '200': ${answer(pet)} } }
`;
  const api = defineApi({ name: 'own', document: { location: '/own.yaml', text }, fixtures: folder, infer: true });
  const standIn = await petsStandIn({ apis: [api] });
  const before = (await ask(standIn, 'GET', '/pets')).body;
  expect(before.length).toBeGreaterThan(0);
  await reset(standIn, { fixtures: 'one' });
  expect((await ask(standIn, 'GET', '/pets')).body).toEqual([{ id: 4, name: 'Rex' }]);
  expect((await ask(standIn, 'POST', '/pets', { body: { name: 'Susi' } })).body.id).toBe(2);
  await reset(standIn, { fixtures: 'empty' });
  expect((await ask(standIn, 'GET', '/pets')).body).toEqual([]);
  await reset(standIn);
  expect((await ask(standIn, 'GET', '/pets')).body).toEqual(before);
});
