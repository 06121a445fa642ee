// Clients that disconnect: their request is aborted, and no other request notices.

import { once } from 'node:events';
import { connect } from 'node:http2';
import { describe, expect, test } from 'vitest';
import type { WireRequest } from '../../../src/server/pipeline/wire.ts';
import { connectRaw } from '../../support/raw-http.ts';
import { connectRaw2, FLAG, FRAME, fieldBlock, frame, OPENING } from '../../support/raw-http2.ts';
import { ask2, connect2, OK, responding, watchStreams } from '../../support/wire-server.ts';

/** A server that responds after its client has disconnected; `came` resolves with the first request. */
async function waiting() {
  const came = Promise.withResolvers<WireRequest>();
  const left = Promise.withResolvers<void>();
  const listener = await responding(async (request) => {
    if (request.target !== '/wait') return OK;
    came.resolve(request);
    const { signal } = request;
    if (signal && !signal.aborted) await once(signal, 'abort');
    left.resolve();
    return OK;
  });
  return { ...listener, came: came.promise, left: left.promise };
}

describe('the signal of a request is aborted when its client', () => {
  test('resets its stream', async () => {
    const { url, came, left, thrown } = await waiting();
    const session = await connect2(url);
    const stream = session.request({ ':path': '/wait' });
    await came;
    stream.close(8);
    await left;
    expect((await ask2(session, { ':path': '/' })).status).toBe(200);
    expect(thrown).toEqual([]);
  });

  test('resets a HEAD request', async () => {
    const { url, came, left } = await waiting();
    const stream = (await connect2(url)).request({ ':path': '/wait', ':method': 'HEAD' });
    await came;
    stream.close(8);
    await left;
  });

  test('ends its HTTP/2 connection', async () => {
    const { url, came, left, thrown } = await waiting();
    const session = connect(url).on('error', () => {});
    session.request({ ':path': '/wait' }).on('error', () => {});
    await came;
    session.destroy();
    await left;
    expect((await ask2(await connect2(url), { ':path': '/' })).status).toBe(200);
    expect(thrown).toEqual([]);
  });

  test('ends its HTTP/1.1 connection', async () => {
    const { url, port, came, left, thrown } = await waiting();
    const connection = await connectRaw(port);
    connection.send('GET /wait HTTP/1.1\r\nHost: a\r\n\r\n');
    await came;
    connection.destroy();
    await left;
    expect((await fetch(url)).status).toBe(200);
    expect(thrown).toEqual([]);
  });

  test('had disconnected before the signal was read', async () => {
    const gone = Promise.withResolvers<void>();
    const requested = Promise.withResolvers<boolean | undefined>();
    const came = Promise.withResolvers<void>();
    const { url, port } = await responding(async (request) => {
      came.resolve();
      await gone.promise;
      requested.resolve(request.signal?.aborted);
      return OK;
    });
    watchStreams(port, (stream) => void stream.on('close', () => gone.resolve()));
    const stream = (await connect2(url)).request({ ':path': '/' });
    await came.promise;
    stream.close(8);
    expect(await requested.promise).toBe(true);
  });
});

describe('the signal of a request is not aborted', () => {
  test('after its response', async () => {
    const { url, requests } = await responding();
    await (await fetch(url)).text();
    const session = await connect2(url);
    await ask2(session, { ':path': '/' });
    await ask2(session, { ':path': '/', ':method': 'POST' }, 'body');
    session.destroy();
    expect(requests.map(({ signal }) => signal?.aborted)).toEqual([false, false, false]);
  });
});

describe('a client that disconnects in the middle of its body', () => {
  const fields = (path: string) =>
    fieldBlock([
      [':method', 'POST'],
      [':scheme', 'http'],
      [':path', path],
      [':authority', 'localhost'],
    ]);
  const half = (stream: number) => [
    frame(FRAME.headers, FLAG.endHeaders, stream, fields('/half')),
    frame(FRAME.data, 0, stream, Buffer.alloc(10_000)),
  ];
  const reset = (stream: number, code: number) => frame(FRAME.reset, 0, stream, Buffer.from([0, 0, 0, code]));
  const whole = (stream: number) => [
    frame(FRAME.headers, FLAG.endHeaders, stream, fields('/whole')),
    frame(FRAME.data, FLAG.endStream, stream, Buffer.from('whole')),
  ];

  test.each([
    ['with CANCEL at once', 8, false],
    ['with NO_ERROR at once', 0, false],
    ['with CANCEL later', 8, true],
    ['with NO_ERROR later', 0, true],
  ])('%s gets no response, and the next request on its connection does', async (_, code, waits) => {
    const began = Promise.withResolvers<void>();
    const { port, requests, thrown } = await responding();
    watchStreams(port, (stream) => void stream.on('data', () => began.resolve()));
    const connection = await connectRaw2(port);
    connection.send(Buffer.concat([OPENING, ...half(1), ...(waits ? [] : [reset(1, code)])]));
    if (waits) {
      await began.promise;
      connection.send(reset(1, code));
    }
    connection.send(Buffer.concat(whole(3)));
    await connection.next(({ stream, type }) => stream === 3 && type === FRAME.headers);
    expect(requests.map(({ target }) => target)).toEqual(['/whole']);
    expect(thrown).toEqual([]);
  });

  test.each([
    ['all at once', 1],
    ['one after the other', 0],
  ])('does not use up its connection, however often, %s', async (_, atOnce) => {
    const { port, requests } = await responding();
    const connection = await connectRaw2(port);
    // More in total than the window of a connection.
    const streams = Array.from({ length: 6 }, (__, index) => 2 * index + 1);
    connection.send(OPENING);
    if (atOnce) connection.send(Buffer.concat(streams.flatMap((stream) => [...half(stream), reset(stream, 8)])));
    for (const stream of atOnce ? [] : [...streams, 13, 15, 17]) {
      connection.send(Buffer.concat([...half(stream), reset(stream, 8)]));
      // Data that was sent before has been processed when this arrives.
      connection.send(frame(FRAME.ping, 0, 0, Buffer.alloc(8)));
      await connection.next(({ type }) => type === FRAME.ping);
    }
    connection.send(Buffer.concat(whole(101)));
    await connection.next(({ stream, type }) => stream === 101 && type === FRAME.headers);
    expect(requests.map(({ target }) => target)).toEqual(['/whole']);
  });

  test('over HTTP/1.1 gets no response either', async () => {
    const { port, url, requests, thrown } = await responding();
    const connection = await connectRaw(port);
    connection.send('POST /half HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\nExpect: 100-continue\r\n\r\n');
    await connection.continued();
    connection.send('half');
    connection.destroy();
    expect((await fetch(url)).status).toBe(200);
    expect(requests.map(({ target }) => target)).toEqual(['/']);
    expect(thrown).toEqual([]);
  });
});
