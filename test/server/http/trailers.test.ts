// Trailers: sent after the body if possible, otherwise as headers.

import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { handleFetch } from '../../../src/server/http/handle-fetch.ts';
import { connectRaw } from '../../support/raw-http.ts';
import { ask2, connect2, responding } from '../../support/wire-server.ts';

const headers = { 'content-type': 'application/grpc' };
const trailers = { 'grpc-status': '5', 'grpc-message': 'no such thing' };
const WITH_BODY = { status: 200, headers, body: 'message', trailers };
const WITHOUT_BODY = { status: 200, headers, body: '', trailers };
const NO_CONTENT = { status: 204, headers, body: '', trailers };

describe('trailers over HTTP/2', () => {
  test('are sent after the body', async () => {
    const { url } = await responding(() => WITH_BODY);
    const response = await ask2(await connect2(url), { ':method': 'POST' }, 'hello');
    expect(response).toMatchObject({ status: 200, headers, body: 'message', trailers, endsWithHeaders: false });
    expect(response.headers).not.toHaveProperty('grpc-status');
    expect(response.headers).not.toHaveProperty('content-length');
  });

  test.each([
    ['there is no body', WITHOUT_BODY, 'POST'],
    ['a body is not allowed', NO_CONTENT, 'POST'],
  ])('are sent as headers, which end the response, when %s', async (_, responded, method) => {
    const { url } = await responding(() => responded);
    const response = await ask2(await connect2(url), { ':method': method }, 'hello');
    expect(response).toMatchObject({ status: responded.status, body: '', endsWithHeaders: true });
    expect(response.headers).toMatchObject({ ...headers, ...trailers });
    expect(response.trailers).toBeUndefined();
    expect(response.headers).not.toHaveProperty('content-length');
  });
});

describe('trailers over HTTP/1.1', () => {
  test.each([
    ['a body', WITH_BODY],
    ['no body', WITHOUT_BODY],
  ])('are sent after %s, in chunks, and announced', async (_, responded) => {
    const { port } = await responding(() => responded);
    const sent = request({ port, host: '127.0.0.1', agent: false }).end();
    const [response] = await once(sent, 'response');
    let body = '';
    for await (const chunk of response) body += chunk;
    expect(body).toBe(responded.body);
    expect(response.headers).toMatchObject({
      ...headers,
      'transfer-encoding': 'chunked',
      trailer: 'grpc-status, grpc-message',
    });
    expect(response.headers).not.toHaveProperty('content-length');
    expect(response.trailers).toEqual(trailers);
  });

  test('are sent as headers if a body is not allowed, or the client does not support chunks', async () => {
    const { port } = await responding(({ target }) => (target === '/none' ? NO_CONTENT : WITH_BODY));
    const connection = await connectRaw(port);
    connection.send('GET /none HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(Object.fromEntries((await connection.response()).headers)).toMatchObject(trailers);
    connection.send('GET / HTTP/1.0\r\n\r\n');
    const answer = await connection.response();
    expect(answer.body).toBe('message');
    expect(Object.fromEntries(answer.headers)).toMatchObject({ ...trailers, 'content-length': '7' });
  });

  test('do not block the next request of the connection, also after HEAD', async () => {
    const { port } = await responding(({ target }) => (target === '/' ? WITH_BODY : { ...NO_CONTENT, trailers: {} }));
    const connection = await connectRaw(port);
    connection.send('HEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET /next HTTP/1.1\r\nHost: a\r\n\r\n');
    expect((await connection.answerWithoutBody()).status).toBe(200);
    expect((await connection.response()).status).toBe(204);
  });
});

test('trailers are sent as headers without a network', async () => {
  const response = await handleFetch(
    new Request('http://localhost/'),
    { find: () => ({ handle: async () => WITH_BODY }) },
    1000,
  );
  expect(Object.fromEntries(response.headers)).toEqual({ ...headers, ...trailers });
  expect(await response.text()).toBe('message');
});
