// `understudy fixtures save`: writes the records of a running server as fixture files.

import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { defineApi } from '../../src/index.ts';
import { understudy } from '../support/command.ts';
import { send } from '../support/mock-server.ts';
import { pets } from '../support/pets/api.ts';
import { petsMockServer } from '../support/pets/mock-server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const FIXTURES = fileURLToPath(new URL('../support/pets/fixtures', import.meta.url));

/** A listening mock server, and its fixtures folder. */
async function serving() {
  const cwd = await temporaryFolder();
  const folder = join(cwd, 'fixtures');
  await cp(FIXTURES, folder, { recursive: true });
  const mockServer = await petsMockServer({ apis: [{ ...pets, fixtures: folder }] });
  const { url } = await mockServer.listen();
  const save = (...args: readonly string[]) => understudy(['fixtures', 'save', ...args, '--url', url], { cwd }).ended;
  const change = (changes: readonly object[], headers = {}) =>
    send(mockServer, 'POST', '/_understudy/records', { body: { changes }, headers });
  return { cwd, url, folder, mockServer, save, change, set: (name: string) => join(folder, 'sets', name) };
}

const BERTA = { id: '9', name: 'Berta <b>', kind: 'hen' };

describe('fixtures are saved', () => {
  test('as a file per collection, with a line per record in order; a reset restores them', async () => {
    const { mockServer, save, change, set } = await serving();
    await change([
      { collection: 'pets', remove: '2' },
      { collection: 'pets', add: BERTA },
      { collection: 'keepers', remove: 'token-keeper' },
    ]);
    const { code, stdout } = await save('late');
    expect([code, stdout]).toEqual([0, 'Saved pets in fixtures/sets/late: 3 pets.\n']);
    expect(await readdir(set('late'))).toEqual(['pets.json']);
    expect(await readFile(join(set('late'), 'pets.json'), 'utf8')).toBe(`[
  {"id":"1","name":"Minka","kind":"cat"},
  {"id":"3","name":"Tiger","kind":"cat","motherId":"1"},
  {"id":"9","name":"Berta <b>","kind":"hen"}
]
`);
    const state = async () => (await send(mockServer, 'GET', '/_understudy/state')).body.apis;
    const saved = await state();
    await send(mockServer, 'POST', '/_understudy/reset');
    expect(await state()).not.toEqual(saved);
    await send(mockServer, 'POST', '/_understudy/reset', { body: { fixtures: 'late' } });
    expect(await state()).toEqual(saved);
    expect((await send(mockServer, 'GET', '/_understudy/sandboxes')).body.sandboxes).toEqual([{ sandbox: 'main' }]);
  });

  test('of an existing, named sandbox', async () => {
    const { save, change, set, mockServer } = await serving();
    await change([{ collection: 'pets', add: BERTA }], { 'x-understudy-sandbox': 'blue' });
    expect((await save('one', '--sandbox', 'blue')).code).toBe(0);
    expect(await readFile(join(set('one'), 'pets.json'), 'utf8')).toContain('Berta');
    const { code, stderr } = await save('two', '--sandbox', 'bleu');
    expect([code, stderr]).toEqual([2, 'understudy: Sandbox "bleu" does not exist; there are main, blue.\n']);
    expect((await send(mockServer, 'GET', '/_understudy/sandboxes')).body.sandboxes).toHaveLength(2);
  });

  test('also without records', async () => {
    const { mockServer, save, set } = await serving();
    await send(mockServer, 'POST', '/_understudy/reset', { body: { fixtures: 'empty' } });
    expect((await save('bare')).stdout).toBe('Saved pets in fixtures/sets/bare: no records.\n');
    expect(await readFile(join(set('bare'), 'pets.json'), 'utf8')).toBe('[]\n');
    expect((await send(mockServer, 'POST', '/_understudy/reset', { body: { fixtures: 'bare' } })).status).toBe(200);
  });

  test('over existing ones only with --replace', async () => {
    const { save, change, set } = await serving();
    await save('one');
    await change([
      { collection: 'pets', add: BERTA },
      { collection: 'keepers', remove: 'token-keeper' },
    ]);
    const { code, stderr } = await save('one');
    expect(code).toBe(2);
    expect(stderr).toContain('--replace overwrites them');
    expect(await readFile(join(set('one'), 'pets.json'), 'utf8')).not.toContain('Berta');
    expect((await save('one', '--replace')).code).toBe(0);
    expect(await readdir(set('one'))).toEqual(['pets.json']);
    expect(await readFile(join(set('one'), 'pets.json'), 'utf8')).toContain('Berta');
  });

  test('not through a link to another folder', async () => {
    const { cwd, folder, save, set } = await serving();
    const elsewhere = await temporaryFolder();
    await writeFile(join(cwd, 'kept.json'), 'kept');
    await mkdir(set('one'), { recursive: true });
    await symlink(join(cwd, 'kept.json'), join(set('one'), 'pets.json'));
    expect((await save('one', '--replace')).code).toBe(0);
    expect(await readFile(join(cwd, 'kept.json'), 'utf8')).toBe('kept');
    await symlink(elsewhere, set('two'));
    expect((await save('two')).stderr).toContain('two is a link to a folder outside');
    expect(await readdir(elsewhere)).toEqual([]);
    expect(await readdir(folder)).toHaveLength(4);
  });

  test('outside of the current folder only with --folder', async () => {
    const { save, folder, url } = await serving();
    const cwd = await temporaryFolder();
    const saveHere = (...args: readonly string[]) =>
      understudy(['fixtures', 'save', 'one', '--url', url, ...args], { cwd }).ended;
    expect((await saveHere()).stderr).toContain('which is not below this folder');
    expect(await readdir(folder)).not.toContain('sets');
    expect((await saveHere('--folder', 'nowhere')).stderr).toContain('does not exist');
    expect((await saveHere('--folder', '.')).code).toBe(0);
    expect(await readdir(join(cwd, 'sets', 'one'))).toEqual(['keepers.json', 'pets.json']);
    expect((await save('../one')).stderr).toContain('"../one" cannot be the name of a fixture set');
    expect((await save('default')).stderr).toContain('it is the name of the fixtures that the API starts from');
    expect(await readdir(folder)).not.toContain('sets');
  });

  test('of a document without fixtures, as its initial ones', async () => {
    const cwd = await temporaryFolder();
    const folder = join(cwd, 'fixtures');
    await mkdir(folder);
    const text = `
openapi: 3.0.3
info: { title: Pets, version: '1' }
paths:
  /owners/{ownerId}/pets:
    get: { operationId: listPets, parameters: [{ name: ownerId, in: path, required: true, schema: { type: string } }], responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } } } } }
  /owners/{ownerId}/pets/{id}:
    get: { operationId: getPet, parameters: [{ name: ownerId, in: path, required: true, schema: { type: string } }, { name: id, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } } }
components: { schemas: { Pet: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } } } }
`;
    const api = defineApi({ name: 'own', document: { location: '/own.yaml', text }, fixtures: folder, infer: true });
    const mockServer = await petsMockServer({ apis: [api] });
    const { url } = await mockServer.listen();
    const add = { parents: { ownerId: 'ada' }, item: { id: 7, name: 'Rex' } };
    await send(mockServer, 'POST', '/_understudy/records', { body: { changes: [{ collection: 'pets', add }] } });
    const { code } = await understudy(['fixtures', 'save', 'one', '--url', url], { cwd }).ended;
    expect(code).toBe(0);
    const written = await readFile(join(folder, 'sets', 'one', 'pets.json'), 'utf8');
    expect(written).toContain('\n  {"parents":{"ownerId":"ada"},"item":{"id":7,"name":"Rex"}}\n]');
    const shown = async () => (await send(mockServer, 'GET', '/_understudy/records/pets')).body.records;
    const before = (await shown()).map(({ record }: { record: object }) => record);
    await send(mockServer, 'POST', '/_understudy/reset', { body: { fixtures: 'one' } });
    expect((await shown()).map(({ record }: { record: object }) => record)).toEqual(before);
  });
});

test('fixtures save reads the address of the server from UNDERSTUDY_URL', async () => {
  const { cwd, url, set } = await serving();
  const env = { UNDERSTUDY_URL: url };
  expect(await understudy(['fixtures', 'save', 'one'], { cwd, env }).ended).toMatchObject({ code: 0 });
  expect(await readdir(set('one'))).toContain('pets.json');
});

test('an unreachable server is reported', async () => {
  const cwd = await temporaryFolder();
  const { code, stderr } = await understudy(['fixtures', 'save', 'one', '--url', 'http://127.0.0.1:1'], { cwd }).ended;
  expect(code).toBe(2);
  expect(stderr).toMatch(/^understudy: Cannot connect to the mock server at http:\/\/127\.0\.0\.1:1\. /);
});
