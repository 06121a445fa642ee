// Programs: keys instead of passwords, pages of other origins, tokens without a login.

import { importPKCS8, SignJWT } from 'jose';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { mockServerWith, USER } from '../../support/identity-records.ts';
import { identityMockServer, NOW, send } from '../../support/mock-server.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { API_SCOPE, authorization, CLIENT, clientOf, logIn, SECRET } from './clients.ts';
import { pair } from './key-pair.ts';
import { ISSUER, Visitor } from './visitor.ts';

const shared = sharedMockServer();
const SEASON = '264873875710431945';
const PROFILE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

const key = pair();
const otherKey = pair();

const post = (
  mockServer: MockServer,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) => mockServer.fetch(new Request(ISSUER + path, { method: 'POST', body: new URLSearchParams(fields), headers }));

async function bodyOf(response: Response): Promise<Readonly<Record<string, string>>> {
  return (await response.json()) as Record<string, string>;
}

describe('the JWT profile', () => {
  const withKey = () =>
    mockServerWith(({ users }) => {
      users.forEach((user, index) => {
        const keys = [{ id: 'key-1', publicKey: key.publicKey }];
        if (user.machine) users[index] = { ...user, machine: { ...user.machine, keys } };
      });
    });

  async function assertion(claims: Record<string, unknown> = {}, header = {}, privateKey = key.privateKey) {
    const iat = Math.floor(Date.now() / 1000);
    const payload = { iss: SEASON, sub: SEASON, aud: ISSUER, iat, exp: iat + 60, ...claims };
    const jwt = new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'key-1', ...header });
    return jwt.sign(await importPKCS8(privateKey, 'RS256'));
  }

  test('issues a token for the assertion of a machine user, and for no other proof', async () => {
    const mockServer = await withKey();
    const fields = { grant_type: PROFILE, assertion: await assertion(), scope: `openid ${API_SCOPE}` };
    const response = await post(mockServer, '/oauth/v2/token', fields);
    const token = await bodyOf(response);
    expect([response.status, token]).toEqual([
      200,
      expect.objectContaining({ token_type: 'Bearer', expires_in: 43_200 }),
    ]);
    expect(JSON.parse(Buffer.from(token.id_token?.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      sub: SEASON,
      azp: SEASON,
      aud: [SEASON, 'service'],
    });
    const searched = await send(mockServer, 'POST', '/management/v1/projects/_search', {
      token: token.access_token,
      body: {},
    });
    expect(searched.status).toBe(200);
  });

  const now = Math.floor(Date.now() / 1000);
  test.each<[string, () => Promise<string>]>([
    ['signed with another key', () => assertion({}, {}, otherKey.privateKey)],
    ['signed with a key other than the one that it names', () => assertion({}, { kid: 'key-2' })],
    ['for another user', () => assertion({ sub: USER.marlene })],
    ['for another issuer', () => assertion({ aud: 'https://elsewhere.example' })],
    ['more than an hour old', () => assertion({ iat: now - 3700 })],
    ['from the future', () => assertion({ iat: now + 600 })],
    ['without iat', () => assertion({ iat: undefined })],
    ['that has expired', () => assertion({ exp: now - 60 })],
    ['without an expiry', () => assertion({ exp: undefined })],
    ['valid for more than a day', () => assertion({ exp: now + 90_000 })],
    ['that is not valid yet', () => assertion({ nbf: now + 600 })],
  ])('rejects an assertion %s', async (_, make) => {
    const response = await post(await withKey(), '/oauth/v2/token', { grant_type: PROFILE, assertion: await make() });
    expect([response.status, (await bodyOf(response)).error]).toEqual([400, 'invalid_grant']);
  });

  test.each(['', 'no JWT', 'a.b.c'])('rejects an invalid assertion: "%s"', async (text) => {
    const response = await post(await withKey(), '/oauth/v2/token', { grant_type: PROFILE, assertion: text });
    expect(response.status).toBe(400);
  });

  test('rejects a user without keys', async () => {
    const response = await post(shared(), '/oauth/v2/token', { grant_type: PROFILE, assertion: await assertion() });
    expect((await bodyOf(response)).error).toBe('invalid_client');
  });
});

test.each(['/oauth/v2/token', '/oauth/v2/revoke'])('%s ignores a token that an interceptor adds', async (path) => {
  const form = { grant_type: 'refresh_token', refresh_token: 'x', token: 'x', client_id: CLIENT.summitCam };
  const headers = { authorization: 'Bearer old', 'content-type': 'application/x-www-form-urlencoded' };
  const request = (init: RequestInit) => new Request(`http://mock-server${path}`, { method: 'POST', ...init });
  const body = new URLSearchParams(form);
  const plain = await shared().fetch(request({ body }));
  const added = await shared().fetch(request({ body, headers }));
  expect([added.status, await added.text()]).toEqual([plain.status, await plain.text()]);
});

test('an application authenticates with a signed assertion', async () => {
  const mockServer = await mockServerWith(({ apps }) => {
    apps.forEach((app, index) => {
      const keys = [{ id: 'key-1', publicKey: key.publicKey }];
      if (app.api) apps[index] = { ...app, api: { ...app.api, keys } };
    });
  });
  const privateKey = { key: await importPKCS8(key.privateKey, 'RS256'), kid: 'key-1' };
  // The API of the project that requires keys.
  const api = await clientOf(mockServer, '254052256196922212', openid.PrivateKeyJwt(privateKey));
  const web = await clientOf(mockServer, CLIENT.bookingWeb, openid.ClientSecretBasic(SECRET.bookingWeb));
  const { access_token } = await logIn(web, new Visitor(mockServer), USER.chihiro);
  expect(await openid.tokenIntrospection(api, access_token)).toMatchObject({ active: true, sub: USER.chihiro });
  const stranger = { key: await importPKCS8(otherKey.privateKey, 'RS256'), kid: 'key-1' };
  const false_ = await clientOf(mockServer, '254052256196922212', openid.PrivateKeyJwt(stranger));
  await expect(openid.tokenIntrospection(false_, access_token)).rejects.toThrow();
});

test('an application signs its authorization request', async () => {
  const mockServer = await mockServerWith(({ apps }) => {
    apps.forEach((app, index) => {
      const keys = [{ id: 'key-1', publicKey: key.publicKey }];
      if (app.oidc) apps[index] = { ...app, oidc: { ...app.oidc, keys } };
    });
  });
  const config = await clientOf(mockServer, CLIENT.summitCam);
  const { url, checks } = await authorization(config, 'openid');
  const parameters = Object.fromEntries(url.searchParams);
  const signed = async (privateKey: string) =>
    openid.buildAuthorizationUrlWithJAR(config, parameters, {
      key: await importPKCS8(privateKey, 'RS256'),
      kid: 'key-1',
    });
  const back = await new Visitor(mockServer).logIn(await signed(key.privateKey), { user: USER.marlene });
  expect((await openid.authorizationCodeGrant(config, back, checks)).claims()?.sub).toBe(USER.marlene);
  const rejected = await new Visitor(mockServer).go(await signed(otherKey.privateKey));
  expect(rejected.response.status).toBe(400);
});

describe('a page of another origin', () => {
  const origin = 'http://localhost:4321';
  const preflight = (path: string, fields = 'content-type') =>
    shared().fetch(
      new Request(ISSUER + path, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': fields },
      }),
    );
  const permission = ({ headers }: Response) =>
    ['origin', 'credentials', 'methods', 'headers'].map((name) => headers.get(`access-control-allow-${name}`));

  test.each(['/.well-known/openid-configuration', '/oauth/v2/keys'])(
    'may read %s, with credentials if it sends them',
    async (path) => {
      const response = await shared().fetch(new Request(ISSUER + path, { headers: { origin } }));
      expect([response.status, ...permission(response)]).toEqual([200, origin, 'true', null, null]);
      expect(response.headers.get('vary')).toBe('Origin');
      const unasked = await shared().fetch(new Request(ISSUER + path));
      expect(permission(unasked)).toEqual([null, null, null, null]);
    },
  );

  test.each([
    '/.well-known/openid-configuration',
    '/oauth/v2/keys',
    '/oauth/v2/token',
    '/oidc/v1/userinfo',
    '/oauth/v2/revoke',
    '/oauth/v2/introspect',
    '/oauth/v2/device_authorization',
  ])('may request %s, with any headers', async (path) => {
    const fields = 'authorization,content-type,x-requested-with,traceparent';
    const response = await preflight(path, fields);
    expect([response.status, ...permission(response)]).toEqual([204, origin, 'true', 'POST', fields]);
  });

  test.each(['/oauth/v2/authorize', '/oidc/v1/end_session', '/device', '/ui/login/x'])(
    'may not request %s, which is a page',
    async (path) => {
      expect(permission(await preflight(path))).toEqual([null, null, null, null]);
    },
  );

  test.each<[string, string, Record<string, string>, number]>([
    ['an error before the body is read', '/oauth/v2/token', { a: 'x'.repeat(60_000) }, 413],
    ['an error for a public client', '/oauth/v2/token', { grant_type: 'odd', client_id: CLIENT.summitCam }, 400],
    ['an error for an unknown token', '/oidc/v1/userinfo', { access_token: 'guessed' }, 401],
  ])('may read %s', async (_, path, fields, status) => {
    const response = await post(shared(), path, fields, { origin });
    expect([response.status, ...permission(response)]).toEqual([status, origin, 'true', null, null]);
    expect(response.headers.get('access-control-expose-headers')).toContain('content-type');
  });

  test('can read the error for its code if it belongs to a public client', async () => {
    const fields = { grant_type: 'authorization_code', code: 'x', redirect_uri: 'y', client_id: CLIENT.summitCam };
    const response = await post(shared(), '/oauth/v2/token', fields, { origin });
    expect([response.headers.get('access-control-allow-origin'), (await bodyOf(response)).error]).toEqual([
      origin,
      'invalid_grant',
    ]);
  });

  test('cannot use the secret of another client', async () => {
    const fields = { grant_type: 'authorization_code', code: 'x', redirect_uri: 'y', client_id: CLIENT.backOffice };
    const response = await post(
      shared(),
      '/oauth/v2/token',
      { ...fields, client_secret: SECRET.backOffice },
      { origin },
    );
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('cannot log in by itself: the login is a separate page', async () => {
    const response = await shared().fetch(new Request(`${ISSUER}/oauth/v2/authorize`, { headers: { origin } }));
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a token without a login', () => {
  const order = (body: object, headers: Record<string, string> = {}) =>
    send(shared(), 'POST', '/_understudy/tokens', { token: undefined, body, headers });

  test('is valid for the API by default', async () => {
    const { status, body } = await order({ user: 'marlene.zuercher' });
    expect([status, body]).toEqual([
      201,
      {
        sandbox: 'main',
        id: expect.stringMatching(/^[\w-]{43}$/),
        token: expect.stringMatching(/^[\w-]{43}$/),
        user: USER.marlene,
        scopes: ['openid', API_SCOPE],
        expires: new Date(NOW.getTime() + 43_200_000).toISOString(),
      },
    ]);
  });

  test('is for a client, if one is named: opaque or not, with the roles there', async () => {
    const { body } = await order({
      user: USER.ximena,
      client: CLIENT.storefront,
      scopes: ['openid', 'email'],
      expiresIn: 60,
    });
    const [, payload = ''] = body.token.split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      iss: 'http://localhost',
      sub: USER.ximena,
      client_id: CLIENT.storefront,
      'urn:service:iam:org:project:roles': { pricing: expect.anything() },
    });
    const config = await clientOf(shared(), CLIENT.storefront);
    expect(await openid.fetchUserInfo(config, body.token, USER.ximena)).toMatchObject({
      email: 'ximena.ibanez@murmeltal.example',
    });
  });

  test('lasts as long as requested, longer than any login', async () => {
    let now = NOW;
    const mockServer = await identityMockServer({ now: () => now });
    const body = { user: USER.marlene, expiresIn: 315_360_000 };
    const { body: minted } = await send(mockServer, 'POST', '/_understudy/tokens', { token: undefined, body });
    now = new Date(NOW.getTime() + 315_359_999_000);
    const searched = await send(mockServer, 'POST', '/management/v1/projects/_search', {
      token: minted.token,
      body: {},
    });
    expect(searched.status).toBe(200);
  });

  test.each<[object, number]>([
    [{}, 400],
    [{ user: '' }, 400],
    [{ user: USER.marlene, expiresIn: 0 }, 400],
    // Longer than ten years.
    [{ user: USER.marlene, expiresIn: 315_360_001 }, 400],
    [{ user: USER.marlene, scopes: ['two words'] }, 400],
    [{ user: USER.marlene, scopes: ['openid', 'admin'] }, 400],
    [{ user: 'nobody' }, 404],
    [{ user: USER.eskil }, 404],
    [{ user: USER.marlene, client: 'nobody' }, 404],
  ])('is rejected for %j with %i', async (body, status) => {
    expect((await order(body)).status).toBe(status);
  });

  test('is not issued to a page of another origin', async () => {
    expect((await order({ user: USER.marlene }, { origin: 'https://evil.example' })).status).toBe(403);
  });
});
