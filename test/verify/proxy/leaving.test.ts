// Clients that disconnect, and slow clients.

import { once } from 'node:events';
import { request as ask, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { proxying } from '../../support/proxying.ts';
import { connectRaw } from '../../support/raw-http.ts';

test('closes the request at the server when the client disconnects before the response', async () => {
  let arrived = (_told: { readonly left: Promise<unknown> }) => {};
  const requested = new Promise<{ readonly left: Promise<unknown> }>((resolve) => {
    arrived = resolve;
  });
  const { url, findings } = await proxying((_request, response) => {
    arrived({ left: once(response, 'close') });
  });
  const request = get(`${url}/books`, { agent: false }).on('error', () => undefined);
  const { left } = await requested;
  request.destroy();
  await left;
  expect(await findings()).toEqual([]);
});

test('closes the response of the server when the client disconnects, without a finding', async () => {
  let closed: Promise<unknown> | undefined;
  const { url, findings } = await proxying((_request, response: ServerResponse) => {
    closed = once(response, 'close');
    response.writeHead(200, { 'content-type': 'application/json', 'x-total': '1' });
    response.write('[');
  });
  const request = get(`${url}/books`, { agent: false }).on('error', () => undefined);
  const [message] = (await once(request, 'response')) as [IncomingMessage];
  message.on('error', () => undefined);
  request.destroy();
  await closed;
  expect(await findings()).toEqual([]);
});

test('aborts the request at the server when the client disconnects while sending it', async () => {
  let broken: (value: unknown) => void = () => {};
  const reported = new Promise((resolve) => {
    broken = resolve;
  });
  const { url } = await proxying((request) => {
    request.on('error', broken).resume();
  });
  const request = ask(`${url}/covers/1`, { method: 'PUT', agent: false, headers: { 'content-length': 1000 } });
  request.on('error', () => undefined).write('some');
  setTimeout(() => request.destroy(), 50);
  expect(await reported).toMatchObject({ code: 'ECONNRESET' });
});

test('stops sending the request body when the server responds early', async () => {
  let closed: Promise<unknown> = new Promise(() => {});
  const { url } = await proxying((request, response) => {
    closed = new Promise((resolve) => request.socket.once('close', resolve));
    response.writeHead(413).end('too much');
  });
  const request = ask(`${url}/covers/1`, { method: 'PUT', agent: false, headers: { 'content-length': 50_000_000 } });
  request.on('error', () => undefined).write(Buffer.alloc(100_000));
  const [message] = (await once(request, 'response')) as [IncomingMessage];
  expect(message.statusCode).toBe(413);
  message.resume();
  await closed;
  request.destroy();
});

test('closes the connection of a client that does not read its response', async () => {
  let closed: Promise<unknown> = new Promise(() => {});
  const { port } = await proxying(
    (_request, response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      const more = () => {
        while (response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', more);
      more();
    },
    { idleTimeout: 200 },
  );
  const client = connect(port, '127.0.0.1').on('error', () => undefined);
  client.pause();
  client.write('GET /covers/1 HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(client, 'ready');
  while (!(await Promise.race([closed.then(() => true), new Promise((resolve) => setTimeout(resolve, 50))])));
  client.destroy();
});

test('closes the connection of a client that stops sending its body, without a finding', async () => {
  const { port, findings } = await proxying((request) => void request.resume(), { timeout: 150 });
  const client = await connectRaw(port);
  client.send('PUT /covers/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\nsome');
  expect(await client.ended()).toBe('');
  expect(await findings()).toEqual([]);
});

test('has no timeout while the client is sending', async () => {
  const { url, findings } = await proxying(
    (request, response) => void request.resume().on('end', () => response.end('all')),
    { timeout: 100 },
  );
  const request = ask(`${url}/covers/1`, { method: 'PUT', agent: false, headers: { 'transfer-encoding': 'chunked' } });
  const responded = once(request, 'response') as Promise<[IncomingMessage]>;
  for (let piece = 0; piece < 6; piece += 1) {
    request.write('piece');
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  request.end();
  expect((await responded)[0].statusCode).toBe(200);
  expect((await findings()).filter((one) => one.startsWith('response-received'))).toEqual([]);
});
