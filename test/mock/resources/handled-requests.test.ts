// Requests that a document allows and the mock server must accept.

import { expect, test } from 'vitest';
import { inferred } from '../../support/inferred.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const ok = (schema: string) => `'200': { description: ok, ${json(schema)} }`;
const things = '{ type: array, items: { type: object, required: [id], properties: { id: { type: integer } } } }';

test('accepts a page number as string, and returns an empty page beyond the last', async () => {
  const send = await inferred(`paths:
  /things: { get: { parameters: [{ name: page, in: query, schema: { type: string } }], responses: { ${ok(things)} } } }`);
  expect((await send('GET', '/things?page=1')).body).toHaveLength(3);
  expect(await send('GET', '/things?page=9')).toMatchObject({ status: 200, body: [] });
  expect((await send('GET', '/things?page=nonsense')).status).toBe(400);
});

test('accepts the own id of a new item, which is no reference', async () => {
  const offer = '{ type: object, required: [price], properties: { price: { type: integer } } }';
  const requested = '{ type: object, required: [offerId], properties: { offerId: { type: integer } } }';
  const send = await inferred(`paths:
  /offers:
    get: { responses: { ${ok(`{ type: array, items: ${offer} }`)} } }
    post: { requestBody: { ${json(requested)} }, responses: { ${ok(offer)}, '400': { description: wrong } } }`);
  expect((await send('POST', '/offers', { offerId: 2412 })).status).toBe(200);
});

test('a singleton exists from the start, unless the document declares that it can be missing', async () => {
  const at = (more: string) =>
    `{ get: { responses: { '200': { description: there } ${more} } }, put: { responses: { '204': { description: put } } }, delete: { responses: { '204': { description: gone } } } }`;
  const send = await inferred(`paths:
  /settings/stop-words: ${at('')}
  /star: ${at(", '404': { description: none }")}`);
  expect((await send('GET', '/settings/stop-words')).status).toBe(200);
  expect((await send('DELETE', '/settings/stop-words')).status).toBe(204);
  expect((await send('GET', '/star')).status).toBe(404);
  await send('PUT', '/star');
  expect((await send('GET', '/star')).status).toBe(200);
});

test('accepts a missing body of a type that few clients can send', async () => {
  const send = await inferred(`paths:
  /statistics: { get: { requestBody: { required: true, ${json('{ type: object }')} }, responses: { ${ok('{ type: object }')} } } }`);
  expect((await send('GET', '/statistics')).status).toBe(200);
});

test('accepts binary bodies with any schema type', async () => {
  const taking = (type: string) =>
    `{ post: { requestBody: { required: true, content: { ${type}: { schema: { type: object } } } }, responses: { ${ok('{ type: object }')} } } }`;
  const send = await inferred(`paths:
  /images: ${taking('application/octet-stream')}
`);
  expect((await send('POST', '/images', 'bytes', { 'content-type': 'application/octet-stream' })).status).toBe(200);
});

test('parses JSON objects in a list of the query', async () => {
  const tag = '{ type: object, required: [Key], properties: { Key: { type: string } } }';
  const send = await inferred(`paths:
  /tags:
    get:
      parameters: [{ name: Tags, in: query, required: true, schema: { type: array, items: ${tag} } }]
      responses: { ${ok('{ type: object }')} }`);
  const sent = (tags: readonly string[]) => `/tags?${tags.map((one) => `Tags=${encodeURIComponent(one)}`).join('&')}`;
  expect((await send('GET', sent(['{"Key":"a"}', '{"Key":"b"}']))).status).toBe(200);
  expect((await send('GET', sent(['{"Other":"a"}']))).body.detail).toContain('Key');
  expect((await send('GET', sent(['{"Key":']))).status).toBe(400);
});

test('a required token is no cursor', async () => {
  const send = await inferred(`paths:
  /reports: { get: { parameters: [{ name: token, in: query, required: true, schema: { type: string } }], responses: { ${ok(things)} } } }`);
  expect((await send('GET', '/reports?token=secret')).status).toBe(200);
});

test('omits members from XML whose names are not valid in XML', async () => {
  const feed = "{ type: object, properties: { title: { type: string }, 'category (primary)': { type: string } } }";
  const send = await inferred(`paths:
  /popular.atom: { get: { responses: { '200': { description: ok, content: { application/xml: { schema: ${feed} } } } } } }`);
  const { status, body } = await send('GET', '/popular.atom');
  expect([status, body]).toEqual([200, expect.stringMatching(/<title>[^<]+<\/title>/)]);
});

test('describes an object in a text of an unsupported media type', async () => {
  const model = '{ type: object, required: [title], properties: { title: { type: string } } }';
  const send = await inferred(`paths:
  /record.ttl: { get: { responses: { '200': { description: ok, content: { application/x-turtle: { schema: ${model} } } } } } }`);
  const { status, body, headers } = await send('GET', '/record.ttl');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/x-turtle']);
  expect(JSON.parse(body)).toEqual({ title: expect.any(String) });
});

test('responds with 205 without a body, even if the document declares one', async () => {
  const mark = '{ type: object, required: [id], properties: { id: { type: integer } } }';
  const send = await inferred(`paths:
  /marks: { put: { responses: { '205': { description: read, ${json(mark)} } } } }`);
  expect(await send('PUT', '/marks')).toMatchObject({ status: 205, body: '' });
  const things = await inferred(`paths:
  /notices: { get: { responses: { ${ok(`{ type: array, items: ${mark} }`)} } }, put: { responses: { '205': { description: read, ${json(`{ type: array, items: ${mark} }`)} } } } }
  /notices/{id}: { patch: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '205': { description: read, ${json(mark)} } } } }`);
  expect(await things('PATCH', '/notices/1')).toMatchObject({ status: 205, body: '' });
});
