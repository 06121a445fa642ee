// HTTP/2 streams: received requests and sent responses.

import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { connectRaw2, FLAG, FRAME, type Frame, fieldBlock, frame, OPENING } from '../../support/raw-http2.ts';
import { ask2, connect2, OK, responding } from '../../support/wire-server.ts';

const GET = [
  [':method', 'GET'],
  [':scheme', 'http'],
  [':path', '/'],
] as const;
const HOST = [':authority', 'localhost'] as const;
const ofStream =
  (stream: number) =>
  ({ type, stream: its }: Frame) =>
    its === stream && (type === FRAME.headers || type === FRAME.reset);
const request = (stream: number, fields: readonly (readonly [string, string])[]) =>
  frame(FRAME.headers, FLAG.endHeaders | FLAG.endStream, stream, fieldBlock(fields));

describe('a request over HTTP/2', () => {
  test('arrives as over HTTP/1.1', async () => {
    const { url, port, requests } = await responding();
    const headers = {
      ':method': 'PUT',
      ':path': '/a%20b?c=%2f&d',
      cookie: ['a=1', 'b=2'],
      'x-many': ['1', '2'],
      te: 'trailers',
    };
    await ask2(await connect2(url), headers, 'body');
    expect(requests).toMatchObject([
      { method: 'PUT', target: '/a%20b?c=%2f&d', local: true, secure: false, body: Buffer.from('body') },
    ]);
    expect({ ...requests[0]?.headers }).toEqual({
      host: `127.0.0.1:${port}`,
      cookie: 'a=1; b=2',
      'x-many': '1, 2',
      te: 'trailers',
    });
  });

  test.each([
    ['authority', [HOST], 'localhost'],
    ['host', [['host', 'other.localhost']], 'other.localhost'],
    ['authority and its host', [HOST, ['host', 'localhost']], 'localhost'],
  ] as const)('may have its host as its %s', async (_, fields, host) => {
    const { port, requests } = await responding();
    const connection = await connectRaw2(port);
    connection.send(Buffer.concat([OPENING, request(1, [...GET, ...fields])]));
    await connection.next(ofStream(1));
    expect(requests.map(({ headers }) => headers.host)).toEqual([host]);
  });

  test.each([
    ['has no host', []],
    ['has two hosts', [HOST, ['host', 'elsewhere']]],
    [
      'has two host headers',
      [
        ['host', 'a'],
        ['host', 'b'],
      ],
    ],
    ['has a header of HTTP/1.1 connections', [HOST, ['connection', 'keep-alive']]],
    ['has a header in capitals', [HOST, ['X-A', 'b']]],
    ['is shorter than its content-length', [HOST, ['content-length', '5']]],
  ] as const)('is rejected if it %s, and the next one on its connection works', async (_, fields) => {
    const { port, requests } = await responding();
    const connection = await connectRaw2(port);
    connection.send(Buffer.concat([OPENING, request(1, [...GET, ...fields])]));
    const response = await connection.next(ofStream(1));
    // The status 400 is the twelfth entry of the static table (RFC 7541, appendix A).
    const isRefused = response?.type === FRAME.reset || response?.payload[0] === 0x8c;
    expect(isRefused).toBe(true);
    connection.send(request(3, [...GET, HOST]));
    expect((await connection.next(ofStream(3)))?.type).toBe(FRAME.headers);
    expect(requests).toHaveLength(1);
  });

  test('with CONNECT, or with an unknown expectation, is rejected with JSON', async () => {
    const { url, requests } = await responding();
    const session = await connect2(url);
    const connect = await ask2(session, { ':method': 'CONNECT', ':authority': 'localhost:80' });
    expect([connect.status, JSON.parse(connect.body), connect.headers.allow]).toMatchObject([
      405,
      { code: 12 },
      'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    ]);
    const expecting = await ask2(session, { ':method': 'POST', ':path': '/', expect: 'tea' }, 'body');
    expect([expecting.status, JSON.parse(expecting.body)]).toMatchObject([417, { code: 3 }]);
    expect(requests).toEqual([]);
  });

  test('that expects 100-continue gets it', async () => {
    const { url, requests } = await responding();
    const stream = (await connect2(url)).request({ ':method': 'POST', expect: '100-continue' });
    await once(stream, 'continue');
    stream.end('body');
    const [headers] = await once(stream, 'response');
    expect(headers[':status']).toBe(200);
    expect(requests.map(({ body }) => Buffer.from(body).toString())).toEqual(['body']);
  });

  test.each([
    [1000, undefined, 1000],
    [1001, 1000, 0],
    [3_000_000, 1000, 0],
  ])('with a body of %i bytes and a limit of 1000 exceeds %j', async (length, exceeds, stored) => {
    const { url, requests } = await responding(undefined, { bodyLimit: 1000 });
    const session = await connect2(url);
    for (let count = 0; count < 5; count += 1) {
      expect((await ask2(session, { ':method': 'POST' }, Buffer.alloc(length))).status).toBe(200);
    }
    expect(requests.map((one) => [one.exceededLimit, one.body.length])).toEqual(
      Array.from({ length: 5 }, () => [exceeds, stored]),
    );
  });

  test('above the limit gets a response before it is complete', async () => {
    const { url } = await responding(undefined, { bodyLimit: 1000 });
    const stream = (await connect2(url)).request({ ':method': 'POST' });
    stream.write(Buffer.alloc(1001));
    const [headers] = await once(stream, 'response');
    expect(headers[':status']).toBe(200);
    stream.end();
    await once(stream.resume(), 'close');
    expect(stream.rstCode).toBe(0);
  });
});

describe('a response over HTTP/2', () => {
  test('has no headers of an HTTP/1.1 connection', async () => {
    const headers = {
      Connection: 'close',
      'Keep-Alive': 'timeout=5',
      'transfer-encoding': 'chunked',
      upgrade: 'h2c',
      'x-a': 'b',
    };
    const { url } = await responding(() => ({ ...OK, headers }));
    const response = await ask2(await connect2(url), { ':path': '/' });
    expect(Object.keys(response.headers).toSorted()).toEqual(['content-length', 'date', 'x-a']);
  });

  test('to HEAD has the length, and no body', async () => {
    const { url } = await responding();
    const response = await ask2(await connect2(url), { ':method': 'HEAD' });
    expect(response).toMatchObject({ status: 200, body: '', endsWithHeaders: true });
    expect(response.headers['content-length']).toBe('2');
  });

  test.each([204, 304])('with the status %i has neither length nor body', async (status) => {
    const { url } = await responding(() => ({ status, headers: {}, body: '' }));
    const response = await ask2(await connect2(url), { ':path': '/' });
    expect(response).toMatchObject({ status, endsWithHeaders: true });
    expect(response.headers).not.toHaveProperty('content-length');
  });

  test.each(['1.1', '2'])('with the status 205 has no body, and content-length 0, over HTTP/%s', async (version) => {
    const { url } = await responding(() => ({ status: 205, headers: {}, body: 'more than nothing' }));
    const reported =
      version === '2'
        ? await ask2(await connect2(url), { ':path': '/' })
        : await fetch(url).then(async (one) => ({ headers: Object.fromEntries(one.headers), body: await one.text() }));
    expect([reported.headers['content-length'], reported.body]).toEqual(['0', '']);
  });

  test('of many bytes is complete', async () => {
    const body = Buffer.alloc(1_000_000, 'x');
    const { url } = await responding(() => ({ ...OK, body }));
    expect((await ask2(await connect2(url), { ':path': '/' })).body).toBe(body.toString());
  });
});
