// Handlers that pass requests to Node and Express apps without a connection.

import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import express from 'express';
import { describe, expect, test } from 'vitest';
import { injectInto } from '../../../src/server/http/inject-request.ts';

const request = {
  method: 'POST',
  target: '/pets?a=b',
  base: '/_sandbox/blue',
  headers: { host: 'a.test', 'content-length': '7', 'transfer-encoding': 'chunked', cookie: 'a=b' },
  body: Buffer.from('{"a":1}'),
  local: true,
  secure: true,
};

const body = async (handler: RequestListener, one = request) => String((await injectInto(handler, one)).body);

describe('a handler', () => {
  test('receives the request below its base path', async () => {
    const echo: RequestListener = async (incoming, response) => {
      const { method, url, headers, socket } = incoming;
      const { baseUrl } = incoming as { baseUrl?: string };
      const sent = await text(incoming);
      response.end(JSON.stringify({ method, url, baseUrl, headers, encrypted: 'encrypted' in socket, sent }));
    };
    expect(JSON.parse(await body(echo))).toEqual({
      method: 'POST',
      url: '/pets?a=b',
      baseUrl: '/_sandbox/blue',
      headers: { host: 'a.test', 'content-length': '7', cookie: 'a=b' },
      encrypted: true,
      sent: '{"a":1}',
    });
  });

  test.each<[string, RequestListener, string]>([
    ['pieces', (_, response) => void (response.write('a') && response.end(Buffer.from('b'))), 'ab'],
    ['a stream', (_, response) => void Readable.from(['a', 'b']).pipe(response), 'ab'],
    ['a text in another encoding', (_, response) => void response.end('YQ==', 'base64'), 'a'],
    ['nothing', (_, response) => void response.end(), ''],
  ])('may send %s', async (_, handler, expected) => {
    expect(await body(handler)).toBe(expected);
  });

  test('sends its status, headers and cookies, but no connection headers', async () => {
    const response = await injectInto((_, answer) => {
      answer.statusCode = 201;
      answer.setHeader('connection', 'close');
      answer.setHeader('content-length', 2);
      answer.setHeader('x-count', 3);
      answer.setHeader('set-cookie', ['a=1', 'b=2']);
      answer.end('ok');
    }, request);
    expect(response).toMatchObject({ status: 201, headers: { 'x-count': '3' }, cookies: ['a=1', 'b=2'] });
    expect(Object.keys(response.headers)).toEqual(['x-count']);
  });

  test('fails with the error with which it destroys the response', async () => {
    const failing = injectInto((_, response) => void response.destroy(new Error('no page')), request);
    await expect(failing).rejects.toThrow('no page');
  });
});

describe('an Express app', () => {
  const app = express();
  app.get('/:name', ({ params, baseUrl, protocol }, response) => response.json({ ...params, baseUrl, protocol }));

  test('gets protocol and base path', async () => {
    expect(JSON.parse(await body(app, { ...request, method: 'GET' }))).toEqual({
      name: 'pets',
      baseUrl: '/_sandbox/blue',
      protocol: 'https',
    });
  });

  test('does not change other Express apps of the process', async () => {
    const prototypes = () => [express.request, express.response].map((one) => Object.getPrototypeOf(one));
    const before = prototypes();
    await injectInto(app, { ...request, method: 'GET' });
    expect(prototypes().every((one, index) => one === before[index])).toBe(true);
  });
});
