// Personal access tokens: userinfo and introspection accept them like the API.

import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { mockServerWith, ORGANIZATION, PROJECT, USER } from '../../support/identity-records.ts';
import { identityMockServer, NOW, send } from '../../support/mock-server.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { CLIENT, clientOf, SECRET } from './clients.ts';
import { ISSUER } from './visitor.ts';

const shared = sharedMockServer();

const userinfo = (token: string, mockServer: MockServer = shared(), headers: Record<string, string> = {}) =>
  mockServer.fetch(
    new Request(`${ISSUER}/oidc/v1/userinfo`, { headers: { authorization: `Bearer ${token}`, ...headers } }),
  );

const shopApi = (mockServer: MockServer = shared()) =>
  clientOf(mockServer, CLIENT.shopApi, openid.ClientSecretBasic(SECRET.shopApi));

const MARLENE = {
  name: 'Marlene Zürcher',
  given_name: 'Marlene',
  family_name: 'Zürcher',
  locale: 'de',
  preferred_username: 'marlene.zuercher@murmeltal.example',
  'urn:service:iam:user:resourceowner:id': ORGANIZATION.murmeltal,
  'urn:zitadel:iam:user:resourceowner:name': 'Murmeltal Outdoor',
};

/** Tokens of inactive users, and one that expires. */
const withMore = () =>
  mockServerWith(({ tokens }) => {
    tokens.push({ id: 'token-idle', userId: USER.bartlomiej });
    tokens.push({ id: 'token-ending', userId: USER.marlene, expirationDate: '2026-11-21T09:01:00Z' });
  });

describe('userinfo', () => {
  test('returns the profile and the organization of the user, and no roles', async () => {
    const response = await userinfo('token-owner');
    expect(response.status).toBe(200);
    expect(response.headers.get('www-authenticate')).toBeNull();
    const claims = (await response.json()) as object;
    expect(claims).toMatchObject({ sub: USER.marlene, ...MARLENE });
    expect(claims).not.toHaveProperty('email');
    const ximena = (await (await userinfo('token-project-owner')).json()) as object;
    expect(Object.keys(ximena).filter((name) => name.includes('roles'))).toEqual([]);
  });

  test('accepts the token in a form as well', async () => {
    const body = new URLSearchParams({ access_token: 'token-owner' });
    const response = await shared().fetch(new Request(`${ISSUER}/oidc/v1/userinfo`, { method: 'POST', body }));
    expect([response.status, ((await response.json()) as { sub: string }).sub]).toEqual([200, USER.marlene]);
  });

  test('allows pages of every origin', async () => {
    const { headers } = await userinfo('token-owner', shared(), { origin: 'https://shop.example' });
    expect(headers.get('access-control-allow-origin')).toBe('https://shop.example');
  });

  test.each([
    ['that has expired', 'token-expired'],
    ['that is unknown', 'nobody'],
    ['of a user who is not active', 'token-idle'],
    ['that is named like a JavaScript internal', '__proto__'],
  ])('rejects a token %s', async (_, token) => {
    const response = await userinfo(token, await withMore());
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/invalid_token/);
  });

  test('is recorded without a rejection reason', async () => {
    const mockServer = await identityMockServer();
    await userinfo('token-owner', mockServer);
    const { body } = await send(mockServer, 'GET', '/_understudy/requests', { token: undefined });
    expect(body.exchanges.at(-1)).toMatchObject({ target: '/oidc/v1/userinfo', status: 200 });
    expect(body.exchanges.at(-1)).not.toHaveProperty('reason');
  });
});

describe('introspection', () => {
  test('returns the same to an application, and the roles on its project', async () => {
    const reported = await openid.tokenIntrospection(await shopApi(), 'token-owner');
    expect(reported).toMatchObject({
      active: true,
      sub: USER.marlene,
      username: 'marlene.zuercher@murmeltal.example',
      scope: 'openid profile urn:service:iam:user:metadata urn:service:iam:user:resourceowner',
      token_type: 'Bearer',
      exp: Date.parse('9999-12-31T23:59:59Z') / 1000,
      iss: ISSUER,
      aud: [CLIENT.shopApi],
      ...MARLENE,
    });
    expect(reported.jti).not.toContain('token-owner');
    expect(reported).not.toHaveProperty('client_id');
    const ximena = await openid.tokenIntrospection(await shopApi(), 'token-project-owner');
    const given = { [ORGANIZATION.murmeltal]: 'murmeltal.example' };
    expect(ximena[`urn:service:iam:org:project:${PROJECT.gearShop}:roles`]).toEqual({ pricing: given, sales: given });
  });

  test('returns the expiry, by the clock of the sandbox', async () => {
    const ending = await openid.tokenIntrospection(await shopApi(await withMore()), 'token-ending');
    expect(ending).toMatchObject({ active: true, exp: NOW.getTime() / 1000 + 60 });
  });

  test.each(['token-expired', 'token-idle', 'nobody'])('returns active: false for %s', async (token) => {
    expect(await openid.tokenIntrospection(await shopApi(await withMore()), token)).toEqual({ active: false });
  });

  test.each(['token-owner', 'nobody'])('of %s is rejected for an application without credentials', async (token) => {
    const body = new URLSearchParams({ token, client_id: CLIENT.summitCam });
    const response = await shared().fetch(new Request(`${ISSUER}/oauth/v2/introspect`, { method: 'POST', body }));
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, `Basic realm="${ISSUER}"`]);
    expect(await response.json()).toMatchObject({ error: 'invalid_client' });
  });

  test('is rejected for an application with a wrong secret', async () => {
    const wrong = await clientOf(shared(), CLIENT.shopApi, openid.ClientSecretBasic('wrong'));
    await expect(openid.tokenIntrospection(wrong, 'token-owner')).rejects.toThrow();
  });
});
