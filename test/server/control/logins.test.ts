// Logins and valid tokens, listed and ended over the control API.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as openid from 'openid-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type SandboxClient, understudy } from '../../../src/client/client.ts';
import { identity } from '../../../src/identity/api.ts';
import { createMockServer, defineApi, type MockServer } from '../../../src/index.ts';
import { mockServerWith, USER } from '../../support/identity-records.ts';
import { inferred } from '../../support/inferred.ts';
import { identityMockServer, send } from '../../support/mock-server.ts';
import { petsMockServer } from '../../support/pets/mock-server.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { API_SCOPE, authorization, CLIENT, clientOf, logIn, SECRET } from '../oidc/clients.ts';
import { ISSUER, Visitor } from '../oidc/visitor.ts';

const shared = sharedMockServer();
const OFFLINE = `openid offline_access ${API_SCOPE}`;
const sandboxOf = (mockServer: MockServer = shared()) =>
  understudy(ISSUER, { fetch: (request) => mockServer.fetch(request) });

/** A browser with a login of Marlene for Summit Cam, and requests with its tokens. */
async function loggedIn(scope = OFFLINE, mockServer = shared(), issuer = ISSUER) {
  const visitor = new Visitor(mockServer);
  const config = await clientOf(mockServer, CLIENT.summitCam, undefined, issuer);
  const tokens = await logIn(config, visitor, USER.marlene, scope);
  const { access_token: token, refresh_token = '' } = tokens;
  return {
    visitor,
    token,
    isRequestedAgain: async () => {
      const { url } = await visitor.go((await authorization(config, 'openid', { prompt: 'none' })).url);
      return url.searchParams.get('error') === 'login_required';
    },
    refresh: () => openid.refreshTokenGrant(config, refresh_token),
    search: async (headers = {}) =>
      (await send(mockServer, 'POST', '/management/v1/projects/_search', { token, body: {}, headers })).status,
  };
}

/** The same browser with a fixed cookie, for concurrent requests. */
async function loggedInWithCookie(mockServer: MockServer) {
  let cookie = '';
  const visitor = new Visitor((request) => {
    cookie = request.headers.get('cookie') ?? cookie;
    return mockServer.fetch(request);
  });
  const config = await clientOf(mockServer, CLIENT.summitCam);
  const silent = async () => (await authorization(config, 'openid', { prompt: 'none' })).url;
  await logIn(config, visitor, USER.marlene, 'openid');
  await visitor.visit(await silent());
  const sendAsIs = async (url: URL) =>
    (await mockServer.fetch(new Request(url, { redirect: 'manual', headers: { cookie } }))).headers.get('location') ??
    '';
  return {
    silent,
    send: sendAsIs,
    isRequestedAgain: async () => (await sendAsIs(await silent())).includes('error=login_required'),
  };
}

/** The ids of all tokens, page by page; stops after too many pages. */
async function pagesOf(sandbox: SandboxClient, limit: number): Promise<readonly string[][]> {
  const pages: string[][] = [];
  let after: number | undefined;
  do {
    const page = await sandbox.control('listTokens', { limit, ...(after !== undefined && { after }) });
    pages.push(page.tokens.map(({ id }) => id));
    after = page.after;
  } while (after !== undefined && pages.length < 30);
  return pages;
}

describe('a login', () => {
  test('is listed with its user, its times, and its applications', async () => {
    const mockServer = await createMockServer({ apis: [identity] });
    onTestFinished(() => mockServer.close());
    await sandboxOf(mockServer).clock.freeze('2027-01-01T09:00:30Z');
    await loggedIn(OFFLINE, mockServer);
    expect((await sandboxOf(mockServer).control('listLogins')).logins).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{43}$/),
        user: USER.marlene,
        loginName: 'marlene.zuercher@murmeltal.example',
        name: 'Marlene Zürcher',
        // The library rounds to seconds.
        since: expect.stringMatching(/^2027-01-01T09:00:(29|30|31)/),
        expires: '2027-01-31T09:00:30.000Z',
        by: 'choice',
        applications: [
          {
            client: CLIENT.summitCam,
            name: 'Summit Cam',
            scopes: ['openid', API_SCOPE, 'offline_access'],
            sid: expect.stringMatching(/^[\w-]{43}$/),
            offline: true,
          },
        ],
      },
    ]);
  });

  test('that is ended must be repeated, and its tokens are rejected', async () => {
    const { isRequestedAgain, refresh, search } = await loggedIn();
    const [login] = await sandboxOf().logins();
    expect([await search(), await isRequestedAgain()]).toEqual([200, false]);
    expect(await login?.end()).toEqual({
      sandbox: 'main',
      login: login?.id,
      user: USER.marlene,
      tokens: 2,
      notified: [],
    });
    expect([await search(), await isRequestedAgain()]).toEqual([401, true]);
    await expect(refresh()).rejects.toMatchObject({ error: 'invalid_grant' });
    expect([await sandboxOf().logins(), await sandboxOf().tokens()]).toEqual([[], []]);
    await expect(login?.end()).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  test('that is ended with keepOffline preserves offline access', async () => {
    const { isRequestedAgain, refresh, search } = await loggedIn();
    const [login] = await sandboxOf().logins();
    expect(await login?.end({ keepOffline: true })).toMatchObject({ tokens: 0 });
    expect([await search(), await isRequestedAgain()]).toEqual([200, true]);
    expect((await refresh()).claims()?.sub).toBe(USER.marlene);
    const { isRequestedAgain: isOtherAsked, search: searchOther } = await loggedIn(`openid ${API_SCOPE}`);
    const [other] = await sandboxOf().logins();
    expect(await other?.end({ keepOffline: true })).toMatchObject({ tokens: 1 });
    expect([await searchOther(), await isOtherAsked()]).toEqual([401, true]);
  });

  test('is ended separately: other logins and other sandboxes are unchanged', async () => {
    const one = await loggedIn();
    const other = await loggedIn();
    const mockServer = shared();
    const blue = await sandboxOf().createSandbox({ name: 'blue', from: 'main' });
    onTestFinished(() => blue.close());
    const [, second] = await sandboxOf().logins();
    await second?.end();
    expect([
      await one.search(),
      await one.isRequestedAgain(),
      await other.search(),
      await other.isRequestedAgain(),
    ]).toEqual([200, false, 401, true]);
    expect([(await sandboxOf(mockServer).logins()).length, (await blue.logins()).length]).toEqual([1, 2]);
    expect(await other.search(blue.headers)).toBe(200);
  });

  test('expires by the clock of the sandbox', async () => {
    const mockServer = await identityMockServer();
    const sandbox = sandboxOf(mockServer);
    await loggedIn(OFFLINE, mockServer);
    await sandbox.clock.advance('13h');
    expect((await sandbox.tokens()).map(({ kind }) => kind)).toEqual(['refresh']);
    await sandbox.clock.advance('31d');
    const ended = await sandbox.control('listLogins');
    expect(ended.logins).toEqual([]);
    await sandbox.clock.set('2026-11-21T10:00:00Z');
    expect(await sandbox.logins()).toHaveLength(1);
  });

  test('at the last time of the clock is valid', async () => {
    const mockServer = await createMockServer({ apis: [identity] });
    onTestFinished(() => mockServer.close());
    const sandbox = sandboxOf(mockServer);
    await sandbox.clock.freeze('9899-12-31T23:59:59Z');
    const { search } = await loggedIn(`openid ${API_SCOPE}`, mockServer);
    await sandbox.control('issueToken', { user: USER.marlene, expiresIn: 315_360_000 });
    expect([await search(), (await sandbox.logins()).length, (await sandbox.tokens()).length]).toEqual([200, 1, 2]);
  });

  test('in 1970 is valid', async () => {
    const mockServer = await createMockServer({ apis: [identity] });
    onTestFinished(() => mockServer.close());
    const sandbox = sandboxOf(mockServer);
    await sandbox.clock.freeze('1970-01-01T00:00:00Z');
    const token = await sandbox.token(USER.marlene);
    const search = async () =>
      (await send(mockServer, 'POST', '/management/v1/projects/_search', { token, body: {} })).status;
    // Clients validate ID tokens with their own clock.
    const { url } = await authorization(await clientOf(mockServer, CLIENT.summitCam), 'openid');
    await new Visitor(mockServer).logIn(url, { user: USER.marlene });
    expect([await search(), (await sandbox.logins()).length]).toEqual([200, 1]);
    await sandbox.clock.set('2026-11-21T09:00:00Z');
    expect([await search(), (await sandbox.logins()).length]).toEqual([401, 0]);
  });

  test('of a locked user is not listed', async () => {
    await loggedIn();
    await sandboxOf().records('users').patch(USER.marlene, { state: 'USER_STATE_LOCKED' });
    expect([await sandboxOf().logins(), await sandboxOf().tokens()]).toEqual([[], []]);
  });

  test('stays ended, despite concurrent requests of the browser', async () => {
    const mockServer = await identityMockServer({ data: await temporaryFolder() });
    const { isRequestedAgain, silent, send: sendAsIs } = await loggedInWithCookie(mockServer);
    const [login] = await sandboxOf(mockServer).logins();
    const urls = await Promise.all(Array.from({ length: 12 }, silent));
    await Promise.all([...urls.slice(0, 6).map(sendAsIs), login?.end(), ...urls.slice(6).map(sendAsIs)]);
    expect([await sandboxOf(mockServer).logins(), await isRequestedAgain()]).toEqual([[], true]);
  });

  test('that is ended is reported to applications by back-channel logout, with the issuer URL that they use', async () => {
    const reported: string[] = [];
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      reported.push(new URLSearchParams(Buffer.concat(chunks).toString()).get('logout_token') ?? '');
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/logged-out`;
    const mockServer = await mockServerWith(({ apps }) => {
      apps.forEach((app, index) => {
        if (app.oidc?.clientId !== CLIENT.summitCam) return;
        apps[index] = { ...app, oidc: { ...app.oidc, backChannelLogoutUri: url } };
      });
    });
    await loggedIn('openid', mockServer, 'http://127.0.0.1:8080');
    const [login] = await sandboxOf(mockServer).logins();
    expect((await login?.end())?.notified).toEqual([{ client: CLIENT.summitCam, url }]);
    const [, payload = ''] = reported[0]?.split('.') ?? [];
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      iss: 'http://127.0.0.1:8080',
      sub: USER.marlene,
      sid: login?.applications[0]?.sid,
      aud: CLIENT.summitCam,
    });
    server.close();
    server.closeAllConnections();
    await loggedIn('openid', mockServer);
    const [again] = await sandboxOf(mockServer).logins();
    expect((await again?.end())?.notified).toEqual([{ client: CLIENT.summitCam, url, problem: expect.any(String) }]);
    expect(await sandboxOf(mockServer).logins()).toEqual([]);
  });
});

describe('a token', () => {
  test('is listed without its secret', async () => {
    const { token } = await loggedIn();
    const [login] = await sandboxOf().logins();
    const minted = await sandboxOf().control('issueToken', {
      user: 'theo.cretenoud',
      expiresIn: 60,
      scopes: ['openid'],
    });
    const { tokens } = await sandboxOf().control('listTokens');
    const came = {
      user: USER.marlene,
      name: 'Marlene Zürcher',
      client: CLIENT.summitCam,
      application: 'Summit Cam',
      scopes: ['openid', API_SCOPE, 'offline_access'],
      given: expect.stringMatching(/^\d{4}-.*Z$/),
      expires: expect.any(String),
      by: 'authorization_code',
      login: login?.id,
    };
    expect(tokens).toEqual([
      { id: expect.any(String), kind: 'access', ending: token.slice(-4), ...came },
      { id: expect.any(String), kind: 'refresh', ending: expect.stringMatching(/^.{4}$/), ...came },
      {
        id: minted.id,
        kind: 'access',
        ending: minted.token.slice(-4),
        user: USER.theo,
        name: 'Théo Cretenoud',
        scopes: ['openid'],
        given: expect.any(String),
        expires: '2026-11-21T09:01:00.000Z',
        by: 'minted',
      },
    ]);
    expect(JSON.stringify(tokens)).not.toContain(token);
    expect(JSON.stringify(tokens)).not.toContain(minted.token);
  });

  test('that is a JWT has its jti as id', async () => {
    const config = await clientOf(shared(), CLIENT.bookingWeb, openid.ClientSecretBasic(SECRET.bookingWeb));
    const { access_token } = await logIn(config, new Visitor(shared()), USER.marlene);
    const { jti } = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString());
    const [token] = await sandboxOf().tokens({ kind: 'access' });
    expect([token?.id, token?.ending]).toEqual([jti, undefined]);
    const status = async () =>
      (await send(shared(), 'POST', '/management/v1/projects/_search', { token: access_token, body: {} })).status;
    expect(await status()).toBe(200);
    await token?.revoke();
    expect(await status()).toBe(401);
  });

  test('is revoked separately if it is an access token', async () => {
    const { search, refresh, isRequestedAgain } = await loggedIn();
    const [token] = await sandboxOf().tokens({ kind: 'access' });
    await token?.revoke();
    expect([await search(), await isRequestedAgain()]).toEqual([401, false]);
    expect((await refresh()).access_token).toEqual(expect.any(String));
    await expect(token?.revoke()).rejects.toMatchObject({ status: 404 });
  });

  test('is revoked with the tokens of the same grant if it is a refresh token', async () => {
    const { search, refresh } = await loggedIn();
    const [token] = await sandboxOf().tokens({ kind: 'refresh' });
    await token?.revoke();
    expect(await search()).toBe(401);
    await expect(refresh()).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await sandboxOf().tokens()).toEqual([]);
  });

  test('that was used, or revoked by its application, is not listed', async () => {
    const { refresh } = await loggedIn();
    const [, before] = await sandboxOf().tokens();
    await refresh();
    const after = await sandboxOf().tokens({ kind: 'refresh' });
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ by: 'authorization_code refresh_token' });
    expect(after[0]?.id).not.toBe(before?.id);
  });

  test('is found by user, application, kind and login', async () => {
    await loggedIn();
    const sandbox = sandboxOf();
    const [login] = await sandbox.logins();
    await sandbox.token('theo.cretenoud');
    const count = async (which: Parameters<typeof sandbox.tokens>[0]) => (await sandbox.tokens(which)).length;
    expect([
      await count({ user: 'theo.cretenoud' }),
      await count({ user: USER.marlene }),
      await count({ client: CLIENT.summitCam }),
      await count({ kind: 'refresh' }),
      await count({ login: login?.id ?? '' }),
      await count({ user: 'theo.cretenoud', kind: 'refresh' }),
      await count({ user: 'nobody' }),
      await count({ kind: 'credential' }),
    ]).toEqual([1, 2, 2, 1, 2, 0, 0, 0]);
  });

  test('is listed with others page by page', async () => {
    const sandbox = sandboxOf();
    const users = ['theo.cretenoud', 'marlene.zuercher'];
    const minted: string[] = [];
    for (let index = 0; index < 25; index += 1)
      minted.push((await sandbox.control('issueToken', { user: users[index % 2] ?? '' })).id);
    const pages = await pagesOf(sandbox, 10);
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(pages.flat()).toEqual(minted);
    const ofTheo = await sandbox.control('listTokens', { user: 'theo.cretenoud', limit: 13 });
    expect([ofTheo.tokens.length, ofTheo.after]).toEqual([13, undefined]);
    for (const limit of [0, 1001])
      expect((await send(shared(), 'GET', `/_understudy/tokens?limit=${limit}`)).status).toBe(400);
  });
});

test('clients that follow the sandbox get an event when logins or tokens change', async () => {
  const sandbox = sandboxOf();
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const events = sandbox.events({ signal: leave.signal });
  const nextLogins = async () => {
    for (let { value } = await events.next(); value; { value } = await events.next())
      if (value.event === 'logins') return value.data;
    return undefined;
  };
  await events.next();
  await sandbox.token('theo.cretenoud');
  expect(await nextLogins()).toEqual({});
  const [token] = await sandbox.tokens();
  await token?.revoke();
  expect(await nextLogins()).toEqual({});
});

describe('without a login', () => {
  const NOBODY = 'no API of this server has a login page; add one with defineLogin in the config';

  test('the control API reports it', async () => {
    const mockServer = await petsMockServer();
    for (const [method, path] of [
      ['GET', '/_understudy/logins'],
      ['DELETE', '/_understudy/logins/1'],
      ['GET', '/_understudy/tokens'],
      ['DELETE', '/_understudy/tokens/1'],
    ] as const)
      expect(await send(mockServer, method, path)).toMatchObject({ status: 400, body: { code: 9, message: NOBODY } });
  });

  test('the credentials of the settings are listed, and cannot be removed', async () => {
    const sendToThings = await inferred(
      `
components: { securitySchemes: { sso: { type: oauth2, flows: { clientCredentials: { tokenUrl: /token, scopes: { read: Read } } } } } }
security: [{ sso: [read] }]
paths: { /things: { get: { operationId: listThings, responses: { '200': { description: Things } } } } }`,
      {
        credentials: [
          { value: 'a-rather-long-token-of-resi', name: 'Resi', scheme: 'sso', scopes: ['read'] },
          { value: 'short' },
          { user: 'pia', password: 'secret' },
        ],
      },
    );
    const first = {
      id: 'things-1',
      kind: 'credential',
      api: 'things',
      by: 'settings',
      ending: 'resi',
      name: 'Resi',
      scheme: 'sso',
      scopes: ['read'],
    };
    const { body } = await sendToThings('GET', '/_understudy/tokens');
    expect(body).toEqual({
      sandbox: 'main',
      tokens: [
        first,
        { id: 'things-2', kind: 'credential', api: 'things', by: 'settings' },
        { id: 'things-3', kind: 'credential', api: 'things', by: 'settings', name: 'pia' },
      ],
    });
    expect((await sendToThings('GET', '/_understudy/tokens?limit=1')).body).toMatchObject({
      tokens: [first],
      after: 0,
    });
    expect((await sendToThings('GET', '/_understudy/tokens?limit=1&after=0')).body).toMatchObject({
      tokens: [{ id: 'things-2' }],
      after: 1,
    });
    expect((await sendToThings('GET', '/_understudy/tokens?user=pia')).body.tokens).toHaveLength(1);
    expect((await sendToThings('GET', '/_understudy/logins')).body).toEqual({ sandbox: 'main', logins: [] });
    expect((await sendToThings('DELETE', '/_understudy/logins/1')).body.message).toBe(
      `${NOBODY}; GET /_understudy/tokens lists the credentials from its settings`,
    );
    expect(await sendToThings('DELETE', '/_understudy/tokens/things-1')).toMatchObject({
      status: 400,
      body: { message: 'things-1 comes from the settings of the server; remove it there' },
    });
  });
});

test('credentials are listed before tokens of the issuer, and pages contain both', async () => {
  const document = {
    location: '/things.yaml',
    text: `
openapi: 3.0.3
info: { title: Things, version: '1' }
components: { securitySchemes: { key: { type: apiKey, in: header, name: x-key } } }
security: [{ key: [] }]
paths: { /things: { get: { operationId: listThings, responses: { '200': { description: Things } } } } }`,
  };
  const things = defineApi({
    name: 'things',
    document,
    infer: true,
    credentials: [{ value: 'one' }, { value: 'two' }],
  });
  const sandbox = sandboxOf(await identityMockServer({ apis: [identity, things] }));
  await sandbox.token('theo.cretenoud');
  await sandbox.token('marlene.zuercher');
  const ids = (await sandbox.tokens()).map(({ id }) => id);
  expect(ids).toHaveLength(4);
  expect(ids.slice(0, 2)).toEqual(['things-1', 'things-2']);
  for (const limit of [1, 2, 3]) {
    const pages = await pagesOf(sandbox, limit);
    for (const page of pages) expect(page.length).toBeLessThanOrEqual(limit);
    expect(pages.flat()).toEqual(ids);
  }
});
