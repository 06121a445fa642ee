// Unusual request targets: each gets a response of this server.

import { describe, expect, test } from 'vitest';
import { listening } from '../../support/listening.ts';
import { connectRaw } from '../../support/raw-http.ts';
import { connectRaw2, FLAG, FRAME, fieldBlock, frame, OPENING } from '../../support/raw-http2.ts';
import { responding } from '../../support/wire-server.ts';

const ODD = [
  ...['*', '//x', '//x/debug/ready', '///', '/%', '/%zz', '/%ff%fe', '/a%00b', '/debug/ready#frag', '/debug//ready'],
  ...['/./debug/ready', '/..', '/../etc/passwd', '/\\x', '/debug/ready%20', '/grpc.%', '/grpc.health.v1.Health/%zz'],
  ...[
    'ftp://a/x',
    'foo',
    '?x',
    'http://',
    'https://',
    'http:///x',
    'http://?x',
    'http://a:b:c/x',
    'http://[::/',
    'HTTP://A',
  ],
  ...['http://u:p@a/debug/ready', 'http://a#frag', '/management/v1/projects/%ff/apps/1', '/_understudy/%2e%2e/x', '/é'],
];

describe('an unusual target', () => {
  test.each(['GET', 'POST', 'OPTIONS'])('gets our response over HTTP/1.1, with %s', async (method) => {
    const { port, thrown } = await listening();
    for (const target of ODD) {
      const connection = await connectRaw(port);
      connection.send(
        Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n`, 'latin1'),
      );
      const { status, body, headers } = await connection.response();
      expect(status, target).toBeLessThan(500);
      expect(body, target).not.toMatch(/<html|<!doctype/i);
      if (status >= 400) {
        expect(headers.get('content-type'), target).toMatch(/^application\/(problem\+)?json$/);
        expect(JSON.parse(body), target).toHaveProperty('code');
      }
    }
    expect(thrown).toEqual([]);
  });

  test('gets our response over HTTP/2, or its stream is reset', async () => {
    const { port, thrown } = await listening();
    const connection = await connectRaw2(port);
    connection.send(OPENING);
    for (const [index, target] of ODD.entries()) {
      const stream = 2 * index + 1;
      const fields = fieldBlock([
        [':method', 'GET'],
        [':scheme', 'http'],
        [':path', target],
        [':authority', 'localhost'],
      ]);
      connection.send(frame(FRAME.headers, FLAG.endHeaders | FLAG.endStream, stream, fields));
      const response = await connection.next(
        ({ stream: its, type }) => its === stream && (type === FRAME.headers || type === FRAME.reset),
      );
      expect(response, target).toBeDefined();
    }
    expect(thrown).toEqual([]);
  });

  test.each([
    ['http://named.test/a?b', '/a?b', 'named.test'],
    ['HTTPS://named.test', '/', 'named.test'],
    ['http://named.test?b', '/?b', 'named.test'],
  ])('in absolute form equals one in origin form with its host: %s', async (url, target, host) => {
    const { port, requests } = await responding();
    for (const line of ['Host: other\r\n', '']) {
      const connection = await connectRaw(port);
      connection.send(`GET ${url} HTTP/1.${line === '' ? 0 : 1}\r\n${line}\r\n`);
      expect((await connection.response()).status).toBe(200);
    }
    expect(requests.map(({ target: its, headers }) => [its, headers.host])).toEqual([
      [target, host],
      [target, host],
    ]);
  });

  test.each(['http://', 'http:///x', 'https://?x'])('with an empty host is rejected: %s', async (url) => {
    const { port, requests } = await responding();
    const connection = await connectRaw(port);
    connection.send(`GET ${url} HTTP/1.1\r\nHost: other\r\n\r\n`);
    const { status, body } = await connection.response();
    expect([status, JSON.parse(body).message]).toEqual([400, 'missing Host header']);
    expect(requests).toEqual([]);
  });

  test('in absolute form works for health checks too', async () => {
    const { port } = await listening();
    const connection = await connectRaw(port);
    const head = 'POST http://localhost/grpc.health.v1.Health/Check HTTP/1.1\r\nHost: localhost\r\n';
    connection.send(`${head}Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`);
    expect(await connection.ended()).toContain('{"status":"SERVING"}');
  });

  test('for the whole server returns the allowed methods', async () => {
    const { port, requests } = await responding();
    const connection = await connectRaw(port);
    connection.send('OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n');
    const { status, headers } = await connection.answerWithoutBody();
    expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS']);
    expect(requests).toEqual([]);
  });
});
