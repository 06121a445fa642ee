// Items of an inferred API: created, updated and deleted.

import { describe, expect, test } from 'vitest';
import { documentOf, jsonAnswers, ownMockServer } from '../../support/own-api.ts';
import { openShop, START } from '../../support/shop/shop.ts';
import { inPath, openInferred, takes } from './inferred.ts';

const ANN = { name: 'Ann', email: 'ann@shop.example' };

/** A shop in which Ann has the id 1. */
async function shopWithAnn() {
  const shop = await openShop();
  await shop.send('POST', '/owners', ANN);
  return shop;
}

describe('a created item', () => {
  test('of an upload has the name, size and type of the file, and its content only if the schema has a property for it', async () => {
    const text = { type: 'string' };
    const file = {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer' }, fileName: text, size: { type: 'integer' }, mimeType: text },
    };
    const form = { type: 'object', properties: { file: { ...text, format: 'binary' }, note: text } };
    const post = {
      requestBody: { content: { 'multipart/form-data': { schema: form } } },
      responses: jsonAnswers({ 201: file }),
    };
    const get = { responses: jsonAnswers({ 200: file }) };
    const { send } = await openInferred({
      '/files': { post },
      '/files/{id}': { parameters: inPath({ id: { type: 'integer' } }), get },
    });
    const sent = new FormData();
    sent.set('file', new File(['hello'], 'hello.csv', { type: 'text/csv' }));
    sent.set('note', 'mine');
    const { body } = await send('POST', '/files', sent);
    expect(body).toEqual({ id: 1, fileName: 'hello.csv', size: 5, mimeType: 'text/csv', note: 'mine' });
    expect((await send('GET', '/files/1')).body).toEqual(body);
  });

  test('has defaults and server-set properties in nested objects too', async () => {
    const metadata = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        creationTimestamp: { type: 'string', format: 'date-time', readOnly: true },
      },
    };
    const spec = {
      type: 'object',
      properties: { replicas: { type: 'integer', default: 1 }, image: { type: 'string' } },
    };
    const job = { type: 'object', properties: { metadata, spec } };
    const { send } = await openInferred({
      '/jobs': { post: { ...takes(job), responses: jsonAnswers({ 201: job }) } },
      '/jobs/{name}': {
        parameters: inPath({ name: { type: 'string' } }),
        get: { responses: jsonAnswers({ 200: job }) },
      },
    });
    const { body } = await send('POST', '/jobs', { metadata: { name: 'a' }, spec: { image: 'x' } });
    const time = expect.stringMatching(/^\d{4}-/);
    expect(body).toEqual({ metadata: { name: 'a', creationTimestamp: time }, spec: { image: 'x', replicas: 1 } });
  });

  test('is returned with id, timestamps, version, defaults and Location', async () => {
    const { send } = await openShop();
    const { status, source, headers, body } = await send('POST', '/owners', ANN);
    expect({ status, source }).toEqual({ status: 201, source: 'stored' });
    const times = { createdAt: START.toISOString(), updatedAt: START.toISOString() };
    expect(body).toEqual({ id: 1, ...ANN, role: 'keeper', version: 1, ...times });
    expect(headers.get('location')).toBe('/v1/owners/1');
    expect((await send('GET', '/owners/1')).body).toEqual(body);
    expect((await send('GET', '/owners')).body).toEqual([body]);
  });

  test('has a Location below the path of its sandbox', async () => {
    const { mockServer } = await openShop();
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(ANN) };
    const created = await mockServer.fetch(new Request('http://localhost/_sandbox/blue/v1/owners', init));
    expect(created.headers.get('location')).toBe('/_sandbox/blue/v1/owners/1');
    const there = new URL(created.headers.get('location') ?? '', 'http://localhost');
    expect(await (await mockServer.fetch(new Request(there))).json()).toEqual(await created.json());
    expect((await mockServer.fetch(new Request('http://localhost/v1/owners/1'))).status).toBe(404);
  });

  test('is returned without write-only properties', async () => {
    const { send } = await openShop();
    expect((await send('POST', '/owners', { ...ANN, password: 'secret' })).body).not.toHaveProperty('password');
    expect((await send('GET', '/owners/1')).body).not.toHaveProperty('password');
  });

  test('ignores sent values of read-only properties', async () => {
    const { send } = await shopWithAnn();
    const { body } = await send('POST', '/owners', { name: 'Bo', id: 1, version: 7 });
    expect(body).toMatchObject({ id: 2, version: 1 });
  });

  test('never gets the id of another item, not even of a deleted one', async () => {
    const { send } = await shopWithAnn();
    await send('DELETE', '/owners/1');
    expect((await send('POST', '/owners', ANN)).body.id).toBe(2);
  });

  test('is rejected if a unique value is taken', async () => {
    const { send } = await shopWithAnn();
    const { status, body } = await send('POST', '/owners', { ...ANN, name: 'Another Ann' });
    expect(status).toBe(409);
    expect(body).toEqual({ message: 'An item in owners with email "ann@shop.example" already exists' });
    expect((await send('GET', '/owners')).body).toHaveLength(1);
  });

  test('below a parent belongs to it, and has initial values', async () => {
    const { send } = await shopWithAnn();
    const { status, body } = await send('POST', '/owners/1/pets', { name: 'Rex' });
    expect(status).toBe(201);
    const nothingYet = { status: 'available', visits: [], soldAt: null, weight: 3, visitCount: 0 };
    expect(body.data).toEqual({ id: expect.any(String), ownerId: 1, name: 'Rex', ...nothingYet });
    expect((await send('GET', `/owners/1/pets/${body.data.id}`)).body).toEqual(body.data);
    expect((await send('GET', '/owners/1/pets')).body.data).toEqual([body.data]);
  });

  test('is rejected below a missing parent', async () => {
    const { send } = await openShop();
    const { status, body } = await send('POST', '/owners/9/pets', { name: 'Rex' });
    expect({ status, body }).toEqual({ status: 404, body: { message: 'owners/9 not found' } });
  });

  test.each([{ formerOwnerId: 9 }, { ownerIds: [1, 9] }])('may not refer to a missing item: %j', async (sent) => {
    const { send } = await shopWithAnn();
    expect((await send('POST', '/owners/1/pets', { name: 'Rex', ...sent })).status).toBe(422);
    expect((await send('POST', '/owners/1/pets', { name: 'Rex', formerOwnerId: 1, ownerIds: [1] })).status).toBe(201);
  });
});

describe('an updated item', () => {
  test('is replaced by PUT, except for server-set properties', async () => {
    const { send, putForward } = await shopWithAnn();
    putForward(60);
    const { status, body } = await send('PUT', '/owners/1', { name: 'Anna' });
    expect(status).toBe(200);
    const times = { createdAt: START.toISOString(), updatedAt: '2026-11-22T09:01:00.000Z' };
    expect(body).toEqual({ id: 1, name: 'Anna', role: 'keeper', version: 2, ...times });
    expect((await send('GET', '/owners/1')).body).toEqual(body);
  });

  test('is merged by PATCH; null removes a property', async () => {
    const { send } = await shopWithAnn();
    const { status, body } = await send('PATCH', '/owners/1', { name: 'Anna', email: null, id: 7 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: 1, name: 'Anna', version: 2 });
    expect(body).not.toHaveProperty('email');
  });

  test('is changed by a JSON Patch, all or nothing', async () => {
    const { send } = await shopWithAnn();
    const step = { op: 'replace', path: '/name', value: 'Anna' };
    expect((await send('PATCH', '/owners/1', [step])).body).toMatchObject({ name: 'Anna', version: 2 });
    const rejected = await send('PATCH', '/owners/1', [
      { ...step, value: 'Bo' },
      { op: 'test', path: '/name', value: 'Ann' },
    ]);
    expect(rejected.status).toBe(409);
    expect((await send('GET', '/owners/1')).body).toMatchObject({ name: 'Anna', version: 2 });
  });

  test('is validated after a JSON Patch', async () => {
    const { send } = await shopWithAnn();
    const { status, body } = await send('PATCH', '/owners/1', [{ op: 'replace', path: '/name', value: 7 }]);
    expect({ status, body }).toEqual({ status: 400, body: { message: 'body /name must be a string' } });
  });

  test('is validated after a merge patch without a schema', async () => {
    const note = {
      type: 'object',
      required: ['id', 'text', 'stars'],
      properties: { id: { type: 'string' }, text: { type: 'string' }, stars: { type: 'integer', maximum: 5 } },
    };
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
    const content = { 'application/merge-patch+json': { schema: { type: 'object' } } };
    const responses = jsonAnswers({ 200: note, 422: { type: 'object', properties: { message: { type: 'string' } } } });
    const get = { operationId: 'getNote', responses };
    const patch = { operationId: 'changeNote', requestBody: { content }, responses };
    const { fetch } = await ownMockServer(
      documentOf({ '/notes/{id}': { parameters, get, patch } }),
      {},
      { infer: true },
    );
    const send = async (body?: object) => {
      const headers = { 'content-type': 'application/merge-patch+json' };
      const init = body && { method: 'PATCH', headers, body: JSON.stringify(body) };
      return fetch(new Request('http://mock-server/notes/1', init));
    };
    expect(await (await send({ text: 'Milk', stars: 3 })).json()).toEqual({ id: '1', text: 'Milk', stars: 3 });
    const rejected = await send({ text: 'Bread', stars: 6 });
    expect(rejected.status).toBe(422);
    expect(await rejected.json()).toEqual({ message: 'body /stars must be at most 5' });
    expect((await send({ text: null })).status).toBe(422);
    expect(await (await send()).json()).toEqual({ id: '1', text: 'Milk', stars: 3 });
  });

  test('is unchanged by a body that is no JSON Patch, despite its content type', async () => {
    const { send } = await shopWithAnn();
    const type = { 'content-type': 'application/json-patch+json' };
    const { status, body } = await send('PATCH', '/owners/1', [{ op: 'replace', path: 'name', value: 'Anna' }], type);
    expect(status).toBe(400);
    expect(body.message).toMatch(/^A JSON Patch must be a list of operations/);
    expect((await send('GET', '/owners/1')).body).toMatchObject({ name: 'Ann', version: 1 });
  });

  test('is changed only with the current ETag in If-Match', async () => {
    const { send } = await shopWithAnn();
    const { headers } = await send('GET', '/owners/1');
    const known = { 'if-match': headers.get('etag') ?? '' };
    expect((await send('PUT', '/owners/1', { name: 'Anna' }, known)).status).toBe(200);
    expect((await send('PUT', '/owners/1', { name: 'Bo' }, known)).status).toBe(412);
    expect((await send('GET', '/owners/1')).body).toMatchObject({ name: 'Anna' });
  });

  test('has the state that an action sets', async () => {
    const { send } = await shopWithAnn();
    const { body } = await send('POST', '/owners/1/pets', { name: 'Rex' });
    const path = `/owners/1/pets/${body.data.id}`;
    expect((await send('POST', `${path}/archive`)).body).toEqual({ ...body.data, status: 'archived' });
    expect((await send('GET', path)).body).toMatchObject({ status: 'archived' });
  });
});

describe('a deleted item', () => {
  test('is identified by its id in the response, even if nested in the item', async () => {
    const name = { type: 'string' };
    const job = {
      type: 'object',
      required: ['metadata'],
      properties: { metadata: { type: 'object', required: ['name'], properties: { name } } },
    };
    const deleted = {
      type: 'object',
      required: ['name', 'deleted'],
      properties: { name, deleted: { type: 'boolean' } },
    };
    const { send } = await openInferred({
      '/jobs': { post: { ...takes(job), responses: jsonAnswers({ 201: job }) } },
      '/jobs/{name}': {
        parameters: inPath({ name }),
        get: { responses: jsonAnswers({ 200: job }) },
        delete: { responses: jsonAnswers({ 200: deleted }) },
      },
    });
    await send('POST', '/jobs', { metadata: { name: 'web' } });
    expect((await send('DELETE', '/jobs/web')).body).toMatchObject({ name: 'web' });
  });

  test('is missing, with all its descendants', async () => {
    const { send } = await shopWithAnn();
    const { body } = await send('POST', '/owners/1/pets', { name: 'Rex' });
    expect((await send('DELETE', '/owners/1')).status).toBe(204);
    const { status, body: rejection } = await send('GET', '/owners/1');
    expect({ status, rejection }).toEqual({ status: 404, rejection: { message: 'owners/1 not found' } });
    expect((await send('DELETE', '/owners/1')).status).toBe(404);
    await send('POST', '/owners', ANN);
    expect((await send('GET', `/owners/2/pets/${body.data.id}`)).status).toBe(404);
    expect((await send('GET', '/owners/2/pets')).body.data).toEqual([]);
  });
});

describe('a virtual item', () => {
  test('exists with the same values until it is deleted', async () => {
    const { send } = await openShop();
    const { status, body } = await send('GET', '/reports/a%2Fb');
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: 'a/b' });
    expect((await send('GET', '/reports/a%2Fb')).body).toEqual(body);
    expect((await send('DELETE', '/reports/a%2Fb')).status).toBe(204);
    expect((await send('GET', '/reports/a%2Fb')).status).toBe(404);
    expect((await send('DELETE', '/reports/a%2Fb')).status).toBe(404);
  });
});

describe('a singleton', () => {
  test('is the caller if its path says so', async () => {
    const me = {
      type: 'object',
      required: ['id', 'login'],
      properties: { id: { type: 'integer' }, login: { type: 'string' } },
    };
    const get = { security: [{ basic: [] }], responses: jsonAnswers({ 200: me }) };
    const more = { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } };
    const { send } = await openInferred({ '/me': { get }, '/theme': { get } }, {}, more);
    const by = (name: string) => ({ authorization: `Basic ${btoa(`${name}:secret`)}` });
    expect((await send('GET', '/me', undefined, by('ann'))).body.login).toBe('ann');
    expect((await send('GET', '/me', undefined, by('bo'))).body.login).toBe('bo');
    expect((await send('GET', '/theme', undefined, by('ann'))).body.login).not.toBe('ann');
  });

  test('exists again after PUT', async () => {
    const theme = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
    const { send, reported } = await openInferred({
      '/theme': {
        get: { responses: jsonAnswers({ 200: theme, 404: undefined }) },
        put: { ...takes(theme), responses: jsonAnswers({ 200: theme }) },
        delete: { responses: jsonAnswers({ 204: undefined }) },
      },
    });
    await send('DELETE', '/theme');
    expect((await send('GET', '/theme')).status).toBe(404);
    expect((await send('PUT', '/theme', { name: 'dark' })).status).toBe(200);
    expect((await send('GET', '/theme')).body).toEqual({ name: 'dark' });
    expect(reported).toEqual([]);
  });

  test('exists again after POST, and POST creates what nothing else creates', async () => {
    const theme = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
    const coupon = {
      type: 'object',
      required: ['code', 'percent'],
      properties: { code: { type: 'string' }, percent: { type: 'integer' } },
    };
    const deleted = { responses: jsonAnswers({ 204: undefined, 404: undefined }) };
    const { send, reported } = await openInferred({
      '/theme': {
        get: { responses: jsonAnswers({ 200: theme, 404: undefined }) },
        post: { ...takes(theme), responses: jsonAnswers({ 200: theme, 201: theme }) },
        put: { ...takes(theme), responses: jsonAnswers({ 200: theme }) },
        delete: deleted,
      },
      '/coupons/{code}': {
        parameters: inPath({ code: { type: 'string' } }),
        get: { responses: jsonAnswers({ 200: coupon, 404: undefined }) },
        post: {
          ...takes({ type: 'object', properties: { percent: { type: 'integer' } } }),
          responses: jsonAnswers({ 200: coupon }),
        },
        delete: deleted,
      },
    });
    await send('DELETE', '/theme');
    expect(await send('POST', '/theme', { name: 'dark' })).toMatchObject({ status: 201, body: { name: 'dark' } });
    expect(await send('POST', '/theme', { name: 'light' })).toMatchObject({ status: 200 });
    expect((await send('GET', '/theme')).body).toEqual({ name: 'light' });
    expect((await send('GET', '/coupons/MAY')).status).toBe(404);
    expect((await send('POST', '/coupons/MAY', { percent: 5 })).body).toEqual({ code: 'MAY', percent: 5 });
    expect((await send('POST', '/coupons/MAY', { percent: 7 })).body).toEqual({ code: 'MAY', percent: 7 });
    expect((await send('DELETE', '/coupons/MAY')).status).toBe(204);
    expect((await send('GET', '/coupons/MAY')).status).toBe(404);
    expect(reported).toEqual([]);
  });

  test('exists, and has the values that were set', async () => {
    const { send } = await openShop();
    expect((await send('GET', '/settings')).status).toBe(200);
    const wanted = { theme: 'light', language: 'it' };
    expect((await send('PUT', '/settings', wanted)).body).toEqual(wanted);
    expect((await send('GET', '/settings')).body).toEqual(wanted);
  });

  test('starts as the example of the document, else with its defaults', async () => {
    const properties = { login: { type: 'string' }, language: { type: 'string', default: 'it' } };
    const schema = { type: 'object', required: ['login', 'language'], properties };
    const content = (more: object) => ({ 'application/json': { schema, ...more } });
    const read = (operationId: string, more: object) => ({
      get: { operationId, responses: { 200: { description: 'ok', content: content(more) } } },
    });
    const document = documentOf({
      '/me': read('getMe', { example: { login: 'resi', language: 'de' } }),
      '/settings': read('getSettings', {}),
    });
    const { fetch } = await ownMockServer(document, {}, { infer: true });
    const send = async (path: string) => {
      const response = await fetch(new Request(`http://mock-server${path}`));
      expect(response.headers.get('x-understudy-source')).toBe('stored');
      return response.json();
    };
    expect(await send('/me')).toEqual({ login: 'resi', language: 'de' });
    expect(await send('/settings')).toMatchObject({ language: 'it' });
  });
});

describe('a unique property', () => {
  test('gets another generated value if the client does not send it', async () => {
    const sent = { type: 'object', properties: { text: { type: 'string' } } };
    const shown = {
      type: 'object',
      required: ['id', 'slug'],
      properties: { id: { type: 'integer' }, slug: { type: 'string', default: 'milk' } },
    };
    const { send } = await openInferred({
      '/notes': { post: { ...takes(sent), responses: jsonAnswers({ 201: shown }) } },
      '/notes/{id}': {
        parameters: inPath({ id: { type: 'integer' } }),
        get: { responses: jsonAnswers({ 200: shown }) },
      },
    });
    const slugs = [];
    for (const text of ['a', 'b', 'c']) slugs.push((await send('POST', '/notes', { text })).body.slug);
    expect(slugs).toEqual(['milk', 'milk-2', 'milk-3']);
  });
});

describe('ids', () => {
  test('are exhausted if the document allows no more, and never shown twice', async () => {
    const id = { type: 'integer', readOnly: true, minimum: 10, multipleOf: 5, maximum: 20 };
    const tag = { type: 'object', properties: { id, label: { type: 'string' } } };
    const { send } = await openInferred({
      '/tags': { post: { ...takes(tag), responses: jsonAnswers({ 201: tag }) } },
      '/tags/{tagId}': {
        parameters: inPath({ tagId: { type: 'integer' } }),
        get: { responses: jsonAnswers({ 200: tag }) },
      },
    });
    const responses = [];
    for (const label of ['a', 'b', 'c', 'd']) responses.push(await send('POST', '/tags', { label }));
    expect(responses.map(({ status, body }) => [status, body.id])).toEqual([
      [201, 10],
      [201, 15],
      [201, 20],
      [429, undefined],
    ]);
  });

  test.each(['__proto__', 'constructor', '...', ' ', '🐾', '9007199254740993', 'a/b', '%2F'])(
    'such as %j identify items like any other',
    async (name) => {
      const { send } = await openShop();
      const path = `/documents/${encodeURIComponent(name)}`;
      expect((await send('PUT', path, { text: 'one' })).body).toMatchObject({ text: 'one' });
      expect((await send('PUT', `/documents/other`, { text: 'two' })).body).toMatchObject({ text: 'two' });
      expect((await send('GET', path)).body).toMatchObject({ text: 'one' });
    },
  );
});
