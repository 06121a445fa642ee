// Multipart bodies of positional parts: `itemSchema`, `prefixEncoding` and `itemEncoding` of OpenAPI 3.2.

import { expect, test } from 'vitest';
import { documentOf, ownMockServer } from '../../support/own-api.ts';

const TITLE = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };
/** A title, a page and pictures. */
const ARTICLE = {
  schema: {
    type: 'array',
    prefixItems: [TITLE, { type: 'string' }],
    items: { type: 'string', format: 'binary' },
    minItems: 2,
  },
  prefixEncoding: [{}, { contentType: 'text/html' }],
  itemEncoding: { contentType: 'image/png, image/jpeg' },
};
const LOG = {
  itemSchema: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
  itemEncoding: { contentType: 'application/json' },
};

/** A server whose `GET /it` and `POST /it` have this body. */
async function serverOf(described: object, handlers: object = {}, more: object = {}) {
  const content = { 'multipart/mixed': described };
  const get = { operationId: 'get', responses: { 200: { description: '', content } } };
  const responses = { 204: { description: '' }, 400: { description: '', content: { 'text/plain': {} } } };
  const post = { operationId: 'post', requestBody: { required: true, content }, responses };
  const document = documentOf({ '/it': { get, post } }, { openapi: '3.2.0' });
  const { fetch, reported } = await ownMockServer(document, handlers, { infer: true, ...more });
  const sendParts = async (parts: readonly string[]) => {
    const body = [...parts.map((part) => `--b\r\n${part}\r\n`), '--b--\r\n'].join('');
    const headers = { 'content-type': 'multipart/mixed; boundary=b' };
    return fetch(new Request('http://mock-server/it', { method: 'POST', headers, body }));
  };
  const getParts = async () => {
    const response = await fetch(new Request('http://mock-server/it'));
    const boundary = /boundary="(.*)"$/.exec(response.headers.get('content-type') ?? '')?.[1] ?? '';
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
    return {
      status: response.status,
      text,
      parts: text
        .split(`--${boundary}\r\n`)
        .slice(1)
        .map((part) => part.trimEnd().replace(`\r\n--${boundary}--`, '')),
    };
  };
  return { post: sendParts, get: getParts, fetch, reported };
}

const json = (value: unknown) => `Content-Type: application/json\r\n\r\n${JSON.stringify(value)}`;
const PAGE = 'Content-Type: text/html\r\n\r\n<p>';
const PICTURE = 'Content-Type: image/png\r\n\r\nPNG';

test('the parts of a request are a list, by position', async () => {
  const seen: unknown[] = [];
  const post = ({ input }: { readonly input: { readonly body: unknown } }) => void seen.push(input.body);
  const server = await serverOf(ARTICLE, { post });
  expect((await server.post([json({ title: 'A' }), PAGE, PICTURE])).status).toBe(204);
  const file = { name: '', type: 'image/png', bytes: Buffer.from('PNG') };
  expect(seen).toEqual([[{ title: 'A' }, '<p>', expect.objectContaining(file)]]);
});

test('a part without a type is a text, and Base64 is decoded', async () => {
  const seen: unknown[] = [];
  const post = ({ input }: { readonly input: { readonly body: unknown } }) => void seen.push(input.body);
  const server = await serverOf({ schema: { type: 'array', items: { type: ['string', 'integer'] } } }, { post });
  await server.post(['\r\nA', '\r\n7', 'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\nQUJD']);
  expect(seen).toEqual([['A', 7, 'ABC']]);
});

test.each<[what: string, described: object, parts: readonly string[], message: string]>([
  ['a part of another schema', ARTICLE, [json({ titel: 'A' }), PAGE], 'body /0/title is required'],
  ['too few parts', ARTICLE, [json({ title: 'A' })], 'body must have at least 2 items'],
  [
    'a part of another type',
    ARTICLE,
    [json({ title: 'A' }), PICTURE],
    'part 2 of the body: type image/png is not allowed; use text/html',
  ],
  [
    'an item of another type',
    ARTICLE,
    [json({ title: 'A' }), PAGE, PAGE],
    'part 3 of the body: type text/html is not allowed; use image/png, image/jpeg',
  ],
  ['an item of another schema', LOG, [json({ n: 1 }), json({ n: 'x' })], 'body /1/n must be an integer'],
  ['invalid JSON', LOG, ['Content-Type: application/json\r\n\r\n{'], 'part 1 of the body: '],
])('a request with %s is rejected', async (_what, described, parts, message) => {
  const response = await (await serverOf(described)).post(parts);
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(message)]);
});

test('a body that ends early is rejected', async () => {
  const { fetch } = await serverOf(LOG);
  const headers = { 'content-type': 'multipart/mixed; boundary=b' };
  const request = new Request('http://mock-server/it', { method: 'POST', headers, body: `--b\r\n${json({ n: 1 })}` });
  const response = await fetch(request);
  expect([response.status, await response.text()]).toEqual([
    400,
    expect.stringContaining('the body is not valid multipart'),
  ]);
});

test('generated parts have the schemas and types of their positions', async () => {
  const { get, reported } = await serverOf({ ...ARTICLE, schema: { ...ARTICLE.schema, minItems: 3 } });
  const { parts } = await get();
  expect(parts[0]).toMatch(/^Content-Type: application\/json\r\n\r\n{"title":".+"}$/);
  expect(parts[1]).toMatch(/^Content-Type: text\/html\r\n\r\n./);
  expect(parts[2]).toMatch(/^Content-Type: image\/png\r\n\r\n.PNG/);
  const { parts: items } = await (await serverOf({ itemSchema: {}, itemEncoding: { contentType: 'image/png' } })).get();
  expect(items).toHaveLength(3);
  for (const item of items) expect(item).toMatch(/^Content-Type: image\/png\r\n\r\n.PNG/);
  expect(reported).toEqual([]);
});

test('a handler returns a list of parts', async () => {
  const picture = new Blob(['JPEG'], { type: 'image/jpeg' });
  const { get } = await serverOf(ARTICLE, { get: () => [{ title: 'A' }, '<p>', picture, Buffer.from('PNG')] });
  expect((await get()).parts).toEqual([json({ title: 'A' }), PAGE, 'Content-Type: image/jpeg\r\n\r\nJPEG', PICTURE]);
});

test('a list of a handler that contradicts the schema is not sent', async () => {
  const { get, reported } = await serverOf(ARTICLE, { get: () => [{ titel: 'A' }, '<p>'] });
  expect((await get()).status).toBe(500);
  expect(reported).toEqual([
    expect.objectContaining({ message: expect.stringContaining('response /0/title is required') }),
  ]);
});

test('a handler streams parts, up to the first that contradicts itemSchema', async () => {
  async function* valid() {
    yield { n: 1 };
    yield { n: 2 };
  }
  expect((await (await serverOf(LOG, { get: valid })).get()).parts).toEqual([json({ n: 1 }), json({ n: 2 })]);
  async function* invalid() {
    yield { n: 1 };
    yield { n: 'x' };
  }
  const { get } = await serverOf(LOG, { get: invalid });
  await expect(get()).rejects.toThrow('invalid item 2 in its stream: response /n must be an integer');
});
