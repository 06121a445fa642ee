// The issuer with a published client: openid-client, which validates every response against the standards.

import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { USER } from '../../support/identity-records.ts';
import { identityMockServer } from '../../support/mock-server.ts';
import { API_SCOPE, authorization, CLIENT, clientOf, fetchOf, logIn, SECRET } from './clients.ts';
import { hiddenFields, Visitor } from './visitor.ts';

type Target = MockServer | { readonly url: string };

/** The first project that the API returns for a bearer token. */
async function searchProjects(target: Target, token: string): Promise<Response> {
  const base = 'fetch' in target ? 'http://localhost:8080' : target.url;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const url = `${base}/management/v1/projects/_search`;
  return fetchOf(target)(new Request(url, { method: 'POST', headers, body: '{}' }));
}

/** The audience of Booking Web: itself, the other applications of its project, the project, and the API. */
const OF_HUT_BOOKING = [CLIENT.bookingWeb, '254052256196922212', '257069253323197284', '253727421948252873', 'service'];

describe.each([
  ['without a network', async (): Promise<Target> => identityMockServer()],
  ['over a port', async (): Promise<Target> => (await identityMockServer()).listen()],
])('%s', (_, open) => {
  test('a single-page application logs a user in, calls the API, refreshes and logs out', async () => {
    const target = await open();
    const visitor = new Visitor(fetchOf(target));
    const config = await clientOf(target, CLIENT.summitCam);
    const tokens = await logIn(config, visitor, USER.marlene, `openid profile email offline_access ${API_SCOPE}`);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 43_200 });
    const claims = tokens.claims();
    expect(claims).toMatchObject({
      sub: USER.marlene,
      aud: [CLIENT.summitCam, '263861622399830884', 'service'],
      azp: CLIENT.summitCam,
      auth_time: expect.any(Number),
      at_hash: expect.any(String),
    });

    expect((await searchProjects(target, tokens.access_token)).status).toBe(200);
    expect(await openid.fetchUserInfo(config, tokens.access_token, USER.marlene)).toMatchObject({
      name: 'Marlene Zürcher',
      given_name: 'Marlene',
      locale: 'de',
      preferred_username: 'marlene.zuercher@murmeltal.example',
      email: 'marlene.zuercher@murmeltal.example',
      email_verified: true,
    });

    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
    expect(refreshed.claims()).toMatchObject({ sub: USER.marlene, auth_time: claims?.auth_time });
    expect((await searchProjects(target, refreshed.access_token)).status).toBe(200);

    const end = openid.buildEndSessionUrl(config, {
      id_token_hint: refreshed.id_token ?? '',
      post_logout_redirect_uri: 'http://localhost:5173/',
      state: 'bye',
    });
    expect((await visitor.go(end)).url.href).toBe('http://localhost:5173/?state=bye');
    const again = await visitor.go((await authorization(config, 'openid')).url);
    expect(await again.response.text()).toContain('Log in to');
  });

  test('the metadata lists the claims that tokens have, and no others', async () => {
    const { claims_supported } = (await clientOf(await open(), CLIENT.summitCam)).serverMetadata();
    expect(new Set(claims_supported as string[])).toEqual(
      new Set([
        ...['sub', 'aud', 'exp', 'iat', 'iss', 'auth_time', 'nonce', 'amr', 'at_hash', 'client_id', 'azp', 'sid'],
        ...[
          'name',
          'given_name',
          'family_name',
          'preferred_username',
          'locale',
          'updated_at',
          'email',
          'email_verified',
        ],
        ...['phone_number', 'phone_number_verified'],
      ]),
    );
  });

  test('an application with a secret logs a user in; its JWT is readable by everyone', async () => {
    const target = await open();
    const config = await clientOf(target, CLIENT.bookingWeb, openid.ClientSecretBasic(SECRET.bookingWeb));
    const tokens = await logIn(config, new Visitor(fetchOf(target)), USER.chihiro);
    const [, payload = ''] = tokens.access_token.split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      iss: config.serverMetadata().issuer,
      sub: USER.chihiro,
      aud: OF_HUT_BOOKING,
      client_id: CLIENT.bookingWeb,
      scope: `openid ${API_SCOPE}`,
      'urn:zitadel:iam:org:project:roles': { warden: { '249661328644377444': 'murmeltal.example' } },
    });
    // She has no role in the administration: the API authenticates her, but allows nothing.
    expect((await searchProjects(target, tokens.access_token)).status).toBe(404);
    expect(await openid.fetchUserInfo(config, tokens.access_token, USER.chihiro)).toMatchObject({ sub: USER.chihiro });
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({
      active: true,
      sub: USER.chihiro,
      username: 'chihiro.hasunuma@murmeltal.example',
      client_id: CLIENT.bookingWeb,
      aud: OF_HUT_BOOKING,
    });
    await openid.tokenRevocation(config, tokens.access_token);
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false });
    expect((await searchProjects(target, tokens.access_token)).status).toBe(401);
  });
});

test('an ID token has the authentication method: password, or none', async () => {
  const mockServer = await identityMockServer();
  const config = await clientOf(mockServer, CLIENT.summitCam);
  const { url, checks } = await authorization(config, 'openid offline_access');
  const back = await new Visitor(mockServer).logIn(url, { loginName: 'marlene.zuercher', password: 'any' });
  const tokens = await openid.authorizationCodeGrant(config, back, checks);
  expect(tokens.claims()).toMatchObject({ amr: ['pwd'] });
  expect((await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')).claims()).toMatchObject({ amr: ['pwd'] });
  const picked = await logIn(config, new Visitor(mockServer), USER.marlene);
  expect(picked.claims()).not.toHaveProperty('amr');
});

test.each([
  ['opaque', CLIENT.backOffice, SECRET.backOffice, USER.ximena],
  ['a JWT', CLIENT.bookingWeb, SECRET.bookingWeb, USER.chihiro],
])('the jti of a token that is %s identifies it, and is not a credential', async (_, clientId, secret, user) => {
  const mockServer = await identityMockServer();
  const config = await clientOf(mockServer, clientId, openid.ClientSecretBasic(secret));
  const { access_token: token } = await logIn(config, new Visitor(mockServer), user, `openid ${API_SCOPE}`);
  const { jti = '' } = await openid.tokenIntrospection(config, token);
  expect(jti).toMatch(/^[\w-]{43}$/);
  expect(token).not.toContain(jti);
  if (token.includes('.'))
    expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({ jti });
  expect(await openid.tokenIntrospection(config, token)).toMatchObject({ active: true, jti });
  expect(await openid.tokenIntrospection(config, jti)).toEqual({ active: false });
  expect((await searchProjects(mockServer, jti)).status).toBe(401);
  await expect(openid.fetchUserInfo(config, jti, user)).rejects.toThrow();
});

test('a refresh token can be used once: a second use revokes all tokens of the login', async () => {
  const mockServer = await identityMockServer();
  const config = await clientOf(mockServer, CLIENT.summitCam);
  const scope = `openid offline_access ${API_SCOPE}`;
  const { refresh_token: first = '' } = await logIn(config, new Visitor(mockServer), USER.marlene, scope);
  const second = await openid.refreshTokenGrant(config, first);
  await expect(openid.refreshTokenGrant(config, first)).rejects.toMatchObject({ error: 'invalid_grant' });
  await expect(openid.refreshTokenGrant(config, second.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  expect((await searchProjects(mockServer, second.access_token)).status).toBe(401);
});

test('no refresh token is issued without the scope offline_access', async () => {
  const mockServer = await identityMockServer();
  const config = await clientOf(mockServer, CLIENT.summitCam);
  expect(await logIn(config, new Visitor(mockServer), USER.marlene)).not.toHaveProperty('refresh_token');
});

test('a machine user logs in with its secret', async () => {
  const mockServer = await identityMockServer();
  const config = await clientOf(mockServer, 'season-onboarding', openid.ClientSecretBasic(SECRET.season));
  const token = await openid.clientCredentialsGrant(config, { scope: `openid profile ${API_SCOPE}` });
  expect(token).toMatchObject({ token_type: 'bearer', scope: `openid profile ${API_SCOPE}` });
  expect(token).not.toHaveProperty('refresh_token');
  expect(token.claims()).toEqual({
    iss: config.serverMetadata().issuer,
    sub: '264873875710431945',
    aud: ['season-onboarding', 'service'],
    azp: 'season-onboarding',
    amr: ['pwd'],
    auth_time: expect.any(Number),
    iat: expect.any(Number),
    exp: expect.any(Number),
    at_hash: expect.any(String),
  });
  expect(await openid.clientCredentialsGrant(config, { scope: API_SCOPE })).not.toHaveProperty('id_token');
  expect((await searchProjects(mockServer, token.access_token)).status).toBe(200);
  expect(await openid.fetchUserInfo(config, token.access_token, '264873875710431945')).toMatchObject({
    name: 'Season Onboarding',
  });
  const stranger = await clientOf(mockServer, 'season-onboarding', openid.ClientSecretBasic('wrong'));
  await expect(openid.clientCredentialsGrant(stranger)).rejects.toMatchObject({
    cause: [{ parameters: { error: 'invalid_client' } }],
  });
});

test('an API can introspect the tokens for its project, and no others', async () => {
  const mockServer = await identityMockServer();
  const api = await clientOf(mockServer, CLIENT.shopApi, openid.ClientSecretBasic(SECRET.shopApi));
  const own = await logIn(await clientOf(mockServer, CLIENT.storefront), new Visitor(mockServer), USER.ximena);
  expect(await openid.tokenIntrospection(api, own.access_token)).toMatchObject({
    active: true,
    sub: USER.ximena,
    'urn:zitadel:iam:org:project:257810824104530633:roles': { pricing: expect.anything(), sales: expect.anything() },
  });
  const other = await logIn(await clientOf(mockServer, CLIENT.summitCam), new Visitor(mockServer), USER.ximena);
  expect(await openid.tokenIntrospection(api, other.access_token)).toEqual({ active: false });
  const publicClient = await clientOf(mockServer, CLIENT.storefront);
  const foreign = await logIn(
    await clientOf(mockServer, CLIENT.backOffice, openid.ClientSecretPost(SECRET.backOffice)),
    new Visitor(mockServer),
    USER.ximena,
  );
  await expect(openid.tokenIntrospection(publicClient, foreign.access_token)).rejects.toThrow();
  const scope = 'openid urn:zitadel:iam:org:project:id:257810824104530633:aud';
  const lent = await logIn(await clientOf(mockServer, CLIENT.summitCam), new Visitor(mockServer), USER.ximena, scope);
  expect(await openid.tokenIntrospection(api, lent.access_token)).toMatchObject({ active: true });
});

test('a device is logged in by a user who enters its code and has a role; without a role it is rejected', async () => {
  const mockServer = await identityMockServer();
  const config = await clientOf(mockServer, CLIENT.workshopTablet);
  const device = await openid.initiateDeviceAuthorization(config, { scope: `openid ${API_SCOPE}` });
  expect(device).toMatchObject({ verification_uri: 'http://localhost:8080/device', expires_in: 300 });
  const visitor = new Visitor(mockServer);
  const target = await visitor.go(device.verification_uri);
  const typed = await visitor.submit(target.url, {
    ...hiddenFields(await target.response.text()),
    user_code: device.user_code,
  });
  const shown = await typed.response.text();
  expect(shown).toContain(device.user_code);
  const login = await visitor.submit(typed.url, { ...hiddenFields(shown), confirm: 'yes' });
  const rejected = await visitor.submit(login.url, { user: USER.theo });
  expect([rejected.response.status, await rejected.response.text()]).toEqual([422, expect.stringContaining('no role')]);
  const done = await visitor.submit(login.url, { user: USER.khue });
  expect(await done.response.text()).toContain('The device is logged in');
  const tokens = await openid.pollDeviceAuthorizationGrant(config, { ...device, interval: 0 });
  expect(tokens.claims()?.sub).toBe(USER.khue);
});

test('the URL with the code shows only the confirmation page', async () => {
  const mockServer = await identityMockServer();
  const config = await clientOf(mockServer, CLIENT.workshopTablet);
  const device = await openid.initiateDeviceAuthorization(config, { scope: `openid offline_access ${API_SCOPE}` });
  const visitor = new Visitor(mockServer);
  const target = await visitor.go(device.verification_uri_complete ?? '');
  const page = await target.response.text();
  expect(page).toContain(device.user_code);
  const login = await visitor.submit('http://localhost:8080/device', { ...hiddenFields(page), confirm: 'yes' });
  const done = await visitor.submit(login.url, { user: USER.khue });
  expect(await done.response.text()).toContain('The device is logged in');
  const tokens = await openid.pollDeviceAuthorizationGrant(config, { ...device, interval: 0 });
  expect(tokens.claims()?.sub).toBe(USER.khue);
  expect(tokens.refresh_token).toEqual(expect.any(String));
});
