// Fair scheduling of requests across connections; requests of disconnected clients are dropped.

import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FairQueue } from '../../../src/server/http/fair-queue.ts';
import { petsMockServer, petsWith } from '../../support/pets/mock-server.ts';
import { connectRaw } from '../../support/raw-http.ts';
import { OK, responding, watchRequests } from '../../support/wire-server.ts';

/** A queue of ten tasks per yield, with a clock that only tasks advance. */
function createQueue() {
  let time = 0;
  const queue = new FairQueue({ limit: 10, now: () => time });
  const done: string[] = [];
  const work = (name: string, milliseconds: number) => {
    time += milliseconds;
    done.push(name);
  };
  /** A task that runs so many times and takes so many milliseconds each time. */
  const task = (name: string, times: number, milliseconds = 0, account = { used: 0 }) => {
    let left = times;
    const run = () => {
      left -= 1;
      work(name, milliseconds);
      return left > 0;
    };
    return { account, run };
  };
  return { queue, done, work, task };
}

describe('a fair queue', () => {
  test('alternates between tasks, so that a small one ends early', async () => {
    const { queue, done, task } = createQueue();
    queue.add(task('long', 500));
    for (const name of ['a', 'b', 'c']) queue.add(task(name, 2));
    while (done.length < 506) await setImmediate();
    for (const name of ['a', 'b', 'c']) expect(done.lastIndexOf(name), name).toBeLessThan(50);
  });

  test('yields to the event loop after its limit', async () => {
    const { queue, done, task } = createQueue();
    for (const name of ['a', 'b']) queue.add(task(name, 500));
    const seen: number[] = [];
    while (done.length < 1000) {
      seen.push(done.length);
      await setImmediate();
    }
    expect(seen.length).toBeGreaterThan(90);
  });

  test('runs a few tasks before the next event loop iteration, in order', async () => {
    const { queue, done, task } = createQueue();
    const iteration = setImmediate();
    for (const name of ['a', 'b', 'c']) queue.add(task(name, 1));
    await iteration;
    expect(done).toEqual(['a', 'b', 'c']);
  });

  test('yields to the event loop after each long task', async () => {
    const { queue, done, task } = createQueue();
    for (const name of ['a', 'b', 'c']) queue.add(task(name, 1, 30));
    for (const count of [1, 2, 3]) {
      expect(done).toHaveLength(count);
      while (done.length === count && count < 3) await setImmediate();
    }
  });

  test('counts the time of a task after promises too', async () => {
    const { queue, work } = createQueue();
    const account = { used: 0 };
    await queue.schedule(account);
    await undefined;
    work('a', 30);
    await setImmediate();
    expect(account.used).toBe(30);
  });

  /** Runs operations of 25 ms and of 0 ms, once the queue knows how long they take. */
  async function createOperations() {
    const { queue, done, task, work } = createQueue();
    const operations = { long: {}, short: {} };
    const run = async (operation: 'long' | 'short', account = { used: 0 }, name: string = operation) => {
      await queue.schedule(account);
      await queue.scheduleOperation(account, operations[operation]);
      work(name, operation === 'long' ? 25 : 0);
    };
    for (let time = 0; time < 2; time += 1) await run('long');
    done.length = 0;
    return { queue, done, task, run };
  }

  test('runs short operations before those that took long before', async () => {
    const { done, run } = await createOperations();
    const operations = ['long', 'long', 'long', 'short', 'short', 'short'] as const;
    await Promise.all(operations.map((operation) => run(operation)));
    expect(done).toEqual(['short', 'short', 'short', 'long', 'long', 'long']);
  });

  test('runs long operations while short tasks are always queued', async () => {
    const { queue, done, task, run } = await createOperations();
    queue.add(task('short', 1000, 1));
    await Promise.all([run('long'), run('long')]);
    expect(done.indexOf('long')).toBeGreaterThan(-1);
    expect(done.length).toBeLessThan(200);
  });

  test('grants no credit for idle time', async () => {
    const { queue, done, task } = createQueue();
    const busy = { used: 0 };
    queue.add(task('busy', 3, 20, busy));
    while (busy.used < 60) await setImmediate();
    done.length = 0;
    queue.add(task('busy', 5, 2, busy));
    queue.add(task('new', 5, 2));
    while (done.length < 10) await setImmediate();
    expect(done.slice(0, 4)).toEqual(['busy', 'new', 'busy', 'new']);
  });

  test('runs the long operation of the connection that has used less first', async () => {
    const { done, run } = await createOperations();
    const busy = { used: 0 };
    await run('long', busy, 'busy');
    await Promise.all([run('long', busy, 'busy'), run('long', busy, 'busy'), run('long', { used: 0 }, 'new')]);
    expect(done).toEqual(['busy', 'new', 'busy', 'busy']);
  });
});

test('a short request gets its response before long ones that arrived earlier', async () => {
  const done: string[] = [];
  const listPets = () => {
    const start = performance.now();
    while (performance.now() - start < 25);
    done.push('long');
    return [];
  };
  const mockServer = await petsMockServer({ apis: [petsWith({ listPets })] });
  const { url } = await mockServer.listen({ port: 0 });
  const send = async (path: string) => (await fetch(url + path)).text();
  for (let time = 0; time < 2; time += 1) await send('/pets');
  const all = Promise.all(Array.from({ length: 12 }, () => send('/pets')));
  await send('/pets/1');
  expect(done.length).toBeLessThan(8);
  await all;
  expect(done).toHaveLength(14);
});

describe('pipelined requests', () => {
  const requests = (count: number, path = '/') => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(count);

  /** A server whose first response waits until letGo. */
  async function gated() {
    const gate = Promise.withResolvers<void>();
    const came = Promise.withResolvers<void>();
    const sockets: { readonly bytesRead: number }[] = [];
    const listener = await responding(async ({ target }) => {
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

  test('get responses one after the other, in their order', async () => {
    const { port, requests: requested, came, letGo } = await gated();
    const connection = await connectRaw(port);
    connection.send(requests(1, '/wait') + requests(1, '/a') + requests(400, '/b'));
    await came;
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    expect(requested).toHaveLength(1);
    letGo();
    const bodies = [];
    for (let count = 0; count < 402; count += 1) bodies.push((await connection.response()).body);
    expect(bodies).toEqual(['/wait', '/a', ...Array.from({ length: 400 }, () => '/b')]);
  });

  test('with bodies are complete', async () => {
    const { port, requests: requested, came, letGo } = await gated();
    const connection = await connectRaw(port);
    const body = 'x'.repeat(90_000);
    const post = `POST /post HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    connection.send(requests(1, '/wait') + post + requests(2, '/a') + post + post);
    await came;
    letGo();
    for (let count = 0; count < 6; count += 1) expect((await connection.response()).status).toBe(200);
    expect(requested.map(({ target, body: sent }) => [target, sent.length])).toEqual([
      ['/wait', 0],
      ['/post', 90_000],
      ['/a', 0],
      ['/a', 0],
      ['/post', 90_000],
      ['/post', 90_000],
    ]);
  });

  test('are read no faster than they get responses', async () => {
    const { port, url, came, sockets } = await gated();
    const connection = await connectRaw(port);
    connection.send(requests(1, '/wait') + requests(300_000));
    await came;
    const [socket] = sockets;
    for (let count = 0; count < 30; count += 1) await (await fetch(url)).text();
    expect(socket?.bytesRead).toBeLessThan(500_000);
  });

  test('are dropped when their client disconnects', async () => {
    const { port, url, requests: requested, came, letGo } = await gated();
    const connection = await connectRaw(port);
    connection.send(requests(1, '/wait') + requests(200, '/later'));
    await came;
    const [first] = requested;
    connection.destroy();
    if (first?.signal && !first.signal.aborted) await once(first.signal, 'abort');
    letGo();
    await (await fetch(url)).text();
    expect(requested.map(({ target }) => target)).toEqual(['/wait', '/']);
  });

  test('get responses no faster than their client reads', async () => {
    const long = Buffer.alloc(32 * 1024 * 1024);
    const {
      port,
      url,
      requests: requested,
    } = await responding(({ target }) => ({
      ...OK,
      body: target === '/long' ? long : 'ok',
    }));
    const socket = connect(port, '127.0.0.1').pause();
    onTestFinished(() => void socket.destroy());
    socket.write(requests(5, '/long'));
    while (requested.length === 0) await setImmediate();
    for (let count = 0; count < 10; count += 1) await (await fetch(url)).text();
    expect(requested.filter(({ target }) => target === '/long')).toHaveLength(1);
  });
});
