// One port for HTTP/1.1 and HTTP/2: the first bytes select the protocol, however they are split, and responses are the same.

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { WireRequest } from '../../../src/server/pipeline/wire.ts';
import { listening, OWNER, SEARCH, search } from '../../support/listening.ts';
import { connectRaw } from '../../support/raw-http.ts';
import { connectRaw2, FLAG, FRAME, fieldBlock, frame, OPENING, PREFACE } from '../../support/raw-http2.ts';
import { checkProperty } from '../../support/runs.ts';
import { ask2, connect2, responding } from '../../support/wire-server.ts';

const run = promisify(execFile);
const curlSpeaksHttp2 = await run('curl', ['--version']).then(
  ({ stdout }) => stdout.includes('HTTP2'),
  () => false,
);

const GET = fieldBlock([
  [':method', 'GET'],
  [':scheme', 'http'],
  [':path', '/'],
  [':authority', 'localhost'],
]);
const AS_OWNER = { ':method': 'POST', ':path': SEARCH, authorization: 'Bearer token-owner' };

describe('one port', () => {
  test.each([
    ['a search', 'POST', SEARCH, '{"query":{"limit":2}}', {}],
    ['a search that is rejected', 'POST', SEARCH, '{"query":{"limit":1001}}', {}],
    ['a request without credentials', 'POST', SEARCH, '{}', { authorization: 'Bearer nobody' }],
    ['an unknown path', 'GET', '/nothing?a=b', undefined, {}],
    ['a wrong method', 'DELETE', SEARCH, undefined, {}],
    ['a page', 'GET', '/', undefined, { accept: 'text/html' }],
    ['a wrong method of a page', 'POST', '/', '{}', {}],
    ['a file of a page', 'GET', '/reference/oauth2-redirect.js', undefined, {}],
    ['a health check', 'GET', '/management/v1/healthz', undefined, {}],
    ['a page of another origin', 'POST', SEARCH, '{}', { origin: 'https://console.murmeltal.example' }],
    [
      'a preflight request',
      'OPTIONS',
      SEARCH,
      undefined,
      { origin: 'https://a.example', 'access-control-request-method': 'POST' },
    ],
    ['a body above the limit', 'POST', SEARCH, ' '.repeat(2000), {}],
  ])('returns %s over HTTP/2 as over HTTP/1.1', async (_, method, path, body, more) => {
    const { port, url } = await listening({ now: () => new Date('2026-11-21T09:00:00Z'), bodyLimit: 1000 });
    const requested = { authorization: 'Bearer token-owner', ...more };
    const connection = await connectRaw(port);
    const fields = Object.entries({
      host: `127.0.0.1:${port}`,
      'content-length': Buffer.byteLength(body ?? ''),
      ...requested,
    });
    const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    connection.send(`${method} ${path} HTTP/1.1\r\n${lines}\r\n${body ?? ''}`);
    const old = await connection.response();
    const session = await connect2(url);
    const {
      status,
      headers,
      body: text,
    } = await ask2(session, { ':method': method, ':path': path, ...requested }, body);
    expect(status).toBe(old.status);
    expect(text).toBe(old.body);
    const ofHttp1 = ['connection', 'keep-alive', 'date'];
    const reported = [...old.headers].filter(([name]) => !ofHttp1.includes(name));
    const { date, ...rest } = headers;
    expect(date).toMatch(/ GMT$/);
    expect(rest).toEqual(Object.fromEntries(reported));
  });

  test.skipIf(!curlSpeaksHttp2)('serves curl over either protocol', async () => {
    const { url } = await listening();
    const requested = ['-s', '-w', ' %{http_version}', '-H', OWNER, '-d', '{}', url + SEARCH];
    const first = await run('curl', ['--http1.1', ...requested]);
    const second = await run('curl', ['--http2-prior-knowledge', ...requested]);
    expect(first.stdout).toMatch(/^\{.*\} 1\.1$/);
    expect(second.stdout).toMatch(/^\{.*\} 2$/);
  });

  test('serves clients over HTTP/1.1 that request an upgrade to HTTP/2 (removed in RFC 9113)', async () => {
    const { port } = await listening();
    const connection = await connectRaw(port);
    const upgrade = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'];
    connection.send(search('{}', ...upgrade));
    expect((await connection.response()).status).toBe(200);
    connection.send(search('{}'));
    expect((await connection.response()).status).toBe(200);
  });

  test('serves a hundred concurrent streams of one connection', async () => {
    const { url } = await listening();
    const session = await connect2(url);
    const body = JSON.stringify({ query: { limit: 1 } });
    const responses = await Promise.all(Array.from({ length: 100 }, () => ask2(session, AS_OWNER, body)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map((response) => response.body)).size).toBe(1);
  });

  test('serves requests in one piece with the preface, and those that start almost like it', async () => {
    const { port } = await responding();
    const raw = await connectRaw2(port);
    raw.send(Buffer.concat([OPENING, frame(FRAME.headers, FLAG.endHeaders | FLAG.endStream, 1, GET)]));
    expect((await raw.next(({ type }) => type === FRAME.data))?.payload.toString()).toBe('ok');
    for (const nearly of [
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\rx',
      'PRI * HTTP/2.1\r\n\r\n',
      'PRX / HTTP/1.1\r\nHost: a\r\n\r\n',
    ]) {
      const connection = await connectRaw(port);
      connection.send(nearly);
      expect((await connection.response()).status).toBe(400);
    }
    // A method whose first letters are those of the preface.
    const connection = await connectRaw(port);
    connection.send('P');
    connection.send('ROPFIND / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect((await connection.response()).status).toBe(200);
  });
});

/** Splits bytes at positions, and lets the other side read each piece before the next one is sent. */
async function sendInPieces(send: (data: Uint8Array) => void, bytes: Buffer, places: readonly number[]): Promise<void> {
  const cuts = [...new Set(places.map((place) => place % bytes.length))].sort((one, other) => one - other);
  let from = 0;
  for (const to of [...cuts, bytes.length]) {
    send(bytes.subarray(from, to));
    await setImmediate();
    await setImmediate();
    from = to;
  }
}

describe('bytes in pieces', () => {
  const text = 'POST /a?b HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\nContent-Length: 11\r\n\r\nhello world';
  const block = fieldBlock([
    [':method', 'POST'],
    [':scheme', 'http'],
    [':path', '/a?b'],
    [':authority', 'localhost'],
    ['x-a', 'b'],
    ['content-length', '11'],
  ]);
  const session = Buffer.concat([
    OPENING,
    frame(FRAME.headers, FLAG.endHeaders, 1, block),
    frame(FRAME.data, 0, 1, Buffer.from('hello ')),
    frame(FRAME.data, FLAG.endStream, 1, Buffer.from('world')),
  ]);
  const places = fc.array(fc.nat(session.length), { maxLength: 12 });
  const reported = ({ method, target, headers, body }: WireRequest) => ({
    status: 200,
    headers: {},
    body: JSON.stringify([method, target, headers.host, headers['x-a'], Buffer.from(body).toString()]),
  });
  const ANSWER = '["POST","/a?b","localhost","b","hello world"]';

  test('are the same request over HTTP/1.1 wherever they are split', async () => {
    const { port } = await responding(reported);
    await checkProperty(
      fc.asyncProperty(places, async (cuts) => {
        const connection = await connectRaw(port);
        await sendInPieces(connection.send, Buffer.from(text), cuts);
        const { status, body } = await connection.response();
        expect({ status, body }).toEqual({ status: 200, body: ANSWER });
        connection.destroy();
      }),
    );
  });

  test('are the same request over HTTP/2 wherever they are split', async () => {
    const { port } = await responding(reported);
    await checkProperty(
      fc.asyncProperty(places, async (cuts) => {
        const connection = await connectRaw2(port);
        await sendInPieces(connection.send, session, cuts);
        const head = await connection.next(({ type }) => type === FRAME.headers);
        // The status 200 is the eighth entry of the static table (RFC 7541, appendix A).
        expect(head?.payload[0]).toBe(0x88);
        expect((await connection.next(({ type }) => type === FRAME.data))?.payload.toString()).toBe(ANSWER);
        connection.destroy();
      }),
    );
  });

  test('are recognised as a preface byte by byte', async () => {
    const { port } = await responding(reported);
    const connection = await connectRaw2(port);
    await sendInPieces(connection.send, session, [...session.keys()]);
    expect((await connection.next(({ type }) => type === FRAME.data))?.payload.toString()).toBe(ANSWER);
  });
});

describe('a client that sends no complete request', () => {
  test.each([
    ['not even one byte', ''],
    ['a truncated preface', PREFACE.subarray(0, 20).toString()],
    ['a truncated head', 'GET / HTTP/1.1\r\nHost:'],
  ])('(%s) gets an error in time', async (_, message) => {
    const { port } = await responding(undefined, { headTimeout: 50 });
    const connection = await connectRaw(port);
    connection.send(message);
    const { status, body } = await connection.response();
    expect({ status, code: JSON.parse(body).code }).toEqual({ status: 408, code: 3 });
    expect(await connection.ended()).toBe('');
  });

  test('with a truncated body gets an error in time', async () => {
    const { port } = await responding(undefined, { headTimeout: 50, requestTimeout: 100 });
    const connection = await connectRaw(port);
    connection.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc');
    expect((await connection.response()).status).toBe(408);
  });

  test('over HTTP/2 loses its stream, and an idle connection is closed', async () => {
    const { port, requests } = await responding(undefined, { headTimeout: 500, requestTimeout: 500 });
    const connection = await connectRaw2(port);
    const half = [frame(FRAME.headers, FLAG.endHeaders, 1, GET), frame(FRAME.data, 0, 1, Buffer.from('abc'))];
    connection.send(Buffer.concat([OPENING, ...half]));
    const reset = await connection.next(({ type }) => type === FRAME.reset);
    expect(reset?.payload.readUInt32BE()).toBe(8);
    await connection.ended();
    expect(requests).toEqual([]);
  });

  test.each(['', 'PRI * HT'])('does not keep the connection open when it disconnects after "%s"', async (message) => {
    const { port, close } = await responding();
    const socket = connect(port, '127.0.0.1');
    socket.end(message);
    socket.resume();
    await once(socket, 'close');
    // This would wait for an open connection.
    await close(2 ** 31 - 1);
  });
});

describe('close', () => {
  test.each(['', 'P', 'PRI * HTTP/2.0\r\n\r\nSM\r\n'])(
    'does not wait for a client that has sent only "%s"',
    async (message) => {
      const { port, close } = await responding();
      const connection = await connectRaw(port);
      connection.send(message);
      // Everything that was sent before has arrived when this response does.
      const other = await connectRaw(port);
      other.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      await other.response();
      await close(2 ** 31 - 1);
      expect(await connection.ended()).toBe('');
    },
  );

  test('sends GOAWAY to an idle HTTP/2 connection', async () => {
    const { url, close } = await responding();
    const session = await connect2(url);
    await ask2(session, { ':path': '/' });
    const goaway = once(session, 'goaway');
    await close(2 ** 31 - 1);
    expect((await goaway)[0]).toBe(0);
  });

  test('does not wait for an HTTP/2 client that ignores GOAWAY', async () => {
    const { port, close } = await responding();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.write(OPENING);
    await once(socket, 'data');
    const ended = once(socket.resume(), 'end');
    await close(2 ** 31 - 1);
    await ended;
    expect(socket.writable).toBe(true);
  });

  test('finishes an open HTTP/2 stream, and accepts no others', async () => {
    const began = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const { url, close } = await responding(async () => {
      began.resolve();
      await gate.promise;
      return { status: 200, headers: {}, body: 'last words' };
    });
    const session = await connect2(url);
    const response = ask2(session, { ':path': '/' });
    await began.promise;
    const goaway = once(session, 'goaway');
    const closed = close(2 ** 31 - 1);
    await goaway;
    await expect(ask2(session, { ':path': '/' })).rejects.toThrow();
    await expect(fetch(url)).rejects.toThrow();
    gate.resolve();
    expect((await response).body).toBe('last words');
    await closed;
  });

  test('does not wait longer than the grace period', async () => {
    const { url, port, close, requests } = await responding(() => new Promise(() => {}));
    const session = await connect2(url);
    // It ends with an error if the server has not yet read everything.
    const second = ask2(session, { ':path': '/' }).catch(() => ({ status: Number.NaN }));
    const first = await connectRaw(port);
    first.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    while (requests.length < 2) await setImmediate();
    await close(10);
    expect((await second).status).toBeNaN();
    expect(await first.ended()).toBe('');
  });
});
