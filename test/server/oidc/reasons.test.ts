// Why something was refused, as the recorded exchanges tell it.

import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import type { MockServer, MockServerSettings } from '../../../src/index.ts';
import { standInWith, USER } from '../../support/identity-records.ts';
import { ask, identityStandIn, NOW } from '../../support/stand-in.ts';
import { API_SCOPE, authorization, CLIENT, clientOf, logIn, SECRET } from './clients.ts';
import { ISSUER, Visitor } from './visitor.ts';

interface Recorded {
  readonly target: string;
  readonly status: number;
  readonly reason?: string;
}

async function exchangesOf(standIn: MockServer): Promise<readonly Recorded[]> {
  return (await ask(standIn, 'GET', '/_understudy/requests')).body.exchanges;
}

const last = async (standIn: MockServer) => (await exchangesOf(standIn)).at(-1);

describe('a refusal of the api has its reason', () => {
  test.each<[string, Parameters<typeof ask>[3], string]>([
    ['without a token', { token: undefined, body: {} }, 'auth header missing'],
    [
      'with a token that nobody knows',
      { token: 'guessed', body: {} },
      'Errors.Token.Invalid: The access token is unknown, expired or revoked',
    ],
    ['with what it does not take', { body: { query: { limit: 5000 } } }, ''],
  ])('%s', async (_, asked, reason) => {
    const standIn = await identityStandIn();
    await ask(standIn, 'POST', '/management/v1/projects/_search', asked);
    expect((await last(standIn))?.reason).toMatch(new RegExp(`^${reason}`));
    expect((await last(standIn))?.reason).not.toBe('');
  });

  test('which the challenge alone tells', async () => {
    const standIn = await identityStandIn();
    const config = await clientOf(standIn, CLIENT.summitCam);
    const { access_token: token } = await logIn(config, new Visitor(standIn), USER.marlene, 'openid');
    await ask(standIn, 'POST', '/management/v1/projects/_search', { token, body: {} });
    expect((await last(standIn))?.reason).toMatch(/without the scope urn:service:iam:org:project:id:service:aud$/);
  });

  test('over gRPC-Web as well, and what is answered has none', async () => {
    const standIn = await identityStandIn();
    const headers = { 'content-type': 'application/grpc-web+proto' };
    const asked = { token: undefined, headers, body: new Uint8Array(5) };
    await ask(standIn, 'POST', '/identity.management.v1.ManagementService/ListProjects', asked);
    await ask(standIn, 'POST', '/management/v1/projects/_search', { body: {} });
    const [refused, answered] = await exchangesOf(standIn);
    expect(refused).toMatchObject({ status: 200, code: 'unauthenticated', reason: 'auth header missing' });
    expect(answered).not.toHaveProperty('reason');
  });
});

describe('introspection that says inactive has its reason:', () => {
  /** What is told of a token, looked at by an application with a secret. */
  async function lookInto(standIn: MockServer, token: string) {
    const program = await clientOf(standIn, CLIENT.backOffice, openid.ClientSecretBasic(SECRET.backOffice));
    expect(await openid.tokenIntrospection(program, token)).toEqual({ active: false });
    return (await last(standIn))?.reason;
  }

  async function opened(settings: Partial<MockServerSettings> = {}) {
    const standIn = await identityStandIn(settings);
    const config = await clientOf(standIn, CLIENT.storefront);
    const tokens = await logIn(config, new Visitor(standIn), USER.ximena, `openid offline_access ${API_SCOPE}`);
    return { standIn, config, tokens };
  }

  test('nobody gave it', async () => {
    const standIn = await identityStandIn();
    expect(await lookInto(standIn, 'guessed')).toBe('the token was not issued in sandbox main, or was revoked');
  });

  test('it has ended', async () => {
    let now = NOW;
    const { standIn, tokens } = await opened({ now: () => now });
    now = new Date(NOW.getTime() + 13 * 3_600_000);
    expect(await lookInto(standIn, tokens.access_token)).toBe('the token expired at 2026-11-21T21:00:00.000Z');
  });

  test('it was revoked', async () => {
    const { standIn, config, tokens } = await opened();
    await openid.tokenRevocation(config, tokens.refresh_token ?? '');
    expect(await lookInto(standIn, tokens.refresh_token ?? '')).toMatch(/or was revoked$/);
  });

  test('it was already used', async () => {
    const { standIn, config, tokens } = await opened();
    await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await lookInto(standIn, tokens.refresh_token ?? '')).toBe('the refresh token was already used');
  });

  test('it is somebody else’s', async () => {
    const standIn = await identityStandIn();
    const config = await clientOf(standIn, CLIENT.summitCam);
    const { access_token: token } = await logIn(config, new Visitor(standIn), USER.marlene, 'openid');
    expect(await lookInto(standIn, token)).toMatch(
      /^Back Office can only introspect .* for its project; this one was issued to Summit Cam$/,
    );
  });
});

describe('a page that refuses has its reason:', () => {
  async function atLogin() {
    const standIn = await identityStandIn();
    const visitor = new Visitor(standIn);
    const { url } = await authorization(await clientOf(standIn, CLIENT.storefront), 'openid');
    return { standIn, visitor, page: (await visitor.go(url)).url };
  }

  test.each([
    [
      'a name that nobody has',
      { loginName: 'typed.in.vain', password: 'x' },
      /^There is no active user with this login name/,
    ],
    ['a user who is not there', { user: 'typed.in.vain' }, /^This user cannot log in any more/],
    ['a user who may not', { user: USER.marlene }, /Marlene|role|project/i],
    ['nothing', {}, /^Enter a login name/],
  ])('%s', async (_, fields, reason) => {
    const { standIn, visitor, page } = await atLogin();
    const { response } = await visitor.submit(page, fields);
    const exchange = await last(standIn);
    expect(response.status).toBe(422);
    expect(exchange?.reason).toMatch(reason);
    expect(JSON.stringify(await exchangesOf(standIn))).not.toContain('typed.in.vain');
  });

  test('a password that is not the right one, which is not told', async () => {
    const standIn = await standInWith(({ users }) => {
      users.forEach((user, index) => {
        if (user.human) users[index] = { ...user, human: { ...user.human, password: 'edelweiss' } };
      });
    });
    const { url } = await authorization(await clientOf(standIn, CLIENT.summitCam), 'openid');
    const visitor = new Visitor(standIn);
    const page = await visitor.go(url);
    await visitor.submit(page.url, { loginName: 'marlene.zuercher', password: 'enzian' });
    const exchanges = await exchangesOf(standIn);
    expect(exchanges.at(-1)?.reason).toBe('Wrong password.');
    expect(JSON.stringify(exchanges)).not.toMatch(/enzian|marlene/);
  });

  test('the login is over', async () => {
    const { standIn, page } = await atLogin();
    expect((await new Visitor(standIn).go(page)).response.status).toBe(400);
    expect((await last(standIn))?.reason).toMatch(/^This login has ended/);
  });

  test.each<[number, string, RequestInit & { readonly headers: Record<string, string> }, RegExp]>([
    [
      400,
      'a sandbox that cannot be',
      { headers: { 'x-understudy-sandbox': 'No Name' } },
      /^invalid sandbox name "No Name"/,
    ],
    [429, 'one sandbox too many', { headers: { 'x-understudy-sandbox': 'three' } }, /^limit of 2 sandboxes reached/],
    [
      403,
      'a sandbox for a page of another site',
      { headers: { 'x-understudy-sandbox': 'three', origin: 'https://evil.example' } },
      /^pages of https:\/\/evil\.example cannot create sandboxes/,
    ],
    [
      415,
      'a body of such a page that says not what it is',
      { method: 'POST', headers: { origin: 'https://evil.example' }, body: new Uint8Array(1) },
      /has a body without Content-Type/,
    ],
  ])('%i, in main, for %s', async (status, _, init, reason) => {
    const standIn = await identityStandIn({ sandboxes: 2 });
    for (const name of ['one', 'two']) await ask(standIn, 'POST', '/_understudy/sandboxes', { body: { name } });
    const path = init.method === 'POST' ? '/oauth/v2/token' : '/oauth/v2/keys';
    expect((await standIn.fetch(new Request(ISSUER + path, init))).status).toBe(status);
    expect(await exchangesOf(standIn)).toMatchObject([{ status, reason: expect.stringMatching(reason) }]);
  });

  test('nothing is answered there', async () => {
    const standIn = await identityStandIn();
    const response = await standIn.fetch(new Request(`${ISSUER}/oauth/v2/keys`, { method: 'DELETE' }));
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect((await last(standIn))?.reason).toBe(`DELETE returned ${response.status}`);
  });
});
