// Swagger 2.0 documents, converted to OpenAPI 3.0.

import { describe, expect, test } from 'vitest';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { valueAtPointer } from '../../../src/schema/json-pointer.ts';
import { findingsOf, written } from '../../support/opened.ts';

const PETS = `swagger: '2.0'
info: { title: Pets, version: '1' }
host: api.example.com
basePath: /v1
schemes: [https]
consumes: [application/json]
produces: [application/json]
parameters:
  Pet: { name: pet, in: body, required: true, schema: { $ref: '#/definitions/Pet' } }
  Photo: { name: photo, in: formData, type: file, required: true }
responses:
  Failure: { description: no, schema: { type: string }, examples: { text/plain: { $ref: '#/definitions/Pet' } } }
securityDefinitions:
  login: { type: oauth2, flow: accessCode, authorizationUrl: 'https://a', tokenUrl: 'https://t', scopes: { r: R } }
  basic: { type: basic }
paths:
  /pets:
    post:
      operationId: addPet
      parameters: [{ $ref: '#/parameters/Pet' }]
      responses:
        '200': { description: ok, schema: { $ref: '#/definitions/Pet' }, headers: { X-Left: { type: integer } } }
        default: { $ref: '#/responses/Failure' }
    put:
      operationId: setPhoto
      consumes: [multipart/form-data]
      produces: [image/png]
      parameters:
        - { $ref: '#/parameters/Photo' }
        - { name: tags, in: formData, type: array, items: { type: string, enum: [a, b] }, collectionFormat: multi }
      responses: { '200': { description: ok, schema: { type: file } } }
    get:
      operationId: listPets
      parameters:
        - { name: plain, in: query, type: array, items: { type: string } }
        - { name: pipes, in: query, type: array, items: { type: string }, collectionFormat: pipes }
        - { name: multi, in: query, type: array, items: { type: integer, maximum: 5 }, collectionFormat: multi }
      responses: { '200': { description: ok } }
definitions:
  Pet:
    type: object
    discriminator: kind
    required: [kind]
    properties: { kind: { type: string }, name: { type: string, x-nullable: true } }
    example: { $ref: '#/definitions/Pet' }
`;

describe('a Swagger 2.0 document', () => {
  test.each<[pointer: string, meant: unknown]>([
    ['/openapi', '3.0.0'],
    ['/servers', [{ url: 'https://api.example.com/v1' }]],
    [
      '/paths/~1pets/post/requestBody',
      { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
    ],
    ['/paths/~1pets/post/responses/200/headers/X-Left', { schema: { type: 'integer' } }],
    [
      '/paths/~1pets/post/responses/200/content',
      { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
    ],
    ['/paths/~1pets/post/responses/default', { $ref: '#/components/responses/Failure' }],
    [
      '/paths/~1pets/put/requestBody/content/multipart~1form-data/schema',
      {
        type: 'object',
        required: ['photo'],
        properties: {
          photo: { type: 'string', format: 'binary' },
          tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
        },
      },
    ],
    ['/paths/~1pets/put/responses/200/content', { 'image/png': { schema: { type: 'string', format: 'binary' } } }],
    [
      '/paths/~1pets/get/parameters/0',
      {
        name: 'plain',
        in: 'query',
        style: 'form',
        explode: false,
        schema: { type: 'array', items: { type: 'string' } },
      },
    ],
    ['/paths/~1pets/get/parameters/1/style', 'pipeDelimited'],
    ['/paths/~1pets/get/parameters/2/explode', true],
    ['/paths/~1pets/get/parameters/2/schema/items', { type: 'integer', maximum: 5 }],
    ['/components/securitySchemes/basic', { type: 'http', scheme: 'basic' }],
    [
      '/components/securitySchemes/login/flows/authorizationCode',
      { authorizationUrl: 'https://a', tokenUrl: 'https://t', scopes: { r: 'R' } },
    ],
    ['/components/schemas/Pet/discriminator', { propertyName: 'kind' }],
    ['/components/schemas/Pet/properties/name', { type: 'string', nullable: true }],
    ['/components/schemas/Pet/example', { $ref: '#/definitions/Pet' }],
  ])('is converted at %s', async (pointer, expected) => {
    const { bundled, findings } = await openDocument(await written({ 'pets.yaml': PETS }));
    expect(valueAtPointer(bundled, pointer)).toEqual(expected);
    expect(findings).toEqual([]);
  });

  test('may have a numeric version and several files', async () => {
    const files = {
      'pets.yaml': "swagger: 2.0\ninfo: { title: Pets, version: '1' }\npaths: { /a: { $ref: a.yaml } }\n",
      'a.yaml': 'get: { responses: { 200: { description: ok, schema: { $ref: "b.json#/definitions/B" } } } }\n',
      'b.json': '{"definitions":{"B":{"type":"string"}}}',
    };
    const { bundled, findings } = await openDocument(await written(files));
    expect(valueAtPointer(bundled, '/paths/~1a/get/responses/200/content')).toEqual({
      '*/*': { schema: { type: 'string' } },
    });
    expect(findings.map(({ line, pointer }) => [line, pointer])).toEqual([[1, '/swagger']]);
  });

  test('has findings at the original position', async () => {
    const text = PETS.replace('{ type: string }, examples', "{ type: string, format: nobody, pattern: '(' }, examples")
      .replace('name: { type: string, x', 'name: { type: string, format: nobody, x')
      .replace('maximum: 5', 'maximum: 5, format: nobody')
      .replace('collectionFormat: pipes', 'collectionFormat: tsv')
      .replace('enum: [a, b]', 'enum: [a, b], format: nobody')
      .replace('operationId: setPhoto', 'operationId: addPet')
      .replace("schema: { $ref: '#/definitions/Pet' }, headers", "schema: { $ref: '#/definitions/None' }, headers")
      .replace('type: basic', 'type: basics');
    expect(await findingsOf({ 'pets.yaml': text })).toEqual([
      'pets.yaml:12:55 not-enforced /responses/Failure/schema/format format "nobody" is not supported',
      expect.stringMatching(/^pets\.yaml:12:71 invalid-schema \/responses\/Failure\/schema\/pattern /),
      'pets.yaml:15:12 openapi-schema /securityDefinitions/basic/type type "basics" must be one of basic, apiKey, oauth2',
      expect.stringMatching(/^pets\.yaml:19:7 operation-id \/paths\/~1pets\/post\/operationId /),
      'pets.yaml:22:35 reference /paths/~1pets/post/responses/200/schema #/definitions/None cannot be resolved',
      'pets.yaml:28:7 not-enforced /paths/~1pets/put/parameters format "nobody" is not supported',
      expect.stringMatching(/^pets\.yaml:36:11 swagger \/paths\/~1pets\/get\/parameters\/1 .*tsv/),
      'pets.yaml:37:86 not-enforced /paths/~1pets/get/parameters/2/items/format format "nobody" is not supported',
      'pets.yaml:44:65 not-enforced /definitions/Pet/properties/name/format format "nobody" is not supported',
    ]);
  });

  test.each([
    ['only its version', "swagger: '2.0'\n"],
    [
      'invalid parts',
      "swagger: '2.0'\npaths: { /a: { get: {}, put: { parameters: [null, { in: body }], responses: { 200: null } }, post: null } }\n",
    ],
    [
      'names with a meaning in JavaScript',
      "swagger: '2.0'\npaths: {}\ndefinitions: { __proto__: { polluted: { type: string } }, constructor: { prototype: { polluted: {} } } }\nparameters: { __proto__: { polluted: 1, in: body } }\n",
    ],
  ])('is served with %s, or rejected with a reason', async (_, text) => {
    const path = await written({ 'pets.yaml': text });
    const opened = await openDocument(path).catch((error: Error) => error);
    if (opened instanceof Error) expect(opened.message).toMatch(/^The document .* cannot be used: \S/);
    else expect(opened.findings).not.toEqual([]);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  test('is rejected for other versions', async () => {
    const path = await written({ 'pets.yaml': "swagger: '1.2'\n" });
    await expect(openDocument(path)).rejects.toThrow(
      `The document ${path} cannot be used: unsupported swagger version "1.2"; Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 are supported`,
    );
  });
});
