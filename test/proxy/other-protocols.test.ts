// TLS to the server, and HTTP/2 through the proxy, which nobody looks at.

import { connect as connectHttp2, createServer as createHttp2Server, createSecureServer } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { proxying } from '../support/proxying.ts';
import { connectRaw } from '../support/raw-http.ts';
import { TLS } from '../support/tls/pair.ts';

/** A server that is not Node's own of HTTP/1.1. */
async function listeningOn(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('a server is asked over TLS if its certificate is trusted, or any is', async () => {
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
    expect.stringMatching(/its certificate is signed by itself \(--ca FILE/),
  ]);
  expect(await careful.findings()).toEqual([expect.stringMatching(/^answered getStats: no answer: its certificate/)]);
});

/** Answers a call of gRPC with what it was sent, and a trailer. */
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
  'calls of gRPC over HTTP/2 reach a server %s, with their trailers, and are counted',
  async (_how, server, protocol, trust) => {
    const port = await listeningOn(server() as never);
    const { url, beside, findings } = await proxying(`${protocol}://localhost:${port}`, { upstream: trust });
    const session = connectHttp2(url);
    onTestFinished(() => session.destroy());
    const stream = session.request({
      ':method': 'POST',
      ':path': '/library.v1.Library/List',
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    let trailers: Record<string, unknown> = {};
    stream.on('trailers', (told) => {
      trailers = told;
    });
    stream.end(Buffer.from([0, 0, 0, 0, 2, 8, 1]));
    const pieces: Buffer[] = [];
    for await (const piece of stream) pieces.push(piece);
    expect([...Buffer.concat(pieces)]).toEqual([0, 0, 0, 0, 2, 8, 1]);
    expect(trailers['grpc-status']).toBe('0');
    expect(await findings()).toEqual([]);
    expect([...beside.unseen]).toEqual([['a connection of HTTP/2', 1]]);
  },
);

test('a server that speaks no HTTP/2, or is below a path, ends connections that do', async () => {
  const port = await listeningOn(createHttpsServer({ ...TLS, ALPNProtocols: ['http/1.1'] }));
  for (const url of [`https://localhost:${port}`, `http://localhost:${port}/api`]) {
    const proxy = await proxying(url, { upstream: { ca: TLS.cert } });
    const client = await connectRaw(proxy.port);
    client.send('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    await client.ended();
  }
});

test('what is under way when the proxy closes may end, and what never ends is ended', async () => {
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
