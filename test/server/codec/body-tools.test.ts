// Bodies of every media type, from a client to a handler and back.

import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { respond } from '../../../src/index.ts';
import { documentOf, ownMockServer } from '../../support/own-api.ts';

const pet = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 5 }, age: { type: 'integer' } },
  xml: { name: 'pet' },
};
const file = { type: 'string', format: 'binary' };

type SendOptions = (
  type: string | undefined,
  body?: string | Uint8Array | FormData,
  headers?: Headers,
) => Promise<ReadBody>;
type Headers = Readonly<Record<string, string>>;

/** The response for the client, and the input of the handler. */
interface ReadBody {
  readonly status: number;
  readonly headers: Response['headers'];
  readonly text: string;
  readonly input: unknown;
}

const rejected = { description: 'refused', content: { 'application/json': {} } };

/** A mock server with an operation for each of these request bodies, whose handlers record their input. */
async function readers(
  bodies: readonly object[],
  settings: { readonly bodyLimit?: number } = {},
): Promise<SendOptions[]> {
  let seen: unknown;
  const put = ({ input }: { input: unknown }) => {
    seen = input;
    return { ok: true };
  };
  const responses = { 200: { description: 'ok', content: { 'application/json': {} } }, default: rejected };
  const paths = bodies.map((requestBody, at) => [
    `/${at}`,
    { post: { operationId: `put${at}`, requestBody, responses } },
  ]);
  const handlers = Object.fromEntries(bodies.map((_, at) => [`put${at}`, put]));
  const describeError = ({ message }: { message: string }) => message;
  const mockServer = await ownMockServer(documentOf(Object.fromEntries(paths)), handlers, { describeError }, settings);
  return bodies.map((_, at) => async (type, body, more = {}) => {
    const headers = { ...(type !== undefined && { 'content-type': type }), ...more };
    const init = { method: 'POST', headers, ...(body !== undefined && { body: body as string }) };
    const request = new Request(`http://mock-server/${at}`, init);
    // fetch sets a media type for a string.
    if (type === undefined && !(body instanceof FormData)) request.headers.delete('content-type');
    const response = await mockServer.fetch(request);
    return { status: response.status, headers: response.headers, text: await response.text(), input: seen };
  });
}

/** The same for one body. */
async function reader(
  content: object,
  settings: { readonly bodyLimit?: number } = {},
  required = false,
): Promise<SendOptions> {
  const [send] = await readers([{ required, content }], settings);
  if (!send) throw new Error('there is no operation');
  return send;
}

const FORM = 'application/x-www-form-urlencoded';

describe('a handler gets', () => {
  const rows: readonly (readonly [string, object, string | undefined, string | Uint8Array, unknown])[] = [
    ['JSON', { 'application/json': { schema: pet } }, 'application/json', '{"name":"A"}', { name: 'A' }],
    [
      'JSON by a name',
      { 'application/merge-patch+json': { schema: pet } },
      'application/merge-patch+json',
      '{"name":"A"}',
      { name: 'A' },
    ],
    ['JSON as a text', { 'text/json': { schema: pet } }, 'text/json', '{"name":"A"}', { name: 'A' }],
    [
      'JSON with a parameter',
      { 'application/json; version=2': { schema: pet } },
      'application/json;version=2',
      '{"name":"A"}',
      { name: 'A' },
    ],
    [
      'JSON with a charset',
      { 'application/json; charset=utf-8': { schema: pet } },
      'application/json',
      '{"name":"A"}',
      { name: 'A' },
    ],
    ['JSON for any type', { '*/*': { schema: pet } }, 'application/json', '{"name":"A"}', { name: 'A' }],
    [
      'JSON for any JSON',
      { 'application/*+json': { schema: pet } },
      'application/vnd.a+json',
      '{"name":"A"}',
      { name: 'A' },
    ],
    [
      'JSON that does not say so',
      { 'text/plain': {}, 'application/json': { schema: pet } },
      undefined,
      '{"name":"A"}',
      { name: 'A' },
    ],
    ['another type that does not say so', { 'text/plain': {} }, undefined, 'abc', { body: 'abc' }],
    ['any type that does not say so', { '*/*': {} }, undefined, '{"a":1}', { a: 1 }],
    ['a form', { [FORM]: { schema: pet } }, FORM, 'name=A&age=7', { name: 'A', age: 7 }],
    [
      'text',
      { 'text/plain': { schema: { type: 'string' } } },
      'text/plain; charset=latin1',
      Buffer.from('ä', 'latin1'),
      { body: 'ä' },
    ],
    ['no text', { 'text/plain': { schema: { type: 'string' } } }, 'text/plain', '', { body: '' }],
    ['a number as text', { 'text/plain': { schema: { type: 'integer' } } }, 'text/plain', '7', { body: 7 }],
    [
      'XML',
      { 'application/xml': { schema: pet } },
      'application/xml',
      '<pet><name>A</name><age>7</age></pet>',
      { name: 'A', age: 7 },
    ],
    ['XML for any type', { '*/*': { schema: pet } }, 'text/xml', '<pet><name>A</name></pet>', { name: 'A' }],
    [
      'a table',
      { 'text/csv': { schema: { type: 'array', items: pet } } },
      'text/csv',
      'name,age\nA,7\n',
      { body: [{ name: 'A', age: 7 }] },
    ],
    [
      'lines of JSON',
      { 'application/x-ndjson': { schema: { type: 'array', items: pet } } },
      'application/x-ndjson',
      '{"name":"A"}\n',
      { body: [{ name: 'A' }] },
    ],
    [
      'bytes',
      { 'application/octet-stream': { schema: file } },
      'application/octet-stream',
      Buffer.from([0, 255]),
      { body: Uint8Array.from([0, 255]) },
    ],
    ['an image', { 'image/*': {} }, 'image/png', Buffer.from([0, 255]), { body: Uint8Array.from([0, 255]) }],
    [
      'the most specific one',
      { '*/*': {}, 'text/*': {}, 'text/csv': { schema: { type: 'array' } } },
      'text/csv',
      'a',
      { body: [['a']] },
    ],
  ];

  test('the value of a body by its media type', async () => {
    const sends = await readers(rows.map(([, content]) => ({ content })));
    for (const [at, [what, , type, body, input]] of rows.entries()) {
      const response = await sends[at]?.(type, body);
      expect([what, response?.status, response?.text, response?.input]).toEqual([what, 200, '{"ok":true}', input]);
    }
  });

  test('files of a form', async () => {
    const schema = { type: 'object', properties: { title: { type: 'string' }, files: { type: 'array', items: file } } };
    const send = await reader({ 'multipart/form-data': { schema } });
    const form = new FormData();
    form.set('title', 'T');
    form.append('files', new Blob([Buffer.from([0, 255])], { type: 'image/png' }), 'a.png');
    form.append('files', new Blob(['x']), 'b');
    const { status, input } = await send(undefined, form);
    expect(status).toBe(200);
    expect(input).toEqual({
      title: 'T',
      files: [
        { name: 'a.png', type: 'image/png', bytes: Buffer.from([0, 255]) },
        { name: 'b', type: 'application/octet-stream', bytes: Buffer.from('x') },
      ],
    });
  });

  test.each([
    ['gzip', gzipSync('{"name":"A"}')],
    ['br', brotliCompressSync('{"name":"A"}')],
    ['identity', '{"name":"A"}'],
  ])('the value of a body compressed with %s', async (coding, body) => {
    const send = await reader({ 'application/json': { schema: pet } });
    const { status, input } = await send('application/json', body, { 'content-encoding': coding });
    expect([status, input]).toEqual([200, { name: 'A' }]);
  });

  test('nothing if an optional body is not sent', async () => {
    const send = await reader({ 'application/octet-stream': { schema: file } });
    expect((await send(undefined, undefined)).input).toEqual({});
  });
});

describe('rejected bodies', () => {
  const LIMIT = 20_000;
  const everything = {
    'application/json': { schema: pet },
    [FORM]: { schema: pet },
    'multipart/form-data': { schema: { type: 'object', properties: { photo: { ...file, maxLength: 3 } } } },
    'application/xml': { schema: pet },
    'text/plain': { schema: { type: 'string', maxLength: 3 } },
    'application/octet-stream': { schema: { ...file, maxLength: 3 } },
    'application/x-ndjson': { schema: { type: 'array', items: pet } },
    'text/csv': { schema: { type: 'array', items: pet } },
  };

  test('a body that violates its schema is rejected', async () => {
    const rows: readonly (readonly [string, string, string | Uint8Array, string])[] = [
      ['a form', FORM, 'name=Anneliese', 'body /name must have at most 5 characters'],
      ['a form', FORM, 'name=A&age=x', 'body /age must be an integer'],
      ['a form', FORM, 'age=1', 'body /name is required'],
      ['XML', 'application/xml', '<pet><age>x</age></pet>', 'body /name is required; body /age must be an integer'],
      ['text', 'text/plain', 'ääää', 'body must have at most 3 characters'],
      ['bytes', 'application/octet-stream', Buffer.from('ää'), 'body must have at most 3 characters'],
      ['lines of JSON', 'application/x-ndjson', '{"name":"A"}\n{}', 'body /1/name is required'],
      ['a table', 'text/csv', 'name\nAnneliese', 'body /0/name must have at most 5 characters'],
    ];
    const send = await reader(everything);
    for (const [what, type, body, message] of rows) {
      const { status, text } = await send(type, body);
      expect([what, status, text]).toEqual([what, 400, JSON.stringify(message)]);
    }
  });

  test('a file above its maxLength is rejected', async () => {
    const form = new FormData();
    form.set('photo', new Blob(['1234']), 'a.png');
    const response = await (await reader(everything))(undefined, form);
    expect([response.status, response.text]).toEqual([400, '"body /photo must have at most 3 characters"']);
  });

  test('an unsupported media type is rejected with the supported ones', async () => {
    const rows: readonly (readonly [string, string, string])[] = [
      ['image/png', 'identity', 'image/png is not accepted; use application/json, text/plain'],
      ['nonsense', 'identity', 'nonsense is not accepted; use application/json, text/plain'],
      ['text/*', 'identity', 'text/* is not accepted; use application/json, text/plain'],
      [
        'application/json; charset=utf-16',
        'identity',
        'application/json; charset=utf-16 is not accepted; use application/json, text/plain',
      ],
      [
        'text/plain; charset=klingon',
        'identity',
        'text/plain; charset=klingon is not accepted; use application/json, text/plain',
      ],
      ['text/plain', 'zstd', 'content encoding zstd is not supported; supported: gzip, br, deflate'],
    ];
    const send = await reader({ 'application/json': {}, 'text/plain': {} });
    for (const [type, coding, message] of rows) {
      const { status, text, headers } = await send(type, 'x', { 'content-encoding': coding });
      expect([status, text]).toEqual([415, JSON.stringify(`Unsupported Media Type: ${message}`)]);
      const isRead = headers.get('accept') ?? headers.get('accept-encoding');
      expect(isRead).toBe(coding === 'zstd' ? 'gzip, br, deflate' : 'application/json, text/plain');
    }
  });

  test.each([LIMIT + 1, 10_000_000])('a body of %i bytes after decompression is rejected', async (length) => {
    const send = await reader(everything, { bodyLimit: LIMIT });
    const { status, text } = await send('text/plain', gzipSync(Buffer.alloc(length)), {
      'content-encoding': 'gzip',
    });
    expect([status, text]).toEqual([413, '"body exceeds 20000 bytes after decompression"']);
  });

  test('a missing required body is rejected', async () => {
    const send = await reader(everything, {}, true);
    const { status, text } = await send(undefined, undefined);
    expect([status, text]).toEqual([400, '"body is required"']);
  });
});

/** The value of a handler, and the responses of its document. */
interface Given {
  readonly responses: object;
  readonly value: unknown;
}

type Get = (accept?: string, headers?: Headers, method?: string) => Promise<Got>;

interface Got {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
  readonly headers: Response['headers'];
}

/** A mock server with an operation for each of these responses. */
async function writers(
  given: readonly Given[],
): Promise<{ readonly gets: readonly Get[]; readonly reported: unknown[] }> {
  const paths = given.map(({ responses }, at) => [`/${at}`, { get: { operationId: `give${at}`, responses } }]);
  const handlers = Object.fromEntries(given.map(({ value }, at) => [`give${at}`, () => value]));
  const describeError = ({ message }: { message: string }) => ({ message });
  const { fetch, reported } = await ownMockServer(documentOf(Object.fromEntries(paths)), handlers, { describeError });
  const gets = given.map(
    (_, at): Get =>
      async (accept, more = {}, method = 'GET') => {
        const headers = { ...(accept !== undefined && { accept }), ...more };
        const {
          status,
          headers: fields,
          ...response
        } = await fetch(new Request(`http://mock-server/${at}`, { method, headers })).then(async (one) => ({
          status: one.status,
          headers: one.headers,
          text: await one.text(),
        }));
        return { status, headers: fields, type: fields.get('content-type'), ...response };
      },
  );
  return { gets, reported };
}

/** The same for one response. */
async function writer(responses: object, value: unknown): Promise<Get> {
  const [get] = (await writers([{ responses, value }])).gets;
  if (!get) throw new Error('there is no operation');
  return get;
}

function ok(content: object): object {
  return {
    200: { description: 'ok', content },
    default: { description: 'refused', content: { 'application/json': {} } },
  };
}

async function* later(...items: readonly unknown[]) {
  yield* items;
}

const PET = { name: 'Ä', age: 7 };
const PET_XML = '<?xml version="1.0" encoding="UTF-8"?>\n<pet><name>Ä</name><age>7</age></pet>';
const text = { type: 'string' };

describe('values of handlers', () => {
  test('a value is sent in the format of its media type', async () => {
    const rows: readonly (readonly [string, object, string, unknown, string])[] = [
      ['JSON', { 'application/json': { schema: pet } }, 'application/json', PET, '{"name":"Ä","age":7}'],
      [
        'JSON by a name',
        { 'application/hal+json': { schema: pet } },
        'application/hal+json',
        PET,
        '{"name":"Ä","age":7}',
      ],
      [
        'JSON in bytes',
        { 'application/json': { schema: pet } },
        'application/json',
        Buffer.from('{"name":"A"}'),
        '{"name":"A"}',
      ],
      ['text', { 'text/plain': { schema: text } }, 'text/plain; charset=utf-8', 'Ä', 'Ä'],
      ['a number as text', { 'text/plain': { schema: { type: 'integer' } } }, 'text/plain; charset=utf-8', 7, '7'],
      ['HTML', { 'text/html': { schema: text } }, 'text/html; charset=utf-8', '<b>', '<b>'],
      ['text with a charset', { 'text/plain; charset=UTF-8': {} }, 'text/plain; charset=UTF-8', 'Ä', 'Ä'],
      [
        'a table',
        { 'text/csv': { schema: { type: 'array', items: pet } } },
        'text/csv; charset=utf-8',
        [PET],
        'name,age\r\nÄ,7\r\n',
      ],
      ['a table that is a text', { 'text/csv': { schema: text } }, 'text/csv; charset=utf-8', 'a,b', 'a,b'],
      ['a table for a text', { 'text/csv': { schema: text } }, 'text/csv; charset=utf-8', [['a', 'b']], 'a,b\r\n'],
      [
        'a text for a table',
        { 'text/csv': { schema: { type: 'array', items: pet } } },
        'text/csv; charset=utf-8',
        'name\nA',
        'name\nA',
      ],
      ['XML', { 'application/xml': { schema: pet } }, 'application/xml', PET, PET_XML],
      [
        'XML that is a text',
        { 'application/xml': { schema: pet } },
        'application/xml',
        '<pet><name>A</name></pet>',
        '<pet><name>A</name></pet>',
      ],
      ['XML without a schema', { 'application/xml': {} }, 'application/xml', '<any/>', '<any/>'],
      ['an image', { 'image/png': { schema: file } }, 'image/png', Buffer.from('png'), 'png'],
      ['an image without a schema', { 'image/png': {} }, 'image/png', new Blob(['png']), 'png'],
      [
        'bytes of a buffer',
        { 'application/octet-stream': { schema: file } },
        'application/octet-stream',
        new TextEncoder().encode('ab').buffer,
        'ab',
      ],
      [
        'a blob of its own type',
        { 'image/*': { schema: file } },
        'image/webp',
        new Blob(['webp'], { type: 'image/webp' }),
        'webp',
      ],
      [
        'lines of JSON',
        { 'application/x-ndjson': { schema: { type: 'array', items: pet } } },
        'application/x-ndjson',
        [PET],
        '{"name":"Ä","age":7}\n',
      ],
      [
        'events',
        { 'text/event-stream': {} },
        'text/event-stream',
        [{ event: 'a', data: PET }],
        'event: a\ndata: {"name":"Ä","age":7}\n\n',
      ],
      [
        'a stream of lines',
        { 'application/x-ndjson': { schema: { type: 'array', items: pet } } },
        'application/x-ndjson',
        later(PET, PET),
        '{"name":"Ä","age":7}\n{"name":"Ä","age":7}\n',
      ],
      [
        'a stream of events',
        { 'text/event-stream': { schema: text } },
        'text/event-stream',
        later('a', 'b'),
        'data: a\n\ndata: b\n\n',
      ],
      [
        'a stream of bytes',
        { 'image/png': { schema: file } },
        'image/png',
        later(Buffer.from('p'), Buffer.from('ng')),
        'png',
      ],
      ['a stream of text', { 'text/plain': { schema: text } }, 'text/plain; charset=utf-8', later('a', 'b'), 'ab'],
      [
        'a stream of JSON',
        { 'application/json': { schema: pet } },
        'application/json',
        later('{"name"', ':"A"}'),
        '{"name":"A"}',
      ],
      ['a form', { [FORM]: { schema: pet } }, FORM, PET, 'name=%C3%84&age=7'],
      ['JSON for any type', { '*/*': { schema: pet } }, 'application/json', PET, '{"name":"Ä","age":7}'],
      ['text for any type', { '*/*': {} }, 'text/plain; charset=utf-8', 'a', 'a'],
      ['bytes for any type', { '*/*': {} }, 'application/octet-stream', Buffer.from('a'), 'a'],
      ['text for any text', { 'text/*': {} }, 'text/plain; charset=utf-8', 'a', 'a'],
      ['JSON for any JSON', { 'application/*+json': { schema: pet } }, 'application/json', PET, '{"name":"Ä","age":7}'],
    ];
    const { gets, reported } = await writers(rows.map(([, content, , value]) => ({ responses: ok(content), value })));
    for (const [at, [what, , type, , body]] of rows.entries()) {
      const response = await gets[at]?.();
      expect([what, response?.status, response?.type, response?.text]).toEqual([what, 200, type, body]);
    }
    expect(reported).toEqual([]);
  });

  test('a value that violates its schema becomes a 500', async () => {
    const rows: readonly (readonly [string, object, unknown, string])[] = [
      ['no image', { 'image/png': {} }, undefined, 'response must have a body'],
      ['no JSON', { 'application/json': {} }, undefined, 'response must have a body'],
      ['no object', { 'application/json': { schema: pet } }, undefined, 'response must be an object'],
      ['an object for an image', { 'image/png': { schema: file } }, {}, 'response must be a string'],
      [
        'a text for a table of objects',
        { 'text/csv': { schema: { type: 'array', items: pet } } },
        'age\n1',
        'response /0/name is required',
      ],
      [
        'a table of the wrong objects',
        { 'text/csv': { schema: { type: 'array', items: pet } } },
        [{ age: 1 }],
        'response /0/name is required',
      ],
      [
        'a long text',
        { 'text/plain': { schema: { ...text, maxLength: 2 } } },
        'abc',
        'response must have at most 2 characters',
      ],
      [
        'long bytes',
        { 'image/png': { schema: { ...file, maxLength: 2 } } },
        Buffer.from('abc'),
        'response must have at most 2 characters',
      ],
      ['XML of another schema', { 'application/xml': { schema: pet } }, { age: 1 }, 'response /name is required'],
      ['XML text of another schema', { 'application/xml': { schema: pet } }, '<pet/>', 'response /name is required'],
      [
        'lines of another schema',
        { 'application/x-ndjson': { schema: { type: 'array', items: pet } } },
        [{}],
        'response /0/name is required',
      ],
      [
        'JSON in bytes of another schema',
        { 'application/json': { schema: pet } },
        Buffer.from('{}'),
        'response /name is required',
      ],
    ];
    const { gets } = await writers(rows.map(([, content, value]) => ({ responses: ok(content), value })));
    for (const [at, [what, , , breach]] of rows.entries()) {
      const response = await gets[at]?.();
      expect([what, response?.status, JSON.parse(response?.text ?? '').message]).toEqual([
        what,
        500,
        expect.stringContaining(breach),
      ]);
    }
  });

  test('a value that cannot be serialized becomes an internal error', async () => {
    const { gets, reported } = await writers([{ responses: ok({ 'image/png': {} }), value: { a: 1 } }]);
    expect(JSON.parse((await gets[0]?.())?.text ?? '').message).toBe(
      'The response cannot be serialized as image/png: it must be bytes (Uint8Array, ArrayBuffer or Blob), a stream or a string',
    );
    expect(reported).toHaveLength(1);
  });
});

describe('content negotiation', () => {
  const types = {
    'application/xml': { schema: pet },
    'application/json': { schema: pet },
    'text/csv': { schema: pet },
  };
  test.each<[string | undefined, string]>([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/xml', 'application/xml'],
    ['application/json;q=0.5, application/*', 'application/xml'],
    ['text/csv, application/xml;q=0.1', 'text/csv; charset=utf-8'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/xml'],
    ['nonsense', 'application/json'],
  ])('for Accept %s the response has the media type %s', async (accept, type) => {
    const answer = await (await writer(ok(types), PET))(accept);
    expect(answer).toMatchObject({ status: 200, type });
  });

  test.each(['image/png', 'application/json;q=0', 'text/*;q=0'])(
    'Accept %s that excludes all media types is rejected with 406',
    async (accept) => {
      const value = { calls: 0 };
      const mockServer = await ownMockServer(
        documentOf({ '/it': { get: { operationId: 'give', responses: ok({ 'application/json': {} }) } } }),
        { give: () => (value.calls += 1) },
        { describeError: ({ message }) => ({ message }) },
      );
      const response = await mockServer.fetch(new Request('http://mock-server/it', { headers: { accept } }));
      expect([response.status, await response.json()]).toEqual([
        406,
        { message: 'Not Acceptable: the Accept header allows none of the available types: application/json' },
      ]);
      expect(value.calls).toBe(0);
    },
  );

  test('Vary: Accept', async () => {
    const { gets } = await writers([
      { responses: ok(types), value: PET },
      { responses: ok({ 'text/csv': {} }), value: 'a' },
    ]);
    const reported = await Promise.all(gets.map(async (get) => (await get()).headers.get('vary')));
    expect(reported).toEqual(['Accept, Origin', 'Origin']);
  });

  test('Accept is ignored if a success without a body is declared', async () => {
    const responses = { ...ok({ 'application/json': {} }), 204: { description: 'nothing' } };
    expect(await (await writer(responses, { a: 1 }))('image/png')).toMatchObject({
      status: 200,
      type: 'application/json',
    });
  });

  test('errors are in JSON regardless of the Accept header', async () => {
    const responses = {
      200: { description: 'ok', content: { 'text/csv': { schema: text } } },
      default: { description: 'no', content: { 'application/json': {} } },
    };
    const send = await writer(responses, undefined);
    expect(await send('text/csv')).toMatchObject({ status: 500, type: 'application/json' });
  });
});

describe('empty responses', () => {
  test.each(['301', '302', '204'])('%s has no body, even if the document declares one', async (status) => {
    const responses = { [status]: { description: 'elsewhere', content: { 'text/html': { schema: text } } } };
    const response = await (await writer(responses, undefined))();
    expect(response).toMatchObject({ status: Number(status), type: null, text: '' });
  });

  test('204 is sent if the document declares only interim statuses', async () => {
    const response = await (await writer({ 101: { description: 'switching' } }, undefined))();
    expect(response).toMatchObject({ status: 204, type: null, text: '' });
  });

  test('a response to HEAD has no body', async () => {
    const send = await writer(ok({ 'text/csv': { schema: text } }), 'a,b');
    expect(await send(undefined, {}, 'HEAD')).toMatchObject({ status: 200, type: 'text/csv; charset=utf-8', text: '' });
  });
});

describe('declared ETags', () => {
  const etag = { ETag: { schema: { type: 'string' }, required: true } };
  const named = { 200: { description: 'ok', headers: etag, content: { 'application/json': { schema: pet } } } };

  test('an ETag is generated from the body, and a matching If-None-Match returns 304', async () => {
    const get = await writer(named, PET);
    const first = await get();
    expect(first).toMatchObject({ status: 200, text: '{"name":"Ä","age":7}' });
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    for (const known of [tag, `W/${tag}`, `"a", ${tag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const again = await get(undefined, { 'if-none-match': known }, method);
        expect(again).toMatchObject({ status: 304, type: null, text: '' });
        expect(again.headers.get('etag')).toBe(tag);
      }
    }
    expect((await get(undefined, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('an ETag may come from the handler; a declared 304 also works without ETag', async () => {
    const { gets } = await writers([
      { responses: named, value: respond(200, PET, { etag: 'W/"7"' }) },
      { responses: { ...ok({ 'text/plain': {} }), 304: { description: 'known' } }, value: 'a' },
      { responses: ok({ 'text/plain': {} }), value: 'a' },
      { responses: named, value: later('{"name":"A"}') },
    ]);
    const [byHandler, bySilence, without, stream] = gets;
    expect((await byHandler?.(undefined, { 'if-none-match': '"7"' }))?.status).toBe(304);
    expect((await bySilence?.(undefined, { 'if-none-match': '*' }))?.status).toBe(304);
    expect((await without?.(undefined, { 'if-none-match': '*' }))?.status).toBe(200);
    expect(JSON.parse((await stream?.())?.text ?? '').message).toContain('must have header etag');
  });
});
