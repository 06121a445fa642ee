// The proxy forwards requests and responses unchanged.

import { once } from 'node:events';
import { request as ask, createServer, get, type IncomingMessage, type RequestOptions } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { proxying, serving } from '../../support/proxying.ts';
import { connectRaw } from '../../support/raw-http.ts';

const BOOK = JSON.stringify({ id: '7', title: 'Emma' });

/** The raw headers of a message, without variable ones. */
function fieldsOf({ rawHeaders }: IncomingMessage, without = ['date', 'keep-alive']): readonly string[] {
  const pairs: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!without.includes(rawHeaders[at]?.toLowerCase() ?? '')) pairs.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  }
  return pairs;
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of message.setEncoding('latin1')) text += piece;
  return text;
}

/** Sends a request over a new connection. */
async function requested(url: string, options: RequestOptions = {}, body?: string | Buffer) {
  const request = ask(url, { agent: false, ...options });
  request.end(body);
  const [message] = (await once(request, 'response')) as [IncomingMessage];
  return { message, text: await textOf(message) };
}

describe('a request', () => {
  test('keeps its trace headers, also those that another program has to ignore', async () => {
    const seen: (readonly string[])[] = [];
    const { url } = await proxying((request, response) => {
      seen.push(fieldsOf(request).filter((field) => field.startsWith('trace')));
      response.end();
    });
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await requested(url, { headers: { traceparent, tracestate: ['rojo=1', 'congo=2'] } });
    await requested(url, { headers: { traceparent: 'cc-new' } });
    expect(seen).toEqual([
      [`traceparent: ${traceparent}`, 'tracestate: rojo=1', 'tracestate: congo=2'],
      ['traceparent: cc-new'],
    ]);
  });

  test('is forwarded with its method, exact target, and headers in order, also repeated ones', async () => {
    const seen: { method: string | undefined; url: string | undefined; fields: readonly string[] }[] = [];
    const { port, upstream } = await proxying((request, response) => {
      seen.push({ method: request.method, url: request.url, fields: fieldsOf(request) });
      response.end();
    });
    const client = await connectRaw(port);
    client.send(
      'PROPFIND /books/%zz/..//a%2Fb?q=%&x[]=1 HTTP/1.1\r\nHost: shop.test\r\nX-One: 1\r\nx-two: 2\r\nX-One: 3\r\n\r\n',
    );
    expect((await client.response()).status).toBe(200);
    expect(seen).toEqual([
      {
        method: 'PROPFIND',
        url: '/books/%zz/..//a%2Fb?q=%&x[]=1',
        fields: [
          'X-One: 1',
          'x-two: 2',
          'X-One: 3',
          `Host: ${new URL(upstream).host}`,
          expect.stringMatching(/^Via: 1\.1 understudy-[\da-f]{8}$/),
          'X-Forwarded-For: 127.0.0.1',
          'X-Forwarded-Host: shop.test',
          'X-Forwarded-Proto: http',
          'Connection: keep-alive',
          'Content-Length: 0',
        ],
      },
    ]);
  });

  test('is forwarded without hop-by-hop headers and those that Connection lists, except Content-Length', async () => {
    const seen: string[] = [];
    const { port } = await proxying((request, response) => {
      seen.push(...fieldsOf(request, ['host', 'via']).filter((field) => !field.startsWith('X-Forwarded')));
      request.resume().on('end', () => response.end());
    });
    const client = await connectRaw(port);
    client.send(
      'PUT /covers/1 HTTP/1.1\r\nHost: a\r\nConnection: X-Hop, content-length\r\nX-Hop: 1\r\nKeep-Alive: 9\r\nProxy-Connection: x\r\nTE: gzip\r\nX-Stays: 1\r\nContent-Length: 2\r\n\r\nab',
    );
    expect((await client.response()).status).toBe(200);
    expect(seen).toEqual(['X-Stays: 1', 'Content-Length: 2', 'Connection: keep-alive']);
  });

  test('keeps Via and X-Forwarded headers of earlier proxies', async () => {
    let seen: IncomingMessage['headers'] = {};
    const { url } = await proxying((request, response) => {
      seen = request.headers;
      response.end();
    });
    const headers = {
      Via: '1.0 edge',
      'X-Forwarded-For': '10.1.1.1',
      'X-Forwarded-Host': 'shop.example',
      'X-Forwarded-Proto': 'https',
    };
    await requested(`${url}/books`, { headers });
    expect(seen).toMatchObject({
      via: expect.stringMatching(/^1\.0 edge, 1\.1 understudy-/),
      'x-forwarded-for': '10.1.1.1, 127.0.0.1',
      'x-forwarded-host': 'shop.example',
      'x-forwarded-proto': 'https',
    });
  });

  test('is forwarded with the Host header of the client if configured', async () => {
    let host: string | undefined;
    const { url } = await proxying(
      (request, response) => {
        host = request.headers.host;
        response.end();
      },
      { keepHost: true },
    );
    await requested(`${url}/books`, { headers: { host: 'shop.test:81' } });
    expect(host).toBe('shop.test:81');
  });

  test.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    'with %s is forwarded with its body, by length or in chunks, and its trailers',
    async (method) => {
      const seen: (readonly [string | undefined, string | undefined, string, unknown])[] = [];
      const { url } = await proxying(async (request, response) => {
        const text = await textOf(request);
        const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
        seen.push([length, coding, text, request.trailers]);
        response.end();
      });
      await requested(`${url}/books`, { method, headers: { 'content-length': 5 } }, 'plain');
      const chunked = ask(`${url}/books`, {
        method,
        agent: false,
        headers: { 'transfer-encoding': 'chunked', trailer: 'x-sum' },
      });
      chunked.write('first ');
      chunked.write('last');
      chunked.addTrailers({ 'x-sum': '10' });
      chunked.end();
      const [message] = (await once(chunked, 'response')) as [IncomingMessage];
      await textOf(message);
      expect(seen).toEqual([
        ['5', undefined, 'plain', {}],
        [undefined, 'chunked', 'first last', { 'x-sum': '10' }],
      ]);
    },
  );

  test('is forwarded with TE: trailers if the client sends it', async () => {
    const seen: unknown[] = [];
    const { url } = await proxying((request, response) => {
      seen.push([request.headers.te, request.headers.connection]);
      response.end();
    });
    await requested(`${url}/stats`, { headers: { te: 'trailers, deflate', connection: 'TE' } });
    await requested(`${url}/stats`, { headers: { te: 'deflate', connection: 'TE' } });
    expect(seen).toEqual([
      ['trailers', 'keep-alive, TE'],
      [undefined, 'keep-alive'],
    ]);
  });

  test.each(['GET', 'POST', 'DELETE'])('with %s and no body is forwarded without one', async (method) => {
    const seen: unknown[] = [];
    const { port } = await proxying(async (request, response) => {
      seen.push([request.headers['transfer-encoding'], request.headers['content-length'], await textOf(request)]);
      response.end();
    });
    const client = await connectRaw(port);
    client.send(`${method} /books HTTP/1.1\r\nHost: a\r\n\r\n`);
    await client.response();
    expect(seen).toEqual([[undefined, method === 'POST' ? '0' : undefined, '']]);
  });

  test('is forwarded below the base path of the server', async () => {
    const { url } = await serving(createServer((request, response) => response.end(request.url)));
    const proxy = await proxying(`${url}/api/v2/`);
    expect((await requested(`${proxy.url}/books?x=1`)).text).toBe('/api/v2/books?x=1');
  });

  test('with invalid JSON is forwarded, with a finding', async () => {
    const { url, findings } = await proxying(async (request, response) => {
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: await textOf(request) }));
    });
    const { message, text } = await requested(
      `${url}/books`,
      { method: 'POST', headers: { 'content-type': 'application/json' } },
      '{"title": ',
    );
    expect([message.statusCode, JSON.parse(text)]).toEqual([400, { error: '{"title": ' }]);
    expect(await findings()).toEqual([
      expect.stringMatching(/^request-valid addBook: invalid request: body cannot be read/),
    ]);
  });
});

describe('a response', () => {
  test('has its status, reason phrase, and headers in order, also repeated ones, but no hop-by-hop headers', async () => {
    const { url } = await proxying((_request, response) => {
      response.writeHead(299, 'Quite Fine', [
        'Set-Cookie',
        'a=1',
        'set-cookie',
        'b=2',
        'X-Hop',
        '1',
        'Connection',
        'X-Hop',
        'Content-Length',
        '2',
      ]);
      response.end('ok');
    });
    const { message, text } = await requested(`${url}/books`);
    expect([message.statusCode, message.statusMessage, text]).toEqual([299, 'Quite Fine', 'ok']);
    expect(fieldsOf(message)).toEqual(['Set-Cookie: a=1', 'set-cookie: b=2', 'Content-Length: 2', 'Connection: close']);
  });

  test('in chunks stays chunked, with its trailers; one with a length keeps it', async () => {
    const { url } = await proxying((request, response) => {
      if (request.url === '/books') {
        response.writeHead(200, { 'content-length': 3 }).end('all');
        return;
      }
      response.writeHead(200, { trailer: 'x-sum' });
      response.write('one ');
      response.write('two');
      response.addTrailers({ 'x-sum': '7' });
      response.end();
    });
    const whole = await requested(`${url}/books`);
    expect([whole.message.headers['content-length'], whole.text]).toEqual(['3', 'all']);
    const pieces = await requested(`${url}/stats`);
    expect([pieces.message.headers['transfer-encoding'], pieces.text]).toEqual(['chunked', 'one two']);
    expect(pieces.message.trailers).toEqual({ 'x-sum': '7' });
  });

  test('without a length ends with its connection; those to HEAD and with 304 keep their headers', async () => {
    const { url } = await proxying((request, response) => {
      if (request.url === '/stats') response.socket?.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nuntil the end');
      else if (request.method === 'HEAD') response.writeHead(200, { 'content-length': 1234 }).end();
      else response.writeHead(304, { etag: '"1"' }).end();
    });
    expect((await requested(`${url}/stats`)).text).toBe('until the end');
    const head = await requested(`${url}/books`, { method: 'HEAD' });
    expect([head.message.headers['content-length'], head.text]).toEqual(['1234', '']);
    const known = await requested(`${url}/books`, { headers: { 'if-none-match': '"1"' } });
    expect([known.message.statusCode, known.message.headers.etag, known.text]).toEqual([304, '"1"', '']);
  });

  test('with gzip is forwarded compressed, and validated decompressed', async () => {
    const packed = gzipSync(JSON.stringify({ id: 7, title: 'Emma' }));
    const { url, findings } = await proxying((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(packed);
    });
    const { text } = await requested(`${url}/books/7`);
    expect(Buffer.from(text, 'latin1')).toEqual(packed);
    expect(await findings()).toEqual(['response-body getBook: response 200 /id must be a string']);
  });

  test('that redirects to the server is rewritten to redirect to the proxy', async () => {
    const { url, upstream } = await proxying((request, response) => {
      const there = `http://${request.headers.host}`;
      const location = request.url === '/1' ? `${there}/2?x` : request.url === '/2' ? `${there}.example/` : '/4';
      response.writeHead(302, { location }).end();
    });
    const leads = async (path: string) => (await requested(url + path)).message.headers.location;
    expect(await leads('/1')).toBe(`${url}/2?x`);
    expect(await leads('/2')).toBe(`${upstream}.example/`);
    expect(await leads('/3')).toBe('/4');
  });

  test('is streamed: headers before the body, and each event at once', async () => {
    let report = (_piece: string) => {};
    const { url } = await proxying((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      report = (piece) => void response.write(piece);
    });
    const request = get(`${url}/news`, { agent: false });
    const [message] = (await once(request, 'response')) as [IncomingMessage];
    for (const piece of ['data: 1\n\n', 'data: 2\n\n']) {
      report(piece);
      const [came] = await once(message, 'data');
      expect(`${came}`).toBe(piece);
    }
    request.destroy();
  });

  test('can be preceded by 103, and by 100 when the server sends it', async () => {
    const { port } = await proxying((request, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      request.resume().on('end', () => response.end('done'));
    });
    const client = await connectRaw(port);
    client.send('PUT /covers/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n');
    await client.continued();
    expect(await client.response()).toMatchObject({
      status: 103,
      headers: new Map([['link', '</style.css>; rel=preload']]),
    });
    client.send('ab');
    expect(await client.response()).toMatchObject({ status: 200, body: 'done' });
  });

  test('follows a body that the client sends without 100, if the server never sends 100', async () => {
    let arrived = () => {};
    const requested = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const server = createNetServer((socket) => {
      socket.on('error', () => undefined).once('data', arrived);
      socket.on('data', (bytes) => {
        if (`${bytes}`.endsWith('ab')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nboth');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = await proxying(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const client = await connectRaw(port);
    client.send('PUT /covers/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n');
    await requested;
    client.send('ab');
    expect(await client.response()).toMatchObject({ status: 200, body: 'both' });
  });

  test('with 204 has no Content-Length, even if the server sends one', async () => {
    const { url, findings } = await proxying((_request, response) => {
      response.socket?.end('HTTP/1.1 204 No Content\r\nContent-Length: 5\r\nConnection: close\r\n\r\n');
    });
    const { message } = await requested(`${url}/books/1`, { method: 'DELETE' });
    expect([message.statusCode, message.headers['content-length']]).toEqual([204, undefined]);
    expect(await findings()).toEqual([expect.stringMatching(/^no-unexpected-body removeBook/)]);
  });

  test('that rejects a body early is forwarded without 100', async () => {
    const server = createServer();
    server.on('checkContinue', (_request, response) => response.writeHead(413, { 'content-length': 0 }).end());
    const { url } = await serving(server);
    const { port } = await proxying(url);
    const client = await connectRaw(port);
    client.send('PUT /covers/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\nExpect: 100-continue\r\n\r\n');
    const answer = await client.response();
    expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close']);
  });
});

describe('other protocols', () => {
  test('forwards a WebSocket in both directions', async () => {
    const server = createServer();
    server.on('upgrade', (request, socket) => {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Path: ${request.url}\r\n\r\n`,
      );
      socket.on('data', (bytes) => socket.write(`echo ${bytes}`));
      socket.on('error', () => undefined);
    });
    const { url } = await serving(server);
    const { port, verdict, traffic: beside } = await proxying(url);
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'GET /live?x=%zz HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    const [head] = await once(socket, 'data');
    expect(`${head}`).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\nX-Path: \/live\?x=%zz\r\n/);
    socket.write('hello');
    expect(`${(await once(socket, 'data'))[0]}`).toBe('echo hello');
    socket.destroy();
    await verdict();
    expect(beside.unchecked.get('a WebSocket')).toBe(1);
  });

  test('forwards a rejected upgrade, and responds with 502 if the server is not reachable', async () => {
    const { port } = await proxying((_request, response) => response.writeHead(403).end('no'));
    const handshake = 'GET /live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    const client = await connectRaw(port);
    client.send(handshake);
    expect(await client.ended()).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[\s\S]*no$/);
    const unreachable = await proxying('http://127.0.0.1:1');
    const other = await connectRaw(unreachable.port);
    other.send(handshake);
    expect(await other.ended()).toMatch(/^HTTP\/1\.1 502 /);
  });

  test('ignores an upgrade to HTTP/2', async () => {
    let seen: IncomingMessage['headers'] = {};
    const { port } = await proxying((request, response) => {
      seen = request.headers;
      request.resume().on('end', () => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': BOOK.length }).end(BOOK);
      });
    });
    const client = await connectRaw(port);
    client.send(
      'GET /books/7 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n',
    );
    expect(await client.response()).toMatchObject({ status: 200, body: BOOK });
    expect(seen).not.toHaveProperty('upgrade');
    expect(seen).not.toHaveProperty('http2-settings');
    client.send(
      'POST /books HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n',
    );
    expect(await client.response()).toMatchObject({ status: 200, body: BOOK });
  });

  test('forwards gRPC calls over HTTP/1.1 without validating them', async () => {
    const {
      url,
      findings,
      traffic: beside,
    } = await proxying(async (request, response) => {
      response.writeHead(200, { 'content-type': 'application/grpc-web+proto' }).end(await textOf(request), 'latin1');
    });
    const frame = Buffer.from([0, 0, 0, 0, 2, 8, 1]);
    const { text } = await requested(
      `${url}/books`,
      { method: 'POST', headers: { 'content-type': 'application/grpc-web+proto' } },
      frame,
    );
    expect(Buffer.from(text, 'latin1')).toEqual(frame);
    expect(await findings()).toEqual([]);
    expect([...beside.unchecked]).toEqual([['a gRPC call', 1]]);
  });
});
