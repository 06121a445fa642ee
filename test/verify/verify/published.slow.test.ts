// Features of published documents, which once caused false findings on a mock server.

import { describe, expect, test } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { listErrors } from '../../../src/verify/verdict.ts';
import { type VerifySettings, verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';
import { runs } from '../../support/runs.ts';

/** Findings of a mock server of a document; every operation is tested. */
async function found(
  paths: object,
  more: object = {},
  settings: Partial<VerifySettings> = {},
): Promise<readonly string[]> {
  const info = { title: 'Published', version: '1' };
  const bundled = { openapi: '3.0.3', info, paths, ...more } as DocumentObject;
  const given = { location: 'published.json', text: JSON.stringify(bundled) };
  const mockServer = await createMockServer({ apis: [{ name: 'own', document: given, infer: true }] });
  const target = createTarget((await mockServer.listen()).url);
  try {
    const document = createDocument(documentSource(bundled));
    const sandboxes = await detectSandboxes(target);
    const credentials = new Map([['', 'token']]);
    const verdict = await verify({
      document,
      target,
      sandboxes,
      credentials,
      randomRequests: runs(40, 10),
      ...settings,
    });
    expect(verdict.operations.flatMap(({ outcome, reason }) => (outcome === 'notTested' ? reason : []))).toEqual([]);
    return listErrors(verdict).map(({ check, operation, message }) => `${check} ${operation}: ${message}`);
  } finally {
    target.close();
    await mockServer.close();
  }
}

const body = (schema: object, type = 'application/json') => ({ description: '', content: { [type]: { schema } } });
const requestBody = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties });
const query = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more });
const path = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const text = { type: 'string' };
const pets = { type: 'array', items: object({ id: text, name: text }, ['id']) };

describe('no finding if a document', () => {
  test('has a default response only', async () => {
    const get = {
      parameters: [query('limit', { type: 'integer' }, { required: true })],
      responses: { default: body(pets) },
    };
    expect(await found({ '/pets': { get } })).toEqual([]);
  });

  test('declares error responses only', async () => {
    expect(await found({ '/health': { get: { responses: { 404: { description: '' } } } } })).toEqual([]);
  });

  test('declares a body for a status without content', async () => {
    const responses = { 204: body(object({ done: { type: 'boolean' } })) };
    expect(await found({ '/caches/{id}': { delete: { parameters: [path('id')], responses } } })).toEqual([]);
  });

  test('has cursors with a pattern, in queries and in bodies', async () => {
    const cursor = { type: 'string', minLength: 1, maxLength: 100 };
    const padded = { ...cursor, pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' };
    const size = { type: 'integer', minimum: 1, maximum: 50 };
    const page = (next: object) => ({ 200: body(object({ items: pets, nextToken: next }, ['items'])) });
    const get = { parameters: [query('nextToken', cursor), query('maxResults', size)], responses: page(cursor) };
    const requested = requestBody(object({ nextToken: padded, maxResults: size }));
    expect(
      await found({
        '/pets': { get },
        '/pets/{id}': {
          get: { parameters: [path('id')], responses: { 200: body(pets.items), 404: { description: '' } } },
        },
        '/toys/search': { post: { requestBody: requested, responses: page(padded) } },
      }),
    ).toEqual([]);
  });

  test('has references to other items', async () => {
    const owner = object({ id: text, name: text }, ['id']);
    const pet = object(
      { name: { type: 'string', maxLength: 20 }, ownerId: { type: 'string', minLength: 1, maxLength: 40 } },
      ['name'],
    );
    const other = object({ colour: text, ownerId: text }, ['colour', 'ownerId']);
    const sent = {
      oneOf: [
        { ...pet, additionalProperties: false },
        { ...other, additionalProperties: false },
      ],
    };
    const rejected = { 400: body(object({ message: text })) };
    expect(
      await found({
        '/pets/{id}': {
          get: { parameters: [path('id')], responses: { 200: body(pets.items), 404: { description: '' } } },
        },
        '/owners': { get: { responses: { 200: body({ type: 'array', items: owner }) } } },
        '/owners/{id}': {
          get: { parameters: [path('id')], responses: { 200: body(owner), 404: { description: '' } } },
        },
        '/pets': {
          get: { responses: { 200: body(pets) } },
          post: {
            requestBody: { content: { 'application/json': { schema: sent, example: { name: 'Rex' } } } },
            responses: { 201: body(object({ id: text, name: text }, ['id'])), ...rejected },
          },
        },
      }),
    ).toEqual([]);
  });

  test('has examples with ids of missing items', async () => {
    const account = object({ id: text, holderId: text }, ['id', 'holderId']);
    const holder = object({ id: text, name: text }, ['id']);
    const examples = { first: { value: { holderId: 'AH1' } }, second: { value: { holderId: 'AH2' } } };
    const schema = object({ holderId: text }, ['holderId']);
    expect(
      await found({
        '/holders': {
          get: { responses: { 200: body({ type: 'array', items: holder }) } },
          post: { requestBody: requestBody(holder), responses: { 201: body(holder) } },
        },
        '/holders/{id}': {
          get: { parameters: [path('id')], responses: { 200: body(holder), 404: { description: '' } } },
        },
        '/accounts': {
          get: { responses: { 200: body({ type: 'array', items: account }) } },
          post: {
            requestBody: { required: true, content: { 'application/json': { schema, examples } } },
            responses: { 201: body(account), 400: body(object({ message: text })) },
          },
        },
      }),
    ).toEqual([]);
  });

  test('declares connection headers', async () => {
    const length = {
      name: 'Content-Length',
      in: 'header',
      required: true,
      schema: { type: 'number', minimum: 0, maximum: 1000 },
    };
    const put = {
      parameters: [path('id'), length],
      requestBody: requestBody(object({ name: text })),
      responses: { 200: body(object({ name: text })) },
    };
    expect(await found({ '/shadows/{id}': { put } })).toEqual([]);
  });

  test('declares the compression of bodies, which are not compressed', async () => {
    const encoding = { name: 'Content-Encoding', in: 'header', schema: { type: 'string', enum: ['gzip'] } };
    const post = {
      parameters: [encoding],
      requestBody: requestBody(object({ name: text })),
      responses: { 200: body(object({ name: text })), 400: { description: '' } },
    };
    expect(await found({ '/locate': { post } })).toEqual([]);
  });

  test('has a path with one more value behind a comma', async () => {
    const number = (name: string) => ({ ...path(name), schema: { type: 'integer' } });
    const get = (...names: readonly string[]) => ({
      get: { parameters: names.map(number), responses: { 200: body(object({ id: text })), 400: { description: '' } } },
    });
    // The one that an array as the id belongs to.
    expect(
      await found(
        { '/sections/{id}': get('id'), '/sections/{id},{step}': get('id', 'step') },
        {},
        { randomRequests: 300, phases: ['random'] },
      ),
    ).toEqual([]);
  });

  test('has lists with default filters', async () => {
    const call = object(
      { id: { type: 'integer', readOnly: true }, state: { type: 'string', enum: ['active', 'done'] }, topic: text },
      ['id'],
    );
    const list = (parameter: object) => ({
      parameters: [parameter],
      responses: { 200: body({ type: 'array', items: call }) },
    });
    const post = { requestBody: requestBody(call), responses: { 201: body(call) } };
    const one = {
      get: {
        parameters: [{ ...path('id'), schema: { type: 'integer' } }],
        responses: { 200: body(call), 404: { description: '' } },
      },
    };
    expect(
      await found({
        '/calls': { get: list(query('state', { type: 'string', enum: ['done', 'active'], default: 'done' })), post },
        '/calls/{id}': one,
        '/topics': { get: list(query('q', text, { required: true })), post },
        '/topics/{id}': one,
      }),
    ).toEqual([]);
  });

  test('requires a page parameter, and has filters', async () => {
    const server = object({ id: { type: 'integer' }, name: text }, ['id', 'name']);
    const must = (name: string) => query(name, { type: 'integer', minimum: 0, example: 1 }, { required: true });
    const parameters = [must('count'), must('offset'), query('name', text)];
    const responses = { 200: body(object({ total: { type: 'integer' }, servers: { type: 'array', items: server } })) };
    expect(await found({ '/servers': { get: { parameters, responses } } })).toEqual([]);
  });

  test('has other values in lists than in item schemas', async () => {
    const batch = (...values: readonly string[]) =>
      object({ id: text, status: { type: 'string', enum: values } }, ['id', 'status']);
    const parameters = [query('status', { type: 'string', enum: ['SENT', 'GONE'] })];
    expect(
      await found({
        '/batches': { get: { parameters, responses: { 200: body({ type: 'array', items: batch('SENT', 'GONE') }) } } },
        '/batches/{id}': {
          get: {
            parameters: [path('id')],
            responses: { 200: body(batch('OPEN', 'CLOSED')), 404: { description: '' } },
          },
        },
      }),
    ).toEqual([]);
  });

  test('has errors of any media type, or binary ones', async () => {
    const get = { parameters: [query('limit', { type: 'integer' }, { required: true })] };
    const rejection = object({ category: text, message: text }, ['category', 'message']);
    expect(
      await found({
        '/pets': { get: { ...get, responses: { 200: body(pets), default: body(rejection, '*/*') } } },
        '/logs': {
          get: {
            ...get,
            responses: { 200: body(pets), 400: body({ type: 'string', format: 'binary' }, 'application/octet-stream') },
          },
        },
      }),
    ).toEqual([]);
  });

  test('has errors of an unknown media type, with an object schema', async () => {
    const parameters = [query('limit', { type: 'integer' }, { required: true })];
    const rejection = object({ code: text, detail: text, status: text });
    const responses = { 200: body(pets), 400: body(rejection, 'application/vnd.goa.error') };
    expect(await found({ '/pets': { get: { parameters, responses } } })).toEqual([]);
  });

  test('has patterns for Location headers', async () => {
    const made = (pattern: string) => ({
      requestBody: requestBody(object({ name: text })),
      responses: { 201: { description: '', headers: { Location: { schema: { type: 'string', pattern } } } } },
    });
    const list = { responses: { 200: body(pets) } };
    const one = { get: { parameters: [path('id')], responses: { 200: body(pets.items), 404: { description: '' } } } };
    expect(
      await found({
        '/api/v1/pets/': { get: list, post: made('^/pets/[^/]+$') },
        '/api/v1/pets/{id}': one,
        '/api/v1/toys/': { get: list, post: made('^toy:') },
        '/api/v1/toys/{id}': one,
      }),
    ).toEqual([]);
  });

  test('has errors that are strings by schema', async () => {
    const parameters = [query('limit', { type: 'integer' }, { required: true })];
    const responses = { 200: body(pets), default: body({ type: 'string' }, 'application/text') };
    expect(await found({ '/pets': { get: { parameters, responses } } })).toEqual([]);
  });

  test('declares an API key as a parameter and as a security scheme', async () => {
    const responses = { 200: body(pets), 400: body(object({ message: text })), 401: body(object({ message: text })) };
    const key = (place: string, name: string, required: boolean) => ({ name, in: place, required, schema: text });
    const schemes = { query: 'apikey', header: 'X-Key', cookie: 'session' };
    const securitySchemes = Object.fromEntries(
      Object.entries(schemes).map(([place, name]) => [place, { type: 'apiKey', in: place, name }]),
    );
    const paths = Object.entries(schemes).flatMap(([place, name]) =>
      [true, false].map((required) => [
        `/${place}/${required}/pets`,
        { get: { security: [{ [place]: [] }], parameters: [key(place, name, required)], responses } },
      ]),
    );
    expect(await found(Object.fromEntries(paths), { components: { securitySchemes } })).toEqual([]);
  });

  test('creates items below parents, and lists them without the parent', async () => {
    const origin = { $ref: '#/components/schemas/Origin' };
    const schemas = { Origin: object({ id: text, domain: text }, ['domain']) };
    const made = { requestBody: requestBody(origin), responses: { 201: body(origin) } };
    const merchants = { type: 'array', items: object({ id: text }, ['id']) };
    const paths = {
      '/merchants': { get: { responses: { 200: body(merchants) } } },
      '/merchants/{merchant}/origins': { parameters: [path('merchant')], post: made },
      '/origins': { get: { responses: { 200: body({ type: 'array', items: origin }) } } },
      '/origins/{origin}': { parameters: [path('origin')], get: { responses: { 200: body(origin) } } },
    };
    expect(await found(paths, { components: { schemas } })).toEqual([]);
  });

  test('requires query parameters that may be empty', async () => {
    const cors = query('cors', { type: 'boolean', enum: [true] }, { required: true, allowEmptyValue: true });
    const depth = query('depth', { type: 'integer' }, { required: true, allowEmptyValue: true });
    const responses = { 200: body(object({ rules: text })) };
    const get = (...parameters: object[]) => ({ get: { parameters: [path('bucket'), ...parameters], responses } });
    expect(await found({ '/{bucket}/cors': get(cors), '/{bucket}/tree': get(depth) })).toEqual([]);
  });

  test('has cursors with a prefix', async () => {
    const token = { type: 'string', pattern: '\\(\\?s\\).*', maxLength: 2000 };
    const size = { type: 'integer', minimum: 0, maximum: 100 };
    const parameters = [query('nextToken', token), query('maxResults', size)];
    const responses = { 200: body(object({ items: pets, nextToken: token }, ['items'])) };
    expect(
      await found({
        '/pets': { get: { parameters, responses } },
        '/pets/{id}': {
          get: { parameters: [path('id')], responses: { 200: body(pets.items), 404: { description: '' } } },
        },
      }),
    ).toEqual([]);
  });

  test('has errors that are one of two similar schemas', async () => {
    const problem = { code: { type: 'integer' }, message: text };
    const policy = object({ ...problem, policies: { type: 'array', items: text } }, ['code', 'message']);
    const rejection = body({ oneOf: [object(problem, ['code', 'message']), policy] });
    const parameters = [query('limit', { type: 'integer' }, { required: true })];
    expect(await found({ '/pets': { get: { parameters, responses: { 200: body(pets), 400: rejection } } } })).toEqual(
      [],
    );
  });

  test('has text errors with an object schema', async () => {
    const parameters = [query('limit', { type: 'integer' }, { required: true })];
    const rejection = body(object({ code: { type: 'integer' }, message: text }, ['code']), 'text/plain');
    expect(await found({ '/pets': { get: { parameters, responses: { 200: body(pets), 400: rejection } } } })).toEqual(
      [],
    );
  });

  test('has XML bodies with an open schema', async () => {
    const content = { 'application/xml': { schema: { properties: { name: text, size: { type: 'integer' } } } } };
    expect(await found({ '/pets': { post: { requestBody: { content }, responses: { 204: body({}) } } } })).toEqual([]);
  });

  test('has file uploads, and returns items', async () => {
    const upload = object({ name: text, file: { type: 'string', format: 'binary' } }, ['file']);
    const content = { 'multipart/form-data': { schema: upload } };
    const shown = object({ id: text, name: text, file: text }, ['id']);
    const takes = { requestBody: { content }, responses: { 201: body(shown) } };
    expect(
      await found({
        '/uploads': { post: takes, get: { responses: { 200: body({ type: 'array', items: shown }) } } },
        '/uploads/{id}': { parameters: [path('id')], get: { responses: { 200: body(shown) } }, post: takes },
      }),
    ).toEqual([]);
  });

  test('has path examples that match other paths', async () => {
    const put = (schema: object) => ({
      put: { requestBody: requestBody(schema), responses: { 204: { description: '' }, 400: { description: '' } } },
    });
    const kind = { ...path('kind'), schema: { ...text, example: 'pets' } };
    const named = { ...path('kind'), example: 'hens' };
    expect(
      await found({
        '/settings/pets': put({}),
        '/settings/{kind}': { parameters: [kind], ...put(object({ size: { type: 'integer' } }, ['size'])) },
        '/limits/hens': put({}),
        '/limits/{kind}': { parameters: [named], ...put(object({ size: { type: 'integer' } }, ['size'])) },
      }),
    ).toEqual([]);
  });

  test('declares Accept-Encoding', async () => {
    const encoding = {
      name: 'Accept-Encoding',
      in: 'header',
      schema: { type: 'string', enum: ['application/json', 'base64'] },
    };
    const get = {
      parameters: [encoding],
      security: [{ key: [] }],
      responses: { 200: body(text), 401: body(text), 400: body(text) },
    };
    const securitySchemes = { key: { type: 'http', scheme: 'bearer' } };
    expect(await found({ '/secrets': { get } }, { components: { securitySchemes } })).toEqual([]);
  });

  test('has an enum of path values, one of which matches another path', async () => {
    const get = (schema: object) => ({ get: { responses: { 200: body(schema) } } });
    const kind = { ...path('kind'), schema: { ...text, enum: ['dogs', 'pets'] } };
    const paths = {
      '/settings/pets': get({ type: 'integer' }),
      '/settings/{kind}': { parameters: [kind], ...get(object({ size: { type: 'integer' } }, ['size'])) },
    };
    expect(await found(paths, {}, { phases: ['boundaries'] })).toEqual([]);
    expect(await found(paths, {}, { phases: ['random'] })).toEqual([]);
  });

  test('has XML responses with required arrays that may be empty', async () => {
    const pet = { ...object({ id: text, kind: text }, ['id']), xml: { name: 'pet' } };
    const listed = object({ pets: { type: 'array', items: pet } }, ['pets']);
    const get = { parameters: [query('kind', text)], responses: { 200: body(listed, 'application/xml') } };
    const one = { parameters: [path('id')], get: { responses: { 200: body(pet, 'application/xml') } } };
    expect(await found({ '/pets': { get }, '/pets/{id}': one })).toEqual([]);
  });

  test.each(['text/csv', 'text/tab-separated-values', 'text/yaml'])(
    'has errors of type %s with an object schema',
    async (type) => {
      const parameters = [query('limit', { type: 'integer' }, { required: true })];
      const rejection = body(object({ code: { type: 'integer' }, message: text }, ['code']), type);
      expect(await found({ '/pets': { get: { parameters, responses: { 200: body(pets), 400: rejection } } } })).toEqual(
        [],
      );
    },
  );
});
