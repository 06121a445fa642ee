// Every connection gets on, however much another one asks for; what has left is not worked for.

import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FairQueue } from '../../src/listener/fair-queue.ts';
import { answering, OK, watchRequests } from '../support/answering.ts';
import { connectRaw } from '../support/raw-http.ts';

describe('a fair queue', () => {
  /** A line of so many pieces that writes down its name for each. */
  const line = (name: string, pieces: number, done: string[]) => {
    let left = pieces;
    return {
      next() {
        left -= 1;
        done.push(name);
        return left > 0;
      },
    };
  };

  test('go round, so that who has little to do is soon done', async () => {
    const queue = new FairQueue(10);
    const done: string[] = [];
    queue.take(line('long', 500, done));
    for (const name of ['a', 'b', 'c']) queue.take(line(name, 2, done));
    while (done.length < 506) await setImmediate();
    for (const name of ['a', 'b', 'c']) expect(done.lastIndexOf(name), name).toBeLessThan(50);
  });

  test('let the server look what has come meanwhile', async () => {
    const queue = new FairQueue(10);
    const done: string[] = [];
    for (const name of ['a', 'b']) queue.take(line(name, 500, done));
    const seen: number[] = [];
    while (done.length < 1000) {
      seen.push(done.length);
      await setImmediate();
    }
    expect(seen.length).toBeGreaterThan(90);
  });

  test('are done at once where there is little to do, and in the order in which they came', () => {
    const queue = new FairQueue(10);
    const done: string[] = [];
    for (const name of ['a', 'b', 'c']) queue.take(line(name, 1, done));
    expect(done).toEqual(['a', 'b', 'c']);
  });
});

describe('requests that are sent without waiting for answers', () => {
  const requests = (count: number, path = '/') => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(count);

  /** A listener whose first answer waits until it is let go. */
  async function gated() {
    const gate = Promise.withResolvers<void>();
    const came = Promise.withResolvers<void>();
    const sockets: { readonly bytesRead: number }[] = [];
    const listener = await answering(async ({ target }) => {
      if (target === '/wait') {
        came.resolve();
        await gate.promise;
      }
      return { ...OK, body: target };
    });
    watchRequests(listener.port, (socket) => void sockets.push(socket));
    onTestFinished(() => gate.resolve());
    return { ...listener, came: came.promise, letGo: () => gate.resolve(), sockets };
  }

  test('are answered one after the other, in their order', async () => {
    const { port, requests: asked, came, letGo } = await gated();
    const connection = await connectRaw(port);
    connection.send(requests(1, '/wait') + requests(1, '/a') + requests(400, '/b'));
    await came;
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    expect(asked).toHaveLength(1);
    letGo();
    const bodies = [];
    for (let count = 0; count < 402; count += 1) bodies.push((await connection.answer()).body);
    expect(bodies).toEqual(['/wait', '/a', ...Array.from({ length: 400 }, () => '/b')]);
  });

  test('with bodies come whole', async () => {
    const { port, requests: asked, came, letGo } = await gated();
    const connection = await connectRaw(port);
    const body = 'x'.repeat(90_000);
    const post = `POST /post HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    connection.send(requests(1, '/wait') + post + requests(2, '/a') + post + post);
    await came;
    letGo();
    for (let count = 0; count < 6; count += 1) expect((await connection.answer()).status).toBe(200);
    expect(asked.map(({ target, body: sent }) => [target, sent.length])).toEqual([
      ['/wait', 0],
      ['/post', 90_000],
      ['/a', 0],
      ['/a', 0],
      ['/post', 90_000],
      ['/post', 90_000],
    ]);
  });

  test('are read no faster than they are answered', async () => {
    const { port, url, came, sockets } = await gated();
    const connection = await connectRaw(port);
    connection.send(requests(1, '/wait') + requests(300_000));
    await came;
    const [socket] = sockets;
    for (let count = 0; count < 30; count += 1) await (await fetch(url)).text();
    expect(socket?.bytesRead).toBeLessThan(500_000);
  });

  test('are forgotten when their client leaves', async () => {
    const { port, url, requests: asked, came, letGo } = await gated();
    const connection = await connectRaw(port);
    connection.send(requests(1, '/wait') + requests(200, '/later'));
    await came;
    const [first] = asked;
    connection.destroy();
    if (first?.signal && !first.signal.aborted) await once(first.signal, 'abort');
    letGo();
    await (await fetch(url)).text();
    expect(asked.map(({ target }) => target)).toEqual(['/wait', '/']);
  });

  test('are not answered faster than their client reads', async () => {
    const long = Buffer.alloc(32 * 1024 * 1024);
    const {
      port,
      url,
      requests: asked,
    } = await answering(({ target }) => ({
      ...OK,
      body: target === '/long' ? long : 'ok',
    }));
    const socket = connect(port, '127.0.0.1').pause();
    onTestFinished(() => void socket.destroy());
    socket.write(requests(5, '/long'));
    while (asked.length === 0) await setImmediate();
    for (let count = 0; count < 10; count += 1) await (await fetch(url)).text();
    expect(asked.filter(({ target }) => target === '/long')).toHaveLength(1);
  });
});
