// Servers that do not answer as servers should: what is said of them, and that nobody waits for them for ever.

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { Call } from '../../../src/contract/request/call.ts';
import { createTarget, type TargetSettings } from '../../../src/contract/target.ts';

const CALL: Call = {
  method: 'GET',
  target: '/x',
  headers: [],
  body: undefined,
  sent: { path: {}, query: '', headers: {} },
};

/** What is said of a server that does this with each connection once something came. */
async function askedOf(behave: (socket: Socket) => void, settings: TargetSettings = {}, call = CALL) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => behave(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, settings);
  try {
    return await target.ask(call);
  } finally {
    target.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';

test.each<[what: string, behave: (socket: Socket) => void, reason: RegExp, settings?: TargetSettings]>([
  ['hangs', () => undefined, /did not answer within 0.2 seconds/, { timeout: 200 }],
  [
    'never ends a body',
    (socket) => socket.write(`${HEAD}Content-Length: 5\r\n\r\nab`),
    /did not answer within/,
    { timeout: 200 },
  ],
  ['closes', (socket) => socket.destroy(), /closed the connection/],
  ['breaks off', (socket) => socket.end(`${HEAD}Content-Length: 5\r\n\r\nab`), /before its answer was whole/],
  [
    'never ends a chunk',
    (socket) => socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\nff\r\nab`),
    /before its answer was whole/,
  ],
  ['speaks something else', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'), /Parse Error|HTTP/],
  [
    'sends more than is read',
    (socket) => socket.end(`${HEAD}\r\n${'x'.repeat(5000)}`),
    /more than 1000 bytes/,
    { limit: 1000 },
  ],
])('a server that %s', async (_, behave, reason, settings) => {
  expect(await askedOf(behave, settings)).toEqual({ status: 0, reason: expect.stringMatching(reason) });
});

test('nobody answers', async () => {
  const target = createTarget('http://127.0.0.1:1');
  expect(await target.ask(CALL)).toEqual({ status: 0, reason: 'nobody answers there' });
});

test('what a server cannot be asked is told, not thrown', async () => {
  const answer = askedOf(
    (socket) => socket.end(`${HEAD}Content-Length: 0\r\n\r\n`),
    {},
    { ...CALL, headers: [['x-a', 'a\nb']] },
  );
  expect(await answer).toEqual({ status: 0, reason: expect.stringContaining('Invalid character') });
});

test('an answer is taken as it came, and a redirect is one', async () => {
  const answer = await askedOf((socket) =>
    socket.end('HTTP/1.1 302 Found\r\nLocation: /x\r\nX-A: 1\r\nX-A: 2\r\nContent-Length: 2\r\n\r\nhi'),
  );
  expect(answer).toMatchObject({ status: 302, headers: { location: '/x', 'x-a': '1, 2' } });
  expect(Buffer.from((answer as { body: Uint8Array }).body).toString()).toBe('hi');
});
