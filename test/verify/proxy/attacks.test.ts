// Attackers get a response, and reach no other server.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { proxying, serving } from '../../support/proxying.ts';
import { connectRaw } from '../../support/raw-http.ts';

/** A proxy in front of a server that logs its requests. */
async function noting(settings: Parameters<typeof proxying>[1] = {}) {
  const reached: string[] = [];
  const proxy = await proxying((request, response) => {
    request.resume().on('end', () => {
      reached.push(`${request.method} ${request.url}`);
      response.writeHead(200, { 'content-length': 2 }).end('ok');
    });
  }, settings);
  return { ...proxy, reached };
}

test('forwards a request that names another server to its own: it is not an open proxy', async () => {
  const other: string[] = [];
  const { url } = await serving(createServer((request, response) => response.end(other.push(request.url ?? ''))));
  const { port, reached } = await noting();
  const client = await connectRaw(port);
  client.send(`GET ${url}/secret?x HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`);
  expect((await client.response()).status).toBe(200);
  client.send(`GET http:///secret HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`);
  expect((await client.response()).status).toBe(200);
  client.send(`GET //${new URL(url).host}/secret HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect((await client.response()).status).toBe(200);
  const tunnel = await connectRaw(port);
  tunnel.send(`CONNECT ${new URL(url).host} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`);
  expect((await tunnel.response()).status).toBe(405);
  expect(reached).toEqual(['GET /secret?x', 'GET /secret', `GET //${new URL(url).host}/secret`]);
  expect(other).toEqual([]);
});

test.each([
  [
    'both Content-Length and chunks',
    'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n1e\r\nGET /smuggled HTTP/1.1\r\nX: 1\r\n\r\n0\r\n\r\n',
  ],
  ['two different lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde'],
  ['an invalid length', 'Content-Length: +4\r\n\r\nabcd'],
  ['chunked not as the last coding', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
  ['a control character before the coding', 'Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n'],
  ['an invalid chunk size', 'Transfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n0\r\n\r\n'],
  ['a space before the colon of a header', 'Content-Length : 4\r\n\r\nabcd'],
  ['a header folded over two lines', 'X-One: 1\r\n Content-Length: 4\r\n\r\nabcd'],
])('rejects a request with %s, and forwards no smuggled request', async (_what, rest) => {
  const { port, reached } = await noting();
  const client = await connectRaw(port);
  client.send(`POST /books HTTP/1.1\r\nHost: a\r\n${rest}GET /after HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(await client.ended()).toMatch(/^HTTP\/1\.1 (400|502) /);
  expect(reached.filter((one) => !one.startsWith('POST'))).toEqual([]);
});

test('rejects an unknown transfer coding with 501', async () => {
  const { port, reached } = await noting();
  const client = await connectRaw(port);
  client.send('POST /books HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n');
  expect((await client.response()).status).toBe(501);
  expect(reached).toEqual([]);
});

test('forwards Content-Length though Connection lists it: the server reads no request from the body', async () => {
  const { port, reached } = await noting();
  const client = await connectRaw(port);
  const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
  client.send(
    `POST /books HTTP/1.1\r\nHost: a\r\nConnection: Content-Length, Host, close\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
  );
  expect((await client.response()).status).toBe(200);
  expect(reached).toEqual(['POST /books']);
});

test.each([
  ['headers above the size limit', `GET /books HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
  ['too many headers', `GET /books HTTP/1.1\r\nHost: a\r\n${'X: 1\r\n'.repeat(20_000)}\r\n`, 431],
  ['a target above the size limit', `GET /books/${'x'.repeat(70_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ['a missing Host header', 'GET /books HTTP/1.1\r\n\r\n', 400],
  ['two Host headers', 'GET /books HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
  ['a protocol other than HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 400],
  ['an unknown expectation', 'GET /books HTTP/1.1\r\nHost: a\r\nExpect: coffee\r\n\r\n', 417],
])('rejects %s', async (_what, text, status) => {
  const { port, reached } = await noting();
  const client = await connectRaw(port);
  client.send(text);
  expect((await client.response()).status).toBe(status);
  expect(reached).toEqual([]);
});

test('forwards a long target, and shortens it in reports', async () => {
  const { port, reached, verdict } = await noting();
  const client = await connectRaw(port);
  const path = `/books/${'x'.repeat(10_000)}`;
  client.send(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect((await client.response()).status).toBe(200);
  expect(reached).toEqual([`GET ${path}`]);
  await verdict();
});

test('forwards pipelined requests one after another', async () => {
  let [underWay, most] = [0, 0];
  const { port } = await proxying((request, response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    setImmediate(() => {
      underWay -= 1;
      response.writeHead(200, { 'content-length': 3 }).end(request.url?.slice(-3));
    });
  });
  const client = await connectRaw(port);
  client.send(Array.from({ length: 50 }, (_, at) => `GET /books/${100 + at} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  for (let at = 0; at < 50; at += 1) expect((await client.response()).body).toBe(`${100 + at}`);
  expect(most).toBe(1);
});

test('responds with 508 when its upstream is the proxy itself', async () => {
  const server = createServer();
  const { url, port } = await serving(server);
  const { url: proxy } = await proxying(url);
  server.on('request', (request, response) => {
    fetch(proxy + request.url, { headers: { via: request.headers.via ?? '' } }).then(
      async (answer) => response.writeHead(answer.status).end(await answer.text()),
      () => response.destroy(),
    );
  });
  expect((await fetch(`${proxy}/books`)).status).toBe(508);
  expect(port).toBeGreaterThan(0);
});

test('limits the number of connections; closed ones free their place', async () => {
  const { port } = await noting({ connections: 2 });
  const [first, second] = [await connectRaw(port), await connectRaw(port)];
  for (const one of [first, second]) {
    one.send('GET /books HTTP/1.1\r\nHost: a\r\n\r\n');
    await one.response();
  }
  const third = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(third, 'close');
  first.send('GET /books HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  await first.ended();
  for (let isIn = false; !isIn; ) {
    const again = await connectRaw(port);
    again.send('GET /books HTTP/1.1\r\nHost: a\r\n\r\n');
    isIn = await again.response().then(
      ({ status }) => status === 200,
      () => false,
    );
  }
});

test('closes idle connections', async () => {
  const { port } = await noting({ idleTimeout: 100 });
  const client = await connectRaw(port);
  expect(await client.ended()).toBe('');
  const slow = await connectRaw(port);
  slow.send('GET /books HT');
  expect(await slow.ended()).toMatch(/^(HTTP\/1\.1 408 |$)/);
});

test('limits the number of undeclared paths that it counts', async () => {
  const {
    url,
    verdict,
    traffic: beside,
  } = await proxying(
    (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  );
  for (let at = 0; at < 150; at += 1) await (await fetch(`${url}/made-up-${at}`)).text();
  await verdict();
  expect(beside.undeclared.size).toBe(101);
  expect(beside.undeclared.get('others')).toBe(50);
});
