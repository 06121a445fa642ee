// Faulty servers: the client gets the response or the reason, without waiting forever.

import { createServer as createNetServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { proxying } from '../../support/proxying.ts';

type Settings = Parameters<typeof proxying>[1];

/** A proxy in front of a server that calls `behave` with each connection when data arrives. */
async function before(behave: (socket: Socket) => void, settings: Settings = {}) {
  const sockets = new Set<Socket>();
  const server = createNetServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => behave(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { readonly port: number };
  return proxying(`http://127.0.0.1:${port}`, settings);
}

const JSON_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const HALF_A_CHUNK = `${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\nff\r\n{"books"`;

test('forwards an incomplete chunk, and closes the connection when the client leaves', async () => {
  let closed = () => {};
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const { url } = await before((socket) => {
    socket.on('close', closed);
    socket.write(HALF_A_CHUNK);
  });
  const leaving = new AbortController();
  const { body } = await fetch(`${url}/stats`, { signal: leaving.signal });
  const { value } = (await body?.getReader().read()) ?? {};
  expect(Buffer.from(value ?? []).toString()).toBe('{"books"');
  leaving.abort();
  await isClosed;
});

test('responds with 502 to an unrequested protocol switch', async () => {
  const { url } = await before((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
  );
  const response = await fetch(`${url}/stats`);
  expect([response.status, await response.json()]).toEqual([
    502,
    expect.objectContaining({ message: expect.stringContaining('unrequested protocol switch') }),
  ]);
});

test('with enforcement, responds with 504 to a response that never ends', async () => {
  const { url, findings } = await before((socket) => socket.write(HALF_A_CHUNK), { enforce: true, timeout: 100 });
  const response = await fetch(`${url}/stats`);
  expect([response.status, await response.json()]).toEqual([
    504,
    expect.objectContaining({ message: expect.stringMatching(/the response does not end$/) }),
  ]);
  expect(await findings()).toEqual(['response-received getStats: no valid response: the response does not end']);
});

test('with enforcement, forwards a slow response', async () => {
  const { url } = await before(
    (socket) => {
      const pieces = [...'{"books":1234567890123}'];
      socket.write(`${JSON_HEAD}Content-Length: ${pieces.length}\r\n\r\n`);
      const dripping = setInterval(() => socket.write(pieces.shift() ?? ''), 20);
      socket.on('close', () => clearInterval(dripping));
    },
    { enforce: true, timeout: 200 },
  );
  expect(await (await fetch(`${url}/stats`)).json()).toEqual({ books: 1234567890123 });
});

test('forwards a 404 that never ends instead of mocking the operation', async () => {
  const { url } = await before((socket) => socket.write(HALF_A_CHUNK.replace('200 OK', '404 Not Found')), {
    mock: { url: 'http://127.0.0.1:1', mocksMissing: true, operations: [] },
    timeout: 100,
  });
  const leaving = new AbortController();
  expect((await fetch(`${url}/stats`, { signal: leaving.signal })).status).toBe(404);
  leaving.abort();
});

test.each<[what: string, behave: (socket: Socket) => void, status: number, found: RegExp]>([
  ['never responds', () => undefined, 504, /timeout after 0.1 s/],
  ['sends 103 forever', goOn, 504, /timeout after 0.1 s/],
  ['closes the connection', (socket) => socket.destroy(), 502, /connection closed/],
  [
    'closes the connection within its headers',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nConte'),
    502,
    /connection closed|not HTTP/,
  ],
  ['speaks another protocol', (socket) => socket.end('220 mail ready\r\n'), 502, /HTTP/],
  [
    'sends endless headers',
    (socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`),
    502,
    /head|HTTP/i,
  ],
])('responds with an error, and reports a server that %s', async (_what, behave, status, found) => {
  const { url, findings } = await before(behave, { timeout: 100 });
  expect((await fetch(`${url}/stats`)).status).toBe(status);
  expect(await findings()).toEqual([expect.stringMatching(found)]);
});

function goOn(socket: Socket): void {
  const going = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'), 10);
  socket.on('close', () => clearInterval(going));
}

test('forwards JSON in another charset unchanged, with a finding', async () => {
  const bytes = Buffer.from('{"books":1,"what":"Süß"}', 'latin1');
  const { url, findings } = await before((socket) => {
    const head = JSON_HEAD.replace('json', 'json; charset=iso-8859-1');
    socket.write(Buffer.concat([Buffer.from(`${head}Content-Length: ${bytes.length}\r\n\r\n`), bytes]));
  });
  expect(Buffer.from(await (await fetch(`${url}/stats`)).arrayBuffer())).toEqual(bytes);
  expect(await findings()).toEqual([
    'documented-media-type getStats: response 200 cannot be decoded as application/json; charset=iso-8859-1: it is in iso-8859-1, but JSON must be UTF-8',
  ]);
});

test('does not follow redirects', async () => {
  let requested = 0;
  const { url, findings } = await before((socket) => {
    requested += 1;
    socket.write('HTTP/1.1 302 Found\r\nLocation: /stats\r\nContent-Length: 0\r\n\r\n');
  });
  expect((await fetch(`${url}/stats`, { redirect: 'manual' })).status).toBe(302);
  expect(requested).toBe(1);
  await expect(fetch(`${url}/stats`)).rejects.toThrow();
  expect(requested).toBeGreaterThan(10);
  expect(await findings()).toEqual([expect.stringMatching(/^documented-status getStats: status 302/)]);
});
