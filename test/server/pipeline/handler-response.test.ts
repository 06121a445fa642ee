// Handlers that return a status and headers, validated against the document.

import { describe, expect, test } from 'vitest';
import { respond } from '../../../src/index.ts';
import { send } from '../../support/mock-server.ts';
import { documentOf, jsonAnswers, ownMockServer } from '../../support/own-api.ts';

const PET = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const TEXT = { type: 'string' };

const DOCUMENT = documentOf({
  '/pets/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: TEXT }],
    put: {
      operationId: 'putPet',
      responses: {
        ...jsonAnswers({ 200: PET, 404: undefined, default: { type: 'object' } }),
        201: {
          description: 'It is new.',
          headers: { Location: { required: true, schema: TEXT }, 'X-Rest': { schema: { type: 'integer' } } },
          content: { 'application/json': { schema: PET }, 'application/vnd.pet+json': { schema: PET } },
        },
      },
    },
  },
  '/pets': { get: { operationId: 'listPets', responses: jsonAnswers({ 200: PET }) } },
  '/keepers': {
    get: {
      operationId: 'showKeeper',
      responses: jsonAnswers({
        200: { type: 'object', properties: { name: TEXT, password: { type: 'string', writeOnly: true } } },
      }),
    },
  },
});

const OTHERS = { listPets: () => ({ id: '1' }), showKeeper: () => ({ name: 'Resi', password: 'hunter2' }) };

/** The response to `PUT /pets/1` with this handler. */
async function answerOf(putPet: () => unknown) {
  const mockServer = await ownMockServer(DOCUMENT, { ...OTHERS, putPet });
  const { status, headers, body } = await send(mockServer, 'PUT', '/pets/1', { token: undefined });
  return { status, headers, body, reported: mockServer.reported };
}

describe('a handler', () => {
  test('responds with the status of success if it returns only an output', async () => {
    expect(await answerOf(() => ({ id: '1' }))).toMatchObject({ status: 200, body: { id: '1' } });
  });

  test('responds with another status, and with headers', async () => {
    const made = respond(201, { id: '1' }, { Location: '/pets/1', 'x-rest': 3, 'x-kinds': ['cat', 'dog'] });
    const { status, headers, body } = await answerOf(() => made);
    expect([status, body]).toEqual([201, { id: '1' }]);
    const reported = ['location', 'x-rest', 'x-kinds', 'content-type'].map((name) => headers.get(name));
    expect(reported).toEqual(['/pets/1', '3', 'cat,dog', 'application/json']);
  });

  test('may return a header value as a string', async () => {
    const made = respond(201, { id: '1' }, { location: '/pets/1', 'x-rest': '3', 'x-else': 'anything' });
    expect(await answerOf(() => made)).toMatchObject({ status: 201, reported: [] });
  });

  test('is overridden by the media type that its API sets for all responses', async () => {
    const responseHeaders = { 'content-type': 'application/json; charset=utf-8' };
    const mockServer = await ownMockServer(DOCUMENT, { ...OTHERS, putPet: () => ({ id: '1' }) }, { responseHeaders });
    const { headers } = await send(mockServer, 'GET', '/pets', { token: undefined });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('responds without a body', async () => {
    const { status, headers, body } = await answerOf(() => respond(404));
    expect([status, body, headers.get('content-type')]).toEqual([404, '', null]);
  });

  test('omits a header that is undefined', async () => {
    const { status, headers } = await answerOf(() => respond(200, { id: '1' }, { etag: undefined }));
    expect([status, headers.get('etag')]).toEqual([200, null]);
  });

  test.each<[string, () => unknown, string]>([
    ['without a required header', () => respond(201, { id: '1' }), 'must have header location'],
    [
      'with a required header that is undefined',
      () => respond(201, { id: '1' }, { location: undefined }),
      'must have header location',
    ],
    [
      'with a header that violates its schema',
      () => respond(201, { id: '1' }, { location: '/', 'x-rest': 'many' }),
      'response header x-rest must be an integer',
    ],
    [
      'with a body that violates the schema of its status',
      () => respond(201, {}, { location: '/' }),
      'response /id is required',
    ],
    ['with a body where none is declared', () => respond(404, { id: '1' }), 'response must have no body'],
    [
      'with a media type of another response',
      () => respond(200, { id: '1' }, { 'content-type': 'application/vnd.pet+json' }),
      'has media type application/vnd.pet+json; expected application/json',
    ],
  ])('that responds %s gets an error', async (_, putPet, breach) => {
    const { status, body, reported } = await answerOf(putPet);
    expect([status, body.code]).toEqual([500, 'internal']);
    expect(body.detail).toContain('putPet returned an invalid response');
    expect(body.detail).toContain(breach);
    expect(reported).toHaveLength(1);
  });

  test('that responds with an undeclared status gets an error', async () => {
    const listPets = () => respond(201, { id: '1' });
    const mockServer = await ownMockServer(DOCUMENT, { ...OTHERS, putPet: () => ({ id: '1' }), listPets });
    expect((await send(mockServer, 'GET', '/pets', { token: undefined })).status).toBe(500);
    expect(String(mockServer.reported)).toContain('has status 201, which the document does not declare');
  });

  test('that returns write-only properties gets an error', async () => {
    const mockServer = await ownMockServer(DOCUMENT, { ...OTHERS, putPet: () => ({ id: '1' }) });
    const { status, body } = await send(mockServer, 'GET', '/keepers', { token: undefined });
    expect(status).toBe(500);
    expect(String(mockServer.reported)).toContain('/password');
    expect(JSON.stringify(body)).not.toContain('hunter2');
  });
});
