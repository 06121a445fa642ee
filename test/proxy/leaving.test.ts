// Clients that leave, and clients that take their time.

import { once } from 'node:events';
import { request as ask, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { proxying } from '../support/proxying.ts';

test('a client that leaves before it is answered is not answered, and the server is told', async () => {
  let arrived = (_told: { readonly left: Promise<unknown> }) => {};
  const asked = new Promise<{ readonly left: Promise<unknown> }>((resolve) => {
    arrived = resolve;
  });
  const { url, findings } = await proxying((_request, response) => {
    arrived({ left: once(response, 'close') });
  });
  const request = get(`${url}/books`, { agent: false }).on('error', () => undefined);
  const { left } = await asked;
  request.destroy();
  await left;
  expect(await findings()).toEqual([]);
});

test('a client that leaves in the middle of an answer ends it, and that is nobody’s mistake', async () => {
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

test('a client that leaves in the middle of its request breaks it off for the server as well', async () => {
  let broken: (value: unknown) => void = () => {};
  const told = new Promise((resolve) => {
    broken = resolve;
  });
  const { url } = await proxying((request) => {
    request.on('error', broken).resume();
  });
  const request = ask(`${url}/covers/1`, { method: 'PUT', agent: false, headers: { 'content-length': 1000 } });
  request.on('error', () => undefined).write('some');
  setTimeout(() => request.destroy(), 50);
  expect(await told).toMatchObject({ code: 'ECONNRESET' });
});

test('a server that answers before it has heard all is not told the rest', async () => {
  const { url } = await proxying((_request, response) => {
    response.writeHead(413, { connection: 'close' }).end('too much');
  });
  const request = ask(`${url}/covers/1`, { method: 'PUT', agent: false, headers: { 'content-length': 50_000_000 } });
  request.on('error', () => undefined).write(Buffer.alloc(100_000));
  const [message] = (await once(request, 'response')) as [IncomingMessage];
  expect(message.statusCode).toBe(413);
  request.destroy();
});
