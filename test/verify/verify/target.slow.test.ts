// Servers that do not answer as servers should: what is said of them, and that nobody waits for them for ever.

import { readFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Call } from '../../../src/verify/requests/call.ts';
import { type Answer, createTarget, type TargetSettings, trustOf } from '../../../src/verify/target.ts';
import { reasonOf } from '../../../src/verify/unanswered.ts';
import { TLS } from '../../support/tls/pair.ts';

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

/** An answer with a content coding. */
function packed(coding: string, bytes: Uint8Array): Buffer {
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes]);
}

const bodyOf = (answer: unknown) => Buffer.from((answer as Answer).body).toString();

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';

test.each<[what: string, behave: (socket: Socket) => void, reason: RegExp, settings?: TargetSettings]>([
  ['hangs', () => undefined, /timeout after 0\.2 s/, { timeout: 200 }],
  [
    'never ends a body',
    (socket) => socket.write(`${HEAD}Content-Length: 5\r\n\r\nab`),
    /timeout after/,
    { timeout: 200 },
  ],
  [
    'lets a byte drip now and then',
    (socket) => {
      socket.write(`${HEAD}Content-Length: 5000\r\n\r\n`);
      const dripping = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(dripping));
    },
    /timeout after 0\.2 s/,
    { timeout: 200 },
  ],
  [
    'says for ever that it goes on',
    (socket) => {
      const going = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'), 10);
      socket.on('close', () => clearInterval(going));
    },
    /timeout after/,
    { timeout: 200 },
  ],
  ['closes', (socket) => socket.destroy(), /connection closed before/],
  ['breaks off', (socket) => socket.end(`${HEAD}Content-Length: 5\r\n\r\nab`), /before the response was complete/],
  [
    'never ends a chunk',
    (socket) => socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\nff\r\nab`),
    /before the response was complete/,
  ],
  ['speaks something else', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'), /the response is not HTTP: Expected HTTP/],
  [
    'sends header fields without end',
    (socket) => socket.end(`HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(100_000)}\r\n\r\n`),
    /response headers exceed 16 KiB/,
  ],
  [
    'says two lengths',
    (socket) => socket.end(`${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc`),
    /the response is not HTTP: .*Content-Length/,
  ],
  [
    'changes to another protocol',
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    /unrequested protocol switch/,
  ],
  [
    'never ends what it sends',
    (socket) => {
      socket.write(`${HEAD}\r\n`);
      const send = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(1024 * 1024)));
      };
      socket.on('drain', send);
      send();
    },
    /more than 16777216 bytes/,
  ],
  [
    'sends more once it is unpacked than is read',
    (socket) => socket.end(packed('gzip', gzipSync(Buffer.alloc(17 * 1024 * 1024)))),
    /more than 16777216 bytes after decompression/,
  ],
  [
    'says that it is packed, and is not',
    (socket) => socket.end(packed('gzip', Buffer.from('hello'))),
    /cannot be decoded as gzip: incorrect header check/,
  ],
  [
    'packs in a way that nobody knows',
    (socket) => socket.end(packed('zip-it', Buffer.from('hello'))),
    /encoded as "zip-it", which was not requested/,
  ],
  [
    'packs again and again',
    (socket) => socket.end(packed('gzip, gzip, gzip, gzip', Buffer.from('hello'))),
    /compressed 4 times/,
  ],
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
  expect(await target.ask(CALL)).toEqual({ status: 0, reason: 'connection refused', isUnreachable: true });
});

test('of several addresses that cannot be reached, the first one says why', () => {
  const each = ['this', 'that'].map((message) => Object.assign(new Error(message), { code: 'EWHATEVER' }));
  expect(reasonOf(new AggregateError(each))).toBe('this');
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
  expect(bodyOf(answer)).toBe('hi');
});

test('what comes before an answer is not taken for it', async () => {
  const answer = await askedOf((socket) =>
    socket.end(
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${HEAD}Content-Length: 2\r\n\r\nhi`,
    ),
  );
  expect([(answer as Answer).status, bodyOf(answer)]).toEqual([200, 'hi']);
});

test('an answer in very many pieces is one', async () => {
  const pieces = Array.from({ length: 50_000 }, (_, at) => `1\r\n${at % 10}\r\n`);
  const answer = await askedOf((socket) =>
    socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\n${pieces.join('')}0\r\n\r\n`),
  );
  expect(bodyOf(answer)).toBe('0123456789'.repeat(5000));
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
])('an answer that is packed as %s is unpacked', async (coding, pack) => {
  const answer = await askedOf((socket) => socket.end(packed(coding, pack('hello'))));
  expect(bodyOf(answer)).toBe('hello');
});

test('a connection that was closed while nobody used it is no fault', async () => {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    // It answers once on each connection, and breaks the next request on it off.
    let isUsed = false;
    socket.on('data', (data) => {
      if (isUsed) return void socket.resetAndDestroy();
      isUsed = true;
      heard.push(data.toString().split(' ', 1)[0] ?? '');
      socket.write(`${HEAD}Content-Length: 2\r\n\r\nhi`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(bodyOf(await target.ask(CALL))).toBe('hi');
  expect(bodyOf(await target.ask({ ...CALL, method: 'POST', body: Buffer.from('x') }))).toBe('hi');
  expect(heard).toEqual(['GET', 'POST']);
  target.close();
  await new Promise((resolve) => server.close(resolve));
});

test('what is ended is no fault of the server', async () => {
  const ending = new AbortController();
  let heard = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      heard += 1;
      ending.abort();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const ended = { status: 0, reason: 'the run was stopped', isOurs: true };
  expect(await target.ask(CALL, {}, ending.signal)).toEqual(ended);
  expect(await target.ask(CALL, {}, ending.signal)).toEqual(ended);
  expect(heard).toBe(1);
  await new Promise((resolve) => server.close(resolve));
});

test.each(['POST', 'PUT', 'PATCH'])(
  '%s may make something: it is waited for once it was sent, and is not sent where all is ended',
  async (method) => {
    const ending = new AbortController();
    const heard: string[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        heard.push(data.toString().split(' ', 1)[0] ?? '');
        ending.abort();
        setImmediate(() => socket.write('HTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\n7'));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const call = { ...CALL, method };
    expect(bodyOf(await target.ask(call, {}, ending.signal))).toBe('7');
    expect(await target.ask(call, {}, ending.signal)).toMatchObject({ reason: 'the run was stopped' });
    expect(heard).toEqual([method]);
    target.close();
    await new Promise((resolve) => server.close(resolve));
  },
);

describe('over TLS', () => {
  const certOf = (name: string) =>
    readFileSync(fileURLToPath(new URL(`../../support/tls/for-tests-only.${name}.pem`, import.meta.url)), 'utf8');

  async function askedWith(cert: string, settings: TargetSettings = {}) {
    const server = createHttpsServer({ cert, key: TLS.key }, (_, response) => response.end('hi'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const target = createTarget(`https://localhost:${(server.address() as AddressInfo).port}`, settings);
    try {
      return await target.ask(CALL);
    } finally {
      target.close();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  test.each<[what: string, cert: string, reason: RegExp, settings?: TargetSettings]>([
    ['signs itself', TLS.cert, /the certificate is self-signed \(trust it with --ca FILE/],
    ['has expired', certOf('expired-cert'), /the certificate has expired/, { ca: certOf('expired-cert') }],
    [
      'is for another host',
      certOf('other-host-cert'),
      /the certificate is for another host: DNS:other.example/,
      { ca: certOf('other-host-cert') },
    ],
  ])('a certificate that %s is told, and taken only if that is said', async (_, cert, reason, settings) => {
    expect(await askedWith(cert, settings)).toEqual({ status: 0, reason: expect.stringMatching(reason) });
    expect(await askedWith(cert, { isInsecure: true })).toMatchObject({ status: 200 });
  });

  test('a certificate is trusted that somebody names', async () => {
    expect(await askedWith(TLS.cert, { ca: TLS.cert })).toMatchObject({ status: 200 });
    // Beside those that are trusted anyway.
    expect(trustOf({ ca: TLS.cert }).ca).toEqual(expect.arrayContaining([rootCertificates[0], TLS.cert]));
    expect(trustOf({})).toEqual({ rejectUnauthorized: true });
  });

  test('who does not speak it is told apart', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const target = createTarget(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await target.ask(CALL)).toEqual({
      status: 0,
      reason: 'TLS handshake failed; did you mean http://?',
    });
    await new Promise((resolve) => server.close(resolve));
  });
});
