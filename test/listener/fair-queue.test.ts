// Every connection gets on, however much another one asks for; what has left is not worked for.

import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FairQueue } from '../../src/listener/fair-queue.ts';
import { answering, OK, watchRequests } from '../support/answering.ts';
import { petsStandIn, petsWith } from '../support/pets/stand-in.ts';
import { connectRaw } from '../support/raw-http.ts';

/** Work that takes so many milliseconds. */
function spin(milliseconds: number): void {
  const began = performance.now();
  while (performance.now() - began < milliseconds);
}

describe('a fair queue', () => {
  /** A line of so many pieces that writes down its name for each. */
  const line = (name: string, pieces: number, done: string[], takes = 0) => {
    let left = pieces;
    return {
      account: { used: 0 },
      next() {
        spin(takes);
        left -= 1;
        done.push(name);
        return left > 0;
      },
    };
  };

  test('goes round, so that who has little to do is soon done', async () => {
    const queue = new FairQueue(10);
    const done: string[] = [];
    queue.take(line('long', 500, done));
    for (const name of ['a', 'b', 'c']) queue.take(line(name, 2, done));
    while (done.length < 506) await setImmediate();
    for (const name of ['a', 'b', 'c']) expect(done.lastIndexOf(name), name).toBeLessThan(50);
  });

  test('lets the server look what has come meanwhile', async () => {
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

  test('does what is little at once, before the server looks again, and in the order in which it came', async () => {
    const queue = new FairQueue(10);
    const done: string[] = [];
    const look = setImmediate();
    for (const name of ['a', 'b', 'c']) queue.take(line(name, 1, done));
    await look;
    expect(done).toEqual(['a', 'b', 'c']);
  });

  test('lets the server look after each long piece', async () => {
    const queue = new FairQueue(10);
    const done: string[] = [];
    for (const name of ['a', 'b', 'c']) queue.take(line(name, 1, done, 30));
    for (const so of ['a', 'ab', 'abc']) {
      expect(done.join('')).toBe(so);
      while (done.join('') === so && so !== 'abc') await setImmediate();
    }
  });

  test('counts what a piece does after it has waited for nothing but promises', async () => {
    const queue = new FairQueue(10);
    const done: string[] = [];
    const account = { used: 0 };
    const heavy = async () => {
      await queue.turn(account);
      await undefined;
      line('heavy', 1, done, 30).next();
    };
    await heavy();
    await setImmediate();
    expect(account.used).toBeGreaterThan(25);
  });

  /** Work of two kinds for connections, once it is known which is long. */
  async function working() {
    const queue = new FairQueue(10);
    const kinds = { heavy: {}, light: {} };
    const done: string[] = [];
    const work = async (kind: 'heavy' | 'light', account = { used: 0 }, name: string = kind) => {
      await queue.turn(account);
      await queue.turnFor(account, kinds[kind]);
      if (kind === 'heavy') spin(25);
      done.push(name);
    };
    for (let time = 0; time < 2; time += 1) await work('heavy');
    done.length = 0;
    return { queue, done, work };
  }

  test('lets short work go before work that was long the last times', async () => {
    const { done, work } = await working();
    const kinds = ['heavy', 'heavy', 'heavy', 'light', 'light', 'light'] as const;
    await Promise.all(kinds.map((kind) => work(kind)));
    expect(done).toEqual(['light', 'light', 'light', 'heavy', 'heavy', 'heavy']);
  });

  test('lets long work have its turns while there is always short work', async () => {
    const { queue, done, work } = await working();
    let isOver = false;
    const next = () => {
      spin(1);
      return !isOver;
    };
    queue.take({ account: { used: 0 }, next });
    await Promise.all([work('heavy'), work('heavy')]);
    isOver = true;
    expect(done).toEqual(['heavy', 'heavy']);
  });

  test('lets nobody save up time', async () => {
    const queue = new FairQueue(10);
    const done: string[] = [];
    const greedy = { used: 0 };
    queue.take({ ...line('greedy', 3, done, 20), account: greedy });
    while (greedy.used < 60) await setImmediate();
    done.length = 0;
    queue.take({ ...line('greedy', 5, done, 2), account: greedy });
    queue.take(line('new', 5, done, 2));
    while (done.length < 10) await setImmediate();
    expect(done.slice(0, 6).filter((name) => name === 'greedy').length).toBeGreaterThan(1);
  });

  test('lets the connection with long work go first that has used less', async () => {
    const { done, work } = await working();
    const greedy = { used: 0 };
    await work('heavy', greedy, 'greedy');
    await Promise.all([
      work('heavy', greedy, 'greedy'),
      work('heavy', greedy, 'greedy'),
      work('heavy', { used: 0 }, 'modest'),
    ]);
    expect(done).toEqual(['greedy', 'modest', 'greedy', 'greedy']);
  });
});

test('a short request is answered before long ones that came earlier', async () => {
  const done: string[] = [];
  const listPets = () => {
    spin(25);
    done.push('long');
    return [];
  };
  const standIn = await petsStandIn({ apis: [petsWith({ listPets })] });
  const { url } = await standIn.listen({ port: 0 });
  const ask = async (path: string) => (await fetch(url + path)).text();
  for (let time = 0; time < 2; time += 1) await ask('/pets');
  const all = Promise.all(Array.from({ length: 12 }, () => ask('/pets')));
  await ask('/pets/1');
  expect(done.length).toBeLessThan(8);
  await all;
  expect(done).toHaveLength(14);
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
