// Size limits of requests to the issuer.

import { expect, test } from 'vitest';
import { connectRaw } from '../../support/raw-http.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { CLIENT } from './clients.ts';
import { ISSUER } from './visitor.ts';

const shared = sharedMockServer();
const type = { 'content-type': 'application/x-www-form-urlencoded' };

const post = (path: string, body: string) =>
  shared().fetch(new Request(ISSUER + path, { method: 'POST', headers: type, body }));

const POSTED = [
  '/oauth/v2/token',
  '/oauth/v2/introspect',
  '/oauth/v2/revoke',
  '/oauth/v2/device_authorization',
  '/oidc/v1/userinfo',
  '/oidc/v1/end_session',
  '/device',
  '/ui/login/x',
];

test.each(POSTED)('a body of more than 56 KiB is rejected before it is read: %s', async (path) => {
  const response = await post(path, `a=${'x'.repeat(56 * 1024)}`);
  expect([response.status, await response.json()]).toEqual([
    413,
    {
      error: 'invalid_request',
      error_description: expect.stringMatching(/^The body is longer than (57344|12288) bytes$/),
    },
  ]);
});

test.each([...POSTED, '/oauth/v2/authorize'])('more than a hundred parameters are rejected: %s', async (path) => {
  const excess = { error: 'invalid_request', error_description: 'There are more than 100 parameters' };
  for (const fields of ['a&'.repeat(100), 'a=b&'.repeat(101)]) {
    const posted = await post(path, fields);
    expect([posted.status, await posted.json()]).toEqual([400, excess]);
    const got = await shared().fetch(new Request(`${ISSUER}${path}?${fields}`));
    expect([got.status, await got.json()]).toEqual([400, excess]);
  }
});

test('requests at the limits are accepted', async () => {
  const scope = (length: number) => `client_id=${CLIENT.workshopTablet}&scope=openid${'+x'.repeat(length)}`;
  expect((await post('/oauth/v2/device_authorization', `${scope(6000)}${'&a'.repeat(98)}`)).status).toBe(200);
  const token = await post('/oauth/v2/token', `grant_type=none&${scope(28_000)}`);
  expect([token.status, await token.json()]).toMatchObject([400, { error: 'unsupported_grant_type' }]);
});

test('a device request, which is stored, is limited like a link', async () => {
  const body = `client_id=${CLIENT.workshopTablet}&scope=openid${'+x'.repeat(6200)}`;
  expect((await post('/oauth/v2/device_authorization', body)).status).toBe(413);
});

test('a query of more than 12 KiB is rejected, because it would be stored', async () => {
  const authorize = (length: number) =>
    shared().fetch(new Request(`${ISSUER}/oauth/v2/authorize?${'x'.repeat(length)}`, { redirect: 'manual' }));
  const tooLong = await authorize(12 * 1024 + 1);
  expect([tooLong.status, await tooLong.json()]).toEqual([
    414,
    { error: 'invalid_request', error_description: 'The query is longer than 12288 characters' },
  ]);
  expect((await (await authorize(12 * 1024)).text()).toLowerCase()).toContain('client_id');
});

test.each(['/oauth/v2/token', '/_sandbox/blue/oauth/v2/token', '/_sandbox/blue/device?a=b'])(
  'over a port, a client that still sends gets the error at once: %s',
  async (path) => {
    const { port } = await shared().listen();
    const connection = await connectRaw(port);
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3000000\r\n\r\n`;
    connection.send(head + 'a'.repeat(60_000));
    // 2.9 MB have not been sent.
    const { status, body } = await connection.response();
    expect([status, JSON.parse(body).error_description]).toEqual([413, 'The body is longer than 57344 bytes']);
  },
);

test('the limit for bodies of the API is unchanged', async () => {
  const { url } = await shared().listen();
  const response = await fetch(`${url}/management/v1/projects/_search`, {
    method: 'POST',
    headers: { authorization: 'Bearer token-owner', 'content-type': 'application/json' },
    body: JSON.stringify({ padding: 'x'.repeat(100_000) }),
  });
  expect(response.status).toBe(200);
});
