// TLS to the server, and gRPC calls through the proxy.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server, createSecureServer } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createNetServer, type Server } from 'node:net';
import { createClient } from '@connectrpc/connect';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ServerReflection } from '../../../src/server/grpc/generated/grpc/reflection/v1/reflection_pb.ts';
import { DUPLEX } from '../../server/grpc/clients.ts';
import { listening } from '../../support/listening.ts';
import { proxying } from '../../support/proxying.ts';
import { CLIENTS } from '../../support/sights.ts';
import { TLS } from '../../support/tls/pair.ts';

/** Starts any kind of server, and returns its port. */
async function listeningOn(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('connects over TLS only to trusted certificates, unless any is allowed', async () => {
  const port = await listeningOn(
    createHttpsServer(TLS, (request, response) => response.end(request.headers['x-forwarded-proto'])),
  );
  const url = `https://localhost:${port}`;
  const trusting = await proxying(url, { upstream: { ca: TLS.cert } });
  expect(await (await fetch(`${trusting.url}/stats`)).text()).toBe('http');
  const careless = await proxying(url, { upstream: { isInsecure: true } });
  expect((await fetch(`${careless.url}/stats`)).status).toBe(200);
  const careful = await proxying(url);
  const answer = await fetch(`${careful.url}/stats`);
  expect([answer.status, ((await answer.json()) as { readonly message: string }).message]).toEqual([
    502,
    expect.stringMatching(/the certificate is self-signed \(trust it with --ca FILE/),
  ]);
  expect(await careful.findings()).toEqual([
    expect.stringMatching(/^response-received getStats: no valid response: the certificate/),
  ]);
});

/** Returns the request body of each gRPC call, with a trailer. */
function echo(server: ReturnType<typeof createHttp2Server>) {
  server.on('stream', (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.pipe(stream);
  });
  return server;
}

test.each([
  ['in clear text', () => echo(createHttp2Server()), 'http', {}],
  ['over TLS', () => echo(createSecureServer(TLS) as never), 'https', { ca: TLS.cert }],
] as const)(
  'forwards gRPC calls over HTTP/2 to a server %s, with trailers, and counts them',
  async (_how, server, protocol, trust) => {
    const port = await listeningOn(server() as never);
    const { url, traffic: beside, findings } = await proxying(`${protocol}://localhost:${port}`, { upstream: trust });
    const session = connectHttp2(url);
    onTestFinished(() => session.destroy());
    const stream = session.request({
      ':method': 'POST',
      ':path': '/library.v1.Library/List',
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    let trailers: Record<string, unknown> = {};
    stream.on('trailers', (reported) => {
      trailers = reported;
    });
    stream.end(Buffer.from([0, 0, 0, 0, 2, 8, 1]));
    const pieces: Buffer[] = [];
    for await (const piece of stream) pieces.push(piece);
    expect([...Buffer.concat(pieces)]).toEqual([0, 0, 0, 0, 2, 8, 1]);
    expect(trailers['grpc-status']).toBe('0');
    expect(await findings()).toEqual([]);
    expect([...beside.unchecked]).toEqual([['a gRPC call', 1]]);
  },
);

test('forwards gRPC calls below a base path, also after the server has closed its connection', async () => {
  const server = createHttp2Server();
  const requested: string[] = [];
  server.on('stream', (stream, headers) => {
    requested.push(`${headers[':path']} ${headers.via?.replace(/-.*/, '')}`);
    stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '0' }, { endStream: true });
    stream.once('close', () => stream.session?.close());
  });
  const port = await listeningOn(server);
  const { url } = await proxying(`http://localhost:${port}/api/`);
  for (const path of ['/a.B/C', '/a.B/D']) expect(await statusOfCall(url, path)).toEqual(['0', undefined]);
  expect(requested).toEqual(['/api/a.B/C 2.0 understudy', '/api/a.B/D 2.0 understudy']);
});

/** The status and message of a gRPC call. */
async function statusOfCall(url: string, path = '/a.B/C'): Promise<readonly unknown[]> {
  const session = connectHttp2(url);
  onTestFinished(() => session.destroy());
  const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc' });
  stream.end();
  const [headers] = await once(stream, 'response');
  session.close();
  const message = headers['grpc-message'];
  return [headers['grpc-status'], message && decodeURIComponent(message)];
}

test('responds to a gRPC call with UNAVAILABLE if the server cannot be used', async () => {
  const [http1, notHttp] = [
    createServer(),
    createNetServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
  ];
  const closed = await listeningOn(createNetServer());
  const { url } = await proxying(`http://localhost:${await listeningOn(http1)}`);
  expect(await statusOfCall(url)).toEqual(['14', expect.stringMatching(/^no valid response from/)]);
  const second = await proxying(`http://localhost:${await listeningOn(notHttp)}`);
  expect(await statusOfCall(second.url)).toEqual(['14', expect.stringMatching(/^no valid response from/)]);
  const third = await proxying(`http://localhost:${closed}`, { timeout: 50 });
  expect(await statusOfCall(third.url)).toEqual(['14', expect.stringMatching(/no HTTP\/2 support/)]);
});

test('detects gRPC proxy loops', async () => {
  const server = createNetServer({ allowHalfOpen: true });
  const port = await listeningOn(server);
  const proxy = await proxying(`http://localhost:${port}`);
  server.on('connection', (socket) => {
    const back = connect(proxy.port, '127.0.0.1');
    socket.pipe(back).on('error', () => socket.destroy());
    back.pipe(socket).on('error', () => back.destroy());
  });
  expect(await statusOfCall(proxy.url)).toEqual(['14', 'proxy loop detected']);
});

test('forwards cancelled and aborted gRPC calls with their codes', async () => {
  const server = createHttp2Server();
  const port = await listeningOn(server);
  const { url } = await proxying(`http://localhost:${port}`);
  const session = connectHttp2(url);
  onTestFinished(() => session.destroy());
  const call = () => session.request({ ':method': 'POST', ':path': '/a.B/C', 'content-type': 'application/grpc+json' });
  const left = call();
  left.write('x');
  const [requested] = await once(server, 'stream');
  requested.on('error', () => undefined);
  left.close(8);
  await once(requested, 'close');
  expect(requested.rstCode).toBe(8);
  const broken = call();
  broken.write('x');
  const [responding] = await once(server, 'stream');
  responding.on('error', () => undefined);
  responding.respond({ ':status': 200 });
  responding.write('half');
  await once(broken, 'data');
  responding.close(11);
  const [error] = await once(broken, 'error');
  expect([error.code, broken.rstCode]).toEqual(['ERR_HTTP2_STREAM_ERROR', 11]);
});

describe('a mock server behind the proxy', () => {
  test.each(Object.entries(CLIENTS))('responds to %s as without a proxy', async (_name, clients) => {
    const { mockServer, url: behind } = await listening();
    onTestFinished(() => mockServer.close());
    const { url } = await proxying(behind);
    const signal = AbortSignal.timeout(60_000);
    for (const send of clients) expect(await send({ mockServer, url, headers: {}, signal })).toMatch(/3 projects$/);
  });

  test.each(DUPLEX)('responds to %s before the request ends', async (_name, transportTo) => {
    const { mockServer, url: behind } = await listening();
    onTestFinished(() => mockServer.close());
    const { url, traffic: beside } = await proxying(behind);
    let goOn = () => {};
    async function* questions() {
      for (let at = 0; at < 2; at += 1) {
        yield { messageRequest: { case: 'listServices', value: '' } } as const;
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      }
    }
    let responses = 0;
    const client = createClient(ServerReflection, transportTo({ http1: url, http2: url }));
    for await (const { messageResponse } of client.serverReflectionInfo(questions())) {
      expect(messageResponse.case).toBe('listServicesResponse');
      responses += 1;
      goOn();
    }
    expect(responses).toBe(2);
    expect([...beside.unchecked.values()]).toEqual([1]);
  });
});

test('closes open responses after the grace period when the proxy closes', async () => {
  const { url, close } = await proxying((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: 1\n\n');
  });
  const answer = await fetch(`${url}/news`);
  const reader = answer.body?.getReader();
  await reader?.read();
  const ended = reader?.read().then(
    () => 'ended',
    () => 'cut',
  );
  await close(50);
  expect(await ended).toBe('cut');
});
