// Whole documents: versions, servers and composition.

import { documentOf, INTEGER, operation, query, type Row, row, STRING } from './row.ts';

const JSON_OF = (schema: unknown) => ({ 'application/json': { schema } });
const get = (operationId: string, more: object = {}) => ({ get: operation({ operationId, ...more }) });
const served = (servers: unknown, more: object = {}) => documentOf({ '/a': { ...get('getA'), ...more } }, { servers });
const FOUND = { operation: 'getA' };
const MISSING = { status: 404 };
const swagger = (more: object) => ({ swagger: '2.0', info: { title: 'Old', version: '1' }, ...more });
const DONE = {
  204: { description: 'Done.' },
  default: { description: 'Refused.', schema: { type: 'object', properties: { message: STRING } } },
};

const servers: readonly Row[] = [
  row('a server with a base path', served([{ url: 'https://x.test/v1' }]), 'GET /v1/a', FOUND),
  row('a path without the base path of its server', served([{ url: 'https://x.test/v1' }]), 'GET /a', FOUND),
  row('a path below another base path', served([{ url: 'https://x.test/v1' }]), 'GET /v2/a', MISSING),
  row('a server that is a path', served([{ url: '/v1' }]), 'GET /v1/a', FOUND),
  row('a server that ends with a slash', served([{ url: 'https://x.test/v1/' }]), 'GET /v1/a', FOUND),
  row(
    'a server with a variable in its path',
    served([{ url: 'https://x.test/{version}', variables: { version: { default: 'v3' } } }]),
    'GET /v3/a',
    FOUND,
  ),
  row('a server of the path item', served([{ url: '/v1' }], { servers: [{ url: '/v2' }] }), 'GET /v2/a', FOUND),
  row('no server', served([]), 'GET /a', FOUND),
];

const parts: readonly Row[] = [
  row('an operation without an id', documentOf({ '/pets/{id}': { get: operation() } }), 'GET /pets/1', {
    operation: 'getPetsById',
  }),
  row(
    'a path item by reference',
    documentOf(
      { '/a': { $ref: '#/components/pathItems/A' } },
      { openapi: '3.1.0', components: { pathItems: { A: get('getA') } } },
    ),
    'GET /a',
    FOUND,
  ),
  row(
    'a parameter by a reference to a reference',
    documentOf(
      { '/a': get('getA', { parameters: [{ $ref: '#/components/parameters/P' }] }) },
      { components: { parameters: { P: { $ref: '#/components/parameters/Q' }, Q: query(INTEGER) } } },
    ),
    'GET /a?p=7',
    { input: { p: 7 } },
  ),
  row(
    'a schema with an odd name',
    documentOf(
      { '/a': get('getA', { parameters: [query({ $ref: '#/components/schemas/An%20odd~1name' })] }) },
      { components: { schemas: { 'An odd/name': INTEGER } } },
    ),
    'GET /a?p=x',
    { status: 400, says: 'query /p must be an integer' },
  ),
  row(
    'extensions',
    documentOf({ '/a': get('getA', { 'x-own': { $ref: 'nowhere' } }) }, { 'x-other': [1] }),
    'GET /a',
    FOUND,
  ),
  row(
    'a reference in an example',
    documentOf({
      '/a': {
        post: operation({
          operationId: 'getA',
          requestBody: { content: { 'application/json': { schema: {}, example: { $ref: '#/nowhere' } } } } as never,
        }),
      },
    }),
    { line: 'POST /a', body: { $ref: '#/nowhere' } },
    { input: { $ref: '#/nowhere' } },
  ),
  row(
    'tags, callbacks and links',
    documentOf({
      '/a': get('getA', {
        tags: ['x'],
        callbacks: { reported: { '{$request.query.url}': { post: operation() } } },
        responses: { 204: { description: 'Done.', links: { next: { operationId: 'getA' } } } },
      }),
    }),
    'GET /a',
    FOUND,
  ),
  row('a deprecated operation', documentOf({ '/a': get('getA', { deprecated: true }) }), 'GET /a', FOUND),
  row('a trace', documentOf({ '/a': { ...get('getA'), trace: operation({ operationId: 'traceA' }) } }), 'PUT /a', {
    status: 405,
    headers: { allow: 'GET, HEAD, TRACE, OPTIONS' },
  }),
];

const older: readonly Row[] = [
  row(
    'a query of Swagger 2.0',
    swagger({
      paths: {
        '/a': {
          get: { operationId: 'getA', parameters: [{ name: 'p', in: 'query', type: 'integer' }], responses: DONE },
        },
      },
    }),
    'GET /a?p=7',
    { input: { p: 7 } },
  ),
  row(
    'a list by commas of Swagger 2.0',
    swagger({
      paths: {
        '/a': {
          get: {
            operationId: 'getA',
            parameters: [{ name: 'p', in: 'query', type: 'array', items: INTEGER, collectionFormat: 'csv' }],
            responses: DONE,
          },
        },
      },
    }),
    'GET /a?p=3,4',
    { input: { p: [3, 4] } },
  ),
  row(
    'a list by pipes of Swagger 2.0',
    swagger({
      paths: {
        '/a': {
          get: {
            operationId: 'getA',
            parameters: [{ name: 'p', in: 'query', type: 'array', items: INTEGER, collectionFormat: 'pipes' }],
            responses: DONE,
          },
        },
      },
    }),
    'GET /a?p=3|4',
    { input: { p: [3, 4] } },
  ),
  row(
    'a list by a repeated name of Swagger 2.0',
    swagger({
      paths: {
        '/a': {
          get: {
            operationId: 'getA',
            parameters: [{ name: 'p', in: 'query', type: 'array', items: INTEGER, collectionFormat: 'multi' }],
            responses: DONE,
          },
        },
      },
    }),
    'GET /a?p=3&p=4',
    { input: { p: [3, 4] } },
  ),
  row(
    'a body of Swagger 2.0',
    swagger({
      consumes: ['application/json'],
      paths: {
        '/a': {
          post: {
            operationId: 'getA',
            parameters: [{ name: 'b', in: 'body', schema: { $ref: '#/definitions/B' } }],
            responses: DONE,
          },
        },
      },
      definitions: { B: { type: 'object', properties: { x: INTEGER } } },
    }),
    { line: 'POST /a', body: { x: 'y' } },
    { status: 400, says: 'body /x must be an integer' },
  ),
  row(
    'a form of Swagger 2.0',
    swagger({
      consumes: ['application/x-www-form-urlencoded'],
      paths: {
        '/a': {
          post: { operationId: 'getA', parameters: [{ name: 'x', in: 'formData', type: 'integer' }], responses: DONE },
        },
      },
    }),
    { line: 'POST /a', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'x=7' },
    { input: { x: 7 } },
  ),
  row(
    'a base path of Swagger 2.0',
    swagger({ basePath: '/v1', paths: { '/a': { get: { operationId: 'getA', responses: DONE } } } }),
    'GET /v1/a',
    FOUND,
  ),
  row(
    'a key of Swagger 2.0',
    swagger({
      securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
      security: [{ key: [] }],
      paths: { '/a': { get: { operationId: 'getA', responses: DONE } } },
    }),
    'GET /a',
    { status: 401 },
  ),
  row(
    'a response of Swagger 2.0',
    swagger({
      produces: ['application/json'],
      paths: { '/a': { get: { operationId: 'getA', responses: { 200: { description: 'Done.', schema: INTEGER } } } } },
    }),
    'GET /a',
    { status: 200, body: 5 },
    { output: 5 },
  ),
];

/** A 3.2 document with `GET /a`, whose query string is one value in a media type. */
const queryIn = (type: string, schema: object, more: object = {}) =>
  documentOf(
    {
      '/a': get('getA', {
        parameters: [{ name: 'filter', in: 'querystring', required: true, content: { [type]: { schema, ...more } } }],
      }),
    },
    { openapi: '3.2.0' },
  );
const FORM = 'application/x-www-form-urlencoded';
const FILTER = {
  type: 'object',
  properties: { n: INTEGER, words: { type: 'array', items: { type: 'string' } } },
  required: ['n'],
};

const newer: readonly Row[] = [
  row(
    'a query that is JSON',
    queryIn('application/json', FILTER),
    `GET /a?${encodeURIComponent('{"n":1,"words":["a+b"]}')}`,
    { input: { filter: { n: 1, words: ['a+b'] } } },
  ),
  row('a query that is JSON, with a plus', queryIn('application/json', FILTER), 'GET /a?{"n":1e+1}', {
    input: { filter: { n: 10 } },
  }),
  row('a query that is JSON of a wrong type', queryIn('application/json', FILTER), 'GET /a?{"n":"x"}', {
    status: 400,
    says: 'query /filter/n must be an integer',
  }),
  row('a query that is not JSON', queryIn('application/json', FILTER), 'GET /a?n=1', {
    status: 400,
    says: 'query /filter must be application/json',
  }),
  row('a query that is a form', queryIn(FORM, FILTER), 'GET /a?n=1&words=a+b&words=c', {
    input: { filter: { n: 1, words: ['a b', 'c'] } },
  }),
  row(
    'a query that is a form with a list in one field',
    queryIn(FORM, FILTER, { encoding: { words: { style: 'pipeDelimited', explode: false } } }),
    'GET /a?n=1&words=a%7Cb',
    { input: { filter: { n: 1, words: ['a', 'b'] } } },
  ),
  row('a query that is a form of a wrong type', queryIn(FORM, FILTER), 'GET /a?n=x', {
    status: 400,
    says: 'query /filter/n must be an integer',
  }),
  row('a query that is a form and does not decode', queryIn(FORM, FILTER), 'GET /a?n=%zz', {
    status: 400,
    says: 'query /filter has invalid percent-encoding',
  }),
  row('a query that is a text', queryIn('application/jsonpath', { type: 'string' }), 'GET /a?%24.a%5B1%3A1%5D', {
    input: { filter: '$.a[1:1]' },
  }),
  row('a required query', queryIn(FORM, FILTER), 'GET /a', {
    status: 400,
    says: 'query /filter is required',
  }),
  row(
    'a document of 3.2',
    documentOf({ '/a': get('getA', { parameters: [query(INTEGER)] }) }, { openapi: '3.2.0' }),
    'GET /a?p=7',
    { input: { p: 7 } },
  ),
  row(
    'a method of 3.2',
    documentOf(
      {
        '/a': {
          query: operation({ operationId: 'getA', requestBody: { content: JSON_OF({ type: 'object' }) as never } }),
        },
      },
      { openapi: '3.2.0' },
    ),
    { line: 'QUERY /a', body: { x: 1 } },
    { operation: 'getA', input: { x: 1 } },
  ),
];

export const documents: readonly Row[] = [...servers, ...parts, ...older, ...newer];
