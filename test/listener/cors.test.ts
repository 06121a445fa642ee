// Browser pages of other origins, over a real port: what they may send, what they may read, and what stays closed to them.

import { request } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sharedStandIn } from '../support/shared-stand-in.ts';

const shared = sharedStandIn();
const SEARCH = '/management/v1/projects/_search';
const PAGE = 'https://console.murmeltal.example';

type Headers = Record<string, string>;

/** Asks over a port with `node:http`, because `fetch` does not let a caller set these headers. */
async function answerTo(
  method: string,
  path: string,
  headers: Headers,
): Promise<{ status: number; headers: Headers; body: string }> {
  const { port, close } = await shared().listen();
  onTestFinished(() => close());
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, async (response) => {
      let body = '';
      for await (const chunk of response) body += chunk;
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers as Headers,
        body,
      });
    });
    sent.on('error', reject).end();
  });
}
const preflight = (headers: Headers, path = SEARCH) => answerTo('OPTIONS', path, { origin: PAGE, ...headers });
const corsOf = ({ headers }: { headers: Headers }) =>
  Object.keys(headers)
    .filter((name) => name.startsWith('access-control-'))
    .sort();

const VARY = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers';

describe('a preflight request', () => {
  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('for %s is let through', async (method) => {
    const { status, headers, body } = await preflight({ 'access-control-request-method': method });
    expect(status).toBe(204);
    expect(body).toBe('');
    expect(headers).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-allow-methods': method,
      'access-control-allow-credentials': 'true',
      vary: VARY,
    });
    expect(headers).not.toHaveProperty('access-control-max-age');
    expect(headers).not.toHaveProperty('access-control-allow-headers');
  });

  test.each([
    'content-type',
    'authorization,content-type,x-service-orgid',
    'Authorization, X-Zitadel-OrgId, X-Grpc-Web, X-User-Agent',
    // A page may choose its sandbox.
    'x-understudy-sandbox',
    'grpc-encoding, grpc-accept-encoding',
    'origin, accept, accept-language, x-requested-with, connect-protocol-version, connect-timeout-ms, grpc-timeout',
  ])('with the headers %s is let through', async (listed) => {
    const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': listed };
    const { status, headers } = await preflight(asked);
    expect(status).toBe(204);
    expect(headers['access-control-allow-headers']).toBe(listed);
  });

  test.each([
    [
      'an unknown header',
      { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization, x-secret' },
    ],
    ['a cookie', { 'access-control-request-method': 'POST', 'access-control-request-headers': 'cookie' }],
    ['a star', { 'access-control-request-method': 'POST', 'access-control-request-headers': '*' }],
    ['an unknown method', { 'access-control-request-method': 'TRACE' }],
    ['a method in lower case', { 'access-control-request-method': 'post' }],
  ])('with %s gets no permission at all', async (_, asked) => {
    const answer = await preflight(asked);
    expect(answer.status).toBe(204);
    expect(answer.headers.vary).toBe(VARY);
    expect(corsOf(answer)).toEqual([]);
  });

  test('needs no token, and no path that exists', async () => {
    const answer = await preflight({ 'access-control-request-method': 'POST' }, '/management/v1/nothing');
    expect(answer.status).toBe(204);
  });
});

describe('an answer', () => {
  test.each([
    ['a success', 'GET', '/management/v1/healthz', 200],
    ['a refusal', 'POST', SEARCH, 401],
    ['a wrong method', 'GET', SEARCH, 405],
    ['an unknown path', 'GET', '/nothing', 404],
  ])('can be read by the page that asked: %s', async (_, method, path, status) => {
    const answer = await answerTo(method, path, { origin: PAGE });
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers':
        'Location, Content-Length, WWW-Authenticate, X-Understudy-Undeclared, X-Understudy-Reason, Grpc-Status, Grpc-Message, Grpc-Status-Details-Bin, Grpc-Encoding',
      vary: 'Origin',
    });
  });

  test('to a client without an origin allows none, yet varies by it', async () => {
    const answer = await answerTo('POST', SEARCH, {});
    expect(corsOf(answer)).toEqual([]);
    expect(answer.headers.vary).toBe('Origin');
  });

  test('for every origin never comes with credentials', async () => {
    const answer = await answerTo('GET', '/openapi.json', { origin: PAGE });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

describe('the control API', () => {
  test.each(['/_understudy/state', '/_understudy/exchanges'])(
    'is closed to pages of other origins: %s',
    async (path) => {
      const answer = await answerTo('GET', path, { origin: PAGE });
      expect(answer.status).toBe(403);
      expect(answer.body).not.toContain('249661328644377444');
      expect(corsOf(answer)).toEqual([]);
    },
  );

  test('gives no permission to a preflight request', async () => {
    const answer = await preflight({ 'access-control-request-method': 'POST' }, '/_understudy/reset');
    expect(corsOf(answer)).toEqual([]);
  });

  test('does not answer to a foreign name that leads here', async () => {
    const answer = await answerTo('GET', '/_understudy/state', { host: 'attacker.example' });
    expect(answer.status).toBe(403);
  });
});
