// Authentication: the token, the organization header, and their errors.

import { describe, expect, test } from 'vitest';
import { mockServerWith, ORGANIZATION, USER } from '../support/identity-records.ts';
import { NOW, send } from '../support/mock-server.ts';
import { rejection } from '../support/rejection.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const shared = sharedMockServer();
const PATH = '/management/v1/projects/_search';
const search = (headers: Record<string, string>, mockServer = shared()) =>
  send(mockServer, 'POST', PATH, { token: undefined, headers, body: { query: { limit: 1, asc: true } } });

const { murmeltal, brisefjord, oese } = ORGANIZATION;
const OLDEST = { [murmeltal]: 'Hut Booking', [brisefjord]: 'Parcel Tracking', [oese]: 'Nähkästchen' };

describe('the token', () => {
  const malformed = rejection(16, 'invalid auth header', 'AUTH-toLo1');
  const rejected = rejection(16, 'Errors.Token.Invalid', 'AUTH-7fs1e');

  test('is required', async () => {
    const { status, body, headers } = await search({});
    expect(status).toBe(401);
    expect(body).toEqual({ code: 16, message: 'auth header missing', details: [] });
    expect(headers.get('www-authenticate')).toMatch(/^Bearer\b/);
  });

  test.each([
    ['no scheme', 'token-owner', malformed],
    ['a scheme in lower case', 'bearer token-owner', malformed],
    ['another scheme', 'Basic bWFybGVuZTpzZWNyZXQ=', malformed],
    ['a scheme alone', 'Bearer', malformed],
    ['a tab for the space', 'Bearer\ttoken-owner', malformed],
    ['two tokens', 'Bearer token-owner, Bearer token-owner', malformed],
    ['two tokens, the second one good', 'Bearer nobody, Bearer token-owner', malformed],
    ['an unknown token', 'Bearer nobody', rejected],
    ['a token followed by text', 'Bearer token-owner x', rejected],
    ['a token in other letter case', 'Bearer TOKEN-OWNER', rejected],
    ['an expired token', 'Bearer token-expired', rejected],
    ['a name from JavaScript', 'Bearer __proto__', rejected],
    ['a very long token', `Bearer ${'x'.repeat(5000)}`, rejected],
  ])('is rejected with %s', async (_, authorization, body) => {
    const response = await search({ authorization });
    expect(response).toMatchObject({ status: 401, body });
    // RFC 6750, section 3.
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer error="[a-z_]+", error_description="[^"]+"$/);
  });

  test('gets the challenge invalid_token if it is unknown', async () => {
    const { headers } = await search({ authorization: 'Bearer nobody' });
    expect(headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", /);
  });

  test('is valid until its expiration', async () => {
    const mockServer = await mockServerWith(({ tokens }) => {
      tokens.push({ id: 'at-this-moment', userId: USER.marlene, expirationDate: NOW.toISOString() });
      tokens.push({ id: 'a-second-later', userId: USER.marlene, expirationDate: '2026-11-21T09:00:01Z' });
    });
    expect((await search({ authorization: 'Bearer a-second-later' }, mockServer)).status).toBe(200);
    expect(await search({ authorization: 'Bearer at-this-moment' }, mockServer)).toMatchObject({
      status: 401,
      body: rejected,
    });
  });

  test.each([
    ['deactivated', USER.eskil],
    ['locked', USER.bartlomiej],
  ])('of a %s user is rejected', async (_, userId) => {
    const mockServer = await mockServerWith(({ tokens, memberships }) => {
      tokens.push({ id: 'token-idle', userId });
      memberships.push({ id: 'idle', userId, level: 'INSTANCE', roles: ['IAM_OWNER'] });
    });
    expect(await search({ authorization: 'Bearer token-idle' }, mockServer)).toMatchObject({
      status: 401,
      body: rejected,
    });
  });
});

describe.each(['x-service-orgid', 'x-zitadel-orgid', 'X-Service-OrgId'])('the header %s', (name) => {
  test.each(Object.entries(OLDEST))('selects the organization %s', async (organization, oldest) => {
    const { status, body } = await search({ authorization: 'Bearer token-iam', [name]: organization });
    expect(status).toBe(200);
    expect(body.result[0]).toMatchObject({ name: oldest, details: { resourceOwner: organization } });
  });

  test('selects the organization of the user if it is empty', async () => {
    const { body } = await search({ authorization: 'Bearer token-other-org', [name]: '' });
    expect(body.result[0].name).toBe(OLDEST[brisefjord]);
  });

  test.each(['1', 'no id at all', '__proto__', `nobody, ${murmeltal}`, 'Murmeltal Outdoor'])(
    'is rejected if it is not the id of an organization: %s',
    async (organization) => {
      const response = await search({ authorization: 'Bearer token-iam', [name]: organization });
      expect(response).toMatchObject({ status: 403, body: rejection(7, "Organisation doesn't exist", 'AUTH-Bs7Ds') });
    },
  );

  test('uses the first value if it is repeated', async () => {
    const { body } = await search({ authorization: 'Bearer token-iam', [name]: `${brisefjord}, ${oese}` });
    expect(body.result[0].name).toBe(OLDEST[brisefjord]);
  });

  test('is rejected if the caller has no membership', async () => {
    const response = await search({ authorization: 'Bearer token-owner', [name]: brisefjord });
    expect(response).toMatchObject({ status: 404, body: rejection(5, 'membership not found', 'AUTHZ-cdgFk') });
  });
});

describe('the organization', () => {
  test('is that of the user unless a header selects another', async () => {
    const { body } = await search({ authorization: 'Bearer token-other-org' });
    expect(body.result[0].name).toBe(OLDEST[brisefjord]);
  });

  test('is selected by the header of the document if both headers are sent', async () => {
    const headers = { 'x-service-orgid': oese, 'x-zitadel-orgid': brisefjord };
    const { body } = await search({ authorization: 'Bearer token-iam', ...headers });
    expect(body.result[0].name).toBe(OLDEST[oese]);
  });

  test('is rejected if the member has no role with the permission', async () => {
    const mockServer = await mockServerWith(({ memberships }) => {
      const roles = ['ORG_SETTINGS_MANAGER'];
      memberships.push({ id: 'guest', userId: USER.marlene, level: 'ORGANIZATION', organizationId: oese, roles });
    });
    const response = await search({ authorization: 'Bearer token-owner', 'x-service-orgid': oese }, mockServer);
    expect(response).toMatchObject({ status: 403, body: rejection(7, 'No matching permissions found', 'AUTH-5mWD2') });
  });

  test.each([
    ['ORG_STATE_INACTIVE', 200],
    ['ORG_STATE_REMOVED', 403],
  ] as const)('in the state %s gets %i', async (state, status) => {
    const mockServer = await mockServerWith(({ organizations }) => {
      organizations.forEach((organization, index) => {
        organizations[index] = { ...organization, state };
      });
    });
    expect((await search({ authorization: 'Bearer token-iam' }, mockServer)).status).toBe(status);
  });
});

test('healthz needs no token', async () => {
  expect(await send(shared(), 'GET', '/management/v1/healthz', { token: undefined })).toMatchObject({
    status: 200,
    body: {},
  });
});
