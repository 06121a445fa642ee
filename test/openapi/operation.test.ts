// Operations parsed from operation objects, path items and the document.

import { describe, expect, test } from 'vitest';
import { createDocument, type Operation } from '../../src/openapi/document.ts';
import type { DocumentObject } from '../../src/openapi/objects.ts';
import { documentSource } from '../support/document-source.ts';

type Json = Readonly<Record<string, unknown>>;

/** The operation `GET /it` of a document with these paths and other members. */
function operationOf(item: Json, others: Json = {}, path = '/it'): Operation {
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { [path]: item }, ...others };
  const bundled = document as unknown as DocumentObject;
  const [operation] = createDocument(documentSource(bundled)).operations.values();
  if (!operation) throw new Error('there is no operation');
  return operation;
}

const responses = { 204: { description: 'done' } };
const text = { type: 'string' };

describe('a path item', () => {
  test('may be referenced, and siblings of the reference take precedence', () => {
    const pathItems = {
      shared: { get: { operationId: 'theirs', responses }, put: { operationId: 'put', responses }, parameters: [] },
    };
    const get = { operationId: 'ours', responses };
    const document = {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: { '/a': { $ref: '#/components/pathItems/shared' }, '/b': { get, $ref: '#/components/pathItems/shared' } },
      components: { pathItems },
    } as unknown as DocumentObject;
    const { operations } = createDocument(documentSource(document));
    const found = [...operations.values()].map(({ id, method, path, part }) => [id, method, path, part.pointer]);
    expect(found).toEqual([
      ['theirs', 'GET', '/a', '/components/pathItems/shared/get'],
      ['put', 'PUT', '/a', '/components/pathItems/shared/put'],
      ['ours', 'GET', '/b', '/paths/~1b/get'],
      // The same operation at another path, with a duplicate id.
      ['putB', 'PUT', '/b', '/components/pathItems/shared/put'],
    ]);
  });

  test('may have operations with additional methods', () => {
    const paths = {
      '/a': {
        query: { operationId: 'ask', responses },
        additionalOperations: { COPY: { operationId: 'copy', responses }, GET: { responses }, LINK: 7 },
      },
      '/b': { additionalOperations: { copy: { responses } } },
    };
    const bundled = { openapi: '3.2.0', info: { title: 'T', version: '1' }, paths } as unknown as DocumentObject;
    const document = createDocument(documentSource(bundled));
    const actual = [...document.operations.values()].map(({ id, method, part }) => [id, method, part.pointer]);
    expect(actual).toEqual([
      ['ask', 'QUERY', '/paths/~1a/query'],
      ['copy', 'COPY', '/paths/~1a/additionalOperations/COPY'],
      ['copyB', 'COPY', '/paths/~1b/additionalOperations/copy'],
    ]);
    expect(document.match('COPY', '/a')).toMatchObject({ operation: { id: 'copy' } });
    expect(document.match('GET', '/a')).toEqual({ allowed: ['QUERY', 'COPY'] });
  });

  test('has no operations if it is invalid or unresolved', () => {
    const paths = {
      '/a': null,
      '/b': 7,
      '/c': { $ref: '#/nowhere' },
      '/d': { get: [] },
      'x-e': { get: { responses } },
    };
    const document = { openapi: '3.0.3', info: { title: 'T', version: '1' }, paths } as unknown as DocumentObject;
    const { operations, hasPath } = createDocument(documentSource(document));
    expect(operations.size).toBe(0);
    expect(['/a', '/b', '/c', '/d', 'x-e', '/x-e'].map((path) => hasPath(path))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('the parameters of an operation', () => {
  const names = ({ parameters }: Operation) =>
    parameters.map(({ in: place, name, part }) => [place, name, part.pointer]);

  test('are those of its path item, overridden by its own with the same name and location', () => {
    const shared = [
      { name: 'id', in: 'query', schema: text },
      { name: 'id', in: 'header', schema: text },
      { $ref: '#/components/parameters/Limit' },
    ];
    const own = [
      { name: 'limit', in: 'query', schema: text },
      { name: 'ID', in: 'header', schema: text },
      { name: 'ID', in: 'query', schema: text },
    ];
    const operation = operationOf(
      { parameters: shared, get: { parameters: own, responses } },
      { components: { parameters: { Limit: { name: 'limit', in: 'query', required: true } } } },
    );
    expect(names(operation)).toEqual([
      ['query', 'id', '/paths/~1it/parameters/0'],
      ['header', 'ID', '/paths/~1it/get/parameters/1'],
      ['query', 'limit', '/paths/~1it/get/parameters/0'],
      ['query', 'ID', '/paths/~1it/get/parameters/2'],
    ]);
    expect(operation.definition.parameters).toHaveLength(4);
  });

  test('have the default style of their location', () => {
    const parameters = [
      { name: 'a', in: 'path', schema: text },
      { name: 'b', in: 'query', schema: text, allowReserved: true, allowEmptyValue: true },
      { name: 'c', in: 'header', schema: text, required: true },
      { name: 'd', in: 'cookie', schema: text },
      { name: 'e', in: 'query', style: 'pipeDelimited', schema: text },
      { name: 'f', in: 'query', explode: false, schema: text },
      { name: 'g', in: 'query', content: { 'application/json': { schema: text } } },
    ];
    const actual = operationOf({ get: { parameters, responses } }, {}, '/it/{a}').parameters.map(
      ({ name, required, style, explode, allowReserved, allowEmptyValue, schema, content }) =>
        [name, style, explode, required, allowReserved, allowEmptyValue, schema?.pointer, content?.type] as const,
    );
    const at = (index: number) => `/paths/~1it~1{a}/get/parameters/${index}/schema`;
    expect(actual).toEqual([
      ['a', 'simple', false, true, false, undefined, at(0), undefined],
      ['b', 'form', true, false, true, true, at(1), undefined],
      ['c', 'simple', false, true, false, undefined, at(2), undefined],
      ['d', 'form', true, false, false, undefined, at(3), undefined],
      ['e', 'pipeDelimited', false, false, false, undefined, at(4), undefined],
      ['f', 'form', false, false, false, undefined, at(5), undefined],
      ['g', 'form', true, false, false, undefined, undefined, 'application/json'],
    ]);
  });

  test('exclude path parameters that the path does not have', () => {
    const named = ['id', 'tail', 'stray'].map((name) => ({ name, in: 'path', required: true, schema: text }));
    const { parameters } = operationOf({ get: { parameters: named, responses } }, {}, '/it/{id}/{tail+}');
    expect(parameters.map(({ name }) => name)).toEqual(['id', 'tail']);
  });

  test('exclude reserved headers', () => {
    const parameters = ['Accept', 'content-type', 'AUTHORIZATION', 'X-Key'].map((name) => ({ name, in: 'header' }));
    const accept = { name: 'accept', in: 'query' };
    expect(
      operationOf({ get: { parameters: [...parameters, accept], responses } }).parameters.map(({ name }) => name),
    ).toEqual(['X-Key', 'accept']);
  });

  test('that are invalid are skipped', () => {
    const parameters = [null, 7, { name: 5, in: 'query' }, { name: 'a', in: 'body' }, { $ref: '#/nowhere' }];
    expect(operationOf({ parameters: 'a', get: { parameters, responses } }).parameters).toEqual([]);
  });
});

describe('a body', () => {
  test('has its media types with referenced examples and encodings', () => {
    const { body } = operationOf(
      { post: { requestBody: { $ref: '#/components/requestBodies/Pet' }, responses } },
      {
        components: {
          requestBodies: {
            Pet: {
              required: true,
              content: {
                'application/json': {
                  schema: { $ref: '#/components/schemas/Pet' },
                  examples: { one: { $ref: '#/components/examples/One' }, far: { externalValue: 'https://a.test' } },
                },
                'multipart/form-data': {
                  schema: { type: 'object' },
                  example: { name: null },
                  encoding: {
                    photo: { contentType: 'image/png', headers: { 'X-A': { $ref: '#/components/headers/A' } } },
                  },
                },
              },
            },
          },
          examples: { One: { summary: 'A pet', value: { name: 'Rex' } } },
          headers: { A: { schema: text } },
          schemas: { Pet: { type: 'object' } },
        },
      },
    );
    const at = '/components/requestBodies/Pet/content';
    expect(body?.required).toBe(true);
    expect(
      body?.mediaTypes.map(({ type, schema, examples, encoding }) => ({ type, schema, examples, encoding })),
    ).toEqual([
      {
        type: 'application/json',
        schema: { value: { $ref: '#/components/schemas/Pet' }, pointer: `${at}/application~1json/schema` },
        examples: [
          { name: 'one', summary: 'A pet', value: { name: 'Rex' }, pointer: '/components/examples/One/value' },
        ],
        encoding: {},
      },
      {
        type: 'multipart/form-data',
        schema: { value: { type: 'object' }, pointer: `${at}/multipart~1form-data/schema` },
        examples: [
          { name: '', summary: undefined, value: { name: null }, pointer: `${at}/multipart~1form-data/example` },
        ],
        encoding: { photo: { contentType: 'image/png', headers: { 'X-A': { schema: text } } } },
      },
    ]);
  });
});

describe('the responses of an operation', () => {
  const answersWith = (...keys: string[]) =>
    operationOf({ get: { responses: Object.fromEntries(keys.map((key) => [key, { description: key }])) } }).responses;

  test.each<[keys: string[], status: number]>([
    [['200'], 200],
    [['404', '204', '201'], 201],
    [['2XX'], 200],
    [['2xx', '202'], 202],
    [['default'], 200],
    [['301', '2XX', 'default'], 200],
    [['307', '302'], 302],
    [['302', 'default'], 302],
    [['304', 'default'], 200],
    [['3XX', '404'], 302],
    [['101'], 101],
    [['1XX'], 101],
    [['101', 'default'], 200],
    [['404', '5XX'], 200],
    [[], 200],
    [['x-2', 'two'], 200],
  ])('with %j have the success status %i', (keys, status) => {
    expect(answersWith(...keys).successStatus).toBe(status);
  });

  test.each([
    [404, '404'],
    [400, '4XX'],
    [500, 'default'],
    [201, 'default'],
    [301, '3xx'],
  ])('with the status %i are documented under %s', (status, key) => {
    expect(answersWith('404', '4XX', '3xx', 'default', '200').forStatus(status)?.key).toBe(key);
  });

  test('are undefined for an undocumented status', () => {
    expect(answersWith('404', '4XX').forStatus(500)).toBeUndefined();
    expect(operationOf({ get: {} }).responses.all).toEqual([]);
  });

  test('have referenced headers without Content-Type', () => {
    const headers = { Location: { $ref: '#/components/headers/Location' }, 'Content-Type': { required: true } };
    const { responses } = operationOf(
      { get: { responses: { 201: { $ref: '#/components/responses/Made' } } } },
      {
        components: {
          responses: { Made: { description: 'made', headers, content: { 'text/plain': {} } } },
          headers: { Location: { required: true, schema: { type: 'string' } } },
        },
      },
    );
    const [made] = responses.all;
    expect(made?.part.pointer).toBe('/components/responses/Made');
    expect(made?.hasBody).toBe(true);
    expect(made?.mediaTypes).toMatchObject([{ type: 'text/plain', schema: undefined }]);
    expect(made?.headers).toMatchObject([
      { name: 'location', required: true, style: 'simple', schema: { pointer: '/components/headers/Location/schema' } },
    ]);
    expect(made?.headers).toHaveLength(1);
  });
});

describe('the security of an operation', () => {
  const schemes = {
    key: { type: 'apiKey', in: 'query', name: 'api_key' },
    token: { $ref: '#/components/securitySchemes/bearer' },
    bearer: { type: 'http', scheme: 'bearer' },
  };
  const operationWith = (own: Json, forAll: Json = {}) =>
    operationOf({ get: { responses, ...own } }, { ...forAll, components: { securitySchemes: schemes } });

  test('is a list of alternatives of required schemes', () => {
    const { security } = operationWith({ security: [{ key: [], token: ['read'] }, { lost: [] }] });
    expect(security).toEqual([
      [
        { name: 'key', scheme: schemes.key, scopes: [] },
        { name: 'token', scheme: schemes.bearer, scopes: ['read'] },
      ],
      [{ name: 'lost', scheme: undefined, scopes: [] }],
    ]);
  });

  test.each<[string, own: Json, forAll: Json, isSecured: boolean, isOptional: boolean]>([
    ['its own', { security: [{ key: [] }] }, {}, true, false],
    ['that of the document', {}, { security: [{ key: [] }] }, true, false],
    ['none, overriding the document', { security: [] }, { security: [{ key: [] }] }, false, false],
    ['an optional one', { security: [{ key: [] }, {}] }, {}, false, true],
    ['optional, listed first', { security: [{}, { key: [] }] }, {}, false, true],
    ['an empty requirement', { security: [{}] }, {}, false, false],
    ['undefined', {}, {}, false, false],
    ['invalid', { security: 'yes' }, {}, false, false],
  ])('is %s', (_, own, forAll, isSecured, isOptional) => {
    const { secured, securityOptional } = operationWith(own, forAll);
    expect([secured, securityOptional]).toEqual([isSecured, isOptional]);
  });
});

describe('the definition of an operation', () => {
  test('is resolved, apart from its schemas', () => {
    const security = [{ key: ['read'] }];
    const schema = { $ref: '#/components/schemas/Pets' };
    const { definition } = operationOf(
      {
        parameters: [{ $ref: '#/components/parameters/Limit' }],
        get: { operationId: 'list', 'x-rpc': 'List', responses: { 200: { $ref: '#/components/responses/Pets' } } },
      },
      {
        security,
        components: {
          parameters: { Limit: { name: 'limit', in: 'query', schema: { $ref: '#/components/schemas/Count' } } },
          responses: {
            Pets: {
              description: 'ok',
              headers: { 'X-Count': { $ref: '#/components/headers/Count' } },
              content: { 'application/json': { schema, examples: { none: { $ref: '#/components/examples/None' } } } },
            },
          },
          examples: { None: { value: [] } },
          headers: { Count: { schema: text } },
        },
      },
    );
    expect(definition).toEqual({
      operationId: 'list',
      'x-rpc': 'List',
      parameters: [{ name: 'limit', in: 'query', schema: { $ref: '#/components/schemas/Count' } }],
      responses: {
        200: {
          description: 'ok',
          headers: { 'x-count': { schema: text } },
          content: { 'application/json': { schema, examples: { none: { value: [] } } } },
        },
      },
      security,
    });
  });
});
