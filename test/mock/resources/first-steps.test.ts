// First steps of an inferred API: example requests that work as printed.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ApiError, defineClient, defineLogin, type ExampleRequest, type MockServer } from '../../../src/index.ts';
import type { LoginCredentials } from '../../../src/server/oidc/login/login-api.ts';
import { curlCommand } from '../../../src/server/pages/curl-command.ts';
import { documentOf, jsonAnswers, ownMockServer } from '../../support/own-api.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const owner = { type: 'object', required: ['id'], properties: { id: { type: 'integer', readOnly: true } } };
const pet = {
  type: 'object',
  required: ['id', 'name', 'ownerId'],
  properties: {
    id: { type: 'string', readOnly: true },
    name: { type: 'string', minLength: 3, 'x-unique': true, example: 'Rex' },
    ownerId: { type: 'integer' },
  },
};
const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

const PATHS = {
  '/owners': {
    get: { operationId: 'listOwners', responses: jsonAnswers({ 200: { type: 'array', items: owner } }) },
  },
  '/owners/{id}': { get: { operationId: 'getOwner', parameters: [id], responses: jsonAnswers({ 200: owner }) } },
  '/pets': {
    get: { operationId: 'listPets', responses: jsonAnswers({ 200: { type: 'array', items: pet } }) },
    post: {
      operationId: 'addPet',
      requestBody: body(pet),
      responses: jsonAnswers({ 201: pet, 409: undefined, 422: undefined }),
    },
  },
  '/pets/{id}': { get: { operationId: 'getPet', parameters: [id], responses: jsonAnswers({ 200: pet }) } },
  '/weather': { get: { operationId: 'weather', responses: jsonAnswers({ 200: { type: 'string' } }) } },
};

const schemes = (scheme: object) => ({ components: { securitySchemes: { k: scheme } }, security: [{ k: [] }] });

/** Accepts the tokens of the issuer. */
async function ownCheck({ headers, issued }: LoginCredentials<Record<never, never>>) {
  const token = await issued(headers.authorization?.replace('Bearer ', '') ?? '');
  if (!token) throw new ApiError('unauthenticated', 'Log in first');
  return { id: token.userId };
}

/** An environment in which `npx` runs the command of this repository. */
async function withNpx(): Promise<NodeJS.ProcessEnv> {
  const folder = await temporaryFolder();
  const bin = fileURLToPath(new URL('../../../bin/understudy.js', import.meta.url));
  const script = `#!/bin/sh\nshift\nexec "${process.execPath}" "${bin}" "$@"\n`;
  await writeFile(join(folder, 'npx'), script, { mode: 0o755 });
  return { ...process.env, PATH: `${folder}:${process.env.PATH}` };
}

/** Runs the printed line in a shell. */
async function paste(mockServer: MockServer, request: ExampleRequest | undefined) {
  if (!request) throw new Error('there are no first steps');
  const { url, close } = await mockServer.listen();
  const line = `${curlCommand(url, request)} -s -w ' %{http_code}'`;
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { env: await withNpx() });
  await close();
  const [, body = '', status] = /^(.*) (\d+)$/s.exec(stdout) ?? [];
  return { status: Number(status), body: JSON.parse(body) };
}

async function send(mockServer: MockServer, { method, path, token, headers = {}, body: sent }: ExampleRequest) {
  const all = { ...headers, ...(token && { authorization: token }), 'content-type': 'application/json' };
  const init = { method, headers: all, ...(sent === undefined ? {} : { body: JSON.stringify(sent) }) };
  const response = await mockServer.fetch(new Request(`http://localhost${path}`, init));
  return { status: response.status, body: await response.json() };
}

describe('the introduction of an inferred API', () => {
  test.each([
    ['no authentication', {}],
    ['a key in a header', schemes({ type: 'apiKey', in: 'header', name: 'x-key' })],
    ['a key in the query', schemes({ type: 'apiKey', in: 'query', name: 'api key' })],
    ['a key in a cookie', schemes({ type: 'apiKey', in: 'cookie', name: 'key' })],
    ['a password', schemes({ type: 'http', scheme: 'basic' })],
    ['a token', schemes({ type: 'http', scheme: 'bearer' })],
    ['a login', schemes({ type: 'oauth2', flows: {} })],
  ])('creates an item and lists it, for %s', async (_, security) => {
    const document = documentOf(PATHS, { ...security, servers: [{ url: '/v1' }] });
    const mockServer = await ownMockServer(document, {}, { infer: true });
    const [{ introduction } = { introduction: undefined }] = mockServer.introductions();
    const { example, after } = introduction ?? {};
    if (!example || !after) throw new Error('there are no first steps');
    expect([example.path, after.path]).toEqual([
      expect.stringMatching(/^\/v1\/pets/),
      expect.stringMatching(/^\/v1\/pets/),
    ]);
    const created = await send(mockServer, example);
    expect(created).toMatchObject({ status: 201, body: { name: (example.body as { name: string }).name } });
    expect(await send(mockServer, after)).toMatchObject({ status: 200, body: expect.arrayContaining([created.body]) });
  });

  const users = () => [{ id: '1', loginName: "o'hara", displayName: 'Scarlett' }];
  const login = defineLogin<Record<never, never>>({ clients: () => [defineClient({ id: 'web' })], users });
  const bearer = schemes({ type: 'http', scheme: 'bearer' });

  test.each([
    ['a login', { login }],
    ['a login and authenticate', { login, authenticate: ownCheck }],
  ])('creates an item with an issued token if it has %s', async (_, access) => {
    const mockServer = await ownMockServer(documentOf(PATHS, bearer), {}, { infer: true, ...access });
    const { example, after } = mockServer.introductions()[0]?.introduction ?? {};
    expect(after).toMatchObject({ tokenOf: "o'hara" });
    expect((await paste(mockServer, example)).status).toBe(201);
  });

  test('uses an operation without credentials if only code checks them', async () => {
    const open = { ...PATHS['/owners'].get, security: [] };
    const paths = { ...PATHS, '/owners': { get: open } };
    const mockServer = await ownMockServer(documentOf(paths, bearer), {}, { infer: true, authenticate: ownCheck });
    expect(mockServer.introductions()[0]?.introduction?.example).toMatchObject({
      path: '/owners',
      token: '',
      headers: {},
    });
  });

  test('omits requests that do not fit in a line: other body types, cookies', async () => {
    const { post, get } = PATHS['/pets'];
    const asImage = { ...post, requestBody: { required: true, content: { 'image/png': {} } } };
    const session = { name: 'session', in: 'cookie', required: true, schema: { type: 'string' } };
    const pets = { get: { ...get, parameters: [session] }, post: asImage };
    const mockServer = await ownMockServer(documentOf({ ...PATHS, '/pets': pets }), {}, { infer: true });
    const [{ introduction } = { introduction: undefined }] = mockServer.introductions();
    expect(introduction?.example).toMatchObject({ method: 'GET', path: '/owners' });
    expect(introduction?.after).toBeUndefined();
  });

  test('shortens bodies: optional properties of a long one are omitted, those of a short one are not', async () => {
    const many = (names: string) =>
      Object.fromEntries([...names].map((name) => [name, { type: 'string', minLength: 40, maxLength: 60 }]));
    const long = { type: 'object', required: ['kind', 'b'], properties: { kind: owner, ...many('abcdefghijklmnop') } };
    const nested = {
      type: 'object',
      required: ['home'],
      properties: { home: { type: 'object', required: ['x'], minProperties: 2, properties: many('vwxyz') } },
    };
    const short = { type: 'object', properties: { one: { const: 1 }, two: { const: 2 } } };
    const keysOf = async (schema: object) => {
      const post = { operationId: 'addPet', requestBody: body(schema), responses: jsonAnswers({ 201: pet }) };
      const paths = { ...PATHS, '/pets': { get: PATHS['/pets'].get, post } };
      const mockServer = await ownMockServer(documentOf(paths), {}, { infer: true });
      const { example } = mockServer.introductions()[0]?.introduction ?? {};
      if (!example) throw new Error('there are no first steps');
      expect((await send(mockServer, example)).status).toBe(201);
      return example.body as Record<string, object>;
    };
    expect(Object.keys(await keysOf(long))).toEqual(['kind', 'b']);
    expect(Object.keys((await keysOf(nested)).home ?? {})).toHaveLength(2);
    expect(await keysOf(short)).toEqual({ one: 1, two: 2 });
  });

  test('reports the source of each response', async () => {
    const mockServer = await ownMockServer(documentOf(PATHS), { getPet: () => ({}) }, { infer: true });
    expect(mockServer.introductions()[0]?.responders).toMatchObject({ operations: 6, handlers: 1, resources: 4 });
  });

  test('falls back to a list request, and is omitted without one', async () => {
    const { '/pets': _, ...others } = PATHS;
    const reading = await ownMockServer(documentOf(others), {}, { infer: true });
    expect(reading.introductions()[0]?.introduction).toMatchObject({ example: { method: 'GET', path: '/owners' } });
    const nothing = await ownMockServer(documentOf({ '/owners/{id}': PATHS['/owners/{id}'] }), {}, { infer: true });
    expect(nothing.introductions()[0]?.introduction).toBeUndefined();
  });

  const binary = { type: 'string', format: 'binary' };
  const FORM = {
    type: 'object',
    required: ['name', 'tags', 'home', 'colour'],
    properties: {
      name: { type: 'string', enum: ['Rex & Co; @home'] },
      tags: { type: 'array', items: { type: 'string' }, minItems: 2 },
      home: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
      colour: { enum: ['red'] },
      note: { type: 'string' },
      more: { type: 'object', properties: { any: { type: 'string' } } },
      age: { type: 'integer' },
    },
  };
  const created = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer', readOnly: true }, ...FORM.properties },
  };
  const forms = (type: string, schema: object, more: object = {}) =>
    documentOf({
      '/pets': {
        get: { operationId: 'listPets', responses: jsonAnswers({ 200: { type: 'array', items: created } }) },
        post: {
          operationId: 'addPet',
          requestBody: { required: true, content: { [type]: { schema } } },
          responses: jsonAnswers({ 201: created }),
          ...more,
        },
      },
      '/pets/{id}': { get: { operationId: 'getPet', parameters: [id], responses: jsonAnswers({ 200: created }) } },
    });

  test.each([
    ['application/x-www-form-urlencoded', FORM, 'form'],
    [
      'multipart/form-data',
      { ...FORM, required: [...FORM.required, 'photo'], properties: { ...FORM.properties, photo: binary } },
      'multipart',
    ],
  ])('contains a working command line with a body in %s', async (type, schema, bodyAs) => {
    const mockServer = await ownMockServer(forms(type, schema), {}, { infer: true });
    const { example, after } = mockServer.introductions()[0]?.introduction ?? {};
    expect(example).toMatchObject({ bodyAs });
    expect(example?.body).not.toHaveProperty('more');
    const response = await paste(mockServer, example);
    expect(response).toMatchObject({
      status: 201,
      body: { name: 'Rex & Co; @home', colour: 'red', tags: expect.any(Array) },
    });
    expect(response.body.tags.length).toBeGreaterThan(1);
    expect((await paste(mockServer, after)).body).toContainEqual(response.body);
  });

  test('contains required query parameters and headers, and a configured credential', async () => {
    const document = forms('application/x-www-form-urlencoded', FORM, {
      parameters: [
        { name: 'key', in: 'query', required: true, schema: { type: 'string' } },
        { name: 'api-version', in: 'query', required: true, schema: { enum: ['2026-01-01'] } },
        { name: 'X-Tenant', in: 'header', required: true, schema: { type: 'integer' } },
        { name: 'Authorization', in: 'header', required: true, schema: { type: 'string' } },
      ],
    });
    const security = {
      security: [{ key: [], login: ['write'], other: [] }],
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'query', name: 'key' },
          login: { type: 'oauth2', flows: {} },
          other: { type: 'apiKey', in: 'cookie', name: 'c' },
        },
      },
    };
    const credentials = [
      { value: 'read only', scheme: 'login', scopes: ['read'] },
      { value: 'secret-of-resi', scheme: 'login', scopes: ['write'] },
      { value: 'a&b' },
    ];
    const mockServer = await ownMockServer({ ...document, ...security }, {}, { infer: true, credentials });
    const { example } = mockServer.introductions()[0]?.introduction ?? {};
    expect(example?.path).toMatch(/^\/pets\?key=a%26b&api-version=2026-01-01$/);
    expect((await paste(mockServer, example)).status).toBe(201);
  });

  test('prefers an item that can be listed, and avoids generated values', async () => {
    const { '/pets': pets, '/pets/{id}': onePet, ...others } = PATHS;
    const needy = {
      get: { ...pets.get, parameters: [{ name: 'of', in: 'query', required: true, schema: { type: 'string' } }] },
    };
    const toys = {
      ...pets.post,
      operationId: 'addToy',
      requestBody: body(owner),
      responses: jsonAnswers({ 201: owner }),
    };
    const list = { operationId: 'listToys', responses: jsonAnswers({ 200: { type: 'array', items: owner } }) };
    const document = documentOf({
      '/pets': { ...pets, ...needy },
      '/pets/{id}': onePet,
      '/toys': { post: toys, get: list },
      '/toys/{id}': { get: { operationId: 'getToy', parameters: [id], responses: jsonAnswers({ 200: owner }) } },
      ...others,
    });
    const mockServer = await ownMockServer(document, {}, { infer: true });
    const { example, after } = mockServer.introductions()[0]?.introduction ?? {};
    expect([example?.path, after?.path]).toEqual(['/toys', '/toys']);
  });
});
