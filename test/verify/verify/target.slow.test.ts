// The HTTP client of the tested server: invalid, slow and large responses.

import { readFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { describeNetworkError } from '../../../src/verify/network-errors.ts';
import type { SerializedRequest } from '../../../src/verify/requests/serialize-request.ts';
import {
  createTarget,
  createTlsOptions,
  type ReceivedResponse,
  type TargetSettings,
} from '../../../src/verify/target.ts';
import { TLS } from '../../support/tls/pair.ts';

const CALL: SerializedRequest = {
  method: 'GET',
  target: '/x',
  headers: [],
  body: undefined,
  rawParameters: { path: {}, query: '', headers: {} },
};

/** The result for a server that handles each connection so. */
async function outcomeOf(behave: (socket: Socket) => void, settings: TargetSettings = {}, call = CALL) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => behave(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, settings);
  try {
    return await target.send(call);
  } finally {
    target.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** A response with a content coding. */
function packed(coding: string, bytes: Uint8Array): Buffer {
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes]);
}

const bodyOf = (response: unknown) => Buffer.from((response as ReceivedResponse).body).toString();

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';

test.each<[what: string, behave: (socket: Socket) => void, reason: RegExp, settings?: TargetSettings]>([
  ['hangs', () => undefined, /timeout after 0\.2 s/, { timeout: 200 }],
  [
    'never ends the body',
    (socket) => socket.write(`${HEAD}Content-Length: 5\r\n\r\nab`),
    /timeout after 0\.2 s, with status 200 and 2 bytes of the body/,
    { timeout: 200 },
  ],
  [
    'never ends JSON without a length',
    (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[1'),
    /timeout after 0\.2 s, with status 200 and 2 bytes of the body/,
    { timeout: 200 },
  ],
  [
    'sends single bytes slowly',
    (socket) => {
      socket.write(`${HEAD}Content-Length: 5000\r\n\r\n`);
      const dripping = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(dripping));
    },
    /timeout after 0\.2 s/,
    { timeout: 200 },
  ],
  [
    'sends endless 1xx responses',
    (socket) => {
      const going = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'), 10);
      socket.on('close', () => clearInterval(going));
    },
    /timeout after/,
    { timeout: 200 },
  ],
  ['closes', (socket) => socket.destroy(), /connection closed before/],
  [
    'closes the connection early',
    (socket) => socket.end(`${HEAD}Content-Length: 5\r\n\r\nab`),
    /before the response was complete/,
  ],
  [
    'does not end a chunk',
    (socket) => socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\nff\r\nab`),
    /before the response was complete/,
  ],
  ['does not speak HTTP', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'), /the response is not HTTP: Expected HTTP/],
  [
    'sends endless headers',
    (socket) => socket.end(`HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(100_000)}\r\n\r\n`),
    /response headers exceed 16 KiB/,
  ],
  [
    'sends two Content-Length headers',
    (socket) => socket.end(`${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc`),
    /the response is not HTTP: .*Content-Length/,
  ],
  [
    'switches protocols',
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    /unrequested protocol switch/,
  ],
  [
    'sends an endless body',
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
    'sends too much after decompression',
    (socket) => socket.end(packed('gzip', gzipSync(Buffer.alloc(17 * 1024 * 1024)))),
    /more than 16777216 bytes after decompression/,
  ],
  [
    'sends an invalid compressed body',
    (socket) => socket.end(packed('gzip', Buffer.from('hello'))),
    /cannot be decoded as gzip: incorrect header check/,
  ],
  [
    'uses an unknown content coding',
    (socket) => socket.end(packed('zip-it', Buffer.from('hello'))),
    /encoded as "zip-it", which was not requested/,
  ],
  [
    'compresses many times',
    (socket) => socket.end(packed('gzip, gzip, gzip, gzip', Buffer.from('hello'))),
    /compressed 4 times/,
  ],
  ['sends too much', (socket) => socket.end(`${HEAD}\r\n${'x'.repeat(5000)}`), /more than 1000 bytes/, { limit: 1000 }],
])('a server that %s', async (_, behave, reason, settings) => {
  expect(await outcomeOf(behave, settings)).toEqual({ status: 0, reason: expect.stringMatching(reason) });
});

test.each([
  ['a log', 'text/plain', 'one\ntwo', 'one\ntwo'],
  ['pictures', 'multipart/x-mixed-replace', '--x\r\n', '--x\r\n'],
  ['events', 'text/event-stream', 'data: 1\n\nda', 'data: 1\n\nda'],
  ['lines', 'application/jsonl', '{}\n', '{}\n'],
  ['nothing', 'text/event-stream', '', ''],
])('a response that never ends, with %s, is received as far as it came', async (_, type, sent, body) => {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n`;
  const response = await outcomeOf((socket) => socket.write(head + sent), { timeout: 500 });
  expect(response).toMatchObject({ status: 200, headers: { 'content-type': type }, isStart: true });
  expect(bodyOf(response)).toBe(body);
});

test('a response that arrives while this process is busy is no timeout', async () => {
  const response = await outcomeOf(
    (socket) => {
      socket.end(`${HEAD}Content-Length: 2\r\n\r\nhi`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    },
    { timeout: 200 },
  );
  expect(bodyOf(response)).toBe('hi');
});

test('endless events are read for a second', async () => {
  const response = await outcomeOf((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n');
    const sending = setInterval(() => socket.write('data: 1\n\n'), 50);
    socket.on('close', () => clearInterval(sending));
  });
  expect(response).toMatchObject({ status: 200, isStart: true });
  expect(bodyOf(response)).toMatch(/^(data: 1\n\n){3,}$/);
});

test('a refused connection is reported', async () => {
  const target = createTarget('http://127.0.0.1:1');
  expect(await target.send(CALL)).toEqual({ status: 0, reason: 'connection refused', isUnreachable: true });
});

test('the reason is that of the first unreachable address', () => {
  const each = ['this', 'that'].map((message) => Object.assign(new Error(message), { code: 'EWHATEVER' }));
  expect(describeNetworkError(new AggregateError(each))).toBe('this');
});

test('an invalid request is returned as a reason, not thrown', async () => {
  const response = outcomeOf(
    (socket) => socket.end(`${HEAD}Content-Length: 0\r\n\r\n`),
    {},
    { ...CALL, headers: [['x-a', 'a\nb']] },
  );
  expect(await response).toEqual({ status: 0, reason: expect.stringContaining('Invalid character') });
});

test('a response is returned unchanged, also a redirect', async () => {
  const response = await outcomeOf((socket) =>
    socket.end('HTTP/1.1 302 Found\r\nLocation: /x\r\nX-A: 1\r\nX-A: 2\r\nContent-Length: 2\r\n\r\nhi'),
  );
  expect(response).toMatchObject({ status: 302, headers: { location: '/x', 'x-a': '1, 2' } });
  expect(bodyOf(response)).toBe('hi');
});

test('informational responses are ignored', async () => {
  const response = await outcomeOf((socket) =>
    socket.end(
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${HEAD}Content-Length: 2\r\n\r\nhi`,
    ),
  );
  expect([(response as ReceivedResponse).status, bodyOf(response)]).toEqual([200, 'hi']);
});

test('a response in many chunks is joined', async () => {
  const pieces = Array.from({ length: 50_000 }, (_, at) => `1\r\n${at % 10}\r\n`);
  const response = await outcomeOf((socket) =>
    socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\n${pieces.join('')}0\r\n\r\n`),
  );
  expect(bodyOf(response)).toBe('0123456789'.repeat(5000));
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
])('a response with the coding %s is decompressed', async (coding, pack) => {
  const response = await outcomeOf((socket) => socket.end(packed(coding, pack('hello'))));
  expect(bodyOf(response)).toBe('hello');
});

test('a request is repeated if an idle connection was closed', async () => {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    // It responds once on each connection, and closes it at the next request.
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
  expect(bodyOf(await target.send(CALL))).toBe('hi');
  expect(bodyOf(await target.send({ ...CALL, method: 'POST', body: Buffer.from('x') }))).toBe('hi');
  expect(heard).toEqual(['GET', 'POST']);
  target.close();
  await new Promise((resolve) => server.close(resolve));
});

test('a cancelled request is not a fault of the server', async () => {
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
  const ended = { status: 0, reason: 'the run was stopped', isAborted: true };
  expect(await target.send(CALL, {}, ending.signal)).toEqual(ended);
  expect(await target.send(CALL, {}, ending.signal)).toEqual(ended);
  expect(heard).toBe(1);
  await new Promise((resolve) => server.close(resolve));
});

test.each(['POST', 'PUT', 'PATCH'])(
  'a sent %s is awaited after a cancellation, and not sent after it',
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
    expect(bodyOf(await target.send(call, {}, ending.signal))).toBe('7');
    expect(await target.send(call, {}, ending.signal)).toMatchObject({ reason: 'the run was stopped' });
    expect(heard).toEqual([method]);
    target.close();
    await new Promise((resolve) => server.close(resolve));
  },
);

describe('over TLS', () => {
  const certOf = (name: string) =>
    readFileSync(fileURLToPath(new URL(`../../support/tls/for-tests-only.${name}.pem`, import.meta.url)), 'utf8');

  async function requestWith(cert: string, settings: TargetSettings = {}) {
    const server = createHttpsServer({ cert, key: TLS.key }, (_, response) => response.end('hi'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const target = createTarget(`https://localhost:${(server.address() as AddressInfo).port}`, settings);
    try {
      return await target.send(CALL);
    } finally {
      target.close();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  test.each<[what: string, cert: string, reason: RegExp, settings?: TargetSettings]>([
    ['is self-signed', TLS.cert, /the certificate is self-signed \(trust it with --ca FILE/],
    ['has expired', certOf('expired-cert'), /the certificate has expired/, { ca: certOf('expired-cert') }],
    [
      'is for another host',
      certOf('other-host-cert'),
      /the certificate is for another host: DNS:other.example/,
      { ca: certOf('other-host-cert') },
    ],
  ])('a certificate that %s is reported, and accepted only with a setting', async (_, cert, reason, settings) => {
    expect(await requestWith(cert, settings)).toEqual({ status: 0, reason: expect.stringMatching(reason) });
    expect(await requestWith(cert, { isInsecure: true })).toMatchObject({ status: 200 });
  });

  test('a given certificate is trusted', async () => {
    expect(await requestWith(TLS.cert, { ca: TLS.cert })).toMatchObject({ status: 200 });
    // In addition to the default ones.
    expect(createTlsOptions({ ca: TLS.cert }).ca).toEqual(expect.arrayContaining([rootCertificates[0], TLS.cert]));
    expect(createTlsOptions({})).toEqual({ rejectUnauthorized: true });
  });

  test('a server without TLS is reported', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const target = createTarget(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await target.send(CALL)).toEqual({
      status: 0,
      reason: 'TLS handshake failed; did you mean http://?',
    });
    await new Promise((resolve) => server.close(resolve));
  });
});
