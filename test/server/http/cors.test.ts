// Browser pages of other origins, over a real port: requests that they may send, and responses that they may read.

import { request } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sharedMockServer } from '../../support/shared-mock-server.ts';

const shared = sharedMockServer();
const SEARCH = '/management/v1/projects/_search';
const PAGE = 'https://console.murmeltal.example';

type Headers = Record<string, string>;

/** Sends a request with `node:http`, because `fetch` does not let a caller set these headers. */
async function responseTo(
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
const preflight = (headers: Headers, path = SEARCH) => responseTo('OPTIONS', path, { origin: PAGE, ...headers });
const corsOf = ({ headers }: { headers: Headers }) =>
  Object.keys(headers)
    .filter((name) => name.startsWith('access-control-'))
    .sort();

const VARY = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers';

describe('a preflight request', () => {
  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'])(
    'for %s is allowed',
    async (method) => {
      const { status, headers, body } = await preflight({ 'access-control-request-method': method });
      expect(status).toBe(204);
      expect(body).toBe('');
      expect(headers).toMatchObject({
        'access-control-allow-origin': PAGE,
        'access-control-allow-methods': method,
        'access-control-allow-credentials': 'true',
        'access-control-max-age': '600',
        vary: VARY,
      });
      expect(headers).not.toHaveProperty('access-control-allow-headers');
    },
  );

  test.each([
    'content-type',
    'Authorization, X-Zitadel-OrgId, X-Grpc-Web, X-User-Agent',
    'baggage,cache-control,if-none-match,range,sentry-trace,traceparent,x-request-id,x-xsrf-token',
    'x-nobody-declares-it',
  ])('with the headers %s is allowed', async (listed) => {
    const requested = { 'access-control-request-method': 'POST', 'access-control-request-headers': listed };
    const { status, headers } = await preflight(requested);
    expect(status).toBe(204);
    expect(headers['access-control-allow-headers']).toBe(listed);
  });

  test('needs no token, and no path that exists', async () => {
    const response = await preflight({ 'access-control-request-method': 'POST' }, '/management/v1/nothing');
    expect(response.status).toBe(204);
  });
});

describe('a response', () => {
  test.each([
    ['a success', 'GET', '/management/v1/healthz', 200],
    ['an error', 'POST', SEARCH, 401],
    ['a wrong method', 'GET', SEARCH, 405],
    ['an unknown path', 'GET', '/nothing', 404],
  ])('can be read by the page that sent the request: %s', async (_, method, path, status) => {
    const response = await responseTo(method, path, { origin: PAGE });
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    });
    const exposed = response.headers['access-control-expose-headers']?.split(', ');
    const own = Object.keys(response.headers).filter(
      (name) => !/^(access-control-|connection$|keep-alive$|vary$)/.test(name),
    );
    expect(exposed).toEqual(expect.arrayContaining(own));
  });

  test('to a client without an origin allows none, but has Vary: Origin', async () => {
    const response = await responseTo('POST', SEARCH, {});
    expect(corsOf(response)).toEqual([]);
    expect(response.headers.vary).toBe('Origin');
  });

  test('for all origins never allows credentials', async () => {
    const response = await responseTo('GET', '/openapi.json', { origin: PAGE });
    expect(response.status).toBe(200);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

describe('the control API', () => {
  test.each(['/_understudy/state', '/_understudy/requests'])(
    'is closed to pages of other origins: %s',
    async (path) => {
      const response = await responseTo('GET', path, { origin: PAGE });
      expect(response.status).toBe(403);
      expect(response.body).not.toContain('249661328644377444');
      expect(corsOf(response)).toEqual([]);
    },
  );

  test('rejects a preflight request, and names the option that allows it', async () => {
    const response = await preflight({ 'access-control-request-method': 'POST' }, '/_understudy/reset');
    expect([response.status, corsOf(response)]).toEqual([403, []]);
    expect(JSON.parse(response.body).message).toBe(
      `pages of ${PAGE} may not send POST to this server; to allow it, use --trusted-hosts console.murmeltal.example`,
    );
  });

  test('rejects a foreign host name that resolves to this machine', async () => {
    const response = await responseTo('GET', '/_understudy/state', { host: 'attacker.example' });
    expect(response.status).toBe(403);
  });
});
