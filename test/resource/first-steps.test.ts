// First steps with an api that is inferred: requests that work as they are shown.

import { describe, expect, test } from 'vitest';
import type { ExampleRequest, StandIn } from '../../src/index.ts';
import { documentOf, jsonAnswers, ownStandIn } from '../support/own-api.ts';

const owner = { type: 'object', required: ['id'], properties: { id: { type: 'integer', readOnly: true } } };
const pet = {
  type: 'object',
  required: ['id', 'name', 'ownerId'],
  properties: {
    id: { type: 'string', readOnly: true },
    name: { type: 'string', minLength: 3, 'x-unique': true },
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

async function send(standIn: StandIn, { method, path, token, headers = {}, body: sent }: ExampleRequest) {
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
    const made = await send(standIn, example);
    expect(made).toMatchObject({ status: 201, body: { name: (example.body as { name: string }).name } });
    expect(await send(standIn, after)).toMatchObject({ status: 200, body: expect.arrayContaining([made.body]) });
  });

  test('says who answers its operations', async () => {
    const standIn = await ownStandIn(documentOf(PATHS), { getPet: () => ({}) }, { infer: true });
    expect(standIn.introductions()[0]?.cast).toMatchObject({ operations: 6, handlers: 1, resources: 4 });
  });

  test('is introduced by what can be asked where nothing can be made, and by nothing where nothing can', async () => {
    const { '/pets': _, ...others } = PATHS;
    const reading = await ownStandIn(documentOf(others), {}, { infer: true });
    expect(reading.introductions()[0]?.introduction).toMatchObject({ example: { method: 'GET', path: '/owners' } });
    const nothing = await ownStandIn(documentOf({ '/owners/{id}': PATHS['/owners/{id}'] }), {}, { infer: true });
    expect(nothing.introductions()[0]?.introduction).toBeUndefined();
  });
});
