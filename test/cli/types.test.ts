// `understudy types` as a process.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { understudy } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const PETS = fileURLToPath(new URL('../support/pets/', import.meta.url));

describe('understudy types', () => {
  test('prints the operations of a document', async () => {
    const { code, stdout } = await understudy(['types', 'pets.yaml'], { cwd: PETS }).ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\/\/ The operations of Pets, made from pets\.yaml /);
    expect(stdout).toMatch(/listPets: \{\s+readonly input: .*kinds\?: .*limit\?: number/);
    expect(stdout).toMatch(/removePet: \{[\s\S]*?readonly output: undefined;\s+readonly secured: true;/);
  });

  test('prints the operations of a Swagger 2.0 document, although it has definitions', async () => {
    const cwd = await temporaryFolder();
    const response = "{ '200': { description: ok, schema: { $ref: '#/definitions/Pet' } } }";
    await writeFile(
      join(cwd, 'pets.yaml'),
      `swagger: '2.0'\ninfo: { title: Pets, version: '1' }\npaths: { /a: { get: { operationId: a, responses: ${response} } } }
definitions: { Pet: { type: object, properties: { name: { type: string } } } }\n`,
    );
    const { code, stdout } = await understudy(['types', 'pets.yaml'], { cwd }).ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\/\/ The operations of Pets, made from pets\.yaml /);
    expect(stdout).toMatch(/readonly output: Pet;/);
  });

  test('applies an overlay first', async () => {
    const cwd = await temporaryFolder();
    const update = "{ /notes: { get: { operationId: listNotes, responses: { '200': { description: ok } } } } }";
    const overlay = `overlay: 1.0.0\ninfo: { title: Notes, version: '1' }\nactions: [{ target: $.paths, update: ${update} }]\n`;
    await writeFile(join(cwd, 'notes.overlay.yaml'), overlay);
    const args = ['types', '--overlay', 'notes.overlay.yaml', join(PETS, 'pets.yaml')];
    const { code, stdout } = await understudy(args, { cwd }).ended;
    expect([code, stdout]).toEqual([0, expect.stringMatching(/listPets: \{[\s\S]*listNotes: \{/)]);
  });

  test('prints the collections for handlers, and the operations that store an item', async () => {
    const cwd = await temporaryFolder();
    await writeFile(
      join(cwd, 'shop.yaml'),
      `openapi: 3.0.3
info: { title: Shop, version: '1' }
paths:
  /orders:
    post: { operationId: place, requestBody: { $ref: '#/components/requestBodies/Order' }, responses: { '201': { $ref: '#/components/responses/Order' } } }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: get, responses: { '200': { $ref: '#/components/responses/Order' } } }
  /orders/{id}/lines/{lineId}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: integer } }
      - { name: lineId, in: path, required: true, schema: { type: string } }
    get: { operationId: line, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Line' } } } } } }
  /settings:
    get: { operationId: settings, responses: { '200': { description: ok } } }
    put: { operationId: set, responses: { '200': { description: ok } } }
components:
  requestBodies: { Order: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } }
  responses: { Order: { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } }
  schemas:
    Order: { type: object, required: [id], properties: { id: { type: integer, readOnly: true }, pin: { type: string, writeOnly: true } } }
    Line: { type: object, required: [id], properties: { id: { type: string } } }
`,
    );
    const { stdout } = await understudy(['types', 'shop.yaml'], { cwd }).ended;
    const [, collections = ''] = /export interface Collections \{\n([\s\S]*?)\n\}/.exec(stdout) ?? [];
    const of = (name: string) =>
      new RegExp(`${name}: \\{([^]*?)\\n  \\}`).exec(collections)?.[1]?.replaceAll(/\s+/g, ' ').trim();
    expect(of('orders')).toBe(
      'readonly item: Order; readonly properties: OrderInput; readonly create: OrderInput; readonly id: number; readonly parents: {};',
    );
    expect(of('lines')).toContain('readonly id: string; readonly parents: { readonly id: number };');
    expect(of('settings')).toContain('readonly id: undefined;');
    expect(stdout).toMatch(
      / {2}place: \{[^}]*[\s\S]*?readonly set: Collections\['orders'\]\['properties'\];\n {2}\};\n {2}get:/,
    );
    expect(stdout.match(/readonly set:/g)).toHaveLength(2);
    expect(stdout.match(/readonly items: Collections;/g)).toHaveLength(5);
  });

  test('prints the records of a fixture schema', async () => {
    const { code, stdout } = await understudy(['types', 'fixtures/schema.yaml'], { cwd: PETS }).ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/export type Pet = \{/);
    expect(stdout).toMatch(/export interface Records \{\s+readonly pets: Pet;\s+readonly keepers: Keeper;\s+\}/);
  });

  test('describes itself, and requires a file', async () => {
    const help = await understudy(['types', '--help'], { cwd: PETS }).ended;
    expect(help).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('understudy types [FLAGS] FILE'),
    });
    const nothing = await understudy(['types'], { cwd: PETS }).ended;
    expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('FILE is missing') });
    const flag = await understudy(['types', '--colour', 'pets.yaml'], { cwd: PETS }).ended;
    expect(flag).toMatchObject({ code: 2, stderr: expect.stringContaining('--colour') });
  });

  test.each([
    ['does not exist', undefined],
    ['is not YAML', 'a: ['],
    ['is empty', ''],
    ['is neither a document nor a schema', 'title: nothing'],
    ['is a list', '[]'],
  ])('names a file that %s', async (_, text) => {
    const cwd = await temporaryFolder();
    if (text !== undefined) await writeFile(join(cwd, 'given.yaml'), text);
    const { code, stderr, stdout } = await understudy(['types', 'given.yaml'], { cwd }).ended;
    expect(stderr).toContain('given.yaml');
    expect(stdout).toBe('');
    expect(code).toBeGreaterThan(0);
  });

  test('reports the requirements of a fixture schema', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'schema.yaml'), 'orders: { type: object }');
    const { code, stderr } = await understudy(['types', 'schema.yaml'], { cwd }).ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(/schema\.yaml cannot be used:\n {2}it is neither an OpenAPI document.* `definitions`\n$/);
  });
});
