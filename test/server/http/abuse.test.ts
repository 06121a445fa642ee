// Connections that abuse HTTP/2: each is closed, freed, and does not affect others.

import { once } from 'node:events';
import type { ServerHttp2Session } from 'node:http2';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  connectRaw2,
  FLAG,
  FRAME,
  type Frame,
  fieldBlock,
  frame,
  OPENING,
  type RawConnection2,
} from '../../support/raw-http2.ts';
import { ask2, connect2, OK, responding, watchStreams } from '../../support/wire-server.ts';

const get = (path: string) =>
  fieldBlock([
    [':method', 'GET'],
    [':scheme', 'http'],
    [':path', path],
    [':authority', 'localhost'],
  ]);
const GET = get('/');
const headers = (stream: number, block = GET) => frame(FRAME.headers, FLAG.endHeaders | FLAG.endStream, stream, block);
const CANCEL = Buffer.from([0, 0, 0, 8]);

/** A server, and the sessions and streams that it has seen. */
async function observed(response = () => OK) {
  const sessions = new Set<ServerHttp2Session>();
  const ends: Promise<unknown>[] = [];
  let streams = 0;
  let open = 0;
  const listener = await responding(response);
  watchStreams(listener.port, (stream) => {
    const { session } = stream;
    streams += 1;
    open += 1;
    stream.on('close', () => {
      open -= 1;
    });
    if (session && !sessions.has(session as ServerHttp2Session)) {
      sessions.add(session as ServerHttp2Session);
      ends.push(new Promise((resolve) => session.on('close', resolve)));
    }
  });
  return {
    ...listener,
    /** The number of streams, and of open ones after all connections have ended. */
    async afterwards() {
      await Promise.all(ends);
      return { streams, open };
    },
  };
}

/** Sends until the other side closes the connection; returns the number of sends. */
async function sendUntilEnded(connection: RawConnection2, piece: (count: number) => Uint8Array): Promise<number> {
  let isOver = false;
  connection.ended().then(() => {
    isOver = true;
  });
  let count = 0;
  // Far above any limit.
  for (; !isOver && count < 200_000; count += 1) {
    connection.send(piece(count));
    if (count % 100 === 0) await setImmediate();
  }
  await connection.ended();
  return count;
}

/** Expects that a new connection of each protocol works. */
async function expectHealthy({ url, thrown }: { readonly url: string; readonly thrown: readonly unknown[] }) {
  expect((await fetch(url)).status).toBe(200);
  const session = await connect2(url);
  expect((await ask2(session, { ':path': '/' })).status).toBe(200);
  session.destroy();
  expect(thrown).toEqual([]);
}

describe('a connection that abuses HTTP/2', () => {
  test('by resetting thousands of streams is closed, and all its streams are freed', async () => {
    const listener = await observed();
    const connection = await connectRaw2(listener.port);
    connection.send(OPENING);
    await sendUntilEnded(connection, (count) => {
      const stream = 2 * count + 1;
      return Buffer.concat([headers(stream), frame(FRAME.reset, 0, stream, CANCEL)]);
    });
    await expectHealthy(listener);
    const { streams, open } = await listener.afterwards();
    expect(open).toBe(0);
    // The limit, and what is sent while the test runs.
    expect(streams).toBeLessThan(20_000);
  });

  test('by opening too many streams gets the excess ones rejected', async () => {
    const gate = Promise.withResolvers<void>();
    const { port, requests } = await responding(async () => {
      await gate.promise;
      return OK;
    });
    const connection = await connectRaw2(port);
    const streams = Array.from({ length: 251 }, (_, index) => 2 * index + 1);
    connection.send(Buffer.concat([OPENING, ...streams.map((one) => headers(one))]));
    const rejected = await connection.next(({ type }) => type === FRAME.reset);
    expect(rejected?.stream).toBe(501);
    gate.resolve();
    await connection.next(
      ({ type, stream, flags }) => type === FRAME.data && stream === 499 && flags === FLAG.endStream,
    );
    expect(requests).toHaveLength(250);
  });

  test('is not abuse: canceling a hundred streams and opening others gets responses to the others', async () => {
    const gate = Promise.withResolvers<void>();
    const { port, requests } = await responding(async () => {
      await gate.promise;
      return OK;
    });
    const connection = await connectRaw2(port);
    const streams = Array.from({ length: 200 }, (_, index) => 2 * index + 1);
    const [given, others] = [streams.slice(0, 100), streams.slice(100)];
    const isAnswer = ({ type }: Frame) => type === FRAME.reset || type === FRAME.ping;
    const ping = frame(FRAME.ping, 0, 0, Buffer.alloc(8));
    const agreed = frame(FRAME.settings, FLAG.ack, 0);
    connection.send(Buffer.concat([OPENING, agreed, ...given.map((one) => headers(one)), ping]));
    await connection.next(isAnswer);
    const resets = given.map((one) => frame(FRAME.reset, 0, one, CANCEL));
    connection.send(Buffer.concat([...resets, ...others.map((one) => headers(one, get('/other'))), ping]));
    expect((await connection.next(isAnswer))?.type).toBe(FRAME.ping);
    while (requests.filter(({ target }) => target === '/other').length < 100) await setImmediate();
    gate.resolve();
  });

  test.each<[string, (count: number) => Buffer]>([
    ['settings', () => Buffer.concat(Array.from({ length: 10 }, () => frame(FRAME.settings, 0, 0)))],
    ['pings', () => Buffer.concat(Array.from({ length: 10 }, () => frame(FRAME.ping, 0, 0, Buffer.alloc(8))))],
    ['resets of unknown streams', (count) => frame(FRAME.reset, 0, 2 * count + 1, CANCEL)],
    ['data without a stream', () => frame(FRAME.data, 0, 1, Buffer.from('data'))],
    ['an oversized frame', () => frame(FRAME.data, 0, 1, Buffer.alloc(20_000))],
    ['a continuation without headers', () => frame(FRAME.continuation, 0, 1, GET)],
    ['headers on an even stream', () => headers(2)],
    ['invalid HPACK', () => headers(1, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]))],
    ['an endless header block', (count) => frame(count === 0 ? FRAME.headers : FRAME.continuation, 0, 1, GET)],
  ])('by %s is closed, and the next one works', async (_, piece) => {
    const listener = await responding();
    const connection = await connectRaw2(listener.port);
    connection.send(OPENING);
    // The client does not read, so that the server buffers its responses.
    await sendUntilEnded(connection, piece);
    await expectHealthy(listener);
  });

  test('by headers that are too long loses only its stream', async () => {
    const listener = await responding();
    const session = await connect2(listener.url);
    // The limit arrives with the first frame.
    await once(session, 'remoteSettings');
    await ask2(session, { ':path': '/' });
    await expect(ask2(session, { ':path': '/', 'x-long': 'x'.repeat(20_000) })).rejects.toThrow();
    expect((await ask2(session, { ':path': '/' })).status).toBe(200);
    await expectHealthy(listener);
  });

  test('by an invalid preface is closed, and the next one works', async () => {
    const listener = await responding();
    const connection = await connectRaw2(listener.port);
    connection.send(Buffer.concat([OPENING.subarray(0, 24), Buffer.from('GET / HTTP/1.1\r\n\r\n')]));
    await connection.ended();
    await expectHealthy(listener);
  });
});
