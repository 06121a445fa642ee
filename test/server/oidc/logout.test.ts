// Logout: the confirmation page, and the redirect after it.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as openid from 'openid-client';
import { expect, onTestFinished, test } from 'vitest';
import { mockServerWith, openMockServerWith, USER } from '../../support/identity-records.ts';
import { identityMockServer } from '../../support/mock-server.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { authorization, CLIENT, clientOf, logIn } from './clients.ts';
import { hiddenFields, ISSUER, Visitor } from './visitor.ts';

const shared = sharedMockServer();
const END = `${ISSUER}/oidc/v1/end_session`;
const HOME = 'http://localhost:5173/';

async function loggedIn() {
  const visitor = new Visitor(shared());
  const config = await clientOf(shared(), CLIENT.summitCam);
  const { id_token = '', access_token } = await logIn(config, visitor, USER.marlene);
  const isLoggedIn = async () => {
    const { url } = await visitor.go((await authorization(config, 'openid', { prompt: 'none' })).url);
    return url.searchParams.get('error') !== 'login_required';
  };
  return { visitor, config, id_token, access_token, isLoggedIn };
}

const end = (parameters: Record<string, string>) => `${END}?${new URLSearchParams(parameters)}`;

test('needs no page with the ID token of the user', async () => {
  const { visitor, id_token, isLoggedIn } = await loggedIn();
  const { url } = await visitor.go(end({ id_token_hint: id_token, post_logout_redirect_uri: HOME, state: 'a b' }));
  expect(url.href).toBe(`${HOME}?state=a+b`);
  expect(await isLoggedIn()).toBe(false);
});

test('ends on our own page without a redirect URI', async () => {
  const { visitor, id_token, isLoggedIn } = await loggedIn();
  const { response } = await visitor.go(end({ id_token_hint: id_token }));
  expect(await response.text()).toContain('Logged out');
  expect(await isLoggedIn()).toBe(false);
});

test('works without a login', async () => {
  const parameters = { client_id: CLIENT.summitCam, post_logout_redirect_uri: HOME };
  expect((await new Visitor(shared()).go(end(parameters))).url.href).toBe(HOME);
});

test.each<[string, Record<string, string>]>([
  ['no parameters', {}],
  ['a client_id only', { client_id: CLIENT.summitCam }],
])('shows the confirmation page with %s', async (_, parameters) => {
  const { visitor, isLoggedIn } = await loggedIn();
  const requested = await visitor.go(end(parameters));
  const page = await requested.response.text();
  expect(page).toContain('Log out?');
  expect(await isLoggedIn()).toBe(true);
  const again = hiddenFields(await (await visitor.go(end(parameters))).response.text());
  const done = await visitor.submit(`${END}/confirm`, { ...again, logout: 'yes' });
  expect(done.response.status).toBe(200);
  expect(await isLoggedIn()).toBe(false);
});

test('can be canceled', async () => {
  const { visitor, isLoggedIn } = await loggedIn();
  const fields = hiddenFields(await (await visitor.go(END)).response.text());
  await visitor.submit(`${END}/confirm`, fields);
  expect(await isLoggedIn()).toBe(true);
});

test('rejects a forged form', async () => {
  const { visitor, isLoggedIn } = await loggedIn();
  const guessed = await visitor.submit(`${END}/confirm`, { xsrf: 'guessed', logout: 'yes' });
  expect(guessed.response.status).toBe(400);
  await visitor.go(END);
  expect((await visitor.submit(`${END}/confirm`, { xsrf: '', logout: 'yes' })).response.status).toBe(400);
  expect(await isLoggedIn()).toBe(true);
});

test.each([
  'https://evil.example/',
  'http://localhost:5173/more',
  'http://localhost:5173',
  'http://localhost:5173@evil.example/',
  '//evil.example/',
  'javascript:alert(1)',
])('does not redirect to an unregistered URI: %s', async (uri) => {
  const { visitor, id_token, isLoggedIn } = await loggedIn();
  for (const known of [{ id_token_hint: id_token }, { client_id: CLIENT.summitCam }] as Record<string, string>[]) {
    const { url, response } = await visitor.go(end({ ...known, post_logout_redirect_uri: uri }));
    expect([response.status, url.origin]).toEqual([400, ISSUER]);
  }
  // Without a client, the URI is ignored.
  const { url } = await visitor.go(end({ post_logout_redirect_uri: uri }));
  expect(url.origin).toBe(ISSUER);
  expect(await isLoggedIn()).toBe(true);
});

test('shows the confirmation page if the ID token is that of another user', async () => {
  const other = await loggedIn();
  const config = await clientOf(shared(), CLIENT.summitCam);
  const visitor = new Visitor(shared());
  await logIn(config, visitor, USER.theo);
  const { response } = await visitor.go(end({ id_token_hint: other.id_token }));
  expect(await response.text()).toContain('Log out?');
});

test.each([
  ['with a changed letter', (token: string) => `${token.slice(0, -4)}AAAA`],
  ['without a signature', (token: string) => `${btoa('{"alg":"none"}')}.${token.split('.')[1]}.`],
  ['that is not a token', () => 'none'],
])('is rejected with an ID token %s', async (_, change) => {
  const { visitor, id_token, isLoggedIn } = await loggedIn();
  const { response } = await visitor.go(end({ id_token_hint: change(id_token) }));
  expect(response.status).toBe(400);
  expect(await isLoggedIn()).toBe(true);
});

test('is rejected with an ID token of another server in this process', async () => {
  const { visitor, isLoggedIn } = await loggedIn();
  const other = await identityMockServer();
  const { id_token = '' } = await logIn(await clientOf(other, CLIENT.summitCam), new Visitor(other), USER.marlene);
  const { response } = await visitor.go(end({ id_token_hint: id_token }));
  expect(response.status).toBe(400);
  expect(await isLoggedIn()).toBe(true);
});

test('preserves offline access', async () => {
  const config = await clientOf(shared(), CLIENT.summitCam);
  const visitor = new Visitor(shared());
  const { id_token = '', refresh_token = '' } = await logIn(config, visitor, USER.marlene, 'openid offline_access');
  await visitor.go(end({ id_token_hint: id_token }));
  expect((await openid.refreshTokenGrant(config, refresh_token)).claims()?.sub).toBe(USER.marlene);
});

test('is reported to applications by back-channel logout', async () => {
  let report: (token: string) => void = () => undefined;
  const reported = new Promise<string>((resolve) => {
    report = resolve;
  });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    report(new URLSearchParams(Buffer.concat(chunks).toString()).get('logout_token') ?? '');
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const mockServer = await mockServerWith(({ apps }) => {
    apps.forEach((app, index) => {
      if (app.oidc?.clientId !== CLIENT.summitCam) return;
      apps[index] = { ...app, oidc: { ...app.oidc, backChannelLogoutUri: `http://127.0.0.1:${port}/logged-out` } };
    });
  });
  const visitor = new Visitor(mockServer);
  const tokens = await logIn(await clientOf(mockServer, CLIENT.summitCam), visitor, USER.marlene);
  await visitor.go(end({ id_token_hint: tokens.id_token ?? '' }));
  const [, payload = ''] = (await reported).split('.');
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    sub: USER.marlene,
    sid: tokens.claims()?.sid,
    aud: CLIENT.summitCam,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
});

test('continues when an application is not reachable, and reports which one', async () => {
  // It closes all connections.
  const server = createServer(({ socket }) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const uri = `http://127.0.0.1:${port}/logged-out`;
  const thrown: unknown[] = [];
  const mockServer = await openMockServerWith(
    ({ apps }) => {
      apps.forEach((app, index) => {
        if (app.oidc?.clientId !== CLIENT.summitCam) return;
        apps[index] = { ...app, oidc: { ...app.oidc, backChannelLogoutUri: uri } };
      });
    },
    { onError: (one) => thrown.push(one) },
  );
  onTestFinished(() => mockServer.close());
  const visitor = new Visitor(mockServer);
  const { id_token = '' } = await logIn(await clientOf(mockServer, CLIENT.summitCam), visitor, USER.marlene);
  const { response } = await visitor.go(end({ id_token_hint: id_token }));
  expect(response.status).toBe(200);
  expect(thrown).toEqual([
    expect.objectContaining({ message: `the logout request to Summit Cam at ${uri} failed: fetch failed` }),
  ]);
});

test('is final, despite concurrent requests of the browser', async () => {
  const mockServer = await identityMockServer({ data: await temporaryFolder() });
  let cookie = '';
  const visitor = new Visitor((request) => {
    cookie = request.headers.get('cookie') ?? cookie;
    return mockServer.fetch(request);
  });
  const config = await clientOf(mockServer, CLIENT.summitCam);
  const silent = async () => (await authorization(config, 'openid', { prompt: 'none' })).url;
  const { id_token } = await logIn(config, visitor, USER.marlene, 'openid');
  await visitor.visit(await silent());
  const send = async (url: URL | string) => {
    const response = await mockServer.fetch(new Request(url, { redirect: 'manual', headers: { cookie } }));
    return response.headers.get('location') ?? '';
  };
  const logins = await Promise.all(Array.from({ length: 12 }, silent));
  await Promise.all([...logins.slice(0, 6), `${END}?id_token_hint=${id_token}`, ...logins.slice(6)].map(send));
  expect(await send(await silent())).toContain('error=login_required');
});
