// Documented response headers: which values are sent, and which never are.

import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { documentOf, ownMockServer } from '../../support/own-api.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const json = { 'application/json': { schema: { type: 'array', items: { type: 'object', properties: { id: text } } } } };

/** The headers of `GET /things`, with these documented. */
async function headersOf(headers: object, init: RequestInit = {}): Promise<Headers> {
  const server = await serving(headers);
  const response = await server.fetch(new Request('http://mock/things', init));
  expect(response.status).toBeLessThan(500);
  return response.headers;
}

function serving(headers: object): Promise<MockServer> {
  const responses = {
    200: { description: 'ok', headers, content: json },
    429: { description: 'slow down', headers, content: { 'application/json': { schema: { type: 'object' } } } },
  };
  const document = documentOf({ '/things': { get: { operationId: 'listThings', responses } } });
  Object.assign(document, { components: { examples: { Shared: { value: 'shared' } } } });
  return ownMockServer(document, {}, { infer: true });
}

describe('a documented header is sent with', () => {
  test.each<[string, object, string | null]>([
    ['its example', { schema: text, example: 'five' }, 'five'],
    ['a number as example', { schema: integer, example: 5 }, '5'],
    ['the first of its examples', { schema: text, examples: { a: { value: 'one' }, b: { value: 'two' } } }, 'one'],
    ['a referenced example', { schema: text, examples: { a: { $ref: '#/components/examples/Shared' } } }, 'shared'],
    ['a list, without spaces', { schema: { type: 'array', items: text }, example: ['a', 'b'] }, 'a,b'],
    ['an object in simple style', { schema: { type: 'object' }, example: { a: 1, b: 2 } }, 'a,1,b,2'],
    ['an exploded object', { explode: true, schema: { type: 'object' }, example: { a: 1, b: 2 } }, 'a=1,b=2'],
    ['JSON, if it has content', { content: { 'application/json': { example: { b: 2 } } } }, '{"b":2}'],
    ['the example of its schema', { schema: { ...text, example: 'own' } }, 'own'],
    ['the first example of its schema', { schema: { ...text, examples: ['own'] } }, 'own'],
    ['its default', { schema: { ...text, default: 'preset' } }, 'preset'],
    ['its only value', { schema: { const: 'fixed' } }, 'fixed'],
    ['a value of its list', { schema: { ...text, enum: ['a', 'b'] } }, 'a'],
    ['nothing without a schema', { description: 'something' }, null],
  ])('%s', async (_, header, expected) => {
    expect((await headersOf({ 'X-It': header })).get('x-it')).toBe(expected);
  });

  test.each([
    ['breaks its schema', { type: 'string', minLength: 1, maxLength: 2 }, 'too long', /^.{1,2}$/],
    ['HTTP cannot carry', { type: 'string', enum: ['ok'] }, 'a\nb: c', /^ok$/],
  ])('a value of its schema if the document has one that %s', async (_, schema, example, expected) => {
    expect((await headersOf({ 'X-It': { schema, example } })).get('x-it')).toMatch(expected);
  });

  test('nothing if HTTP cannot carry the generated value', async () => {
    const schema = { type: 'string', pattern: '^[\\u4e00-\\u9fa5]{3}$' };
    expect((await headersOf({ 'X-It': { schema } })).has('x-it')).toBe(false);
  });

  test('a generated value of its schema', async () => {
    const sent = await headersOf({
      'X-Request-Id': { schema: { ...text, format: 'uuid' } },
      'X-Count': { schema: integer },
    });
    expect(sent.get('x-request-id')).toMatch(/^[\da-f]{8}-/);
    expect(sent.get('x-count')).toMatch(/^\d+$/);
  });

  test('consistent values of rate limits', async () => {
    const names = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After'];
    const headers = Object.fromEntries(names.map((name) => [name, { schema: integer }]));
    const free = await headersOf(headers);
    expect(names.map((name) => free.get(name))).toEqual(['100', '99', '60', '60']);
    const full = await headersOf(headers, { headers: { prefer: 'code=429' } });
    expect(names.map((name) => full.get(name))).toEqual(['100', '0', '60', '60']);
  });
});

test('an example reaches rejected requests and injected faults', async () => {
  const server = await serving({ 'Retry-After': { schema: integer, example: 30 } });
  for (const header of [{ prefer: 'code=429' }, { 'x-understudy-fault': 'status=429' }]) {
    const { status, headers } = await server.fetch(new Request('http://mock/things', { headers: header }));
    expect([status, headers.get('retry-after')]).toEqual([429, '30']);
  }
});

test('headers that clients act on are sent only with a value from the document', async () => {
  const names = ['Link', 'Cache-Control', 'Content-Disposition', 'Last-Modified', 'Set-Cookie', 'WWW-Authenticate'];
  const sent = await headersOf(Object.fromEntries(names.map((name) => [name, { schema: text }])));
  expect(names.filter((name) => sent.has(name))).toEqual([]);
  const disposition = 'attachment; filename="a.csv"';
  const documented = await headersOf({ 'Content-Disposition': { schema: text, example: disposition } });
  expect(documented.get('content-disposition')).toBe(disposition);
});

test('several cookies are several lines, and the request log has them without their values', async () => {
  const lines = ['a=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT', 'b=2'];
  const server = await serving({ 'Set-Cookie': { schema: { type: 'array', items: text }, example: lines } });
  const { headers } = await server.fetch(new Request('http://mock/things'));
  expect(headers.getSetCookie()).toEqual(lines);
  const log = await server.fetch(new Request('http://127.0.0.1/_understudy/requests'));
  const { exchanges } = (await log.json()) as { exchanges: { responseHeaders: Record<string, string> }[] };
  expect(exchanges[0]?.responseHeaders).toMatchObject({ 'set-cookie': '[redacted]' });
});

describe('headers that would break the response', () => {
  const headers = {
    'Content-Encoding': { required: true, schema: text, example: 'gzip' },
    'Transfer-Encoding': { schema: text, example: 'chunked' },
    'Content-Length': { required: true, schema: integer, example: 9999 },
    Connection: { schema: text, example: 'close' },
    Date: { schema: text, example: 'yesterday' },
  };

  test('are not sent, even if they are required', async () => {
    const server = await serving(headers);
    const response = await server.fetch(new Request('http://mock/things'));
    expect(response.status).toBe(200);
    expect(await response.json()).toBeInstanceOf(Array);
    expect(
      ['content-encoding', 'transfer-encoding', 'connection'].filter((name) => response.headers.has(name)),
    ).toEqual([]);
    expect(response.headers.get('date')).not.toBe('yesterday');
  });

  test('are reported once, with their place', async () => {
    const server = await serving(headers);
    const found = server.documents()[0]?.findings.filter(({ rule }) => rule === 'response-header') ?? [];
    expect(found.map(({ pointer }) => pointer.split('/').at(-1)).sort()).toEqual([
      ...['Connection', 'Content-Encoding', 'Content-Length', 'Date', 'Transfer-Encoding'].flatMap((name) => [
        name,
        name,
      ]),
    ]);
  });
});
