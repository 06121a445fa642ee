// The API accepts tokens of the issuer, and no others.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { identity } from '../../../src/identity/api.ts';
import type { User } from '../../../src/identity/records.ts';
import { createMockServer, type MockServer } from '../../../src/index.ts';
import { call } from '../../support/call.ts';
import { type AllRecords, ORGANIZATION, USER } from '../../support/identity-records.ts';
import { BASE, identityMockServer, NOW, type SendOptions, send } from '../../support/mock-server.ts';
import { rejection } from '../../support/rejection.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { API_SCOPE, CLIENT, clientOf, logIn, SECRET } from './clients.ts';
import { Visitor } from './visitor.ts';

const shared = sharedMockServer();
const rejected = rejection(16, 'Errors.Token.Invalid', 'AUTH-7fs1e');

const search = (mockServer: MockServer, token: string, more: SendOptions = {}) =>
  send(mockServer, 'POST', '/management/v1/projects/_search', { token, body: {}, ...more });

async function mint(mockServer: MockServer, order: object, headers: Record<string, string> = {}): Promise<string> {
  const body = { user: USER.marlene, ...order };
  const { status, body: minted } = await send(mockServer, 'POST', '/_understudy/tokens', {
    token: undefined,
    body,
    headers,
  });
  expect(status).toBe(201);
  return minted.token;
}

/** A JWT of Booking Web for a user who has logged in there. */
async function jwt(mockServer: MockServer, scope = `openid ${API_SCOPE}`): Promise<string> {
  const config = await clientOf(mockServer, CLIENT.bookingWeb, openid.ClientSecretBasic(SECRET.bookingWeb));
  return (await logIn(config, new Visitor(mockServer), USER.marlene, scope)).access_token;
}

describe('a token with the audience', () => {
  test.each([API_SCOPE, 'urn:zitadel:iam:org:project:id:zitadel:aud'])(
    'by the scope %s opens the API',
    async (scope) => {
      const opaque = await mint(shared(), { scopes: ['openid', scope] });
      const { status, body } = await search(shared(), opaque);
      expect([status, body.result[0].details.resourceOwner]).toEqual([200, ORGANIZATION.murmeltal]);
      expect((await search(shared(), await jwt(shared(), `openid ${scope}`))).status).toBe(200);
    },
  );

  test('is valid in the organization of its user, and in others by header, like every token', async () => {
    const token = await mint(shared(), { user: 'zeynep.taskiran' });
    const headers = { 'x-service-orgid': ORGANIZATION.brisefjord };
    const { body } = await search(shared(), token, { headers });
    expect(body.result[0].details.resourceOwner).toBe(ORGANIZATION.brisefjord);
  });

  test('opens gRPC as well', async () => {
    const path = '/identity.management.v1.ManagementService/ListProjects';
    const authorization = `Bearer ${await jwt(shared())}`;
    expect((await call(shared(), 'grpc', path, new Uint8Array(), { authorization })).status).toBe(0);
  });
});

describe('a token is rejected', () => {
  test.each<[string, (mockServer: MockServer) => Promise<string>]>([
    ['without the audience', (mockServer) => mint(mockServer, { scopes: ['openid'] })],
    [
      'with the audience of a project',
      (mockServer) => mint(mockServer, { scopes: ['urn:zitadel:iam:org:project:id:1:aud'] }),
    ],
    ['that is a JWT without the audience', (mockServer) => jwt(mockServer, 'openid profile')],
    ['with a changed letter', async (mockServer) => (await mint(mockServer, {})).replace(/.$/, '!')],
    ['that was never issued', async () => 'KUJLqP0sXWkFPH8MDJMMWFGdnFJ0M8yjfuMCLXC0Ebk'],
    ['that is named like a JavaScript internal', async () => '__proto__'],
    [
      'that is an ID token',
      async (mockServer) => {
        const config = await clientOf(mockServer, CLIENT.summitCam);
        return (await logIn(config, new Visitor(mockServer), USER.marlene)).id_token ?? '';
      },
    ],
    [
      'that is a refresh token',
      async (mockServer) => {
        const config = await clientOf(mockServer, CLIENT.summitCam);
        const scope = `openid offline_access ${API_SCOPE}`;
        return (await logIn(config, new Visitor(mockServer), USER.marlene, scope)).refresh_token ?? '';
      },
    ],
  ])('%s', async (_, give) => {
    expect(await search(shared(), await give(shared()))).toMatchObject({ status: 401, body: rejected });
  });

  test.each<[string, (parts: { header: Json; payload: Json; signature: string }) => unknown[]]>([
    ['has another user', ({ header, payload, signature }) => [header, { ...payload, sub: USER.theo }, signature]],
    ['has a later expiry', ({ header, payload, signature }) => [header, { ...payload, exp: 2 ** 40 }, signature]],
    ['is not signed', ({ payload }) => [{ alg: 'none', typ: 'at+jwt' }, payload, '']],
    ['is signed with an empty secret', ({ header, payload }) => [{ ...header, alg: 'HS256' }, payload, 'AAAA']],
    ['has no signature', ({ header, payload }) => [header, payload, '']],
    [
      'has another signature',
      ({ header, payload, signature }) => [header, payload, signature.split('').reverse().join('')],
    ],
  ])('that is a JWT and %s', async (_, tamper) => {
    const [head = '', body = '', signature = ''] = (await jwt(shared())).split('.');
    const parts = tamper({ header: read(head), payload: read(body), signature });
    const token = parts.map((part) => (typeof part === 'string' ? part : write(part))).join('.');
    expect(await search(shared(), token)).toMatchObject({ status: 401, body: rejected });
  });

  test('without the audience, with the missing scope in the challenge', async () => {
    const authorization = `Bearer ${await mint(shared(), { scopes: ['openid'] })}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const request = new Request(`${BASE}/management/v1/projects/_search`, { method: 'POST', body: '{}', headers });
    const { headers: responded } = await shared().fetch(request);
    expect(responded.get('www-authenticate')).toContain(`without the scope ${API_SCOPE}`);
  });

  test('that has expired, by the clock of the sandbox', async () => {
    let now = NOW;
    const mockServer = await identityMockServer({ now: () => now });
    const token = await mint(mockServer, { expiresIn: 60 });
    now = new Date(NOW.getTime() + 59_999);
    expect((await search(mockServer, token)).status).toBe(200);
    now = new Date(NOW.getTime() + 60_000);
    expect(await search(mockServer, token)).toMatchObject({ status: 401, body: rejected });
  });

  test('that was issued at a login and has expired, opaque or not', async () => {
    let now = NOW;
    const mockServer = await identityMockServer({ now: () => now });
    const tokens = [
      await jwt(mockServer, `openid offline_access ${API_SCOPE}`),
      (await logIn(await clientOf(mockServer, CLIENT.summitCam), new Visitor(mockServer), USER.marlene)).access_token,
    ];
    now = new Date(NOW.getTime() + 12 * 3_600_000 - 1);
    for (const token of tokens) expect((await search(mockServer, token)).status).toBe(200);
    now = new Date(NOW.getTime() + 12 * 3_600_000);
    for (const token of tokens) expect((await search(mockServer, token)).status).toBe(401);
  });

  test('that was revoked', async () => {
    const config = await clientOf(shared(), CLIENT.summitCam);
    const { access_token } = await logIn(config, new Visitor(shared()), USER.marlene);
    expect((await search(shared(), access_token)).status).toBe(200);
    await openid.tokenRevocation(config, access_token);
    expect(await search(shared(), access_token)).toMatchObject({ status: 401, body: rejected });
  });

  test.each<[string, (config: openid.Configuration) => Promise<{ access_token: string; refresh_token?: string }>]>([
    ['opens', (config) => logIn(config, new Visitor(shared()), USER.marlene)],
    ['refreshes', (config) => logIn(config, new Visitor(shared()), USER.marlene, `openid offline_access ${API_SCOPE}`)],
  ])('after its own client revokes it, but not another one: a token that %s', async (_, give) => {
    const config = await clientOf(shared(), CLIENT.summitCam);
    const { access_token, refresh_token } = await give(config);
    const others = [
      await clientOf(shared(), CLIENT.storefront),
      await clientOf(shared(), CLIENT.backOffice, openid.ClientSecretPost(SECRET.backOffice)),
    ];
    for (const other of others) await openid.tokenRevocation(other, refresh_token ?? access_token);
    expect((await search(shared(), access_token)).status).toBe(200);
    if (refresh_token) expect((await openid.refreshTokenGrant(config, refresh_token)).access_token).toBeTruthy();
    else {
      await openid.tokenRevocation(config, access_token);
      expect((await search(shared(), access_token)).status).toBe(401);
    }
  });

  test('after a page revokes it; the response has no media type', async () => {
    const config = await clientOf(shared(), CLIENT.summitCam);
    const { access_token } = await logIn(config, new Visitor(shared()), USER.marlene);
    const body = new URLSearchParams({ token: access_token, client_id: CLIENT.summitCam });
    const response = await shared().fetch(new Request(`${BASE}/oauth/v2/revoke`, { method: 'POST', body }));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBeNull();
    expect(await search(shared(), access_token)).toMatchObject({ status: 401, body: rejected });
  });

  test('whose user has logged out', async () => {
    const config = await clientOf(shared(), CLIENT.summitCam);
    const visitor = new Visitor(shared());
    const { access_token, id_token = '' } = await logIn(config, visitor, USER.marlene);
    await visitor.go(openid.buildEndSessionUrl(config, { id_token_hint: id_token }));
    expect(await search(shared(), access_token)).toMatchObject({ status: 401, body: rejected });
  });

  test('of another sandbox', async () => {
    const headers = { 'x-understudy-sandbox': 'other' };
    const token = await mint(shared(), {}, headers);
    expect((await search(shared(), token, { headers })).status).toBe(200);
    expect(await search(shared(), token)).toMatchObject({ status: 401, body: rejected });
  });

  test('after a reset', async () => {
    const token = await mint(shared(), {});
    await shared().reset();
    expect(await search(shared(), token)).toMatchObject({ status: 401, body: rejected });
  });

  test('over gRPC too', async () => {
    const path = '/identity.management.v1.ManagementService/ListProjects';
    const authorization = `Bearer ${await mint(shared(), { scopes: ['openid'] })}`;
    const { status, text } = await call(shared(), 'grpc', path, new Uint8Array(), { authorization });
    expect([status, text]).toEqual([16, 'Errors.Token.Invalid (AUTH-7fs1e)']);
  });
});

describe('a token whose user', () => {
  test.each<[string, (user: User) => User[]]>([
    ['was deactivated', (user) => [{ ...user, state: 'USER_STATE_INACTIVE' }]],
    ['was locked', (user) => [{ ...user, state: 'USER_STATE_LOCKED' }]],
    ['was removed', () => []],
  ])('%s is rejected, and cannot be exchanged for another one', async (_, change) => {
    const data = await temporaryFolder();
    const scope = `openid offline_access ${API_SCOPE}`;
    const before = await createMockServer({ apis: [identity], data });
    const tokens = await logIn(await clientOf(before, CLIENT.summitCam), new Visitor(before), USER.khue, scope);
    await before.close();
    // No operation changes a user; but the state can be edited while the server is stopped.
    const file = join(data, 'identity.json');
    const stored: AllRecords = JSON.parse(await readFile(file, 'utf8'));
    const users = stored.users.flatMap((user) => (user.id === USER.khue ? change(user) : [user]));
    const isKnown = ({ userId }: { userId: string }) => users.some(({ id }) => id === userId);
    const memberships = stored.memberships.filter(isKnown);
    const records = { ...stored, users, memberships, userGrants: stored.userGrants.filter(isKnown) };
    await writeFile(file, JSON.stringify(records));

    const mockServer = await identityMockServer({ data, now: () => new Date() });
    expect(await search(mockServer, tokens.access_token)).toMatchObject({ status: 401, body: rejected });
    const config = await clientOf(mockServer, CLIENT.summitCam);
    const refresh = openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    await expect(refresh).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(openid.fetchUserInfo(config, tokens.access_token, USER.khue)).rejects.toThrow();
    const body = { user: USER.khue };
    expect((await send(mockServer, 'POST', '/_understudy/tokens', { token: undefined, body })).status).toBe(404);
  });
});

test('a JWT is valid from its first second, for twelve hours, for clients that validate it', async () => {
  const token = await jwt(shared());
  const keys = createLocalJWKSet((await send(shared(), 'GET', '/oauth/v2/keys')).body);
  const { iat = 0, exp } = decodeJwt(token);
  expect(exp).toBe(iat + 43_200);
  for (const second of [iat, iat + 43_199])
    expect((await jwtVerify(token, keys, { currentDate: new Date(second * 1000) })).payload.sub).toBe(USER.marlene);
  await expect(jwtVerify(token, keys, { currentDate: new Date((iat + 43_200) * 1000) })).rejects.toThrow();
});

test('seeded tokens are valid for any audience', async () => {
  expect((await search(shared(), 'token-owner')).status).toBe(200);
  expect((await search(shared(), 'token-expired')).status).toBe(401);
});

type Json = Record<string, unknown>;

function read(part: string): Json {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

function write(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
