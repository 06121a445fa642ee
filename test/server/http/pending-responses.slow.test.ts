// Clients that do not read their responses: they lose them, and use no resources of the server.

import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectRaw2, FLAG, FRAME, type Frame, fieldBlock, frame, OPENING } from '../../support/raw-http2.ts';
import { ask2, connect2, OK, responding } from '../../support/wire-server.ts';

const GET = fieldBlock([
  [':method', 'GET'],
  [':scheme', 'http'],
  [':path', '/'],
  [':authority', 'localhost'],
]);
const REQUEST = frame(FRAME.headers, FLAG.endHeaders | FLAG.endStream, 1, GET);
/** The window of each stream (RFC 9113, section 6.5.2): zero, or the maximum. */
const NARROW = frame(FRAME.settings, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0]));
const WIDE = Buffer.concat([
  frame(FRAME.settings, 0, 0, Buffer.from([0, 4, 0x7f, 0xff, 0xff, 0xff])),
  frame(FRAME.windowUpdate, 0, 0, Buffer.from([0x7f, 0xff, 0, 0])),
]);

describe('a client that does not read its response', () => {
  test('over HTTP/2 loses its stream, despite other traffic on its connection', async () => {
    const { port } = await responding(undefined, { headTimeout: 500, requestTimeout: 500 });
    const connection = await connectRaw2(port);
    connection.send(Buffer.concat([OPENING, NARROW, REQUEST]));
    let last: Frame | undefined;
    do {
      connection.send(frame(FRAME.ping, 0, 0, Buffer.alloc(8)));
      last = await connection.next(({ type }) => type === FRAME.ping || type === FRAME.reset);
    } while (last?.type === FRAME.ping);
    expect(last).toMatchObject({ stream: 1, payload: Buffer.from([0, 0, 0, 8]) });
  });

  test.each([
    ['HTTP/1.1', Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n')],
    ['HTTP/2', Buffer.concat([OPENING, WIDE, REQUEST])],
  ])('and receives nothing else over %s loses its connection', async (_, words) => {
    const responded = Promise.withResolvers<void>();
    // More than the system buffers for it.
    const body = Buffer.alloc(32 * 1024 * 1024);
    const { port, close } = await responding(
      () => {
        responded.resolve();
        return { ...OK, body };
      },
      { headTimeout: 500, requestTimeout: 500 },
    );
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.write(words);
    await responded.promise;
    // This would wait for an open connection.
    await close(2 ** 31 - 1);
  });
});

test('a client that does not read a long response gets others on the same connection', async () => {
  const { url } = await responding(({ target }) => ({
    ...OK,
    body: target === '/long' ? Buffer.alloc(2 ** 24) : 'ok',
  }));
  const session = await connect2(url);
  const long = Array.from({ length: 3 }, () => session.request({ ':path': '/long' }).pause());
  await Promise.all(long.map((stream) => once(stream, 'response')));
  expect((await ask2(session, { ':path': '/', ':method': 'HEAD' })).status).toBe(200);
  const lengths = long.map(async (stream) => {
    let length = 0;
    for await (const chunk of stream) length += chunk.length;
    return length;
  });
  expect(await Promise.all(lengths)).toEqual([2 ** 24, 2 ** 24, 2 ** 24]);
});

describe('a stream without an end', () => {
  /** A connection with a stream without a response. */
  async function watching() {
    const { port } = await responding(() => new Promise(() => {}), { headTimeout: 200, requestTimeout: 200 });
    const connection = await connectRaw2(port);
    connection.send(Buffer.concat([OPENING, frame(FRAME.settings, FLAG.ack, 0), REQUEST]));
    return connection;
  }
  const isPing = ({ type, flags }: Frame) => type === FRAME.ping && flags === 0;

  test('stays open when its client acknowledges a ping, but its connection accepts no others', async () => {
    const connection = await watching();
    const ping = await connection.next(isPing);
    connection.send(frame(FRAME.ping, FLAG.ack, 0, ping?.payload));
    expect(await connection.next(({ type }) => type === FRAME.goaway)).toBeDefined();
    // It waited for nothing else.
    connection.send(frame(FRAME.reset, 0, 1, Buffer.from([0, 0, 0, 8])));
    await connection.ended();
  });

  test('is closed with its connection when its client does not acknowledge the ping', async () => {
    const connection = await watching();
    expect(await connection.next(isPing)).toBeDefined();
    await connection.ended();
  });
});
