// Reasons of rejections, in the recorded exchanges.

import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import type { MockServer, MockServerSettings } from '../../../src/index.ts';
import { mockServerWith, USER } from '../../support/identity-records.ts';
import { identityMockServer, NOW, send } from '../../support/mock-server.ts';
import { API_SCOPE, authorization, CLIENT, clientOf, logIn, SECRET } from './clients.ts';
import { ISSUER, Visitor } from './visitor.ts';

interface Recorded {
  readonly target: string;
  readonly status: number;
  readonly reason?: string;
}

async function exchangesOf(mockServer: MockServer): Promise<readonly Recorded[]> {
  return (await send(mockServer, 'GET', '/_understudy/requests')).body.exchanges;
}

const last = async (mockServer: MockServer) => (await exchangesOf(mockServer)).at(-1);

describe('an error of the API has its reason', () => {
  test.each<[string, Parameters<typeof send>[3], string]>([
    ['without a token', { token: undefined, body: {} }, 'auth header missing'],
    [
      'with an unknown token',
      { token: 'guessed', body: {} },
      'Errors.Token.Invalid: The access token is unknown, expired or revoked',
    ],
    ['with an invalid body', { body: { query: { limit: 5000 } } }, ''],
  ])('%s', async (_, requested, reason) => {
    const mockServer = await identityMockServer();
    await send(mockServer, 'POST', '/management/v1/projects/_search', requested);
    expect((await last(mockServer))?.reason).toMatch(new RegExp(`^${reason}`));
    expect((await last(mockServer))?.reason).not.toBe('');
  });

  test('an error whose reason is only in the challenge', async () => {
    const mockServer = await identityMockServer();
    const config = await clientOf(mockServer, CLIENT.summitCam);
    const { access_token: token } = await logIn(config, new Visitor(mockServer), USER.marlene, 'openid');
    await send(mockServer, 'POST', '/management/v1/projects/_search', { token, body: {} });
    expect((await last(mockServer))?.reason).toMatch(/without the scope urn:service:iam:org:project:id:service:aud$/);
  });

  test('an error over gRPC-Web; a successful response has no reason', async () => {
    const mockServer = await identityMockServer();
    const headers = { 'content-type': 'application/grpc-web+proto' };
    const requested = { token: undefined, headers, body: new Uint8Array(5) };
    await send(mockServer, 'POST', '/identity.management.v1.ManagementService/ListProjects', requested);
    await send(mockServer, 'POST', '/management/v1/projects/_search', { body: {} });
    const [rejected, responded] = await exchangesOf(mockServer);
    expect(rejected).toMatchObject({ status: 200, code: 'unauthenticated', reason: 'auth header missing' });
    expect(responded).not.toHaveProperty('reason');
  });
});

describe('introspection with active: false has its reason:', () => {
  /** The recorded reason for introspection of a token by an application with a secret. */
  async function lookInto(mockServer: MockServer, token: string) {
    const program = await clientOf(mockServer, CLIENT.backOffice, openid.ClientSecretBasic(SECRET.backOffice));
    expect(await openid.tokenIntrospection(program, token)).toEqual({ active: false });
    return (await last(mockServer))?.reason;
  }

  async function opened(settings: Partial<MockServerSettings> = {}) {
    const mockServer = await identityMockServer(settings);
    const config = await clientOf(mockServer, CLIENT.storefront);
    const tokens = await logIn(config, new Visitor(mockServer), USER.ximena, `openid offline_access ${API_SCOPE}`);
    return { mockServer, config, tokens };
  }

  test('unknown token', async () => {
    const mockServer = await identityMockServer();
    expect(await lookInto(mockServer, 'guessed')).toBe('the token was not issued in sandbox main, or was revoked');
  });

  test('expired token', async () => {
    let now = NOW;
    const { mockServer, tokens } = await opened({ now: () => now });
    now = new Date(NOW.getTime() + 13 * 3_600_000);
    expect(await lookInto(mockServer, tokens.access_token)).toBe('the token expired at 2026-11-21T21:00:00.000Z');
  });

  test('revoked token', async () => {
    const { mockServer, config, tokens } = await opened();
    await openid.tokenRevocation(config, tokens.refresh_token ?? '');
    expect(await lookInto(mockServer, tokens.refresh_token ?? '')).toMatch(/or was revoked$/);
  });

  test('used refresh token', async () => {
    const { mockServer, config, tokens } = await opened();
    await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await lookInto(mockServer, tokens.refresh_token ?? '')).toBe('the refresh token was already used');
  });

  test('token of another client', async () => {
    const mockServer = await identityMockServer();
    const config = await clientOf(mockServer, CLIENT.summitCam);
    const { access_token: token } = await logIn(config, new Visitor(mockServer), USER.marlene, 'openid');
    expect(await lookInto(mockServer, token)).toMatch(
      /^Back Office can only introspect .* for its project; this one was issued to Summit Cam$/,
    );
  });
});

describe('a page that rejects has its reason:', () => {
  async function atLogin() {
    const mockServer = await identityMockServer();
    const visitor = new Visitor(mockServer);
    const { url } = await authorization(await clientOf(mockServer, CLIENT.storefront), 'openid');
    return { mockServer, visitor, page: (await visitor.go(url)).url };
  }

  test.each([
    [
      'an unknown login name',
      { loginName: 'typed.in.vain', password: 'x' },
      /^There is no active user with this login name/,
    ],
    ['an unknown user', { user: 'typed.in.vain' }, /^This user cannot log in any more/],
    ['a user who is not allowed', { user: USER.marlene }, /Marlene|role|project/i],
    ['nothing', {}, /^Enter a login name/],
  ])('%s', async (_, fields, reason) => {
    const { mockServer, visitor, page } = await atLogin();
    const { response } = await visitor.submit(page, fields);
    const exchange = await last(mockServer);
    expect(response.status).toBe(422);
    expect(exchange?.reason).toMatch(reason);
    expect(JSON.stringify(await exchangesOf(mockServer))).not.toContain('typed.in.vain');
  });

  test('a wrong password, which is not recorded', async () => {
    const mockServer = await mockServerWith(({ users }) => {
      users.forEach((user, index) => {
        if (user.human) users[index] = { ...user, human: { ...user.human, password: 'edelweiss' } };
      });
    });
    const { url } = await authorization(await clientOf(mockServer, CLIENT.summitCam), 'openid');
    const visitor = new Visitor(mockServer);
    const page = await visitor.go(url);
    await visitor.submit(page.url, { loginName: 'marlene.zuercher', password: 'enzian' });
    const exchanges = await exchangesOf(mockServer);
    expect(exchanges.at(-1)?.reason).toBe('Wrong password.');
    expect(JSON.stringify(exchanges)).not.toMatch(/enzian|marlene/);
  });

  test('a login that has ended', async () => {
    const { mockServer, page } = await atLogin();
    expect((await new Visitor(mockServer).go(page)).response.status).toBe(400);
    expect((await last(mockServer))?.reason).toMatch(/^This login has ended/);
  });

  test.each<[number, string, RequestInit & { readonly headers: Record<string, string> }, RegExp]>([
    [
      400,
      'an invalid sandbox name',
      { headers: { 'x-understudy-sandbox': 'No Name' } },
      /^invalid sandbox name "No Name"/,
    ],
    [429, 'too many sandboxes', { headers: { 'x-understudy-sandbox': 'three' } }, /^limit of 2 sandboxes reached/],
    [
      403,
      'a sandbox from a page of another site',
      { headers: { 'x-understudy-sandbox': 'three', origin: 'https://evil.example' } },
      /^pages of https:\/\/evil\.example cannot create sandboxes/,
    ],
    [
      415,
      'a body of such a page without a content-type',
      { method: 'POST', headers: { origin: 'https://evil.example' }, body: new Uint8Array(1) },
      /has a body without Content-Type/,
    ],
  ])('%i, in main, for %s', async (status, _, init, reason) => {
    const mockServer = await identityMockServer({ sandboxes: 2 });
    for (const name of ['one', 'two']) await send(mockServer, 'POST', '/_understudy/sandboxes', { body: { name } });
    const path = init.method === 'POST' ? '/oauth/v2/token' : '/oauth/v2/keys';
    expect((await mockServer.fetch(new Request(ISSUER + path, init))).status).toBe(status);
    expect(await exchangesOf(mockServer)).toMatchObject([{ status, reason: expect.stringMatching(reason) }]);
  });

  test('an unknown path', async () => {
    const mockServer = await identityMockServer();
    const response = await mockServer.fetch(new Request(`${ISSUER}/oauth/v2/keys`, { method: 'DELETE' }));
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect((await last(mockServer))?.reason).toBe(`DELETE returned ${response.status}`);
  });
});
