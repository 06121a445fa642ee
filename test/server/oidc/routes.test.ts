// Custom routes of an issuer, such as Keycloak's: they work like the default ones.

import { createLocalJWKSet, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { identity, identityApi } from '../../../src/identity/api.ts';
import { createMockServer, type LoginRoutes, type MockServerSettings } from '../../../src/index.ts';
import { USER } from '../../support/identity-records.ts';
import { identityMockServer, send } from '../../support/mock-server.ts';
import { API_SCOPE, authorization, CLIENT, clientOf, logIn, SECRET } from './clients.ts';
import { hiddenFields, ISSUER, Visitor } from './visitor.ts';

const KEYCLOAK = {
  base: '/realms/huts',
  authorization: '/protocol/openid-connect/auth',
  token: '/protocol/openid-connect/token',
  introspection: '/protocol/openid-connect/token/introspect',
  revocation: '/protocol/openid-connect/revoke',
  keys: '/protocol/openid-connect/certs',
  deviceAuthorization: '/protocol/openid-connect/auth/device',
  userinfo: '/protocol/openid-connect/userinfo',
  endSession: '/protocol/openid-connect/logout',
  login: '/login-actions/authenticate',
} as const satisfies Partial<LoginRoutes>;

const REALM = ISSUER + KEYCLOAK.base;
const SEARCH = '/management/v1/projects/_search';

/** The identity API, with its issuer at these routes. */
function mockServerAt(routes: Partial<LoginRoutes>, settings: Partial<MockServerSettings> = {}) {
  const { login } = identity;
  if (!login) throw new Error('the identity API has no login');
  return identityMockServer({ apis: [identityApi({ login: { ...login, routes } })], ...settings });
}

const atKeycloak = (settings?: Partial<MockServerSettings>) => mockServerAt(KEYCLOAK, settings);

describe('an issuer at custom routes', () => {
  test('lists them in its metadata, at the paths of OpenID Connect and of OAuth', async () => {
    const mockServer = await atKeycloak();
    const reported = {
      issuer: REALM,
      authorization_endpoint: REALM + KEYCLOAK.authorization,
      token_endpoint: REALM + KEYCLOAK.token,
      introspection_endpoint: REALM + KEYCLOAK.introspection,
      revocation_endpoint: REALM + KEYCLOAK.revocation,
      jwks_uri: REALM + KEYCLOAK.keys,
      device_authorization_endpoint: REALM + KEYCLOAK.deviceAuthorization,
      userinfo_endpoint: REALM + KEYCLOAK.userinfo,
      end_session_endpoint: REALM + KEYCLOAK.endSession,
    };
    const { base } = KEYCLOAK;
    for (const path of [`${base}/.well-known/openid-configuration`, `/.well-known/oauth-authorization-server${base}`])
      expect(await (await mockServer.fetch(new Request(ISSUER + path))).json()).toMatchObject(reported);
  });

  test('is not found at the default ones', async () => {
    const mockServer = await atKeycloak();
    for (const path of [
      '/.well-known/openid-configuration',
      '/oauth/v2/keys',
      '/device',
      '/protocol/openid-connect/certs',
    ])
      expect((await send(mockServer, 'GET', path)).status, path).toBe(404);
  });

  test('logs users in and out; its tokens open the API, and can be introspected, refreshed and revoked', async () => {
    const mockServer = await atKeycloak();
    const config = await clientOf(mockServer, CLIENT.bookingWeb, openid.ClientSecretBasic(SECRET.bookingWeb), REALM);
    const visitor = new Visitor(mockServer);
    const page = await visitor.go((await authorization(config, 'openid')).url);
    expect(page.url.href).toMatch(new RegExp(`^${REALM + KEYCLOAK.login}/[\\w-]+$`));

    const tokens = await logIn(config, visitor, USER.marlene, `openid profile offline_access ${API_SCOPE}`);
    expect(tokens.claims()?.iss).toBe(REALM);
    const keys = createLocalJWKSet((await send(mockServer, 'GET', KEYCLOAK.base + KEYCLOAK.keys)).body);
    expect((await jwtVerify(tokens.access_token, keys)).payload.iss).toBe(REALM);
    const search = async (token: string) => (await send(mockServer, 'POST', SEARCH, { body: {}, token })).status;
    expect(await search(tokens.access_token)).toBe(200);
    expect(await openid.fetchUserInfo(config, tokens.access_token, USER.marlene)).toMatchObject({ locale: 'de' });

    const { access_token: next } = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await openid.tokenIntrospection(config, next)).toMatchObject({ active: true, iss: REALM });
    await openid.tokenRevocation(config, next);
    expect(await openid.tokenIntrospection(config, next)).toEqual({ active: false });
    expect(await search(next)).toBe(401);

    const end = openid.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '' });
    expect(await (await visitor.go(end)).response.text()).toContain('Logged out');
    const { url } = await authorization(config, 'openid', { prompt: 'none' });
    expect((await visitor.go(url)).url.searchParams.get('error')).toBe('login_required');
  });

  test('logs devices in', async () => {
    const mockServer = await atKeycloak();
    const config = await clientOf(mockServer, CLIENT.workshopTablet, undefined, REALM);
    const device = await openid.initiateDeviceAuthorization(config, { scope: 'openid' });
    expect(device.verification_uri).toBe(`${REALM}/device`);
    const visitor = new Visitor(mockServer);
    const requested = await visitor.go(device.verification_uri_complete ?? '');
    const text = await requested.response.text();
    const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(text) ?? [];
    expect(action).toBe(`${KEYCLOAK.base}/device`);
    const login = await visitor.submit(new URL(action, ISSUER), { ...hiddenFields(text), confirm: 'yes' });
    const done = await visitor.submit(login.url, { user: USER.khue });
    expect(await done.response.text()).toContain('The device is logged in');
    expect((await openid.pollDeviceAuthorizationGrant(config, { ...device, interval: 0 })).claims()?.sub).toBe(
      USER.khue,
    );
  });

  test('has sandboxes, by path and by header', async () => {
    const mockServer = await atKeycloak();
    const blue = `${ISSUER}/_sandbox/blue${KEYCLOAK.base}`;
    const config = await clientOf(mockServer, CLIENT.summitCam, undefined, blue);
    const tokens = await logIn(config, new Visitor(mockServer), USER.marlene);
    expect(tokens.claims()?.iss).toBe(blue);
    const { access_token: token } = tokens;
    expect((await send(mockServer, 'POST', `/_sandbox/blue${SEARCH}`, { body: {}, token })).status).toBe(200);
    expect((await send(mockServer, 'POST', SEARCH, { body: {}, token })).status).toBe(401);
    const headers = { 'x-understudy-sandbox': 'blue' };
    expect((await send(mockServer, 'POST', SEARCH, { body: {}, token, headers })).status).toBe(200);
    const known = await send(
      mockServer,
      'GET',
      `/.well-known/oauth-authorization-server/_sandbox/blue${KEYCLOAK.base}`,
    );
    expect(known.body.token_endpoint).toMatch(new RegExp(`/_sandbox/blue${KEYCLOAK.base + KEYCLOAK.token}$`));
  });

  test('allows programs of other origins, and accepts posted forms, as at the default ones', async () => {
    const mockServer = await atKeycloak();
    const visit = (path: string, init: RequestInit) => mockServer.fetch(new Request(REALM + path, init));
    const preflight = {
      method: 'OPTIONS',
      headers: { origin: 'http://a.test', 'access-control-request-method': 'POST' },
    };
    const allowed = async (path: string) => (await visit(path, preflight)).headers.get('access-control-allow-origin');
    expect(await allowed(KEYCLOAK.token)).toBe('http://a.test');
    expect(await allowed(KEYCLOAK.authorization)).toBeNull();

    const post = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
    const posted = await visit(KEYCLOAK.authorization, post({ client_id: 'x' }));
    expect([posted.status, posted.headers.get('location')]).toEqual([303, '?client_id=x']);
    const long = await visit(KEYCLOAK.deviceAuthorization, post({ scope: 'x'.repeat(13_000) }));
    expect(long.status).toBe(413);
    const pushed = await visit('/protocol/openid-connect/par', post({ client_id: 'x' }));
    expect(await pushed.text()).toContain('Pushed authorization requests and request_uri are not supported');
  });

  test('omits user input from the request log, which has the requested paths', async () => {
    const mockServer = await atKeycloak();
    const config = await clientOf(mockServer, CLIENT.summitCam, undefined, REALM);
    const visitor = new Visitor(mockServer);
    const page = await visitor.go((await authorization(config, 'openid')).url);
    const typed = { loginName: 'marlene', password: 'typed by a person' };
    // The second one has too many fields, and is rejected in JSON.
    for (const others of [0, 100]) {
      const body = new URLSearchParams(typed);
      for (let other = 0; other < others; other += 1) body.append('other', '');
      await visitor.visit(page.url, { method: 'POST', body });
    }
    const { exchanges } = (await send(mockServer, 'GET', '/_understudy/requests')).body;
    const targets = exchanges.map(({ target }: { target: string }) => target.replace(/[?].*/, ''));
    expect(targets).toContain(KEYCLOAK.base + KEYCLOAK.authorization);
    expect(JSON.stringify(exchanges)).not.toMatch(/typed.by.a.person/);
  });

  test('has an issuer URL that users see and that `--issuer` sets', async () => {
    const mockServer = await atKeycloak({ issuer: 'https://login.test:8443' });
    const realm = `https://login.test:8443${KEYCLOAK.base}`;
    const { body } = await send(mockServer, 'GET', `${KEYCLOAK.base}/.well-known/openid-configuration`);
    expect(body).toMatchObject({ issuer: realm, token_endpoint: realm + KEYCLOAK.token });
    const home = await send(mockServer, 'GET', '/', { headers: { accept: 'text/html' } });
    expect(home.body).toContain(`Issuer: <code>${realm}</code>`);
    expect(home.body).toContain(`href="${realm}/.well-known/openid-configuration"`);
    expect((await send(mockServer, 'GET', '/')).body).toContain(`issuer ${realm}:`);
    const config = await clientOf(await atKeycloak(), CLIENT.summitCam, undefined, REALM);
    expect(config.serverMetadata().issuer).toBe(REALM);
  });

  test.each([
    [{ base: '/' }, ''],
    [{ base: '/login' }, '/login'],
  ])('may be %j with defaults for the rest', async (routes, base) => {
    const config = await clientOf(await mockServerAt(routes), CLIENT.summitCam, undefined, ISSUER + base);
    expect(config.serverMetadata().token_endpoint).toBe(`${ISSUER}${base}/oauth/v2/token`);
  });
});

test.each<[string, object, string]>([
  ['no path', { token: 'token' }, 'its login has the route token at "token", which is not a path'],
  ['no string', { token: undefined }, 'its login has the route token at undefined'],
  ['a pattern', { userinfo: '/users/:id' }, 'route userinfo at "/users/:id"'],
  ['a slash at the end', { base: '/realms/' }, 'route base at "/realms/"'],
  ['a part of the control API', { keys: '/_understudy/keys' }, 'route keys at "/_understudy/keys"'],
  ['an unknown name', { jwks: '/keys' }, 'its login has no route jwks'],
  ['one path for two routes', { token: '/a', revocation: '/a' }, 'the routes token and revocation at the same path /a'],
  ['a path below a page', { userinfo: '/device/me' }, 'the routes userinfo and device at the same path /device/me'],
])('%s is rejected at the start', async (_, routes, message) => {
  const { login } = identity;
  if (!login) throw new Error('the identity API has no login');
  const apis = [{ ...identity, login: { ...login, routes } }] as const;
  const failed = createMockServer({ apis }).then(
    (mockServer) => onTestFinished(() => mockServer.close()),
    (thrown) => thrown.message,
  );
  expect(await failed).toContain(message);
});
