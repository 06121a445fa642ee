// Logins in a sandbox that is named by a path, for clients with a single configurable URL.

import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { resolveSandboxPath } from '../../../src/server/pipeline/sandbox/sandbox-path.ts';
import { USER } from '../../support/identity-records.ts';
import { identityMockServer } from '../../support/mock-server.ts';
import { API_SCOPE, authorization, CLIENT, clientOf, fetchOf, logIn, SECRET } from './clients.ts';
import { hiddenFields, ISSUER, Visitor } from './visitor.ts';

const below = (sandbox: string, root = ISSUER) => `${root}/_sandbox/${sandbox}`;
const SEARCH = '/management/v1/projects/_search';

/** The status of a search with a token, below a URL. */
async function statusOfSearch(requested: Parameters<typeof fetchOf>[0], base: string, token: string): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return (await fetchOf(requested)(new Request(base + SEARCH, { method: 'POST', headers, body: '{}' }))).status;
}

async function silently(config: openid.Configuration, visitor: Visitor): Promise<URL> {
  const { url } = await authorization(config, 'openid', { prompt: 'none' });
  return (await visitor.go(url)).url;
}

describe.each([
  ['without a network', async () => ({ requested: await identityMockServer(), root: ISSUER })],
  [
    'over a port',
    async () => {
      const requested = await (await identityMockServer()).listen();
      return { requested, root: requested.url };
    },
  ],
])('%s', (_, open) => {
  test('a published client logs in below the path, and its tokens are valid there and nowhere else', async () => {
    const { requested, root } = await open();
    const issuer = below('blue', root);
    const config = await clientOf(requested, CLIENT.summitCam, undefined, issuer);
    const metadata = config.serverMetadata();
    expect(metadata.issuer).toBe(issuer);
    const addresses = Object.entries(metadata).filter(([name]) => /_(endpoint|uri)$/.test(name));
    expect(addresses.length).toBeGreaterThan(6);
    for (const [, address] of addresses) expect(address).toMatch(new RegExp(`^${issuer}/`));

    const visitor = new Visitor(fetchOf(requested));
    const tokens = await logIn(config, visitor, USER.marlene, `openid profile offline_access ${API_SCOPE}`);
    expect(tokens.claims()?.iss).toBe(issuer);
    expect(await statusOfSearch(requested, issuer, tokens.access_token)).toBe(200);
    expect(await statusOfSearch(requested, root, tokens.access_token)).toBe(401);
    expect(await statusOfSearch(requested, below('green', root), tokens.access_token)).toBe(401);
    expect(await openid.fetchUserInfo(config, tokens.access_token, USER.marlene)).toMatchObject({ locale: 'de' });
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await statusOfSearch(requested, issuer, refreshed.access_token)).toBe(200);

    const end = openid.buildEndSessionUrl(config, {
      id_token_hint: refreshed.id_token ?? '',
      post_logout_redirect_uri: 'http://localhost:5173/',
    });
    expect((await visitor.go(end)).url.href).toBe('http://localhost:5173/');
    expect((await silently(config, visitor)).searchParams.get('error')).toBe('login_required');
    const { url } = await authorization(config, 'openid');
    expect((await visitor.go(url)).url.pathname).toMatch(/^\/_sandbox\/blue\/ui\/login\//);
  });
});

describe('sessions of one browser', () => {
  test('in several sandboxes do not affect each other, nor does a logout', async () => {
    const mockServer = await identityMockServer();
    const visitor = new Visitor(mockServer);
    const sandboxes = [
      [ISSUER, USER.marlene],
      [below('blue'), USER.ximena],
      [below('green'), USER.theo],
    ] as const;
    const configs: openid.Configuration[] = [];
    for (const [issuer, user] of sandboxes) {
      const config = await clientOf(mockServer, CLIENT.summitCam, undefined, issuer);
      configs.push(config);
      await logIn(config, visitor, user);
    }
    const whoIs = async (config: openid.Configuration) => {
      const { url, checks } = await authorization(config, 'openid', { prompt: 'none' });
      const back = (await visitor.go(url)).url;
      if (back.searchParams.has('error')) return back.searchParams.get('error');
      return (await openid.authorizationCodeGrant(config, back, checks)).claims()?.sub;
    };
    expect(await Promise.all(configs.map(whoIs))).toEqual([USER.marlene, USER.ximena, USER.theo]);
    const [, blue] = configs;
    if (!blue) throw new Error('sandbox blue is missing');
    const sends = await visitor.go(openid.buildEndSessionUrl(blue, {}));
    expect(sends.url.pathname).toMatch(/^\/_sandbox\/blue\//);
    const page = await sends.response.text();
    const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
    expect(action).toBe('/_sandbox/blue/oidc/v1/end_session/confirm');
    const done = await visitor.submit(new URL(action, ISSUER), { ...hiddenFields(page), logout: 'yes' });
    expect(await done.response.text()).toContain('Logged out');
    expect(await Promise.all(configs.map(whoIs))).toEqual([USER.marlene, 'login_required', USER.theo]);
  });

  test('have cookies that are not sent to other sandboxes', async () => {
    const mockServer = await identityMockServer();
    const visitor = new Visitor(mockServer);
    const config = await clientOf(mockServer, CLIENT.summitCam, undefined, below('blue'));
    const { url } = await authorization(config, 'openid');
    const { response, url: login } = await visitor.go(url);
    expect(response.status).toBe(200);
    const posted = await visitor.visit(login, { method: 'POST', body: new URLSearchParams({ user: USER.marlene }) });
    const back = await visitor.visit(new URL(posted.headers.get('location') ?? '', login));
    const cookies = [posted, back].flatMap(({ headers }) => headers.getSetCookie());
    expect(cookies.length).toBeGreaterThan(3);
    for (const cookie of cookies) expect(cookie).toMatch(/^\w+_8080_blue(\.sig)?=.*path=\/_sandbox\/blue\//i);
  });
});

describe('below a path', () => {
  test('another user can log in next, with a separate session', async () => {
    const mockServer = await identityMockServer();
    const visitor = new Visitor(mockServer);
    const config = await clientOf(mockServer, CLIENT.summitCam, undefined, below('blue'));
    await logIn(config, visitor, USER.marlene);
    const { url } = await authorization(config, 'openid', { prompt: 'login' });
    const page = await visitor.go(url);
    const posted = await visitor.visit(page.url, { method: 'POST', body: new URLSearchParams({ user: USER.theo }) });
    const gone = posted.headers.getSetCookie().filter((cookie) => cookie.startsWith('understudy_session_8080_blue='));
    expect(gone).toEqual([expect.stringMatching(/^[^=]+=; path=\/_sandbox\/blue\/; expires=Thu, 01 Jan 1970/)]);
  });

  test('a device code without a session is requested there', async () => {
    const mockServer = await identityMockServer();
    const sent = { method: 'POST', body: new URLSearchParams({ user_code: 'BCDF-GHJK' }) };
    const { response, url } = await new Visitor(mockServer).go(`${below('blue')}/device`, sent);
    expect([response.status, url.href]).toEqual([200, `${below('blue')}/device`]);
  });

  test('another identity provider can be selected, and canceled', async () => {
    const mockServer = await identityMockServer();
    const visitor = new Visitor(mockServer);
    const config = await clientOf(mockServer, CLIENT.summitCam, undefined, below('blue'));
    const { url } = await authorization(config, 'openid urn:service:iam:org:id:249661328644377444');
    const page = await visitor.go(url);
    const [, provider = ''] = /name="provider" value="([^"]+)"/.exec(await page.response.text()) ?? [];
    const chosen = await visitor.submit(page.url, { provider });
    expect(chosen.url.pathname).toMatch(/^\/_sandbox\/blue\/ui\/login\/[\w-]+\/provider\//);
    const text = await chosen.response.text();
    const [, action = ''] = /<form[^>]* action="([^"?]+)/.exec(text) ?? [];
    expect(action).toBe(chosen.url.pathname);
    const back = await visitor.submit(chosen.url, { cancel: '' });
    expect(back.url.pathname).toBe(page.url.pathname);
  });

  test.each(['blue', 'device', 'oauth'])('a device logs in: in the sandbox %s', async (sandbox) => {
    const mockServer = await identityMockServer();
    const visitor = new Visitor(mockServer);
    const config = await clientOf(mockServer, CLIENT.workshopTablet, undefined, below(sandbox));
    const started = await openid.initiateDeviceAuthorization(config, { scope: 'openid' });
    expect(started.verification_uri).toBe(`${below(sandbox)}/device`);
    const { url, response } = await visitor.go(started.verification_uri_complete ?? '');
    const page = await response.text();
    const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
    expect(action).toBe(`/_sandbox/${sandbox}/device`);
    const login = await visitor.submit(new URL(action, url), { ...hiddenFields(page), confirm: 'yes' });
    expect(login.url.pathname).toMatch(new RegExp(`^/_sandbox/${sandbox}/ui/login/`));
    const done = await visitor.submit(login.url, { user: USER.khue });
    expect(done.url.pathname).toMatch(new RegExp(`^/_sandbox/${sandbox}/device`));
    const tokens = await openid.pollDeviceAuthorizationGrant(config, { ...started, interval: 0.01 });
    expect(tokens.claims()?.iss).toBe(below(sandbox));
  });

  test('a program logs in, and its JWT has the issuer of the sandbox', async () => {
    const mockServer = await identityMockServer();
    const config = await clientOf(
      mockServer,
      CLIENT.bookingWeb,
      openid.ClientSecretBasic(SECRET.bookingWeb),
      below('blue'),
    );
    const order = { user: USER.marlene, client: CLIENT.bookingWeb };
    const minted = await mockServer.fetch(
      new Request(`${below('blue')}/_understudy/tokens`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(order),
      }),
    );
    const { token, sandbox } = (await minted.json()) as { readonly token: string; readonly sandbox: string };
    const { iss } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect({ sandbox, iss }).toEqual({ sandbox: 'blue', iss: below('blue') });
    expect(await openid.tokenIntrospection(config, token)).toMatchObject({ active: true, iss: below('blue') });
    expect(await statusOfSearch(mockServer, below('blue'), token)).toBe(200);
    expect(await statusOfSearch(mockServer, ISSUER, token)).toBe(401);
  });

  test('the metadata of the issuer is also at the root, at the path of OAuth', async () => {
    const mockServer = await identityMockServer();
    const options = {
      algorithm: 'oauth2' as const,
      execute: [openid.allowInsecureRequests],
      [openid.customFetch]: (url: string, init: object) => mockServer.fetch(new Request(url, init)),
    };
    const config = await openid.discovery(new URL(below('blue')), CLIENT.summitCam, undefined, undefined, options);
    expect(config.serverMetadata().issuer).toBe(below('blue'));
  });

  test('the issuer has its configured URL', async () => {
    const mockServer = await identityMockServer({ issuer: 'https://login.test:8443' });
    const response = await mockServer.fetch(new Request(`${below('blue')}/.well-known/openid-configuration`));
    expect(await response.json()).toMatchObject({
      issuer: 'https://login.test:8443/_sandbox/blue',
      token_endpoint: 'https://login.test:8443/_sandbox/blue/oauth/v2/token',
    });
  });
});

describe('a path', () => {
  test('leaves the rest of a request unchanged, and it can be aborted', async () => {
    const leaving = new AbortController();
    const operation = {};
    const waited: object[] = [];
    const came = {
      method: 'POST',
      target: '/_sandbox/blue/pets',
      headers: { accept: '*/*' },
      body: new Uint8Array([1]),
      exceededLimit: 7,
      local: false,
      secure: true,
      signal: leaving.signal,
      scheduleOperation: async (waiting: object) => void waited.push(waiting),
      get isDisconnected() {
        return leaving.signal.aborted;
      },
    };
    const inner = resolveSandboxPath(came);
    const { method, body, exceededLimit, local, secure } = came;
    expect(inner).toMatchObject({ method, body, exceededLimit, local, secure, isDisconnected: false });
    expect(inner.headers.accept).toBe('*/*');
    leaving.abort();
    expect([inner.isDisconnected, inner.signal?.aborted]).toEqual([true, true]);
    await inner.scheduleOperation?.(operation);
    expect(waited).toEqual([operation]);
  });

  const requested = (target: string) => {
    const request = {
      method: 'GET',
      target,
      headers: { 'x-understudy-sandbox': 'green' },
      body: new Uint8Array(),
      local: true,
    };
    const { target: inner, base, headers } = resolveSandboxPath(request);
    return [inner, base, headers['x-understudy-sandbox']];
  };
  test.each([
    ['/_sandbox/blue/pets?a=/b', '/pets?a=/b', '/_sandbox/blue', 'blue'],
    ['/_sandbox/blue', '/', '/_sandbox/blue', 'blue'],
    ['/_sandbox/blue/', '/', '/_sandbox/blue', 'blue'],
    ['/_sandbox/blue?q', '/?q', '/_sandbox/blue', 'blue'],
    ['/_sandbox/blue//pets', '//pets', '/_sandbox/blue', 'blue'],
    ['/_sandbox/a/_sandbox/b/pets', '/_sandbox/b/pets', '/_sandbox/a', 'a'],
    ['/_sandbox/%2e%2e/pets', '/pets', '/_sandbox/%2e%2e', '%2e%2e'],
    ['/.well-known/openid-configuration/_sandbox/blue', '/.well-known/openid-configuration', '/_sandbox/blue', 'blue'],
    ['/.well-known/x/_sandbox/blue/?q', '/.well-known/x?q', '/_sandbox/blue', 'blue'],
  ])('%s means %s below %s in %s', (target, ...expected) => {
    expect(requested(target)).toEqual(expected);
  });

  test.each(['/_sandbox/', '/_sandbox//pets', '/pets/_sandbox/blue', '/_sandboxes/blue/x', '/pets?q=/_sandbox/blue'])(
    '%s names no sandbox',
    (target) => {
      expect(requested(target)).toEqual([target, undefined, 'green']);
    },
  );

  test.each(['Blue', '%2f', 'a.b', '__proto__'])('cannot name the sandbox %s', async (name) => {
    const mockServer: MockServer = await identityMockServer();
    const response = await mockServer.fetch(new Request(`${below(name)}/management/v1/healthz`));
    expect(response.status).toBe(400);
  });
});
