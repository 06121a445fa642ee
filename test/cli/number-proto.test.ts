// `understudy proto --number`: assigns protobuf numbers to a document.

import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { numberProto } from '../../src/cli/documents/number-proto.ts';
import { createMockServer, defineApi } from '../../src/index.ts';
import type { DocumentObject } from '../../src/openapi/objects.ts';
import { numberDocument } from '../../src/server/protobuf/number-document.ts';
import { understudy } from '../support/command.ts';
import { documentOf, jsonAnswers } from '../support/own-api.ts';
import { temporaryFolder } from '../support/temporary.ts';

const PETSTORE = new URL('../../examples/petstore/petstore.yaml', import.meta.url);

/** A copy of the petstore, numbered. */
async function petstore() {
  const cwd = await temporaryFolder();
  const document = join(cwd, 'petstore.yaml');
  await copyFile(PETSTORE, document);
  const run = (...args: readonly string[]) => understudy(['proto', ...args], { cwd }).ended;
  return { cwd, document, overlay: join(cwd, 'petstore.numbers.yaml'), run };
}

describe('understudy proto --number', () => {
  test('writes an overlay for a protobuf service, and lists operations without a protobuf form', async () => {
    const { document, overlay, run } = await petstore();
    const { code, stdout } = await run('--number', 'petstore.yaml');
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('Numbers for 5 operations written to petstore.numbers.yaml.'),
    ]);
    expect(stdout).toContain('listPets: a message must be an object with named properties');
    expect((await run('--overlay', 'petstore.numbers.yaml', 'petstore.yaml')).stdout).toContain('rpc AddPet(');

    const api = defineApi({ name: 'pets', document, overlay, infer: true });
    const mockServer = await createMockServer({ apis: [api] });
    onTestFinished(() => mockServer.close());
    const call = async (method: string, body: object) => {
      const headers = { 'content-type': 'application/json', 'connect-protocol-version': '1' };
      const url = `http://localhost/petstore.v1.PetstoreService/${method}`;
      return (await mockServer.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))).json();
    };
    const made = (await call('AddPet', { name: 'Rex', kind: 'dog' })) as { readonly id: unknown };
    expect(made).toMatchObject({ name: 'Rex', kind: 'dog' });
    expect(await call('GetPet', { petId: made.id })).toEqual(made);
  });

  test('does not change existing numbers, and adds numbers for new parts', async () => {
    const { document, overlay } = await petstore();
    await numberProto(document);
    const first = await readFile(overlay, 'utf8');
    expect((await numberProto(document)).lines).toContain('Nothing to number; no file was written.');
    const text = await readFile(document, 'utf8');
    await writeFile(
      document,
      text.replace('        name: { type: string, minLength: 1 }\n', '        born: { type: string }\n$&'),
    );
    await writeFile(
      document,
      (await readFile(document, 'utf8')).replace('operationId: removePet', 'operationId: forgetPet'),
    );
    expect((await numberProto(document)).lines[0]).toMatch(/^Numbers for 5 operations/);
    const second = await readFile(overlay, 'utf8');
    expect(second.startsWith(first.trimEnd())).toBe(true);
    expect(second).toMatch(/born: 4/);
  });

  test('finds its numbers again for odd paths, and lists the first operations without a form', async () => {
    const document = join(await temporaryFolder(), 'api.json');
    const empty = jsonAnswers({ 204: undefined });
    const paths = {
      "/pe'ts\\/{id}": { parameters: [parameter('id', 'path')], get: { operationId: 'getPet', responses: empty } },
      ...Object.fromEntries(
        Array.from({ length: 22 }, (_, n) => [
          `/lists/${n}`,
          { get: { operationId: `list${n}`, responses: jsonAnswers({ 200: { type: 'array', items: {} } }) } },
        ]),
      ),
    };
    await writeFile(document, JSON.stringify(documentOf(paths)));
    const { lines } = await numberProto(document);
    expect(lines[0]).toContain('Numbers for 1 operation written');
    expect(lines[2]).toBe('22 operations without a protobuf form (REST only):');
    expect(lines.slice(3).map((line) => line.split(':')[0])).toEqual([
      ...Array.from({ length: 20 }, (_, n) => `  list${n}`),
      '  … and 2 more',
    ]);
    const again = await numberProto(document);
    expect(again.lines[0]).toBe('Nothing to number; no file was written.');
    const overlay = document.replace('.json', '.numbers.yaml');
    expect(await readFile(overlay, 'utf8')).toMatch(/parameters'\]\[0\]/);
    const api = defineApi({ name: 'own', document, overlay, infer: true });
    const notices: string[] = [];
    const mockServer = await createMockServer({ apis: [api], onNotice: (notice) => void notices.push(notice) });
    onTestFinished(() => mockServer.close());
    expect(notices.filter((notice) => notice.includes('changes nothing'))).toEqual([]);
  });

  test.each([
    [
      'a document of several files',
      { 'a.json': documentOf({ '/a': { $ref: 'b.json' } }), 'b.json': {} },
      /\$refs to .*b\.json/,
    ],
    ['Swagger', { 'a.json': { swagger: '2.0', info: { title: 'T', version: '1' }, paths: {} } }, /Swagger 2\.0/],
  ])('rejects %s', async (_, files, reported) => {
    const cwd = await temporaryFolder();
    for (const [name, content] of Object.entries(files)) await writeFile(join(cwd, name), JSON.stringify(content));
    await expect(numberProto(join(cwd, 'a.json'))).rejects.toThrow(reported);
  });

  test.each([[['--number', '-']], [['--number', 'https://example.com/a.yaml', '--allow-fetch', 'example.com']]])(
    'is for files: %j',
    async (args) => {
      const { run } = await petstore();
      expect(await run(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining('--number needs a file') });
    },
  );
});

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const parameter = (name: string, where: string) => ({
  name,
  in: where,
  required: where === 'path',
  schema: { type: 'string' },
});

/** The additions to a document with these operations and schemas. */
function numbered(paths: object, schemas: object = {}, more: object = {}) {
  const document = documentOf(paths, { components: { schemas }, ...more }) as DocumentObject;
  const { additions, ...message } = numberDocument(document);
  return { ...message, at: (pointer: string) => additions.get(pointer), document };
}

describe('numbers', () => {
  test('are unique in a message: of body, path, query and shared schemas', () => {
    const { at, numbered: ids } = numbered(
      {
        '/pets/{id}': {
          parameters: [parameter('id', 'path')],
          put: {
            operationId: 'putPet',
            parameters: [parameter('dry', 'query'), parameter('x-trace', 'header')],
            requestBody: body(ref('Pet')),
            responses: jsonAnswers({ 200: ref('Pet') }),
          },
          patch: {
            operationId: 'patch-pet',
            requestBody: body({ type: 'object', properties: { name: { type: 'string' }, tag: ref('Tag') } }),
            responses: jsonAnswers({ 200: ref('Dog') }),
          },
        },
      },
      {
        Pet: { type: 'object', properties: { name: { type: 'string' }, kind: { enum: ['cat', 'dog'] } } },
        Dog: { allOf: [ref('Pet'), { type: 'object', properties: { breed: { type: 'string' } } }] },
        Tag: { type: 'object', properties: { text: { type: 'string' } } },
      },
    );
    expect(ids).toEqual(['putPet', 'patch-pet']);
    expect(at('')).toEqual({ 'x-protobuf': { package: 'own.v1', service: 'OwnService' } });
    expect(at('/paths/~1pets~1{id}/patch')).toEqual({ 'x-rpc': 'PatchPet' });
    expect(at('/paths/~1pets~1{id}/parameters/0')).toEqual({ 'x-field-number': 101 });
    expect(at('/components/schemas/Pet')?.['x-field-numbers']).toEqual({ name: 102, kind: 103 });
    expect(at('/components/schemas/Dog/allOf/1')?.['x-field-numbers']).toEqual({ breed: 104 });
    expect(at('/components/schemas/Pet/properties/kind')).toEqual({ 'x-enum-numbers': [0, 1] });
    expect(at('/paths/~1pets~1{id}/put/parameters/1')).toBeUndefined();
  });

  test('belong to a service with a valid name and a procedure per operation', () => {
    const empty = jsonAnswers({ 204: undefined });
    const { at, numbered: ids } = numbered(
      {
        '/a': { get: { operationId: 'get-pet', responses: empty }, post: { operationId: 'getPet', responses: empty } },
        '/b': { get: { operationId: '7', responses: empty }, post: { operationId: 'get_pet', responses: empty } },
      },
      {},
      { info: { title: '3. Pets', version: '1' } },
    );
    expect(ids).toEqual(['get-pet', 'getPet', '7', 'get_pet']);
    expect(at('')).toEqual({ 'x-protobuf': { package: 'pets.v1', service: 'PetsService' } });
    const names = ['/paths/~1a/get', '/paths/~1a/post', '/paths/~1b/get', '/paths/~1b/post'];
    expect(names.map((pointer) => at(pointer)?.['x-rpc'])).toEqual(['GetPet', 'GetPet2', 'Call', 'GetPet3']);
    expect(numbered({}, {}, { info: { title: '寵物', version: '1' } }).at('')).toEqual({
      'x-protobuf': { package: 'api.v1', service: 'ApiService' },
    });
  });

  test('are added to existing ones; other operations do not change', () => {
    const {
      at,
      left,
      numbered: ids,
    } = numbered(
      {
        '/a': {
          post: {
            operationId: 'known',
            'x-rpc': 'Known',
            requestBody: body(ref('A')),
            responses: jsonAnswers({ 200: ref('A') }),
          },
        },
        '/b/{x}': {
          put: {
            operationId: 'twice',
            parameters: [parameter('x', 'path')],
            requestBody: body(ref('B')),
            responses: jsonAnswers({ 200: ref('A') }),
          },
        },
        '/c': {
          post: { operationId: 'known2', requestBody: body(ref('A')), responses: jsonAnswers({ 200: ref('A') }) },
        },
      },
      {
        A: { type: 'object', properties: { a: { type: 'string' } }, 'x-field-numbers': { a: 7 } },
        B: { type: 'object', properties: { x: { type: 'string' } } },
      },
      { 'x-protobuf': { package: 'mine.v1', service: 'Mine' } },
    );
    expect(ids).toEqual(['known', 'known2']);
    expect(left).toMatchObject([{ id: 'twice' }]);
    expect([at(''), at('/components/schemas/A'), at('/components/schemas/B')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('a number in several messages', () => {
  /** Two operations below parameters of their path, the first of which has this number. */
  const shared = (first: number) => {
    const known = { ...parameter('id', 'path'), 'x-field-number': first };
    const operation = (operationId: string) => ({ operationId, responses: jsonAnswers({ 204: undefined }) });
    const paths = {
      '/pets/{id}/{tag}': {
        parameters: [known, parameter('tag', 'path'), parameter('dry', 'query')],
        get: operation('getPet'),
        delete: operation('removePet'),
      },
    };
    const { at, numbered: ids, left } = numbered(paths);
    const own = (index: number) => at(`/paths/~1pets~1{id}~1{tag}/parameters/${index}`)?.['x-field-number'];
    return { ids, left, numbers: [own(1), own(2)] };
  };

  test('differs from those of other paths', () => {
    const lang = { $ref: '#/components/parameters/lang' };
    const get = (operationId: string) => ({ operationId, responses: jsonAnswers({ 204: undefined }) });
    const id = { ...parameter('id', 'path'), 'x-field-number': 101 };
    const paths = {
      '/cats': { parameters: [lang], get: get('listCats') },
      '/pets/{id}': { parameters: [id, lang], get: get('getPet') },
    };
    const components = { parameters: { lang: parameter('lang', 'query') } };
    const { at, numbered: ids, left } = numbered(paths, {}, { components });
    expect({ ids, left }).toEqual({ ids: ['listCats', 'getPet'], left: [] });
    expect(at('/components/parameters/lang')).toEqual({ 'x-field-number': 102 });
  });

  test.each([
    [7, [101, 102]],
    [101, [102, 103]],
    [102, [103, 104]],
    [18_998, [18_999, 20_000]],
    [18_999, [20_000, 20_001]],
  ])('follows existing ones such as %i, and is not reserved by protobuf', (first, numbers) => {
    expect(shared(first)).toEqual({ ids: ['getPet', 'removePet'], left: [], numbers });
  });
});
