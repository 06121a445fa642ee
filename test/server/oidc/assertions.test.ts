// Client assertions (private_key_jwt), as the SDKs of ZITADEL send them and as the standard requires.

import { createRequire } from 'node:module';
import { importPKCS8, SignJWT } from 'jose';
import * as openid from 'openid-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { MockServer, MockServerSettings } from '../../../src/index.ts';
import { type AllRecords, openMockServerWith, USER } from '../../support/identity-records.ts';
import { API_SCOPE, CLIENT, clientOf, logIn, SECRET } from './clients.ts';
import { pair } from './key-pair.ts';
import { ISSUER, Visitor } from './visitor.ts';

/** The API of the project of Booking Web; it has no secret. */
const API = '254052256196922212';
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const key = pair();
const otherKey = pair();

function withKeys({ apps }: AllRecords): void {
  apps.forEach((app, index) => {
    const keys = [{ id: 'key-1', publicKey: key.publicKey }];
    if (app.api) apps[index] = { ...app, api: { ...app.api, keys } };
  });
}

async function mockServerWithKeys(settings: Partial<MockServerSettings> = {}): Promise<MockServer> {
  const mockServer = await openMockServerWith(withKeys, settings);
  onTestFinished(() => mockServer.close());
  return mockServer;
}

async function tokenOf(mockServer: MockServer): Promise<string> {
  const web = await clientOf(mockServer, CLIENT.bookingWeb, openid.ClientSecretBasic(SECRET.bookingWeb));
  return (await logIn(web, new Visitor(mockServer), USER.chihiro)).access_token;
}

const now = () => Math.floor(Date.now() / 1000);

/** The assertion of the SDKs: without `jti`. A claim that is undefined is omitted. */
async function assertion(claims: Record<string, unknown> = {}, header = {}, { privateKey } = key): Promise<string> {
  const payload = { iss: API, sub: API, aud: ISSUER, iat: now(), exp: now() + 3600, ...claims };
  const jwt = new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'key-1', ...header });
  return jwt.sign(await importPKCS8(privateKey, 'RS256'));
}

async function introspect(mockServer: MockServer, fields: Record<string, string>) {
  const body = new URLSearchParams({ client_assertion_type: ASSERTION, ...fields });
  const response = await mockServer.fetch(new Request(`${ISSUER}/oauth/v2/introspect`, { method: 'POST', body }));
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
}

test('passport-zitadel accepts a valid token repeatedly, and no other', async () => {
  const mockServer = await mockServerWithKeys();
  const { url: authority } = await mockServer.listen();
  // It does not support `import`.
  const { ZitadelIntrospectionStrategy: Strategy }: typeof import('passport-zitadel') = createRequire(import.meta.url)(
    'passport-zitadel',
  );
  const profile = { type: 'application', keyId: 'key-1', key: key.privateKey, appId: API, clientId: API } as const;
  const strategy = await Strategy.create({ authority, authorization: { type: 'jwt-profile', profile } });
  // As passport calls it.
  const enter = (token: string) =>
    new Promise((resolve) => {
      const attempt = Object.assign(Object.create(strategy), {
        success: resolve,
        fail: (challenge: unknown) => resolve({ rejected: challenge }),
        error: (error: unknown) => resolve({ error }),
      });
      attempt.authenticate({ headers: { authorization: `Bearer ${token}` } });
    });
  const token = await tokenOf(mockServer);
  expect(await enter(token)).toMatchObject({ active: true, sub: USER.chihiro });
  expect(await enter(token)).toMatchObject({ active: true, sub: USER.chihiro });
  expect(await enter('guessed')).toEqual({ rejected: { message: 'Token is not active' } });
});

test.each<[string, Record<string, unknown>]>([
  ['no iss of its own', {}],
  ['the token endpoint as its audience', { aud: `${ISSUER}/oauth/v2/token` }],
  ['this endpoint in its audience', { aud: ['https://elsewhere.test', `${ISSUER}/oauth/v2/introspect`] }],
  ['a lifetime of almost a day', { exp: now() + 86_000 }],
])('an assertion with %s is accepted repeatedly', async (_, claims) => {
  const mockServer = await mockServerWithKeys();
  const token = await tokenOf(mockServer);
  const client_assertion = await assertion(claims);
  for (const fields of [{}, { client_id: API }] as Record<string, string>[]) {
    const { status, body } = await introspect(mockServer, { token, client_assertion, ...fields });
    expect([status, body.active]).toEqual([200, true]);
  }
});

test.each<[string, () => Promise<string>, string]>([
  [
    'for another audience',
    () => assertion({ aud: 'https://elsewhere.test' }),
    `aud of the assertion must be ${ISSUER}`,
  ],
  ['of another client', () => assertion({ iss: CLIENT.shopApi }), `iss and sub of the assertion must be ${API}`],
  ['signed with another key', () => assertion({}, {}, otherKey), 'is not signed with the key (kid) key-1'],
  ['with an unknown key', () => assertion({}, { kid: 'key-2' }), `the key (kid) key-2, which ${API} does not have`],
  ['that has expired', () => assertion({ exp: now() - 60 }), 'the assertion has expired'],
  ['without an expiry', () => assertion({ exp: undefined }), 'exp of the assertion must be within a day'],
  ['for two days', () => assertion({ exp: now() + 172_800 }), 'exp of the assertion must be within a day'],
  ['issued yesterday', () => assertion({ iat: now() - 86_400 }), 'iat of the assertion must be within the last hour'],
  ['valid from tomorrow', () => assertion({ nbf: now() + 600 }), 'the assertion is not valid yet'],
])('an assertion %s is rejected with the reason', async (_, make, reason) => {
  const mockServer = await mockServerWithKeys();
  const { status, body } = await introspect(mockServer, { token: 'x', client_assertion: await make() });
  expect([status, body.error]).toEqual([401, 'invalid_client']);
  expect(body.error_description).toContain(reason);
});

test('an assertion of an unknown type, or with another proof, is rejected', async () => {
  const mockServer = await mockServerWithKeys();
  const client_assertion = await assertion();
  const odd = await introspect(mockServer, { token: 'x', client_assertion, client_assertion_type: 'odd' });
  expect([odd.status, odd.body.error]).toEqual([400, 'invalid_request']);
  const both = await introspect(mockServer, { token: 'x', client_assertion, client_secret: SECRET.shopApi });
  expect([both.status, both.body.error]).toEqual([400, 'invalid_request']);
});

describe('with strictAssertions', () => {
  test('an assertion needs a jti', async () => {
    const mockServer = await mockServerWithKeys({ strictAssertions: true });
    const rejected = await introspect(mockServer, { token: 'x', client_assertion: await assertion() });
    expect([rejected.status, rejected.body.error_description]).toEqual([
      401,
      expect.stringContaining('the assertion needs a jti'),
    ]);
  });

  test('an assertion can be used once', async () => {
    const mockServer = await mockServerWithKeys({ strictAssertions: true });
    const client_assertion = await assertion({ jti: 'first' });
    expect((await introspect(mockServer, { token: 'x', client_assertion })).status).toBe(200);
    const again = await introspect(mockServer, { token: 'x', client_assertion });
    expect([again.status, again.body.error_description]).toEqual([
      401,
      expect.stringContaining('the assertion was already used'),
    ]);
    const next = await introspect(mockServer, { token: 'x', client_assertion: await assertion({ jti: 'second' }) });
    expect(next.status).toBe(200);
  });

  test('a client that sends a jti works as before', async () => {
    const mockServer = await mockServerWithKeys({ strictAssertions: true });
    const privateKey = { key: await importPKCS8(key.privateKey, 'RS256'), kid: 'key-1' };
    const api = await clientOf(mockServer, API, openid.PrivateKeyJwt(privateKey));
    const token = await tokenOf(mockServer);
    for (let count = 0; count < 2; count += 1)
      expect(await openid.tokenIntrospection(api, token)).toMatchObject({ active: true });
  });
});

describe('a secret in the form', () => {
  const clientCredentials = { grant_type: 'client_credentials', scope: `openid ${API_SCOPE}` };
  const post = async (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    const mockServer = await mockServerWithKeys();
    const response = await mockServer.fetch(new Request(`${ISSUER}/oauth/v2/token`, { method: 'POST', body }));
    return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
  };
  const code = { grant_type: 'authorization_code', code: 'x', redirect_uri: 'x' };

  test('is rejected for a client with client_secret_basic', async () => {
    const fields = { ...code, client_id: CLIENT.bookingWeb, client_secret: SECRET.bookingWeb };
    expect(await post(fields)).toEqual({
      status: 401,
      body: {
        error: 'invalid_client',
        error_description:
          'client authentication failed: Booking Web uses the authentication method client_secret_basic',
      },
    });
  });

  test('is accepted for a client with client_secret_post', async () => {
    // The secret is valid; the code is not.
    const fields = { ...code, client_id: CLIENT.backOffice, client_secret: SECRET.backOffice };
    expect(await post(fields)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('is accepted for a machine user', async () => {
    const fields = { ...clientCredentials, client_id: 'season-onboarding', client_secret: SECRET.season };
    expect((await post(fields)).status).toBe(200);
  });

  test('is rejected for a client with private_key_jwt', async () => {
    const { status, body } = await post({ ...code, client_id: API, client_secret: 'guessed' });
    expect([status, body.error_description]).toEqual([401, expect.stringContaining('private_key_jwt')]);
  });
});

test('an assertion for another server is rejected under the host name of that server', async () => {
  const mockServer = await mockServerWithKeys();
  const other = 'https://login.example';
  const fields = { token: 'x', client_assertion_type: ASSERTION, client_assertion: await assertion({ aud: other }) };
  const body = new URLSearchParams(fields);
  const response = await mockServer.fetch(new Request(`${other}/oauth/v2/introspect`, { method: 'POST', body }));
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      error: 'invalid_request',
      error_description: expect.stringContaining('login.example is not a local host name'),
    },
  ]);
});
