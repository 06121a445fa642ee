// TLS: HTTP/1.1 and HTTP/2 on one port, https in all shown URLs, and clients without TLS.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { connectRaw } from '../../support/raw-http.ts';
import { FRAME, frame, OPENING } from '../../support/raw-http2.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { TLS, TLS_FILES } from '../../support/tls/pair.ts';
import { ask2, connect2, responding } from '../../support/wire-server.ts';

const TRUST = { ca: TLS.cert };

/** Sends a request over HTTP/1.1. */
async function ask1(port: number, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = request({ ...TRUST, host: 'localhost', port, path, headers, method, agent: false, family: 4 }).end();
  const [response] = await once(sent, 'response');
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) body += chunk;
  return { status: response.statusCode as number, body };
}

describe('TLS', () => {
  test('serves HTTP/1.1 and HTTP/2 on one port, as negotiated', async () => {
    const { url, port, requests } = await responding(undefined, { tls: TLS });
    expect(url).toBe(`https://127.0.0.1:${port}`);
    expect(await ask1(port, '/one')).toEqual({ status: 200, body: 'ok' });
    const session = await connect2(url, TRUST);
    expect(session.alpnProtocol).toBe('h2');
    expect((await ask2(session, { ':path': '/two' })).body).toBe('ok');
    expect(requests.map(({ target, secure, local }) => [target, secure, local])).toEqual([
      ['/one', true, true],
      ['/two', true, true],
    ]);
  });

  test.each([
    ['HTTP/2', 'without ALPN', undefined],
    ['HTTP/2', 'with ALPN for HTTP/1.1', ['http/1.1']],
    ['HTTP/2', 'with ALPN for HTTP/2', ['h2']],
  ])('serves %s if the client sends its preface %s', async (_, __, protocols) => {
    const { port } = await responding(undefined, { tls: TLS });
    const socket = connectTls({ ...TRUST, port, host: '127.0.0.1', ...(protocols && { ALPNProtocols: protocols }) });
    await once(socket, 'secureConnect');
    socket.write(OPENING);
    const [first] = await once(socket, 'data');
    expect(first[3]).toBe(FRAME.settings);
    socket.destroy();
  });

  test('serves HTTP/1.1 if the client sends a head, without ALPN', async () => {
    const { port } = await responding(undefined, { tls: TLS });
    const socket = connectTls({ ...TRUST, port, host: '127.0.0.1' });
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\nok$/);
  });

  test('rejects clients that send HTTP in clear text, and serves the next one', async () => {
    const { port, thrown } = await responding(undefined, { tls: TLS });
    for (const message of [
      'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
      Buffer.concat([OPENING, frame(FRAME.ping, 0, 0, Buffer.alloc(8))]),
    ]) {
      const connection = await connectRaw(port);
      connection.send(message);
      await connection.ended();
    }
    expect((await ask1(port, '/')).status).toBe(200);
    expect(thrown).toEqual([]);
  });

  test.each([
    ['before the handshake', false],
    ['after the handshake', true],
  ])('does not delay the end of a server for a client that is silent %s', async (_, shakesHands) => {
    const { port, close } = await responding(undefined, { tls: TLS });
    const socket = shakesHands ? connectTls({ ...TRUST, port, host: '127.0.0.1' }) : connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, shakesHands ? 'secureConnect' : 'connect');
    const ended = once(socket, 'close');
    socket.resume();
    // This one was accepted later, so the silent one has been accepted too.
    await ask1(port, '/');
    await close(2 ** 31 - 1);
    await ended;
  });

  test.each([
    ['before the handshake', false],
    ['after the handshake', true],
  ])('times out for a client that is silent %s', async (_, shakesHands) => {
    const { port } = await responding(undefined, { tls: TLS, headTimeout: 50 });
    const socket = shakesHands ? connectTls({ ...TRUST, port, host: '127.0.0.1' }) : connect(port, '127.0.0.1');
    socket.on('error', () => {});
    // A slow client is disconnected in the middle of the handshake, which it reports as an error.
    await new Promise((resolve) => socket.resume().on('close', resolve));
  });

  test('rejects a key that does not match the certificate', async () => {
    const tls = { cert: TLS.cert, key: readFileSync(TLS_FILES.otherKey) };
    await expect(responding(undefined, { tls })).rejects.toThrow(/key/);
  });
});

describe('a mock server with TLS', () => {
  const shared = sharedMockServer();

  test('shows https in all its URLs', async () => {
    const { port, url, close } = await shared().listen({ tls: TLS });
    expect(url).toMatch(/^https:/);
    expect((await ask1(port, '/')).body).toContain(`curl -X POST https://localhost:${port}/management/v1/`);
    expect(JSON.parse((await ask1(port, '/openapi.json')).body).servers[0].url).toBe(`https://localhost:${port}`);
    await close();
  });

  test('accepts control requests of its own pages, and not of pages in clear text', async () => {
    const { port, close } = await shared().listen({ tls: TLS });
    const sending = async (origin: string) => (await ask1(port, '/_understudy/state', { origin })).status;
    expect(await sending(`https://localhost:${port}`)).toBe(200);
    expect(await sending(`http://localhost:${port}`)).toBe(403);
    await close();
  });

  test('in clear text rejects control commands of a page over TLS', async () => {
    const { url, close } = await shared().listen();
    const { host } = new URL(url);
    const session = await connect2(url);
    const sending = async (origin: string) => (await ask2(session, { ':path': '/_understudy/state', origin })).status;
    expect(await sending(`http://${host}`)).toBe(200);
    expect(await sending(`https://${host}`)).toBe(403);
    await close();
  });
});
