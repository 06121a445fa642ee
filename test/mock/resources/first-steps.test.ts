// First steps with an api that is inferred: requests that work as they are shown.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ApiError, defineClient, defineLogin, type ExampleRequest, type MockServer } from '../../../src/index.ts';
import type { LoginCredentials } from '../../../src/server/oidc/login/login-api.ts';
import { curlCommand } from '../../../src/server/pages/curl-command.ts';
import { documentOf, jsonAnswers, ownStandIn } from '../../support/own-api.ts';
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

/** Accepts the tokens that the issuer knows. */
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

/** What a shell makes of the line that is shown. */
async function paste(standIn: MockServer, request: ExampleRequest | undefined) {
  if (!request) throw new Error('there are no first steps');
  const { url, close } = await standIn.listen();
  const line = `${curlCommand(url, request)} -s -w ' %{http_code}'`;
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { env: await withNpx() });
  await close();
  const [, body = '', status] = /^(.*) (\d+)$/s.exec(stdout) ?? [];
  return { status: Number(status), body: JSON.parse(body) };
}

async function send(standIn: MockServer, { method, path, token, headers = {}, body: sent }: ExampleRequest) {
  const all = { ...headers, ...(token && { authorization: token }), 'content-type': 'application/json' };
  const init = { method, headers: all, ...(sent === undefined ? {} : { body: JSON.stringify(sent) }) };
  const response = await standIn.fetch(new Request(`http://localhost${path}`, init));
  return { status: response.status, body: await response.json() };
}

describe('an api that is inferred', () => {
  test.each([
    ['nobody', {}],
    ['a key in a header', schemes({ type: 'apiKey', in: 'header', name: 'x-key' })],
    ['a key in the query', schemes({ type: 'apiKey', in: 'query', name: 'api key' })],
    ['a key in a cookie', schemes({ type: 'apiKey', in: 'cookie', name: 'key' })],
    ['a password', schemes({ type: 'http', scheme: 'basic' })],
    ['a token', schemes({ type: 'http', scheme: 'bearer' })],
    ['a login', schemes({ type: 'oauth2', flows: {} })],
  ])('is introduced by a request that makes something and one that shows it, for %s', async (_, security) => {
    const document = documentOf(PATHS, { ...security, servers: [{ url: '/v1' }] });
    const standIn = await ownStandIn(document, {}, { infer: true });
    const [{ introduction } = { introduction: undefined }] = standIn.introductions();
    const { example, after } = introduction ?? {};
    if (!example || !after) throw new Error('there are no first steps');
    expect([example.path, after.path]).toEqual([
      expect.stringMatching(/^\/v1\/pets/),
      expect.stringMatching(/^\/v1\/pets/),
    ]);
    const made = await send(standIn, example);
    expect(made).toMatchObject({ status: 201, body: { name: (example.body as { name: string }).name } });
    expect(await send(standIn, after)).toMatchObject({ status: 200, body: expect.arrayContaining([made.body]) });
  });

  const users = () => [{ id: '1', loginName: "o'hara", displayName: 'Scarlett' }];
  const login = defineLogin<Record<never, never>>({ clients: () => [defineClient({ id: 'web' })], users });
  const bearer = schemes({ type: 'http', scheme: 'bearer' });

  test.each([
    ['a login', { login }],
    ['a login and authenticate', { login, authenticate: ownCheck }],
  ])('is introduced by a request with an issued token where it has %s', async (_, access) => {
    const standIn = await ownStandIn(documentOf(PATHS, bearer), {}, { infer: true, ...access });
    const { example, after } = standIn.introductions()[0]?.introduction ?? {};
    expect(after).toMatchObject({ tokenOf: "o'hara" });
    expect((await paste(standIn, example)).status).toBe(201);
  });

  test('is introduced by what needs no credential where only code knows the accepted ones', async () => {
    const open = { ...PATHS['/owners'].get, security: [] };
    const paths = { ...PATHS, '/owners': { get: open } };
    const standIn = await ownStandIn(documentOf(paths, bearer), {}, { infer: true, authenticate: ownCheck });
    expect(standIn.introductions()[0]?.introduction?.example).toMatchObject({
      path: '/owners',
      token: '',
      headers: {},
    });
  });

  test('is not introduced by what a line cannot ask: with a body of another kind, or with a cookie', async () => {
    const { post, get } = PATHS['/pets'];
    const asImage = { ...post, requestBody: { required: true, content: { 'image/png': {} } } };
    const session = { name: 'session', in: 'cookie', required: true, schema: { type: 'string' } };
    const pets = { get: { ...get, parameters: [session] }, post: asImage };
    const standIn = await ownStandIn(documentOf({ ...PATHS, '/pets': pets }), {}, { infer: true });
    const [{ introduction } = { introduction: undefined }] = standIn.introductions();
    expect(introduction?.example).toMatchObject({ method: 'GET', path: '/owners' });
    expect(introduction?.after).toBeUndefined();
  });

  test('says who answers its operations', async () => {
    const standIn = await ownStandIn(documentOf(PATHS), { getPet: () => ({}) }, { infer: true });
    expect(standIn.introductions()[0]?.responders).toMatchObject({ operations: 6, handlers: 1, resources: 4 });
  });

  test('is introduced by what can be asked where nothing can be made, and by nothing where nothing can', async () => {
    const { '/pets': _, ...others } = PATHS;
    const reading = await ownStandIn(documentOf(others), {}, { infer: true });
    expect(reading.introductions()[0]?.introduction).toMatchObject({ example: { method: 'GET', path: '/owners' } });
    const nothing = await ownStandIn(documentOf({ '/owners/{id}': PATHS['/owners/{id}'] }), {}, { infer: true });
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
  const made = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer', readOnly: true }, ...FORM.properties },
  };
  const forms = (type: string, schema: object, more: object = {}) =>
    documentOf({
      '/pets': {
        get: { operationId: 'listPets', responses: jsonAnswers({ 200: { type: 'array', items: made } }) },
        post: {
          operationId: 'addPet',
          requestBody: { required: true, content: { [type]: { schema } } },
          responses: jsonAnswers({ 201: made }),
          ...more,
        },
      },
      '/pets/{id}': { get: { operationId: 'getPet', parameters: [id], responses: jsonAnswers({ 200: made }) } },
    });

  test.each([
    ['application/x-www-form-urlencoded', FORM, 'form'],
    [
      'multipart/form-data',
      { ...FORM, required: [...FORM.required, 'photo'], properties: { ...FORM.properties, photo: binary } },
      'multipart',
    ],
  ])('is introduced by a line that works when it is pasted, with a body in %s', async (type, schema, bodyAs) => {
    const standIn = await ownStandIn(forms(type, schema), {}, { infer: true });
    const { example, after } = standIn.introductions()[0]?.introduction ?? {};
    expect(example).toMatchObject({ bodyAs });
    expect(example?.body).not.toHaveProperty('more');
    const answer = await paste(standIn, example);
    expect(answer).toMatchObject({
      status: 201,
      body: { name: 'Rex & Co; @home', colour: 'red', tags: expect.any(Array) },
    });
    expect(answer.body.tags.length).toBeGreaterThan(1);
    expect((await paste(standIn, after)).body).toContainEqual(answer.body);
  });

  test('is introduced with what must stand in the query and the head, and with a credential that was listed', async () => {
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
    const standIn = await ownStandIn({ ...document, ...security }, {}, { infer: true, credentials });
    const { example } = standIn.introductions()[0]?.introduction ?? {};
    expect(example?.path).toMatch(/^\/pets\?key=a%26b&api-version=2026-01-01$/);
    expect((await paste(standIn, example)).status).toBe(201);
  });

  test('is introduced by the first that can be listed afterwards, without values that were made up', async () => {
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
    const standIn = await ownStandIn(document, {}, { infer: true });
    const { example, after } = standIn.introductions()[0]?.introduction ?? {};
    expect([example?.path, after?.path]).toEqual(['/toys', '/toys']);
  });
});
