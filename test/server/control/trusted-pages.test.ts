// Pages of trusted origins can use the control API and read its responses; others cannot.

import { describe, expect, test } from 'vitest';
import { identityMockServer, type SendOptions, send } from '../../support/mock-server.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';

const APP = 'http://app.test:5173';
const shared = sharedMockServer({ trustedHosts: 'app.test, localhost:5173' });

/** Sends a request as a page does. */
function asPage(origin: string, method: string, path: string, { headers, ...requested }: SendOptions = {}) {
  const site = { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
  return send(shared(), method, path, { token: undefined, ...requested, headers: { ...site, ...headers } });
}

function preflight(origin: string, path: string, method: string, fields = 'content-type,x-understudy-sandbox') {
  const headers = { 'access-control-request-method': method, 'access-control-request-headers': fields };
  return asPage(origin, 'OPTIONS', path, { headers });
}

const permissions = (headers: Headers) => [...headers].filter(([name]) => name.startsWith('access-control-'));

describe('a page of a trusted host', () => {
  test.each([APP, 'https://app.test', 'http://localhost:5173'])(
    'with the origin %s can send requests and read responses',
    async (origin) => {
      for (const [method, path] of [
        ['POST', '/_understudy/reset'],
        ['DELETE', '/_understudy/faults'],
        ['PATCH', '/_understudy/faults/1'],
        ['GET', '/debug/ready'],
      ] as const) {
        const { status, headers } = await preflight(origin, path, method);
        expect([status, Object.fromEntries(permissions(headers))]).toMatchObject([
          204,
          {
            'access-control-allow-origin': origin,
            'access-control-allow-methods': method,
            'access-control-allow-headers': 'content-type,x-understudy-sandbox',
          },
        ]);
      }
      for (const [method, path, status] of [
        ['GET', '/_understudy/sandboxes', 200],
        ['GET', '/_understudy/records/none', 404],
        ['PUT', '/_understudy/reset', 405],
        ['POST', '/_understudy/undo', 200],
      ] as const) {
        const response = await asPage(origin, method, path);
        expect([
          response.status,
          response.headers.get('access-control-allow-origin'),
          response.headers.get('vary'),
        ]).toEqual([status, origin, 'Origin']);
      }
    },
  );

  test('can create sandboxes and control them', async () => {
    const made = await asPage(APP, 'POST', '/_understudy/sandboxes', { body: { name: 'blue' } });
    const steered = await asPage(APP, 'POST', '/_understudy/clock', {
      body: { frozen: true },
      headers: { 'x-understudy-sandbox': 'blue' },
    });
    expect([made.status, steered.status, steered.body.sandbox]).toEqual([201, 200, 'blue']);
    expect((await asPage(APP, 'DELETE', '/_understudy/sandboxes/blue')).status).toBe(204);
  });

  test('may send any headers', async () => {
    const fields = 'last-event-id,traceparent';
    expect(permissions((await preflight(APP, '/_understudy/events', 'GET', fields)).headers)).not.toEqual([]);
  });

  test('cannot read our own pages', async () => {
    for (const path of ['/', '/_understudy/icon.svg'])
      expect(permissions((await asPage(APP, 'GET', path)).headers)).toEqual([]);
  });

  test('is rejected with a foreign host name of the server, or through a proxy', async () => {
    const foreign = await asPage(APP, 'POST', '/_understudy/reset', { headers: { host: 'evil.example' } });
    const proxied = await asPage(APP, 'POST', '/_understudy/reset', { headers: { 'x-forwarded-for': '192.0.2.1' } });
    expect([foreign.status, proxied.status]).toEqual([403, 403]);
  });

  test('cannot send bodies other than JSON', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect((await asPage(APP, 'POST', '/_understudy/seed', { body: '{"seed":"1"}', headers })).status).toBe(415);
  });
});

describe('no access is given to', () => {
  test.each([
    ['a page that hides its origin', 'null'],
    ['another port of a host that was trusted with its port', 'http://localhost:5174'],
    ['a host that was trusted with its port, without it', 'https://localhost'],
    ['another name of this machine', 'http://127.0.0.1:5173'],
    ['a page of this machine in a sandbox', 'http://blue.localhost:5173'],
    ['a subdomain of a trusted host', 'http://evil.app.test'],
    ['a host that starts like a trusted one', 'http://app.test.evil.example'],
    ['a host that ends like a trusted one', 'http://evilapp.test'],
    ['a trusted host as a user', 'http://app.test@evil.example'],
    ['two origins', `${APP}, http://evil.example`],
    ['an invalid origin', 'app.test'],
    ['nothing', ''],
  ])('%s', async (_, origin) => {
    const requested = await preflight(origin, '/_understudy/seed', 'POST');
    expect(permissions(requested.headers)).toEqual([]);
    const { body: before } = await send(shared(), 'GET', '/_understudy/seed');
    // Without a preflight request, a page can only send a form or no body.
    for (const body of ['seed=1', '{"seed":"1"}', undefined]) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const sent = await asPage(origin, 'POST', '/_understudy/seed', { body, headers });
      expect([[403, 415], permissions(sent.headers)]).toEqual([expect.arrayContaining([sent.status]), []]);
    }
    const simple = await asPage(origin, 'POST', '/_understudy/reset');
    expect([simple.status, permissions(simple.headers)]).toEqual([403, []]);
    const read = await asPage(origin, 'GET', '/_understudy/events', { headers: { accept: 'text/event-stream' } });
    expect([read.status, permissions(read.headers)]).toEqual([403, []]);
    expect((await send(shared(), 'GET', '/_understudy/seed')).body).toEqual(before);
  });
});

test('preflight requests of a trusted page to the control API are not recorded, like all its requests', async () => {
  const mockServer = await identityMockServer({ trustedHosts: 'app.test', requestLogAll: true });
  const headers = { origin: APP, 'access-control-request-method': 'POST' };
  expect((await send(mockServer, 'OPTIONS', '/_understudy/reset', { token: undefined, headers })).status).toBe(204);
  expect((await send(mockServer, 'GET', '/_understudy/requests')).body.exchanges).toEqual([]);
});

test('with access for all, pages that are not trusted still cannot read responses', async () => {
  const mockServer = await identityMockServer({ controlAccess: 'all' });
  for (const origin of ['http://localhost:5173', 'https://evil.example']) {
    const { headers } = await send(mockServer, 'GET', '/_understudy/state', { token: undefined, headers: { origin } });
    expect(permissions(headers)).toEqual([]);
  }
});
