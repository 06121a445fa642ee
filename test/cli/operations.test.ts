// `understudy operations`: the source of the responses of each operation.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { understudy } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const DOCUMENT = `openapi: 3.0.3
info: { title: Pets, version: "1" }
paths:
  /pets:
    get:
      operationId: listPets
      parameters: [{ name: fields, in: query, schema: { type: string } }]
      responses: { "200": { description: ok, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Pet" } } } } } }
    post:
      operationId: addPet
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses: { "201": { description: ok } }
  /pets/{petId}/sell:
    parameters: [{ name: petId, in: path, required: true, schema: { type: string } }]
    post: { operationId: sellPet, responses: { "204": { description: ok } } }
  /pets/{petId}:
    parameters: [{ name: petId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getPet, responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } } }
  /greeting:
    get: { operationId: greet, responses: { "200": { description: ok, content: { text/plain: { schema: { type: string }, example: Hello } } } } }
  /weather:
    get: { operationId: weather, responses: { "200": { description: ok, content: { application/json: { schema: { type: integer } } } } } }
  /nothing:
    get: { operationId: nothing, responses: { "200": { description: ok, content: { application/json: { schema: { type: string, not: {} } } } } } }
components:
  schemas:
    Pet: { type: object, properties: { id: { type: string }, email: { type: string }, status: { type: string, enum: [free, sold] } } }
`;

/** A folder with the document. */
async function folderWith(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries({ 'pets.yaml': DOCUMENT, ...files })) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

const run = (args: readonly string[], cwd: string) => understudy(['operations', ...args], { cwd }).ended;

describe('understudy operations', () => {
  test('prints the source of responses and the reason for each operation, in columns', async () => {
    const { code, stdout } = await run([], await folderWith());
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'GET   /pets               listPets  stored     lists /pets; items by id; fields is ignored',
      'POST  /pets               addPet    stored     creates an item in /pets; email must be unique',
      'POST  /pets/{petId}/sell  sellPet   stored     action sell on /pets/{petId}; sets status to "sold"',
      'GET   /pets/{petId}       getPet    stored     reads /pets/{petId}',
      'GET   /greeting           greet     example    not recognised as a resource',
      'GET   /weather            weather   generated  not recognised as a resource',
      expect.stringMatching(/^GET {3}\/nothing {12}nothing {3}none {7}.*; no response can be generated: /),
      '',
      '7 operations: 4 stateful, 3 static (from an example or generated)',
      '',
    ]);
  });

  test('reports the property of a time range', async () => {
    const time = '{ type: string, format: date-time }';
    const range = ['from', 'to'].map((name) => `, { name: ${name}, in: query, schema: ${time} }`).join('');
    const text = DOCUMENT.replace('{ type: string } }]', `{ type: string } }${range}]`).replace(
      'email: {',
      `start: ${time}, email: {`,
    );
    const { stdout } = await run([], await folderWith({ 'pets.yaml': text }));
    expect(stdout).toContain('lists /pets; items by id; from, to: start; fields is ignored');
  });

  test('reports the id of items, and what properties refer to', async () => {
    const fields =
      'required: [code], properties: { code: { type: string }, "__proto__": { type: string }, petId: { type: string }';
    const text = DOCUMENT.replace('{ type: object, properties: { id: { type: string }', `{ type: object, ${fields}`)
      .replaceAll('/pets/{petId}', '/trips/{code}')
      .replaceAll('name: petId', 'name: code')
      .replace('/pets:', '/trips:')
      .replace(
        '  /greeting:',
        '  /pets: { get: { operationId: all, responses: { "200": { description: ok, content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: string } } } } } } } } } }\n  /greeting:',
      );
    const folder = await folderWith({ 'pets.yaml': text });
    expect((await run([], folder)).stdout).toContain('lists /trips; items by code; petId refers to pets; fields');
    const [first] = JSON.parse((await run(['--json'], folder)).stdout);
    expect(first).toMatchObject({ id: 'code', refers: { petId: 'pets' } });
  });

  test('reports what an action sets from its body', async () => {
    const body = '{ type: object, properties: { Email: { type: string }, buyer: { type: string } } }';
    const sell = `{ operationId: sellPet, requestBody: { content: { application/json: { schema: ${body} } } },`;
    const folder = await folderWith({ 'pets.yaml': DOCUMENT.replace('{ operationId: sellPet,', sell) });
    const { stdout } = await run([], folder);
    expect(stdout).toContain('action sell on /pets/{petId}; sets status to "sold"; sets email from the body');
  });

  test('reports resources that limit callers to their own items', async () => {
    const owned = DOCUMENT.replace('Pet: {', 'Pet: { x-understudy: { owner: email },');
    const folder = await folderWith({ 'pets.yaml': owned });
    const { stdout } = await run([], folder);
    expect(stdout).toContain('reads /pets/{petId}; callers see only their own items, by email');
    const [first] = JSON.parse((await run(['--json'], folder)).stdout);
    expect(first).toMatchObject({ operation: 'listPets', owner: 'email' });
  });

  test('prints the same as JSON', async () => {
    const { stdout } = await run(['--json', 'pets.yaml'], await folderWith());
    expect(JSON.parse(stdout)[0]).toEqual({
      api: 'pets',
      operation: 'listPets',
      method: 'GET',
      path: '/pets',
      by: 'stored',
      resource: 'pets',
      action: 'list',
      why: 'lists /pets; items by id; fields is ignored',
      id: 'id',
      ignored: ['fields'],
    });
  });

  test('considers handlers and overlays', async () => {
    const cwd = await folderWith({
      'handlers/greet.mjs': 'export default () => "Hi";',
      'overlay.yaml':
        'overlay: 1.0.0\nactions:\n  - target: $.paths["/pets"].get\n    update: { x-understudy: { ignore: true } }',
    });
    const { stdout } = await run(['pets.yaml', '--handlers', 'handlers', '--overlay', 'overlay.yaml'], cwd);
    const lines = stdout.split('\n').map((line) => line.replace(/ +/g, ' '));
    expect(lines).toContain('GET /greeting greet handler has a handler');
    expect(lines).toContain('7 operations: 1 with a handler, 3 stateful, 3 static (from an example or generated)');
    expect(lines).toContain('GET /pets listPets generated ignored (x-understudy)');
  });

  test('explains several documents, with long paths and odd names', async () => {
    const path = `/${'long'.repeat(20)}`;
    const operation = (operationId: string) => ({ get: { operationId, responses: { 204: { description: 'ok' } } } });
    const paths = { [path]: operation('a\u001b[2J'), '/b': operation('b') };
    const odd = { openapi: '3.0.3', info: { title: 'Odd', version: '1' }, paths };
    const { stdout } = await run(['pets.yaml', 'odd.json'], await folderWith({ 'odd.json': JSON.stringify(odd) }));
    const lines = stdout.split('\n');
    expect(lines.filter((line) => line.startsWith('GET') || line.startsWith('POST'))).toHaveLength(9);
    expect(lines.slice(-4)).toEqual([
      '',
      expect.stringMatching(/^pets\.yaml: 7 operations/),
      'odd.json: 2 operations: 2 static (from an example or generated)',
      '',
    ]);
    expect(lines.find((line) => line.includes(path))).not.toContain('\u001b');
    expect(lines.find((line) => line.includes(' b '))?.indexOf(' b ')).toBe('POST  '.length + 60 + 1);
  });

  test.each<[args: readonly string[], message: string]>([
    [['--yaml'], '--yaml'],
    [['nowhere.yaml'], 'nowhere.yaml does not exist'],
  ])('rejects %j with the reason', async (args, message) => {
    const { code, stderr } = await run(args, await folderWith());
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
