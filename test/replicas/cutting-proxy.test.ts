// The proxy that cuts connections: transparent when calm, and deterministic by seed in a storm.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { type CuttingProxy, cuttingProxy } from '../support/cutting-proxy.ts';

const LONG = Buffer.from(Array.from({ length: 400_000 }, (_, index) => index % 251));

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** An echo server. */
const echo = () =>
  listening(createServer({ allowHalfOpen: true }, (socket) => void socket.on('error', () => undefined).pipe(socket)));

async function proxyBefore(port: number, seed = 'seed'): Promise<CuttingProxy> {
  const proxy = await cuttingProxy(seed, { port, host: '127.0.0.1' });
  onTestFinished(() => proxy.close());
  return proxy;
}

async function connected({ port }: CuttingProxy): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** The echo of some bytes before the connection ends, and whether it ended normally. */
async function sentThrough(
  proxy: CuttingProxy,
  bytes: Buffer,
): Promise<{ readonly back: Buffer; readonly isCut: boolean }> {
  const socket = await connected(proxy);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => void chunks.push(chunk));
  const ended = new Promise<boolean>((resolve) => {
    socket.on('error', () => resolve(true)).on('end', () => resolve(false));
  });
  socket.end(bytes);
  const isCut = await ended;
  return { back: Buffer.concat(chunks), isCut };
}

test('calm, it forwards all bytes in both directions, and the end', async () => {
  const proxy = await proxyBefore(await echo());
  const { back, isCut } = await sentThrough(proxy, LONG);
  expect(isCut).toBe(false);
  expect(back.equals(LONG)).toBe(true);
});

test('in a storm, it cuts connections at a byte that depends only on the seed', async () => {
  const arrived = async (seed: string) => {
    const got = Promise.withResolvers<number>();
    const port = await listening(
      createServer((socket) => {
        let count = 0;
        const done = () => got.resolve(count);
        socket.on('data', ({ length }) => {
          count += length;
        });
        socket.on('error', done).on('close', done);
      }),
    );
    const proxy = await proxyBefore(port, seed);
    proxy.storm({ bytes: 10_000, cuts: 1, stall: 0 });
    const { isCut } = await sentThrough(proxy, LONG);
    expect([isCut, proxy.troubles]).toEqual([true, { cuts: 1, stalls: 0 }]);
    return got.promise;
  };
  const first = await arrived('one');
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(LONG.length);
  expect(await arrived('one')).toBe(first);
  expect(await arrived('another')).not.toBe(first);
});

test('a stall loses no data', async () => {
  const proxy = await proxyBefore(await echo());
  proxy.storm({ bytes: 20_000, cuts: 0, stall: 1 });
  const { back } = await sentThrough(proxy, LONG);
  expect(back.equals(LONG)).toBe(true);
  expect(proxy.troubles.stalls).toBeGreaterThan(5);
});

test('on hold, it forwards no data and no end; after the release all of it, in order', async () => {
  const proxy = await proxyBefore(await echo());
  const socket = await connected(proxy);
  proxy.hold();
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => void chunks.push(chunk));
  const end = once(socket, 'end');
  socket.end(LONG);
  // As long as another connection needs to forward all of it.
  await sentThrough(await proxyBefore(await echo()), LONG);
  expect(chunks).toEqual([]);
  proxy.release();
  await end;
  expect(Buffer.concat(chunks).equals(LONG)).toBe(true);
});

test('all connections can be cut at once, and new ones redirected', async () => {
  const proxy = await proxyBefore(await echo());
  const sockets = await Promise.all([connected(proxy), connected(proxy)]);
  for (const socket of sockets) {
    socket.write('Are you there?');
    await once(socket, 'data');
  }
  const ends = sockets.map((socket) => new Promise((resolve) => socket.on('error', resolve)));
  proxy.leadTo({
    port: await listening(createServer((socket) => void socket.on('error', () => undefined).end('elsewhere'))),
    host: '127.0.0.1',
  });
  proxy.cut();
  await Promise.all(ends);
  expect(`${await buffer(await connected(proxy))}`).toBe('elsewhere');
});

test('a connection without a listener is cut', async () => {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  const { isCut } = await sentThrough(await proxyBefore(port), LONG);
  expect(isCut).toBe(true);
});
