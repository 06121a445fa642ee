// Bodies in many pieces.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { connectRaw } from '../../support/raw-http.ts';
import { connectRaw2, FLAG, FRAME, fieldBlock, frame, OPENING } from '../../support/raw-http2.ts';
import { responding } from '../../support/wire-server.ts';

const POST = fieldBlock([
  [':method', 'POST'],
  [':scheme', 'http'],
  [':path', '/'],
  [':authority', 'localhost'],
]);

/** Memory in use after garbage collection, in bytes. */
function memory(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('a body in pieces', () => {
  const lengths = [1, 2, 0, 3, 1, 1000, 0, 1, 20_000, 5];
  const pieces = lengths.map((length, index) => Buffer.alloc(length, 65 + index));
  const whole = Buffer.concat(pieces).toString();

  test('of any lengths is complete over HTTP/2', async () => {
    const { port, requests } = await responding();
    const connection = await connectRaw2(port);
    const frames = pieces.flatMap((piece) => [
      frame(FRAME.data, 0, 1, piece.subarray(0, 10_000)),
      frame(FRAME.data, 0, 1, piece.subarray(10_000)),
    ]);
    connection.send(Buffer.concat([OPENING, frame(FRAME.headers, FLAG.endHeaders, 1, POST), ...frames.slice(0, 8)]));
    connection.send(Buffer.concat([...frames.slice(8), frame(FRAME.data, FLAG.endStream, 1)]));
    await connection.next(({ type }) => type === FRAME.headers);
    expect(requests.map(({ body }) => Buffer.from(body).toString())).toEqual([whole]);
  });

  test('of any lengths is complete over HTTP/1.1', async () => {
    const { port, requests } = await responding();
    const connection = await connectRaw(port);
    connection.send('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (const piece of pieces) {
      if (piece.length > 0) connection.send(`${piece.length.toString(16)}\r\n${piece}\r\n`);
    }
    connection.send('0\r\n\r\n');
    expect((await connection.response()).status).toBe(200);
    expect(requests.map(({ body }) => Buffer.from(body).toString())).toEqual([whole]);
  });

  test('of one byte each takes hardly more memory than its length', async () => {
    const { port } = await responding();
    const connection = await connectRaw2(port);
    const bytes = Buffer.concat(Array.from({ length: 60_000 }, () => frame(FRAME.data, 0, 1, Buffer.from('x'))));
    const ping = frame(FRAME.ping, 0, 0, Buffer.alloc(8));
    connection.send(Buffer.concat([OPENING, frame(FRAME.headers, FLAG.endHeaders, 1, POST), ping]));
    await connection.next(({ type }) => type === FRAME.ping);
    const before = memory();
    connection.send(bytes);
    connection.send(ping);
    // All has been read when this resolves.
    await connection.next(({ type }) => type === FRAME.ping);
    expect(memory() - before).toBeLessThan(3_000_000);
  });
});
