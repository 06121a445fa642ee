// Logins of pages at the host of a sandbox: `http://blue.localhost:5173` for `http://localhost:5173`.

import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { matchingUris } from '../../../src/server/oidc/login/sandbox-address.ts';
import { type AllRecords, openMockServerWith, USER } from '../../support/identity-records.ts';
import { identityMockServer } from '../../support/mock-server.ts';
import { API_SCOPE, authorization, CLIENT, clientOf, SECRET } from './clients.ts';
import { Visitor } from './visitor.ts';

const BLUE = 'http://blue.localhost:8080';
const CALLBACK = 'http://blue.localhost:5173/callback';

const search = (mockServer: MockServer, base: string, token: string, origin: string) =>
  mockServer.fetch(
    new Request(`${base}/management/v1/projects/_search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, origin },
      body: '{}',
    }),
  );

test('an application logs in and out at the host of its sandbox, and its tokens are valid only there', async () => {
  const mockServer = await identityMockServer();
  const config = await clientOf(mockServer, CLIENT.summitCam, undefined, BLUE);
  const { url, checks } = await authorization(config, `openid offline_access ${API_SCOPE}`, { redirect_uri: CALLBACK });
  expect(url.origin).toBe(BLUE);
  const visitor = new Visitor(mockServer);
  const back = await visitor.logIn(url, { user: USER.marlene });
  expect(back.origin + back.pathname).toBe(CALLBACK);
  const tokens = await openid.authorizationCodeGrant(config, back, checks);
  expect(tokens.claims()?.iss).toBe(BLUE);
  const page = 'http://blue.localhost:5173';
  expect((await search(mockServer, BLUE, tokens.access_token, page)).status).toBe(200);
  expect((await search(mockServer, 'http://localhost:8080', tokens.access_token, page)).status).toBe(401);

  const post_logout_redirect_uri = 'http://blue.localhost:5173/';
  const end = openid.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri });
  expect((await visitor.go(end)).url.href).toBe(post_logout_redirect_uri);
});

/** The response to a login or logout request of a page. */
async function responseTo(
  mockServer: MockServer,
  issuer: string,
  client: string,
  redirect: string,
  path = 'authorize',
) {
  const fields: Record<string, string> =
    path === 'authorize'
      ? { response_type: 'code', scope: 'openid', redirect_uri: redirect }
      : { post_logout_redirect_uri: redirect };
  const query = new URLSearchParams({
    client_id: client,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    ...fields,
  });
  const url = `${issuer}${path === 'authorize' ? '/oauth/v2/authorize' : '/oidc/v1/end_session'}?${query}`;
  const { response } = await new Visitor(mockServer).go(url, { headers: { accept: 'text/html' } });
  return { status: response.status, page: (await response.text()).replaceAll('&#39;', "'") };
}

async function inDevMode(
  devMode: boolean,
  change: (oidc: NonNullable<AllRecords['apps'][number]['oidc']>) => object = () => ({}),
) {
  return openMockServerWith(({ apps }) => {
    for (const [index, app] of apps.entries())
      if (app.oidc) apps[index] = { ...app, oidc: { ...app.oidc, devMode, ...change(app.oidc) } };
  });
}

describe('a redirect URI', () => {
  test.each([
    ['of another sandbox', BLUE, 'http://green.localhost:5173/callback'],
    ['of a sandbox, in main', 'http://localhost:8080', CALLBACK],
    ['with a host that ends like this machine', BLUE, 'http://blue.localhost.example:5173/callback'],
    ['with a subdomain of the host of the sandbox', BLUE, 'http://evil.blue.localhost:5173/callback'],
    ['that only starts like it', BLUE, 'http://blue.localhost:5173@evil.example/callback'],
    ['with another port', BLUE, 'http://blue.localhost:5174/callback'],
    ['with another scheme', BLUE, 'https://blue.localhost:5173/callback'],
    ['with a suffix', BLUE, `${CALLBACK}/more`],
  ])('%s does not match', async (_, issuer, uri) => {
    const { status, page } = await responseTo(await identityMockServer(), issuer, CLIENT.summitCam, uri);
    expect([status, page]).toEqual([400, expect.stringContaining('invalid_redirect_uri')]);
  });

  test('of another sandbox is reported as such', async () => {
    const { page } = await responseTo(await identityMockServer(), 'http://localhost:8080', CLIENT.summitCam, CALLBACK);
    expect(page).toContain(`${CALLBACK} is a page of sandbox blue, but this is main`);
  });

  test('at the host of a sandbox matches in dev mode only', async () => {
    const mockServer = await inDevMode(false, () => ({
      appType: 'OIDC_APP_TYPE_WEB',
      redirectUris: ['https://localhost:5173/callback'],
    }));
    const there = CALLBACK.replace('http:', 'https:');
    expect((await responseTo(mockServer, BLUE, CLIENT.summitCam, 'https://localhost:5173/callback')).status).toBe(200);
    const { status, page } = await responseTo(mockServer, BLUE, CLIENT.summitCam, there);
    expect([status, page]).toEqual([
      400,
      expect.stringContaining(`not in dev mode (devMode), so https://localhost:5173/callback does not match ${there}`),
    ]);
    const { status: inMode } = await responseTo(
      await inDevMode(true, () => ({ redirectUris: ['https://localhost:5173/callback'] })),
      BLUE,
      CLIENT.summitCam,
      there,
    );
    expect(inMode).toBe(200);
  });

  test('of a native application matches with any port, also at the host of its sandbox', async () => {
    const mockServer = await inDevMode(true, () => ({
      appType: 'OIDC_APP_TYPE_NATIVE',
      redirectUris: ['http://localhost/done'],
    }));
    expect((await responseTo(mockServer, BLUE, CLIENT.summitCam, 'http://blue.localhost:4711/done')).status).toBe(200);
    expect((await responseTo(mockServer, BLUE, CLIENT.summitCam, 'http://green.localhost:4711/done')).status).toBe(400);
  });
});

test.each([
  [303, 'http://blue.localhost:5173/'],
  [400, 'http://green.localhost:5173/'],
])('a logout returns %i with the redirect URI %s', async (status, uri) => {
  const mockServer = await identityMockServer();
  const response = await responseTo(mockServer, BLUE, CLIENT.summitCam, uri, 'end_session');
  expect(response.status).toBe(status);
});

test.each([
  [true, true, 'http://blue.localhost:3000'],
  [false, true, 'http://green.localhost:3000'],
  [false, false, 'http://blue.localhost:3000'],
])('CORS (%s) for a code exchange with a secret, in dev mode (%s), from a page of %s', async (may, devMode, origin) => {
  const mockServer = await inDevMode(devMode, () => ({ redirectUris: ['http://localhost:3000/callback'] }));
  const authorization = `Basic ${Buffer.from(`${CLIENT.backOffice}:${SECRET.backOffice}`).toString('base64')}`;
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'x',
    redirect_uri: `${origin}/callback`,
  });
  const requested = new Request(`${BLUE}/oauth/v2/token`, { method: 'POST', headers: { authorization, origin }, body });
  const { headers } = await mockServer.fetch(requested);
  expect(headers.get('access-control-allow-origin')).toBe(may ? origin : null);
});

describe('behind the proxy of a development server that sends X-Forwarded-Host', () => {
  const asProxied = (mockServer: MockServer, forwarded: Record<string, string>) => (requested: Request) => {
    const url = new URL(requested.url);
    const headers = new Headers(requested.headers);
    headers.set('x-forwarded-host', url.host);
    for (const [name, value] of Object.entries(forwarded)) headers.set(name, value);
    url.protocol = 'http:';
    url.host = 'localhost:8080';
    return mockServer.fetch(new Request(url, new Request(requested, { headers })));
  };

  test.each([
    ['http://blue.localhost:5173', {}],
    ['https://blue.localhost:5173', { 'x-forwarded-proto': 'https' }],
    ['http://localhost:5173', {}],
  ])('the issuer and the sandbox are those of %s', async (origin, forwarded) => {
    const redirects = [`${origin.replace('blue.', '')}/callback`];
    const mockServer = await inDevMode(true, () => ({ redirectUris: redirects }));
    const send = asProxied(mockServer, forwarded);
    const config = await openid.discovery(new URL(origin), CLIENT.summitCam, undefined, openid.None(), {
      execute: [openid.allowInsecureRequests],
      [openid.customFetch]: (url, options) => send(new Request(url, options as RequestInit)),
    });
    const { url, checks } = await authorization(config, `openid ${API_SCOPE}`, { redirect_uri: `${origin}/callback` });
    const back = await new Visitor(send).logIn(url, { user: USER.marlene });
    const tokens = await openid.authorizationCodeGrant(config, back, checks);
    expect(tokens.claims()?.iss).toBe(origin);
    const base = origin.includes('blue') ? BLUE : 'http://localhost:8080';
    expect((await search(mockServer, base, tokens.access_token, origin)).status).toBe(200);
  });

  test('a host of another machine is ignored', async () => {
    const mockServer = await identityMockServer();
    for (const host of [
      'evil.example',
      'blue.localhost.example',
      'blue.localhost:80@evil.example',
      'evil.example, localhost',
    ]) {
      const response = await mockServer.fetch(
        new Request('http://localhost:8080/.well-known/openid-configuration', {
          headers: { 'x-forwarded-host': host },
        }),
      );
      expect(await response.json(), host).toMatchObject({ issuer: 'http://localhost:8080' });
    }
  });
});

test('a URI that is not at the host of a sandbox has no other readings', () => {
  const sandbox = { sandbox: { name: 'blue' }, records: {}, login: { client: () => ({ devMode: true }) } };
  const readings = (uri: string) => matchingUris(uri, 'x', sandbox as never);
  expect(readings('http://blue.localhost')).toEqual(['http://blue.localhost', 'http://localhost']);
  for (const uri of [
    'blue.localhost',
    'app://blue.localhost/',
    'http://blue.localhosts/',
    'http://blue.localhost\n/',
    '',
  ])
    expect(readings(uri)).toEqual([uri]);
});
