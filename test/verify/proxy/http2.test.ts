// Requests over HTTP/2 are forwarded and validated like those over HTTP/1.1.

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2';
import { expect, onTestFinished, test } from 'vitest';
import { proxying, serving } from '../../support/proxying.ts';

/** An HTTP/2 connection that is closed after the test. */
function connected(url: string): ClientHttp2Session {
  const session = connect(url).on('error', () => undefined);
  onTestFinished(() => session.destroy());
  return session;
}

/** The result of a request. */
async function requested(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: string | Buffer) {
  const stream = session.request(headers, { endStream: body === undefined });
  let trailers: object = {};
  const interim: unknown[] = [];
  stream.on('headers', (reported) => interim.push(reported[':status']));
  stream.on('trailers', (reported) => {
    trailers = reported;
  });
  if (body !== undefined) stream.end(body);
  const [response] = await once(stream, 'response');
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return { status: response[':status'], response, text: Buffer.concat(pieces).toString(), trailers, interim };
}

/** The headers of a request at the server, without those with addresses. */
function fieldsOf({ rawHeaders }: IncomingMessage): readonly string[] {
  const fields = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  return fields.filter((field) => !/^(Host|Via|X-Forwarded-For|X-Forwarded-Host):/.test(field));
}

test('forwards a request as over HTTP/1.1, and its response with headers, interim responses and trailers', async () => {
  const seen: unknown[] = [];
  const { url } = await proxying((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      seen.push(request.method, request.url, fieldsOf(request), body);
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.writeHead(201, [
        'Set-Cookie',
        'a=1',
        'Set-Cookie',
        'b=2',
        'Content-Type',
        'text/plain',
        'Trailer',
        'X-End',
        'Connection',
        'X-Hop',
        'X-Hop',
        '1',
      ]);
      response.write('whole');
      response.addTrailers({ 'X-End': 'yes' });
      response.end();
    });
  });
  const headers = {
    ':method': 'PUT',
    ':path': '/covers/%zz?x=[]',
    cookie: ['a=1', 'b=2'],
    'x-one': '1',
    te: 'trailers',
  };
  const { status, response, text, trailers, interim } = await requested(connected(url), headers, 'abc');
  expect(seen).toEqual([
    'PUT',
    '/covers/%zz?x=[]',
    [
      'x-one: 1',
      'cookie: a=1; b=2',
      'X-Forwarded-Proto: http',
      'TE: trailers',
      'Connection: keep-alive, TE',
      'Transfer-Encoding: chunked',
    ],
    'abc',
  ]);
  expect([status, text, interim]).toEqual([201, 'whole', [103]]);
  expect(response).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'content-type': 'text/plain' });
  expect(response).not.toHaveProperty('x-hop');
  expect(trailers).toMatchObject({ 'x-end': 'yes' });
});

test('reports invalid requests and responses', async () => {
  const {
    url,
    findings,
    traffic: beside,
  } = await proxying((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":7,"title":"Emma"}');
    });
  });
  const session = connected(url);
  const headers = { ':method': 'POST', ':path': '/books', 'content-type': 'application/json' };
  await requested(session, headers, '{"title":""}');
  await requested(session, { ':path': '/favicon.ico' });
  expect(await findings()).toEqual([
    expect.stringMatching(/^request-valid addBook: /),
    expect.stringMatching(/^response-body addBook: .*\/id must be a string/),
    expect.stringMatching(/^invalid-input-rejected addBook: accepted with 201/),
  ]);
  expect([...beside.unchecked]).toEqual([]);
  expect([...beside.undeclared.keys()]).toEqual(['GET /favicon.ico']);
});

test('forwards HEAD, responses without content, and requests without a body', async () => {
  const { url } = await proxying((request, response) => {
    response.writeHead(
      request.method === 'DELETE' ? 204 : 200,
      request.method === 'HEAD' ? { 'content-length': 3 } : {},
    );
    response.end();
  });
  const session = connected(url);
  for (const [method, status] of [
    ['HEAD', 200],
    ['DELETE', 204],
    ['GET', 200],
    ['POST', 200],
  ] as const)
    expect(await requested(session, { ':method': method, ':path': '/books/1' })).toMatchObject({ status, text: '' });
});

test('returns the matching response to each of many concurrent requests', async () => {
  const { url } = await proxying((request, response) => void request.pipe(response));
  const session = connected(url);
  // Some are longer than an HTTP/2 stream may send at once.
  const bodies = Array.from({ length: 40 }, (_, at) => `${at} `.repeat(at * (at % 13 === 0 ? 1000 : 10)));
  const responses = await Promise.all(
    bodies.map((body) => requested(session, { ':method': 'PUT', ':path': '/covers/1' }, body)),
  );
  expect(responses.map(({ text }) => text)).toEqual(bodies);
});

test('closes the request at the server when the client leaves, and reports an incomplete response', async () => {
  const server = createServer();
  const { url: upstream } = await serving(server);
  const { url, findings } = await proxying(upstream);
  const session = connected(url);
  const left = session.request({ ':path': '/news' });
  const [, responding] = await once(server, 'request');
  left.close();
  await once(responding, 'close');
  const broken = session.request({ ':path': '/stats' });
  const [, breaking] = await once(server, 'request');
  breaking.writeHead(200, { 'content-length': 100 }).write('half');
  await once(broken, 'data');
  breaking.destroy();
  const [error] = await once(broken, 'error');
  expect(error.code).toBe('ERR_HTTP2_STREAM_ERROR');
  expect(await findings()).toEqual(['response-received getStats: no valid response: the response is incomplete']);
});

test('forwards an aborted body as aborted', async () => {
  const server = createServer();
  const { url: upstream } = await serving(server);
  const { url } = await proxying(upstream);
  const stream = connected(url).request({ ':method': 'PUT', ':path': '/covers/1' });
  stream.on('error', () => undefined);
  stream.write('half');
  const [request] = await once(server, 'request');
  await once(request, 'data');
  const closed = new Promise((resolve) => request.on('error', () => undefined).on('close', resolve));
  stream.close(8);
  await closed;
  expect(request.complete).toBe(false);
});

test('rejects invalid requests with enforcement, and mocks missing operations', async () => {
  const { url: refusing } = await proxying((_request, response) => response.end(), { enforce: true });
  const headers = { ':method': 'POST', ':path': '/books', 'content-type': 'application/json' };
  expect(await requested(connected(refusing), headers, '{}')).toMatchObject({ status: 400 });
  const { url: other } = await serving(createServer((_request, response) => response.writeHead(501).end()));
  const { url: mockServer } = await serving(createServer((_request, response) => response.end('mine')));
  const { url: filling } = await proxying(other, { mock: { url: mockServer, mocksMissing: true, operations: [] } });
  const { text, response } = await requested(connected(filling), { ':path': '/stats' });
  expect([text, response['x-understudy-responder']]).toEqual(['mine', 'mock']);
});

test('forwards targets that look like another server, and `*`', async () => {
  const seen: unknown[] = [];
  const { url } = await proxying((request, response) => response.end(`${seen.push(request.url)}`));
  const session = connected(url);
  await requested(session, { ':path': '//other.test/books' });
  await requested(session, { ':method': 'OPTIONS', ':path': '*' });
  expect(seen).toEqual(['//other.test/books', '*']);
});
