// Streaming bodies, over HTTP/1.1, HTTP/2, and without a network.

import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { handleFetch } from '../../../src/server/http/handle-fetch.ts';
import { listen } from '../../../src/server/http/listen.ts';
import { createRouteGroups, type RouteGroup } from '../../../src/server/pipeline/route-groups.ts';
import type { BodyStream, WireBody, WireResponse } from '../../../src/server/pipeline/wire.ts';
import { connectRaw } from '../../support/raw-http.ts';
import { ask2, connect2, responding } from '../../support/wire-server.ts';

const WAYS = ['HTTP/1.1', 'HTTP/2', 'fetch'] as const;
type Way = (typeof WAYS)[number];

/** A response that a client reads piece by piece. */
interface Client {
  readonly status: number;
  /** The next piece as text; undefined at the end. @throws Error when the body is cut off */
  read(): Promise<string | undefined>;
  leave(): Promise<void>;
}

/** Sends a request whose response has this body. */
async function requested(way: Way, body: WireBody, { method = 'GET', status = 200 } = {}) {
  const response: WireResponse<WireBody> = { status, headers: { 'content-type': 'text/plain' }, body };
  const listener = await responding(() => response);
  const { url, thrown, close } = listener;
  return { thrown, close, client: await connected(way, url, response, method) };
}

async function connected(way: Way, url: string, response: WireResponse<WireBody>, method: string): Promise<Client> {
  if (way === 'HTTP/2') {
    const stream = (await connect2(url)).request({ ':path': '/', ':method': method });
    const [head] = await new Promise<[Record<string, unknown>]>((resolve, reject) => {
      stream.once('response', (fields) => resolve([fields])).once('error', reject);
    });
    const pieces = stream[Symbol.asyncIterator]();
    return {
      status: Number(head[':status']),
      async read() {
        const { done, value } = await pieces.next();
        return done ? undefined : String(value);
      },
      async leave() {
        stream.close(8);
      },
    };
  }
  const mounts = { find: () => ({ handle: async () => response }) };
  const request = new Request(url, { method });
  const { status, body } = way === 'fetch' ? await handleFetch(request, mounts, 0) : await fetch(request);
  const reader = body?.getReader();
  return {
    status,
    async read() {
      const { done, value } = (await reader?.read()) ?? { done: true };
      return done ? undefined : Buffer.from(value ?? []).toString();
    },
    leave: async () => reader?.cancel(),
  };
}

async function rest(client: Client): Promise<string> {
  let text = '';
  for (let piece = await client.read(); piece !== undefined; piece = await client.read()) text += piece;
  return text;
}

/** An endless body that reports when it is canceled. */
function endless(piece: string) {
  const abandoned = Promise.withResolvers<void>();
  let made = 0;
  const body: BodyStream = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        made += 1;
        return { done: false, value: piece };
      },
      async return() {
        abandoned.resolve();
        return { done: true, value: undefined };
      },
    }),
  };
  return { body, abandoned: abandoned.promise, made: () => made };
}

describe.each(WAYS)('over %s a streaming body', (way) => {
  test('is sent as it is produced', async () => {
    const seen = Promise.withResolvers<void>();
    async function* body() {
      yield 'a';
      yield '';
      await seen.promise;
      yield Buffer.from('bä');
    }
    const { client, thrown } = await requested(way, body());
    expect([client.status, await client.read()]).toEqual([200, 'a']);
    seen.resolve();
    expect(await rest(client)).toBe('bä');
    expect(thrown).toEqual([]);
  });

  test.each<[string, () => WireBody]>([
    ['a ReadableStream', () => new Blob(['abc']).stream() as unknown as WireBody],
    ['a Node stream', () => Readable.from(['a', 'bc'])],
    ['nothing', () => Readable.from([])],
  ])('may be %s', async (what, body) => {
    const { client } = await requested(way, body());
    expect(await rest(client)).toBe(what === 'nothing' ? '' : 'abc');
  });

  test('is produced no faster than it is read, and canceled when its client disconnects', async () => {
    const { body, abandoned, made } = endless('x'.repeat(1024 * 1024));
    const { client, thrown } = await requested(way, body);
    await client.read();
    await client.leave();
    await abandoned;
    expect(made()).toBeLessThan(100);
    expect(thrown).toEqual([]);
  });

  test('is canceled where the response has no body', async () => {
    const head = endless('x');
    expect((await requested(way, head.body, { method: 'HEAD' })).client.status).toBe(200);
    await head.abandoned;
    const empty = endless('x');
    const { client } = await requested(way, empty.body, { status: 204 });
    expect(await rest(client)).toBe('');
    await empty.abandoned;
    expect([head.made(), empty.made()]).toEqual([0, 0]);
  });

  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('the stream is broken');
      },
    ],
    ['has an invalid piece', () => 7],
  ])('is cut off if it %s, so that its client does not consider it complete', async (_, piece) => {
    async function* body() {
      yield 'a';
      yield piece() as string;
    }
    const { client, thrown } = await requested(way, body());
    await expect(rest(client)).rejects.toThrow();
    if (way !== 'fetch') expect(thrown).toHaveLength(1);
  });
});

describe('a streaming body', () => {
  test.each(['HTTP/1.1', 'HTTP/2'] as const)('does not block the closing of a server over %s', async (way) => {
    const never = new Promise<never>(() => {});
    async function* body() {
      yield 'a';
      await never;
    }
    const { client, close } = await requested(way, body());
    await client.read();
    const closed = close(600_000);
    await expect(rest(client)).rejects.toThrow();
    await closed;
  });

  test('ends with the connection for HTTP/1.0 clients', async () => {
    const { port } = await responding(() => ({ status: 200, headers: {}, body: Readable.from(['a', 'b']) }));
    const connection = await connectRaw(port);
    connection.send('GET / HTTP/1.0\r\n\r\n');
    const text = await connection.ended();
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).not.toMatch(/transfer-encoding|content-length/i);
    expect(text).toMatch(/\r\n\r\nab$/);
  });

  test('does not block others on the same connection', async () => {
    const { body } = endless('x'.repeat(1024 * 1024));
    const { url } = await responding(({ target }) => ({
      status: 200,
      headers: {},
      body: target === '/' ? 'ok' : body,
    }));
    const session = await connect2(url);
    const unread = session.request({ ':path': '/endless' });
    expect(await ask2(session, { ':path': '/' })).toMatchObject({ status: 200, body: 'ok' });
    unread.close(8);
  });

  test('is canceled when its client reads nothing for too long', async () => {
    const { body, abandoned } = endless('x'.repeat(1024 * 1024));
    const { port } = await responding(() => ({ status: 200, headers: {}, body }), {
      requestTimeout: 200,
      headTimeout: 200,
    });
    const socket = connect(port, '127.0.0.1').pause();
    onTestFinished(() => void socket.destroy());
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await abandoned;
  });
});

/** Listens with one route group that reads streams, until the test ends. */
async function streaming(response: RouteGroup['handle']) {
  const thrown: unknown[] = [];
  const onError = (error: unknown) => void thrown.push(error);
  const mounts = createRouteGroups([{ streams: true, matches: () => true, handle: response }], onError);
  const listening = await listen(mounts, { port: 0, host: '127.0.0.1', bodyLimit: 10, onError });
  onTestFinished(() => listening.close(0));
  return { ...listening, thrown };
}

test('trailers after a streaming body have the values at its end', async () => {
  const respond = (): WireResponse<WireBody> => {
    const trailers: Record<string, string> = {};
    async function* body() {
      yield 'a';
      trailers['x-sum'] = '1';
    }
    return { status: 200, headers: {}, body: body(), trailers };
  };
  const { url, port } = await responding(respond);
  const second = await ask2(await connect2(url), { ':path': '/' });
  expect([second.status, second.body, second.trailers]).toMatchObject([200, 'a', { 'x-sum': '1' }]);
  const raw = await connectRaw(port);
  raw.send('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect((await raw.ended()).endsWith('0\r\nx-sum: 1\r\n\r\n')).toBe(true);
});

test('a request body can be read as a stream, beyond the body limit', async () => {
  const { url } = await streaming(async ({ stream, body }) => {
    let length = body.length;
    for await (const piece of stream ?? []) length += piece.length;
    return { status: 200, headers: {}, body: String(length) };
  });
  const body = 'x'.repeat(300_000);
  expect(await (await fetch(url, { method: 'POST', body })).text()).toBe('300000');
  expect((await ask2(await connect2(url), { ':path': '/', ':method': 'POST' }, body)).body).toBe('300000');
});

test('over HTTP/2 a response may start before its request ends', async () => {
  const { url } = await streaming(({ stream = Readable.from([]), duplex }) => ({
    status: 200,
    headers: { 'x-duplex': String(duplex) },
    body: stream,
  }));
  const stream = (await connect2(url)).request({ ':path': '/', ':method': 'POST' }, { endStream: false });
  stream.setEncoding('utf8').write('first');
  const [headers] = await once(stream, 'response');
  expect(headers['x-duplex']).toBe('true');
  expect(await once(stream, 'data')).toEqual(['first']);
  stream.write('second');
  expect(await once(stream, 'data')).toEqual(['second']);
  stream.end();
  await once(stream, 'close');
});

test('a response that HTTP cannot express becomes a 500, and is reported', async () => {
  const { url, thrown } = await responding(() => ({ status: 200, headers: { 'x-a': 'line\nbreak' }, body: '' }));
  const first = await fetch(url);
  expect([first.status, await first.json()]).toMatchObject([500, { code: 13 }]);
  const second = await ask2(await connect2(url), { ':path': '/' });
  expect([second.status, JSON.parse(second.body)]).toMatchObject([500, { code: 13 }]);
  expect(thrown).toHaveLength(2);
});
