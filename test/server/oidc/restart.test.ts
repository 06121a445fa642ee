// Persistence of the issuer: after a restart, in sandboxes, with several URLs.

import { once } from 'node:events';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as openid from 'openid-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { identity } from '../../../src/identity/api.ts';
import { createMockServer, type MockServer, UsageError } from '../../../src/index.ts';
import { USER } from '../../support/identity-records.ts';
import { identityMockServer, send } from '../../support/mock-server.ts';
import { connectRaw } from '../../support/raw-http.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { API_SCOPE, authorization, CLIENT, clientOf, logIn, SECRET } from './clients.ts';
import { ISSUER, Visitor } from './visitor.ts';

const SCOPE = `openid offline_access ${API_SCOPE}`;
const search = (mockServer: MockServer, token: string, headers = {}) =>
  send(mockServer, 'POST', '/management/v1/projects/_search', { token, body: {}, headers });

describe('after a restart', () => {
  /** Starts servers on the same folder, one after the other. */
  async function inTurn(data: string, ...runs: ((mockServer: MockServer) => Promise<void>)[]) {
    for (const run of runs) {
      const mockServer = await createMockServer({ apis: [identity], data });
      await run(mockServer).finally(() => mockServer.close());
    }
  }

  test('sessions, tokens, refresh tokens and codes are still valid', async () => {
    const data = await temporaryFolder();
    let requested: (request: Request) => Promise<Response> = async () => Response.error();
    const visitor = new Visitor((request) => requested(request));
    const over: { opaque?: string; jwt?: string; refresh?: string; code?: URL; more?: object } = {};
    await inTurn(
      data,
      async (mockServer) => {
        requested = (request) => mockServer.fetch(request);
        const config = await clientOf(mockServer, CLIENT.summitCam);
        const tokens = await logIn(config, visitor, USER.marlene, SCOPE);
        over.opaque = tokens.access_token;
        over.refresh = tokens.refresh_token ?? '';
        const web = await clientOf(mockServer, CLIENT.bookingWeb, openid.ClientSecretBasic(SECRET.bookingWeb));
        over.jwt = (await logIn(web, new Visitor(mockServer), USER.marlene)).access_token;
        const { url, checks } = await authorization(config, 'openid');
        over.code = (await visitor.go(url)).url;
        over.more = checks;
      },
      async (mockServer) => {
        requested = (request) => mockServer.fetch(request);
        const config = await clientOf(mockServer, CLIENT.summitCam);
        expect((await search(mockServer, over.opaque ?? '')).status).toBe(200);
        expect((await search(mockServer, over.jwt ?? '')).status).toBe(200);
        const tokens = await openid.authorizationCodeGrant(config, over.code ?? new URL(ISSUER), over.more);
        expect(tokens.claims()?.sub).toBe(USER.marlene);
        const { url } = await authorization(config, 'openid', { prompt: 'none' });
        expect((await visitor.go(url)).url.searchParams.get('code')).toBeTruthy();
        over.refresh = (await openid.refreshTokenGrant(config, over.refresh ?? '')).refresh_token ?? '';
      },
      async (mockServer) => {
        const config = await clientOf(mockServer, CLIENT.summitCam);
        expect((await openid.refreshTokenGrant(config, over.refresh ?? '')).claims()?.sub).toBe(USER.marlene);
      },
    );
  });

  test('the keys are the same, in a file that only its owner can read', async () => {
    const data = await temporaryFolder();
    const keys: unknown[] = [];
    const remember = async (mockServer: MockServer) => {
      const response = await mockServer.fetch(new Request(`${ISSUER}/oauth/v2/keys`));
      keys.push(await response.json());
    };
    await inTurn(data, remember);
    // As a copy may have it.
    await chmod(join(data, 'issuer-keys.json'), 0o644);
    await inTurn(data, remember);
    expect(keys[0]).toEqual({ keys: [expect.objectContaining({ kty: 'RSA', alg: 'RS256', use: 'sig' })] });
    expect(keys[1]).toEqual(keys[0]);
    expect(JSON.stringify(keys)).not.toContain('"d"');
    expect((await stat(join(data, 'issuer-keys.json'))).mode & 0o777).toBe(0o600);
    await inTurn(await temporaryFolder(), remember);
    expect(keys[2]).not.toEqual(keys[0]);
  });

  test('keys in memory have a different key id in each server', async () => {
    const keyIds = async () => {
      const response = await (await identityMockServer()).fetch(new Request(`${ISSUER}/oauth/v2/keys`));
      return ((await response.json()) as { readonly keys: readonly { readonly kid: string }[] }).keys.map(
        ({ kid }) => kid,
      );
    };
    expect(await keyIds()).not.toEqual(await keyIds());
  });

  test('keys are generated on first use, and unusable ones are an error', async () => {
    const data = await temporaryFolder();
    await inTurn(data, async (mockServer) => {
      expect((await search(mockServer, 'token-owner')).status).toBe(200);
      expect((await search(mockServer, 'unknown')).status).toBe(401);
    });
    expect(await readdir(data)).not.toContain('issuer-keys.json');
    await writeFile(join(data, 'issuer-keys.json'), '{}');
    const errors: unknown[] = [];
    const mockServer = await identityMockServer({ data, onError: (thrown) => errors.push(thrown) });
    const { status, body } = await send(mockServer, 'GET', '/oauth/v2/keys');
    expect([status, body.error]).toEqual([500, 'server_error']);
    expect(errors).toEqual([expect.any(UsageError)]);
  });

  test('the shown state contains no secrets', async () => {
    const mockServer = await identityMockServer();
    const { access_token } = await logIn(
      await clientOf(mockServer, CLIENT.summitCam),
      new Visitor(mockServer),
      USER.marlene,
    );
    const { body } = await send(mockServer, 'GET', '/_understudy/state');
    expect(Object.keys(body.apis)).toEqual(['identity']);
    expect(JSON.stringify(body)).not.toContain(access_token);
    const undo = { token: undefined, body: { changes: 1 } };
    expect((await send(mockServer, 'POST', '/_understudy/undo', undo)).body).toMatchObject({ undone: 0 });
  });

  test('data that expired long ago is removed', async () => {
    const data = await temporaryFolder();
    let now = Date.parse('2026-11-21T09:00:00Z');
    const mockServer = await createMockServer({ apis: [identity], data, now: () => new Date(now) });
    const body = { user: USER.marlene, expiresIn: 60 };
    for (let count = 0; count < 5; count += 1)
      await send(mockServer, 'POST', '/_understudy/tokens', { token: undefined, body });
    now += 2 * 86_400_000;
    await send(mockServer, 'POST', '/_understudy/tokens', { token: undefined, body });
    await mockServer.close();
    const { given } = JSON.parse(await readFile(join(data, 'issuer.json'), 'utf8'));
    // A token, and its grant.
    expect(given).toHaveLength(2);
  });
});

describe('sandboxes', () => {
  test('are independent of each other', async () => {
    const mockServer = await identityMockServer();
    const one = 'http://one.localhost:8080';
    const two = 'http://two.localhost:8080';
    const visitor = new Visitor(mockServer);
    const config = await clientOf(mockServer, CLIENT.summitCam, undefined, one);
    const tokens = await logIn(config, visitor, USER.marlene, SCOPE);
    expect(tokens.claims()?.iss).toBe(one);
    const other = await clientOf(mockServer, CLIENT.summitCam, undefined, two);
    await expect(openid.refreshTokenGrant(other, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect((await search(mockServer, tokens.access_token)).status).toBe(401);
    expect((await search(mockServer, tokens.access_token, { 'x-understudy-sandbox': 'one' })).status).toBe(200);
  });

  test('are copied with their sessions, and then independent', async () => {
    const mockServer = await identityMockServer();
    const config = await clientOf(mockServer, CLIENT.summitCam);
    const { access_token } = await logIn(config, new Visitor(mockServer), USER.marlene);
    const body = { name: 'copy', from: 'main' };
    await send(mockServer, 'POST', '/_understudy/sandboxes', { token: undefined, body });
    await openid.tokenRevocation(config, access_token);
    expect((await search(mockServer, access_token)).status).toBe(401);
    expect((await search(mockServer, access_token, { 'x-understudy-sandbox': 'copy' })).status).toBe(200);
  });

  test.each<[string, method: string, path: string]>([
    ['are reset', 'POST', '/_understudy/reset'],
    ['restore a snapshot from before the login', 'POST', '/_understudy/snapshots/early/restore'],
    ['end', 'DELETE', '/_understudy/sandboxes/blue'],
  ])('that %s during a login end it', async (_, method, path) => {
    const mockServer = await identityMockServer();
    const issuer = 'http://blue.localhost:8080';
    const config = await clientOf(mockServer, CLIENT.summitCam, undefined, issuer);
    const steer = (method: string, path: string, body?: object) =>
      send(mockServer, method, path, { token: undefined, body, headers: { 'x-understudy-sandbox': 'blue' } });
    expect((await steer('POST', '/_understudy/snapshots', { name: 'early' })).status).toBe(201);
    const before = new Visitor(mockServer);
    const { access_token: token } = await logIn(config, before, USER.theo, `openid ${API_SCOPE}`);
    const visitor = new Visitor(mockServer);
    const page = await visitor.go((await authorization(config, 'openid')).url);
    const code = await before.go((await authorization(config, 'openid', { prompt: 'none' })).url);
    expect(code.url.searchParams.has('code')).toBe(true);

    expect((await steer(method, path)).status).toBeLessThan(300);
    const over = await visitor.submit(page.url, { user: USER.marlene });
    expect([over.response.status, await over.response.text()]).toEqual([
      400,
      expect.stringContaining('This login has ended'),
    ]);
    await expect(
      openid.authorizationCodeGrant(config, code.url, { expectedState: openid.skipStateCheck }),
    ).rejects.toMatchObject({ error: 'invalid_grant', error_description: expect.stringContaining('code not found') });
    expect((await search(mockServer, token, { 'x-understudy-sandbox': 'blue' })).status).toBe(401);
    const requested = await before.go((await authorization(config, 'openid', { prompt: 'none' })).url);
    expect(requested.url.searchParams.get('error')).toBe('login_required');
    expect((await logIn(config, visitor, USER.marlene, 'openid')).claims()?.sub).toBe(USER.marlene);
  });

  test('with an invalid name are rejected with an OAuth error', async () => {
    const mockServer = await identityMockServer();
    const headers = { 'x-understudy-sandbox': 'No Name' };
    const { status, body } = await send(mockServer, 'GET', '/.well-known/openid-configuration', { headers });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });
});

describe('the issuer URL', () => {
  const discover = async (mockServer: MockServer, url: string, headers: Record<string, string> = {}) => {
    const request = new Request(`${url}/.well-known/openid-configuration`, { headers });
    const response = await mockServer.fetch(request);
    return { status: response.status, body: await response.json() };
  };

  test.each([
    'http://localhost:8080',
    'https://localhost',
    'http://[::1]:9000',
    'http://127.0.0.1:9000',
    'http://main.localhost:1',
    'http://host.docker.internal:8080',
    `http://${hostname().toLowerCase()}:8080`,
    'https://login.test:8443',
  ])('is %s for clients that use it', async (url) => {
    const { body } = await discover(await identityMockServer({ trustedHosts: 'login.test' }), url);
    expect(body).toMatchObject({ issuer: url, token_endpoint: `${url}/oauth/v2/token` });
  });

  test.each([
    'http://login.test',
    'http://localhost.evil.example:8080',
    'http://192.0.2.7:8080',
    'http://evil.localhost.example',
  ])('cannot be %s, which is not local: the error has a hint', async (url) => {
    const mockServer = await identityMockServer({ controlAccess: 'all' });
    const { host, hostname: name } = new URL(url);
    const reason = `${host} is not a local host name; to use it, add --issuer ${url} or --trusted-hosts ${name}`;
    const { status, body } = await discover(mockServer, url);
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: reason }]);
    const order = {
      method: 'POST',
      body: '{"user":"marlene.zuercher"}',
      headers: { 'content-type': 'application/json' },
    };
    const minted = await mockServer.fetch(new Request(`${url}/_understudy/tokens`, order));
    expect([minted.status, await minted.json()]).toMatchObject([400, { message: reason }]);
  });

  test('is that of the setting, regardless of clients', async () => {
    const mockServer = await identityMockServer({ issuer: 'https://login.example:8443' });
    const { body } = await discover(mockServer, 'http://localhost:8080');
    expect(body).toMatchObject({
      issuer: 'https://login.example:8443',
      authorization_endpoint: 'https://login.example:8443/oauth/v2/authorize',
    });
  });

  test.each(['login.example', 'https://login.example/path', 'ftp://login.example', 'https://login.example?a'])(
    'cannot be set to %s',
    async (issuer) => {
      await expect(identityMockServer({ issuer })).rejects.toThrow(UsageError);
    },
  );

  test('ignores proxy headers of clients', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    };
    const { body } = await discover(await identityMockServer(), 'http://localhost:8080', headers);
    expect(JSON.stringify(body)).not.toContain('evil');
  });

  test.each(['a b', 'user@host', 'host/path', 'host?', '', 'host:99999'])(
    'cannot have the invalid host %s',
    async (host) => {
      const { port } = await (await identityMockServer()).listen();
      const connection = await connectRaw(port);
      connection.send(`GET /.well-known/openid-configuration HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      const { status, body } = await connection.response();
      expect([status, JSON.parse(body).error]).toEqual([400, 'invalid_request']);
    },
  );

  test('can change with each request: few are stored, and all of them work', async () => {
    const mockServer = await identityMockServer();
    const config = await clientOf(mockServer, CLIENT.summitCam);
    const visitor = new Visitor(mockServer);
    const page = await visitor.go((await authorization(config, 'openid')).url);
    for (let port = 9000; port < 9040; port += 1) await discover(mockServer, `http://localhost:${port}`);
    expect((await visitor.submit(page.url, { user: USER.marlene })).url.searchParams.get('code')).toBeTruthy();
  });

  test('is part of cookie names: browsers send cookies to every port', async () => {
    const mockServer = await identityMockServer();
    const visitor = new Visitor(mockServer);
    await logIn(await clientOf(mockServer, CLIENT.summitCam), visitor, USER.marlene);
    expect(visitor.cookieNames).toContain('understudy_session_8080');
  });
});

test('cookies are separate headers over HTTP/2, and have Secure only over TLS', async () => {
  const mockServer = await identityMockServer();
  const { url } = await mockServer.listen();
  const session = connect(url);
  onTestFinished(() => session.close());
  const { url: requested } = await authorization(
    await clientOf(mockServer, CLIENT.summitCam, undefined, url),
    'openid',
  );
  const stream = session.request({ ':path': requested.pathname + requested.search });
  const [headers] = await once(stream, 'response');
  stream.destroy();
  expect(headers[':status']).toBe(303);
  expect(headers['set-cookie'].length).toBeGreaterThan(1);
  expect(headers['set-cookie'].join()).not.toContain('secure');

  const secure = await authorization(
    await clientOf(mockServer, CLIENT.summitCam, undefined, 'https://localhost'),
    'openid',
  );
  const response = await mockServer.fetch(new Request(secure.url, { redirect: 'manual' }));
  for (const cookie of response.headers.getSetCookie()) expect(cookie).toContain('; secure');
});
