// HTTP/1.1 over a real port: requests that `fetch` of the mock server cannot send.

import { describe, expect, test } from 'vitest';
import { APP, PROJECT } from '../../support/identity-records.ts';
import { listening, OWNER, request, SEARCH, search } from '../../support/listening.ts';
import { connectRaw } from '../../support/raw-http.ts';

const RENAME = `/management/v1/projects/${PROJECT.gearShop}/apps/${APP.storefront}`;

describe('a connection', () => {
  test('is reused for the next request', async () => {
    const { port } = await listening();
    const connection = await connectRaw(port);
    for (let count = 0; count < 3; count += 1) {
      connection.send(search());
      const { status, body } = await connection.response();
      expect(status).toBe(200);
      expect(JSON.parse(body).details.totalResult).toBe('7');
    }
  });

  test('with several requests at once returns the responses in their order', async () => {
    const { port } = await listening();
    const connection = await connectRaw(port);
    connection.send(search('{"query":{"limit":1}}') + request('GET /nothing') + search('{"query":{"limit":1001}}'));
    const statuses = [await connection.response(), await connection.response(), await connection.response()].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([200, 404, 400]);
  });

  test('closes after the response if the client requests it', async () => {
    const { port } = await listening();
    const connection = await connectRaw(port);
    connection.send(search('{}', 'Connection: close'));
    expect((await connection.response()).status).toBe(200);
    expect(await connection.ended()).toBe('');
  });

  test('accepts a chunked body, split anywhere', async () => {
    const { port } = await listening();
    const connection = await connectRaw(port);
    connection.send(`PUT ${RENAME} HTTP/1.1\r\nHost: localhost\r\n${OWNER}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    for (const byte of Buffer.from('{"name":"🏔"}')) {
      connection.send(Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]));
    }
    connection.send('0\r\n\r\n');
    expect((await connection.response()).status).toBe(200);
  });
});

describe('a request', () => {
  test.each([
    ['with an invalid Authorization header after a valid one', search('{}', 'Authorization: Bearer x'), 200],
    [
      'with a valid Authorization header after an invalid one',
      request(`POST ${SEARCH}`, ['Authorization: Bearer x', OWNER], '{}'),
      401,
    ],
    [
      'with two organization headers',
      search('{}', 'x-service-orgid: 249661328644377444', 'x-service-orgid: nobody'),
      200,
    ],
    ['with header names in capitals', request(`POST ${SEARCH}`, ['AUTHORIZATION: Bearer token-owner'], '{}'), 200],
    ['with invalid percent-encoding', request('PUT /management/v1/projects/%zz/apps/%', [OWNER], '{}'), 400],
    [
      'with percent-encoding that is not UTF-8',
      request('PUT /management/v1/projects/%ff%fe/apps/1', [OWNER], '{}'),
      400,
    ],
    ['with invalid percent-encoding in an unknown path', request('POST /management/v1/%zz', [OWNER], '{}'), 404],
    ['with dots in the path', request(`POST /management/v1/x/../projects/_search`, [OWNER], '{}'), 404],
    ['with a header that is named like a JavaScript internal', search('{}', '__proto__: x', 'constructor: y'), 200],
    ['with a query', request(`POST ${SEARCH}?a=%zz&b`, [OWNER], '{}'), 200],
    ['with an absolute target', request(`POST http://localhost${SEARCH}`, [OWNER], '{}'), 200],
    ['nested 10,000 levels deep', search('['.repeat(10_000) + ']'.repeat(10_000)), 400],
    ['nested 10,000 levels deep and truncated', search('{"query":'.repeat(10_000)), 400],
  ])('%s gets the response %3$i in JSON', async (_, text, status) => {
    const { port, thrown } = await listening();
    const connection = await connectRaw(port);
    connection.send(text);
    const response = await connection.response();
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(JSON.parse(response.body)).toHaveProperty(status === 200 ? 'result' : 'code');
    expect(thrown).toEqual([]);
  });

  test.each([
    ['that is not HTTP', 'hello\r\n\r\n', 400],
    ['with a broken header', `POST ${SEARCH} HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n`, 400],
    [
      'with two lengths',
      `POST ${SEARCH} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
      400,
    ],
    ['with a length and chunks', search('{}', 'Transfer-Encoding: chunked'), 400],
    [
      'with a length that is not a number',
      `POST ${SEARCH} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ten\r\n\r\n{}`,
      400,
    ],
    ['without a host', `POST ${SEARCH} HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}`, 400],
    ['with two hosts', search('{}', 'Host: elsewhere.example'), 400],
    [
      'with compressed chunks',
      `POST ${SEARCH} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      501,
    ],
    [
      'with chunks in two headers, and another coding',
      `POST ${SEARCH} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: deflate\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      501,
    ],
    ['that is for a proxy', 'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n', 405],
    ['with huge headers', search('{}', `x-long: ${'x'.repeat(100_000)}`), 431],
  ])('%s gets a response in JSON, and the connection closes', async (_, text, status) => {
    const { port, url, thrown } = await listening();
    const connection = await connectRaw(port);
    connection.send(text);
    const response = await connection.response();
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(JSON.parse(response.body)).toEqual({ code: expect.any(Number), message: expect.any(String), details: [] });
    await connection.ended();
    expect((await fetch(`${url}/management/v1/healthz`)).status).toBe(200);
    expect(thrown).toEqual([]);
  });

  test.each([
    ['in origin form', `POST ${SEARCH}`],
    ['in absolute form', `POST http://localhost${SEARCH}`],
  ])('%s gets the headers of the API and of HTTP, and no others', async (_, line) => {
    const { port } = await listening();
    const connection = await connectRaw(port);
    connection.send(request(line, [OWNER], '{}'));
    expect([...(await connection.response()).headers.keys()].toSorted()).toEqual([
      'cache-control',
      'connection',
      'content-length',
      'content-type',
      'date',
      'expires',
      'keep-alive',
      'pragma',
      'vary',
      'x-content-type-options',
      'x-robots-tag',
    ]);
  });

  test('with an unknown expectation gets an error in JSON', async () => {
    const { port } = await listening();
    const connection = await connectRaw(port);
    connection.send(search('{}', 'Expect: tea'));
    const response = await connection.response();
    expect(response.status).toBe(417);
    expect(JSON.parse(response.body)).toMatchObject({ code: 3 });
  });

  test('with HEAD gets the response of GET without the body', async () => {
    const { port } = await listening();
    const connection = await connectRaw(port);
    connection.send(request('HEAD /management/v1/healthz') + request(`HEAD ${SEARCH}`));
    const healthy = await connection.answerWithoutBody();
    expect(healthy.status).toBe(200);
    expect(healthy.headers.get('content-length')).toBe('2');
    const rejected = await connection.answerWithoutBody();
    expect(rejected.status).toBe(405);
    expect(rejected.headers.get('allow')).toBe('POST');
    connection.send(search());
    expect((await connection.response()).status).toBe(200);
  });
});
