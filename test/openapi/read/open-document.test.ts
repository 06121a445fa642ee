// Reading of documents: content, findings and rejections.

import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { documentWith, findingsOf, written } from '../../support/opened.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const TREE =
  '{ Tree: { type: object, properties: { children: { type: array, items: { $ref: "#/components/schemas/Tree" } } } } }';

/** The schema of the only response of `documentWith`. */
async function schemaIn(files: Readonly<Record<string, string>>): Promise<unknown> {
  const { bundled } = await openDocument(await written(files));
  const paths = bundled.paths as unknown as Record<
    string,
    { get: { responses: Record<string, { content: Record<string, { schema: unknown }> }> } }
  >;
  return paths['/a']?.get.responses['200']?.content['application/json']?.schema;
}

describe('a document in one file', () => {
  test('is returned as written, including references and values that look like them', async () => {
    const text = `openapi: 3.1.0
info: { title: T, version: '1' }
x-own: { $ref: nowhere.yaml }
paths:
  /a:
    get:
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Pet', description: Beside it }
              examples: { one: { value: { $ref: nowhere.yaml#/A } } }
components:
  schemas:
    Pet:
      default: { $ref: nowhere.yaml }
      enum: [{ $ref: '#/nowhere' }]
      examples: [{ $ref: 'http://127.0.0.1:1/' }]
      properties: { $ref: { type: string }, example: { const: { $ref: nowhere.yaml } } }
`;
    const { bundled, findings } = await openDocument(await written({ 'api.yaml': text }));
    expect(findings).toEqual([]);
    expect(bundled).toMatchObject({ 'x-own': { $ref: 'nowhere.yaml' } });
    expect(bundled.paths['/a']?.get).toMatchObject({
      responses: {
        200: {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Pet', description: 'Beside it' },
              examples: { one: { value: { $ref: 'nowhere.yaml#/A' } } },
            },
          },
        },
      },
    });
    expect(bundled.components?.schemas?.Pet).toEqual({
      default: { $ref: 'nowhere.yaml' },
      enum: [{ $ref: '#/nowhere' }],
      examples: [{ $ref: 'http://127.0.0.1:1/' }],
      properties: { $ref: { type: 'string' }, example: { const: { $ref: 'nowhere.yaml' } } },
    });
  });

  test.each([
    ['YAML in a .json', 'api.json', 'openapi: 3.0.3 # comment\ninfo: { title: T, version: "1" }\npaths: {}\n'],
    [
      'JSON in a .yaml',
      'api.yaml',
      '{\n\t"openapi": "3.0.3",\n\t"info": { "title": "T", "version": "1" },\n\t"paths": {}\n}\n',
    ],
    ['JSON without an ending', 'api', '{"openapi":"3.0.3","info":{"title":"T","version":"1"},"paths":{}}'],
    [
      'JSON with a byte order mark',
      'api.json',
      '\uFEFF{"openapi":"3.0.3","info":{"title":"T","version":"1"},"paths":{}}',
    ],
    ['YAML with a byte order mark', 'api.yml', '\uFEFFopenapi: 3.0.3\ninfo: { title: T, version: "1" }\npaths: {}\n'],
    [
      'JSON with comments and commas at the end',
      'api.json',
      '{ # here\n openapi: 3.0.3, info: {title: T, version: "1",}, paths: {}, }',
    ],
    [
      'lines that end as on Windows',
      'api.yaml',
      'openapi: 3.0.3\r\ninfo:\r\n  title: T\r\n  version: "1"\r\npaths: {}\r\n',
    ],
  ])('is read: %s', async (_, name, text) => {
    const { bundled, findings } = await openDocument(await written({ [name]: text }));
    expect(bundled).toEqual({ openapi: '3.0.3', info: { title: 'T', version: '1' }, paths: {} });
    expect(findings).toEqual([]);
  });

  test.each([
    ['webhooks only', 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\nwebhooks: {}\n'],
    ['components only', 'openapi: 3.1.1\ninfo: { title: T, version: "1" }\ncomponents: {}\n'],
    ['version 3.2', 'openapi: 3.2.0\ninfo: { title: T, version: "1" }\npaths: {}\n'],
  ])('is served with %s', async (_, text) => {
    const { bundled, findings } = await openDocument(await written({ 'api.yaml': text }));
    expect(bundled.paths).toEqual({});
    expect(findings).toEqual([]);
  });

  test.each([
    [
      'braces, # comments and a comma at the end',
      '{"openapi": "3.0.3", # C\n"info": {"title": "T", "version": "1"}, "paths": {},}',
    ],
    [
      'comment-like text in strings',
      '{"openapi": "3.0.3", "info": {"title": "T // \\"/*", "version": "1"}, paths: {},}',
    ],
    [
      'an address without quotes',
      '{"openapi": "3.0.3", info: {title: T, description: http://a.b/*, version: "1"}, paths: {}}',
    ],
  ])('may be YAML with %s', async (_, text) => {
    expect(await findingsOf({ 'api.json': text })).toEqual([]);
  });

  test('is served without a title and with a numeric version; both are reported', async () => {
    const path = await written({ 'api.yaml': 'openapi: 3.1\ninfo: { version: 2 }\npaths: {}\n' });
    const { bundled, findings } = await openDocument(path);
    expect(bundled).toMatchObject({ openapi: '3.1.0', info: { title: 'An API without a title', version: '2' } });
    expect(findings.map(({ line, pointer, message }) => [line, pointer, message])).toEqual([
      [1, '/openapi', 'openapi 3.1 must be a string; put it in quotes'],
      [2, '/info/title', '"title" is required'],
      [2, '/info/version', 'version 2 must be a string; put it in quotes'],
    ]);
  });

  test.each([
    [
      'title: nothing',
      'line 1, column 1: ',
      'it has no OpenAPI version; an OpenAPI document starts with a line such as openapi: 3.0.3',
    ],
    [
      'info: {}\nopenapi: 2.9.9',
      'line 2, column 1: ',
      'unsupported openapi version "2.9.9"; Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 are supported',
    ],
    ['openapi: 3.0.3\ninfo: {}', '', 'it has no paths, no webhooks and no components'],
    ['[]', '', 'it is a list; an OpenAPI document starts with'],
    ['only words', '', 'it is not an object; an OpenAPI document starts with'],
    ['', '', 'it is empty'],
    ['a: [\nb: 1', 'line 1, column 4: ', 'missing closing bracket'],
    ['a:\n\tb: 1', 'line 2, column 1: ', 'tab characters must not be used in indentation'],
    ['{"a": 1,\n "b": }x', 'line 2, column 8: ', "Unexpected token '}'"],
    [
      '{\n  // C\n  "openapi": "3.0.3" }',
      'line 2, column 3: ',
      'JSON does not allow comments (//); remove the comment',
    ],
    ['{"openapi": "3.0.3", /* "a"\n */ "paths": {}}', 'line 1, column 22: ', 'JSON does not allow comments (/*)'],
    ['{"openapi": "3.0.3"', 'line 1, column 20: ', "Expected ',' or '}' after property value"],
  ])('is rejected for %j with position and reason', async (text, place, reason) => {
    const path = await written({ 'api.yaml': text });
    const position = place === 'line 1, column 1: ' ? '' : place;
    await expect(openDocument(path)).rejects.toThrow(`The document ${path} cannot be used: ${position}${reason}`);
  });

  test.each([
    ['file not found', (folder: string) => join(folder, 'nowhere.yaml')],
    ['it is a folder; name the document in it', (folder: string) => folder],
    ['it is not a regular file', () => '/dev/null'],
  ])('is rejected where %s', async (reason, locate) => {
    const path = locate(await temporaryFolder());
    await expect(openDocument(path)).rejects.toThrow(`The document ${path} cannot be used: ${reason}`);
  });

  test('resolves references the same way the second time', async () => {
    const path = await written({ 'api.yaml': documentWith('{ $ref: "#/components/schemas/Tree" }', TREE) });
    const [first, second] = [await openDocument(path), await openDocument(path)];
    expect(second.bundled).toEqual(first.bundled);
    expect(second.bundled).not.toBe(first.bundled);
  });
});

describe('the findings of a document', () => {
  test('have file, line, column, rule and pointer', async () => {
    const text = `openapi: 3.0.3
info: { title: T, version: '1', colour: red }
paths:
  /a:
    get:
      parameters:
        - { name: x, in: nowhere, schema: { type: string } }
      responses:
        '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/None' } } } }
  /b:
    get: {}
  b: {}
components:
  schemas:
    Round: { $ref: '#/components/schemas/Round' }
    Pet: { type: animal, required: [] }
`;
    expect(await findingsOf({ 'api.yaml': text })).toEqual([
      'api.yaml:2:33 openapi-schema /info/colour "colour" is not an OpenAPI field',
      'api.yaml:7:22 openapi-schema /paths/~1a/get/parameters/0/in in "nowhere" must be one of path, query, header, cookie',
      'api.yaml:9:66 reference /paths/~1a/get/responses/200/content/application~1json/schema #/components/schemas/None cannot be resolved',
      'api.yaml:11:5 openapi-schema /paths/~1b/get/responses "responses" is required',
      'api.yaml:12:3 openapi-schema /paths/b "b" is not a path; it must start with /',
      'api.yaml:15:5 reference /components/schemas/Round #/components/schemas/Round resolves only to other references',
      'api.yaml:16:12 openapi-schema /components/schemas/Pet/type type "animal" must be one of array, boolean, integer, number, object, string',
      'api.yaml:16:26 openapi-schema /components/schemas/Pet/required required [] must have at least 1 item',
    ]);
  });

  test.each([
    ['api.yaml', "openapi: 3.0.3\ninfo: { title: T, version: '1' }\npaths:\n  /a: {}\n  /b: {}\n  /a: {}\n", 6, 3],
    [
      'api.json',
      '{"openapi":"3.0.3","info":{"title":"T","version":"1"},\n"paths":{"/a":{},\n"/a" : {"summary": "\\":{}"}}}',
      3,
      1,
    ],
  ])('include duplicate keys in %s', async (name, text, line, column) => {
    expect(await findingsOf({ [name]: text })).toEqual([
      `${name}:${line}:${column} repeated-key /paths/~1a is a duplicate key; the last one is used`,
    ]);
  });

  test('do not include anchors and named schemas of 3.1', async () => {
    const components = `{
      Pet: { $id: 'https://example.com/pet.json', $defs: { Name: { $anchor: name, type: string } }, properties: { name: { $ref: '#name' }, own: { $ref: '#/$defs/Name' } } },
      Owner: { properties: { pet: { $ref: 'https://example.com/pet.json' }, other: { $ref: 'https://json-schema.org/draft/2020-12/schema' } } } }`;
    expect(await findingsOf({ 'api.yaml': documentWith('{}', components, '3.1.0') })).toEqual([]);
    expect(await findingsOf({ 'api.yaml': documentWith('{ $ref: "#nobody" }', '{}', '3.1.0') })).toEqual([
      expect.stringContaining('#nobody cannot be resolved'),
    ]);
  });

  test('include an unsupported dialect once, at its first occurrence', async () => {
    const own = '{ $schema: "https://example.com/own", type: object }';
    const text = documentWith(own, `{ A: ${own}, B: { $schema: "https://example.com/b" } }`, '3.1.0');
    const dialectMessage = (name: string) =>
      expect.stringContaining(`unsupported schema dialect "https://example.com/${name}"`);
    expect(await findingsOf({ 'api.yaml': text })).toEqual([
      expect.stringMatching(/^api\.yaml:7:87 /),
      expect.stringMatching(/^api\.yaml:8:88 /),
    ]);
    expect(await findingsOf({ 'api.yaml': text })).toEqual([dialectMessage('own'), dialectMessage('b')]);
  });

  test('are limited', async () => {
    const schemas = Array.from({ length: 1500 }, (_, number) => `S${number}: { type: animal }`).join(', ');
    const findings = await findingsOf({ 'api.yaml': documentWith('{}', `{ ${schemas} }`) });
    expect(findings).toHaveLength(1001);
    expect(findings[0]).toBe('api.yaml:1:1 too-many  500 more findings are not shown');
  });
});

describe('a document in several files', () => {
  test('is bundled from its folder and below', async () => {
    const files = {
      'api.yaml': documentWith('{ $ref: "schemas/a.yaml#/A" }'),
      'schemas/a.yaml': 'A: { type: object, properties: { b: { $ref: ../b.json } } }\n',
      'b.json': '{"type":"array","items":{"$ref":"schemas/a.yaml#/A"}}',
    };
    expect(await schemaIn(files)).toEqual({
      type: 'object',
      properties: {
        b: { type: 'array', items: { $ref: '#/paths/~1a/get/responses/200/content/application~1json/schema' } },
      },
    });
    expect(await findingsOf(files)).toEqual([]);
  });

  test('may have paths and descriptions in other files', async () => {
    const text =
      "openapi: 3.1.0\ninfo: { title: T, version: '1', description: { $ref: about.md } }\npaths: { /a: { $ref: 'a b.yaml' } }\n";
    const path = await written({
      'api.yaml': text,
      'about.md': '# About: [\n',
      'a b.yaml': 'get: { responses: { default: { description: ok } } }\n',
    });
    const { bundled, findings } = await openDocument(path);
    expect(bundled.info.description).toBe('# About: [\n');
    expect(bundled.paths['/a']).toEqual({ get: { responses: { default: { description: 'ok' } } } });
    expect(findings).toEqual([]);
  });

  test('does not resolve user values that look like references', async () => {
    const files = {
      'api.yaml': documentWith(
        '{ $ref: "a.yaml" }',
        '{ A: { example: { $ref: nowhere.yaml }, default: [{ $ref: "#/A" }] } }',
      ),
      'a.yaml':
        'type: object\nenum: [{ $ref: ../secret.yaml }]\nx-own: { $ref: a.yaml }\nproperties: { a: { $ref: b.yaml } }\n',
      'b.yaml': 'example: { $ref: http://127.0.0.1:1/ }\n',
    };
    expect(await schemaIn(files)).toEqual({
      type: 'object',
      enum: [{ $ref: '../secret.yaml' }],
      'x-own': { $ref: 'a.yaml' },
      properties: { a: { example: { $ref: 'http://127.0.0.1:1/' } } },
    });
    const { bundled, findings } = await openDocument(await written(files));
    expect(bundled.components?.schemas?.A).toEqual({ example: { $ref: 'nowhere.yaml' }, default: [{ $ref: '#/A' }] });
    expect(findings).toEqual([]);
  });

  test('has findings in the file with the error', async () => {
    const files = {
      'api.yaml': documentWith('{ $ref: "schemas/a.yaml#/A" }', '{ B: { $ref: b.yaml } }'),
      'schemas/a.yaml': 'A:\n  type: object\n  properties:\n    b: { $ref: ../b.yaml }\n    c: { type: animal }\n',
      'b.yaml':
        'properties:\n  none: { $ref: "#/none" }\n  broken: { $ref: broken.yaml }\n  absent: { $ref: absent.yaml#/A }\n',
      'broken.yaml': 'a: [\n',
    };
    expect(await findingsOf(files)).toEqual([
      'b.yaml:2:3 reference /properties/none #/none cannot be resolved',
      'b.yaml:3:3 reference /properties/broken broken.yaml cannot be resolved: line 1, column 4: missing closing bracket',
      'b.yaml:4:3 reference /properties/absent absent.yaml#/A cannot be resolved: file not found',
      'schemas/a.yaml:5:10 openapi-schema /A/properties/c/type type "animal" must be one of array, boolean, integer, number, object, string',
    ]);
  });

  test('is read again when one of its files changes', async () => {
    const original = documentWith('{ $ref: "schemas/a.yaml#/A" }');
    const path = await written({ 'api.yaml': original });
    const folder = dirname(path);
    const schema = join(folder, 'schemas', 'a.yaml');
    const secret = join(await temporaryFolder(), 'a.yaml');
    await writeFile(secret, 'A: { type: string }\n');
    for (const breakIt of [
      () => writeFile(path, original.replace('responses', 'answers')),
      () => writeFile(schema, 'A: [\n'),
      () => writeFile(schema, 'B: { type: string }\n'),
      () => rm(schema),
      async () => {
        await rm(schema);
        await symlink(secret, schema);
      },
    ]) {
      await rm(join(folder, 'schemas'), { recursive: true, force: true });
      await mkdir(join(folder, 'schemas'));
      await writeFile(path, original);
      await writeFile(schema, 'A: { type: string }\n');
      expect((await openDocument(path)).findings).toEqual([]);
      expect((await openDocument(path)).findings).toEqual([]);
      await breakIt();
      const { bundled, findings } = await openDocument(path);
      expect(findings).not.toEqual([]);
      const stranger = join(folder, 'stranger.yaml');
      await writeFile(stranger, await readFile(path, 'utf8'));
      const fresh = await openDocument(stranger);
      expect(bundled).toEqual(fresh.bundled);
      expect(findings).toEqual(
        fresh.findings.map((finding) => ({ ...finding, file: finding.file.replace(stranger, path) })),
      );
    }
  });
});
