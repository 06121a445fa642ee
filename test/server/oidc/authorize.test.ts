// Authorization requests: rejected ones, those that need a page, and the users who can log in.

import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { identity } from '../../../src/identity/api.ts';
import type { App } from '../../../src/identity/records.ts';
import { mockServerWith, ORGANIZATION, PROJECT, USER } from '../../support/identity-records.ts';
import { identityMockServer, NOW } from '../../support/mock-server.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { API_SCOPE, authorization, CLIENT, clientOf, logIn, REDIRECT, SECRET } from './clients.ts';
import { ISSUER, Visitor } from './visitor.ts';

type OidcApp = NonNullable<App['oidc']>;

const shared = sharedMockServer();
const CALLBACK = REDIRECT[CLIENT.summitCam] ?? '';
const solveig = '266925448041073508';
const SUMMIT_CAM = '263861622399830884';

/** A complete request of Summit Cam with changes; undefined omits a parameter. */
async function requested(changes: Record<string, string | undefined> = {}): Promise<URL> {
  const { url } = await authorization(await clientOf(shared(), CLIENT.summitCam), 'openid');
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url;
}

/** The target of a request, and the parameters that the client gets there. */
async function outcome(url: URL, visitor = new Visitor(shared())) {
  const { url: end, response } = await visitor.go(url);
  const reported = new URLSearchParams(end.hash === '' ? end.search : end.hash.slice(1));
  return {
    status: response.status,
    at: end.origin + end.pathname,
    error: reported.get('error'),
    detail: reported.get('error_description'),
    code: reported.get('code'),
    page: response.status === 303 ? '' : await response.text(),
  };
}

describe('an unsafe authorization request', () => {
  test.each<[string, Record<string, string | undefined>, string]>([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'PKCE'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'code_challenge_method'],
    ['with a challenge without a method', { code_challenge_method: undefined }, 'code_challenge_method'],
    ['with prompt=create', { prompt: 'create' }, 'prompt'],
    ['for the implicit flow, which the application does not use', { response_type: 'id_token' }, 'response_type'],
    ['with prompt=none and another prompt', { prompt: 'none login' }, 'prompt'],
  ])('%s is rejected with an error for the client', async (_, changes, detail) => {
    const { at, error, detail: reported } = await outcome(await requested(changes));
    expect([at, error]).toEqual([CALLBACK, 'invalid_request']);
    expect(reported).toContain(detail);
  });

  test.each([
    ['without a scope', undefined],
    ['with the scope of the API only', API_SCOPE],
    ['with profile scopes only', 'profile email'],
  ])('%s is rejected: a login needs the scope openid', async (_, scope) => {
    const { at, error, detail, code } = await outcome(await requested({ scope, nonce: undefined }));
    expect([at, error, code]).toEqual([CALLBACK, 'invalid_scope', null]);
    expect(detail).toContain('openid');
  });

  test.each([
    ['with a suffix', `${CALLBACK}/more`],
    ['with a query', `${CALLBACK}?a=b`],
    ['of another port', 'http://localhost:5174/callback'],
    ['of another host', 'http://localhost.evil.example:5173/callback'],
    ['in another letter case', 'http://LOCALHOST:5173/callback'],
    ['with another host after an @', 'http://localhost:5173@evil.example/callback'],
    ['with dots in its path', 'http://localhost:5173/callback/../evil'],
    ['with javascript:', 'javascript:alert(1)'],
    ['that is no URI', 'callback'],
  ])('with a redirect URI %s is rejected on a page, without a redirect', async (_, uri) => {
    const { status, at, page } = await outcome(await requested({ redirect_uri: uri }));
    expect([status, at]).toEqual([400, `${ISSUER}/oauth/v2/authorize`]);
    expect(page).toContain('invalid_redirect_uri');
  });

  test.each([
    ['unknown', 'nobody'],
    ['a property of prototypes', '__proto__'],
    ['an API', CLIENT.shopApi],
    ['a machine user', 'season-onboarding'],
  ])('of a client that is %s is rejected on a page', async (_, client) => {
    const { status, at } = await outcome(await requested({ client_id: client }));
    expect([status, at]).toEqual([400, `${ISSUER}/oauth/v2/authorize`]);
  });

  test('with an http redirect URI is rejected outside of dev mode', async () => {
    const mockServer = await mockServerWith(({ apps }) => {
      apps.forEach((app, index) => {
        if (app.oidc) apps[index] = { ...app, oidc: { ...app.oidc, devMode: false } };
      });
    });
    const { status } = (await new Visitor(mockServer).go(await requested())).response;
    expect(status).toBe(400);
  });

  test('shows its parameters as text', async () => {
    const { page } = await outcome(await requested({ redirect_uri: 'x:<script>alert(1)</script>' }));
    expect(page).toContain('has no redirect URI x:&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toContain('<script');
  });
});

describe('a code', () => {
  const codeFor = async (visitor = new Visitor(shared())) => {
    const config = await clientOf(shared(), CLIENT.summitCam);
    const { url, checks } = await authorization(config, 'openid');
    return { config, checks, back: await visitor.logIn(url, { user: USER.marlene }) };
  };

  test('can be used once, and a second use revokes its tokens', async () => {
    const { config, checks, back } = await codeFor();
    const { access_token } = await openid.authorizationCodeGrant(config, back, checks);
    const again = openid.authorizationCodeGrant(config, back, checks);
    await expect(again).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(openid.fetchUserInfo(config, access_token, USER.marlene)).rejects.toThrow();
  });

  test('can be used once by concurrent requests, while the disk is slow', async () => {
    // Writing to the disk takes time: all requests find the code unused.
    const mockServer = await identityMockServer({ data: await temporaryFolder() });
    const config = await clientOf(mockServer, CLIENT.summitCam);
    const { url, checks } = await authorization(config, 'openid');
    const back = await new Visitor(mockServer).logIn(url, { user: USER.marlene });
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: CALLBACK,
      client_id: CLIENT.summitCam,
      code_verifier: checks.pkceCodeVerifier,
    });
    const use = () => mockServer.fetch(new Request(`${ISSUER}/oauth/v2/token`, { method: 'POST', body }));
    const responses = await Promise.all(Array.from({ length: 8 }, use));
    const reported = await Promise.all(responses.map(async (one) => ((await one.json()) as { error?: string }).error));
    expect(reported.filter((error) => error === undefined)).toHaveLength(1);
    expect(new Set(reported.filter((error) => error !== undefined))).toEqual(new Set(['invalid_grant']));
  });

  test('is valid for five minutes, by the clock of the sandbox', async () => {
    for (const [seconds, isGood] of [
      [299, true],
      [300, false],
    ] as const) {
      let now = NOW;
      const mockServer = await identityMockServer({ now: () => now });
      const client = await clientOf(mockServer, CLIENT.summitCam);
      const { url, checks } = await authorization(client, 'openid');
      const back = await new Visitor(mockServer).logIn(url, { user: USER.marlene });
      now = new Date(NOW.getTime() + seconds * 1000);
      const use = openid.authorizationCodeGrant(client, back, checks);
      if (isGood) expect((await use).claims()?.sub).toBe(USER.marlene);
      else await expect(use).rejects.toMatchObject({ error: 'invalid_grant' });
    }
  });

  test.each<[string, (checks: { pkceCodeVerifier: string }) => object]>([
    ['another verifier', (checks) => ({ ...checks, pkceCodeVerifier: openid.randomPKCECodeVerifier() })],
    ['no verifier', (checks) => ({ ...checks, pkceCodeVerifier: undefined })],
  ])('is rejected with %s', async (_, change) => {
    const { config, checks, back } = await codeFor();
    const use = openid.authorizationCodeGrant(config, back, change(checks));
    await expect(use).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('is rejected from another client', async () => {
    const { checks, back } = await codeFor();
    const other = await clientOf(shared(), CLIENT.storefront);
    await expect(openid.authorizationCodeGrant(other, back, checks)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('needs no PKCE for a client with a secret; but a challenge must be proved', async () => {
    const config = await clientOf(shared(), CLIENT.bookingWeb, openid.ClientSecretBasic(SECRET.bookingWeb));
    const plain = await authorization(config, 'openid');
    plain.url.searchParams.delete('code_challenge');
    plain.url.searchParams.delete('code_challenge_method');
    const { expectedState, expectedNonce, pkceCodeVerifier } = plain.checks;
    const checks = { expectedState, expectedNonce };
    const back = await new Visitor(shared()).logIn(plain.url, { user: USER.chihiro });
    // A verifier without a challenge is a downgrade attack: the challenge was removed on the way.
    await expect(openid.authorizationCodeGrant(config, back, { ...checks, pkceCodeVerifier })).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    const again = await new Visitor(shared()).logIn(plain.url, { user: USER.chihiro });
    expect((await openid.authorizationCodeGrant(config, again, checks)).claims()?.sub).toBe(USER.chihiro);
  });
});

describe('the login page', () => {
  test('lists the users who can log in, by organization, with their roles, and no others', async () => {
    const { page } = await outcome(await requested());
    for (const shown of ['Summit Cam', 'Murmeltal Outdoor', 'Brisefjord Freight', 'Marlene Zürcher', '蓮沼 千尋'])
      expect(page).toContain(shown);
    for (const hidden of ['Śliwa', 'Eskil', 'Season Onboarding']) expect(page).not.toContain(hidden);
  });

  test('lists at most five hundred users, and names the number of others, who can enter their login name', async () => {
    let people = 0;
    const mockServer = await mockServerWith(({ users }) => {
      const marlene = users.find(({ id }) => id === USER.marlene);
      for (let count = 0; marlene && count < 600; count += 1)
        users.push({ ...marlene, id: `9${count}`, userName: `guest-${count}` });
      people = users.filter(({ human, state }) => human && state === 'USER_STATE_ACTIVE').length;
    });
    const config = await clientOf(mockServer, CLIENT.summitCam);
    const { url, checks } = await authorization(config, 'openid');
    const visitor = new Visitor(mockServer);
    const page = await visitor.go(url);
    const text = await page.response.text();
    expect(text.match(/<button name="user"/g)).toHaveLength(500);
    expect(text).toContain(`${people - 500} more users are not shown here.`);
    const unshown = Array.from({ length: 600 }, (_, index) => index).find((index) => !text.includes(`"9${index}"`));
    const { url: back } = await visitor.submit(page.url, { loginName: `guest-${unshown}` });
    expect((await openid.authorizationCodeGrant(config, back, checks)).claims()?.sub).toBe(`9${unshown}`);
  });

  test('has secure headers', async () => {
    const { response } = await new Visitor(shared()).go(await requested());
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    const cookies = (
      await shared().fetch(new Request(await requested(), { redirect: 'manual' }))
    ).headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/; samesite=lax.*; httponly/);
  });

  test.each([
    ['marlene.zuercher', USER.marlene],
    ['MARLENE.Zuercher', USER.marlene],
    ['marlene.zuercher@murmeltal.example', USER.marlene],
    ['solveig.brynjarsdottir@brisefjord.example', solveig],
  ])('accepts the login name %s, with any password', async (loginName, sub) => {
    const config = await clientOf(shared(), CLIENT.summitCam);
    const { url, checks } = await authorization(config, 'openid');
    const back = await new Visitor(shared()).logIn(url, { loginName, password: 'any' });
    expect((await openid.authorizationCodeGrant(config, back, checks)).claims()?.sub).toBe(sub);
  });

  test.each([
    ['of an unknown user', 'nobody'],
    ['with another domain', 'marlene.zuercher@brisefjord.example'],
    ['of a locked user', 'bartlomiej.sliwa'],
    ['of a deactivated user', 'eskil.naero'],
    ['of a machine user', 'season-onboarding'],
    ['that is empty', ''],
  ])('rejects a login name %s, and stays', async (_, loginName) => {
    const visitor = new Visitor(shared());
    const page = await visitor.go(await requested());
    const { url, response } = await visitor.submit(page.url, { loginName, password: 'any' });
    expect([response.status, url.href]).toEqual([422, page.url.href]);
    expect(await response.text()).toContain('role="alert"');
  });

  test('requires the password of a user who has one', async () => {
    const mockServer = await mockServerWith(({ users }) => {
      users.forEach((user, index) => {
        if (user.human) users[index] = { ...user, human: { ...user.human, password: 'edelweiss' } };
      });
    });
    const visitor = new Visitor(mockServer);
    const page = await visitor.go(await requested());
    const wrong = await visitor.submit(page.url, { loginName: 'marlene.zuercher', password: 'enzian' });
    expect(await wrong.response.text()).toContain('Wrong password');
    const right = await visitor.submit(page.url, { loginName: 'marlene.zuercher', password: 'edelweiss' });
    expect(right.url.searchParams.get('code')).toBeTruthy();
  });

  test('can be canceled: the client gets access_denied', async () => {
    const back = await new Visitor(shared()).logIn(await requested(), { cancel: 'yes' });
    expect([back.origin + back.pathname, back.searchParams.get('error')]).toEqual([CALLBACK, 'access_denied']);
  });

  test('belongs to the browser that sent the request, and can be used once', async () => {
    const visitor = new Visitor(shared());
    const page = await visitor.go(await requested());
    const stranger = await new Visitor(shared()).submit(page.url, { user: USER.marlene });
    expect(stranger.response.status).toBe(400);
    await visitor.submit(page.url, { user: USER.marlene });
    expect((await visitor.submit(page.url, { user: USER.theo })).response.status).toBe(400);
  });

  test.each(['/ui/login/nothing', '/ui/login/nothing/provider/1'])(
    'of an unknown login reports it: %s',
    async (path) => {
      const { response } = await new Visitor(shared()).go(ISSUER + path);
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('This login has ended')]);
    },
  );

  test.each(['/ui/login', '/ui/login/%ff'])('does not exist at %s', async (path) => {
    expect((await new Visitor(shared()).go(ISSUER + path)).response.status).toBe(404);
  });
});

test('an internal error is not blamed on the application', async () => {
  const mistake = new Error('oh');
  const thrown: unknown[] = [];
  const isScope = (scope: string) => {
    if (scope === 'odd') throw mistake;
    return true;
  };
  const api = { ...identity, login: { ...identity.login, isScope } } as typeof identity;
  const mockServer = await identityMockServer({ apis: [api], onError: (one) => thrown.push(one) });
  const { url } = await authorization(await clientOf(mockServer, CLIENT.summitCam), 'openid odd');
  const { response } = await new Visitor(mockServer).go(url);
  expect([response.status, await response.text()]).toEqual([
    500,
    expect.stringContaining('The mock server has an internal error.'),
  ]);
  expect(thrown).toEqual([mistake]);
});

test.each<Record<string, string>>([{ user: USER.marlene }, { cancel: 'yes' }])(
  'a login that ended with %j leaves only the session cookie',
  async (fields) => {
    const visitor = new Visitor(shared());
    const page = await visitor.go(await requested());
    expect(visitor.cookieNames).toContain('understudy_login_8080');
    await visitor.submit(page.url, fields);
    const left = visitor.cookieNames.filter((name) => !name.startsWith('understudy_session_8080'));
    expect(left).toEqual([]);
  },
);

describe('the checks of a project', () => {
  const responseTo = async (client: string, user: string) => {
    const { url } = await authorization(await clientOf(shared(), client), 'openid');
    const visitor = new Visitor(shared());
    return visitor.submit((await visitor.go(url)).url, { user });
  };

  test.each([
    ['a role', CLIENT.storefront, USER.marlene, 'Gear Shop is open to users with a role on it (projectRoleCheck)'],
    ['a role on a granted project', CLIENT.trackAndTrace, USER.khue, 'with a role on it (projectRoleCheck)'],
    [
      'an organization that has the project',
      CLIENT.workshopTablet,
      solveig,
      'open to organizations that own it or are granted it (hasProjectCheck), and Brisefjord Freight is not.',
    ],
  ])('require %s', async (_, client, user, reason) => {
    const { response } = await responseTo(client, user);
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(reason)]);
  });

  test('apply to a login by another provider', async () => {
    const { url } = await authorization(await clientOf(shared(), CLIENT.storefront), 'openid');
    const visitor = new Visitor(shared());
    url.searchParams.set('scope', `openid urn:service:iam:org:id:${ORGANIZATION.murmeltal}`);
    const page = await visitor.go(url);
    const elsewhere = await visitor.submit(page.url, { provider: '261841062635506532' });
    expect(await elsewhere.response.text()).toContain('Alpine Club Login');
    const rejected = await visitor.submit(elsewhere.url, { user: USER.marlene });
    expect([rejected.response.status, await rejected.response.text()]).toEqual([
      422,
      expect.stringContaining('Gear Shop is open to users with a role on it (projectRoleCheck)'),
    ]);
    const back = await visitor.submit(elsewhere.url, { user: USER.ximena });
    expect(back.url.searchParams.get('code')).toBeTruthy();
  });

  test.each([
    ['owns the project', solveig],
    ['was granted it', USER.chihiro],
  ])('accept a user with a role in an organization that %s', async (_, user) => {
    expect((await responseTo(CLIENT.trackAndTrace, user)).url.searchParams.get('code')).toBeTruthy();
  });

  test('use changed data in the next login: a role, an organization, a user, a name', async () => {
    const mockServer = await identityMockServer();
    const config = await clientOf(mockServer, CLIENT.storefront);
    const page = async () =>
      (await new Visitor(mockServer).go((await authorization(config, 'openid')).url)).response.text();
    expect(await page()).toContain('Log in to Storefront');
    const call = (method: string, path: string, body: object) =>
      mockServer.fetch(
        new Request(`${ISSUER}/management/v1${path}`, {
          method,
          headers: { authorization: 'Bearer token-owner', 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      );
    await call('PUT', `/projects/${PROJECT.gearShop}/apps/257928641298565988`, { name: 'Corner Shop' });
    expect(await page()).toContain('Log in to Corner Shop');
    await call('POST', `/users/${USER.marlene}/grants`, { projectId: PROJECT.gearShop, roleKeys: ['sales'] });
    const { access_token } = await logIn(config, new Visitor(mockServer), USER.marlene);
    const [, payload = ''] = access_token.split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      'urn:service:iam:org:project:roles': { sales: { [ORGANIZATION.murmeltal]: 'murmeltal.example' } },
    });
  });

  test('apply to a user who is already logged in', async () => {
    const visitor = new Visitor(shared());
    await logIn(await clientOf(shared(), CLIENT.summitCam), visitor, USER.marlene);
    const { url } = await authorization(await clientOf(shared(), CLIENT.storefront), 'openid', { prompt: 'none' });
    const { url: end } = await visitor.go(url);
    expect(end.searchParams.get('error')).toBe('login_required');
  });
});

describe('a user who is already logged in', () => {
  const loggedIn = async (mockServer = shared()) => {
    const visitor = new Visitor(mockServer);
    await logIn(await clientOf(mockServer, CLIENT.summitCam), visitor, USER.marlene);
    return visitor;
  };

  test('sees no login page, for any client', async () => {
    const visitor = await loggedIn();
    expect((await outcome(await requested(), visitor)).code).toBeTruthy();
    expect((await outcome(await requested({ prompt: 'none' }), visitor)).code).toBeTruthy();
  });

  test('may send concurrent requests of different clients: each code is valid', async () => {
    const visitor = await loggedIn();
    const secret = openid.ClientSecretBasic(SECRET.bookingWeb);
    const web = await clientOf(shared(), CLIENT.bookingWeb, secret);
    const clients = [web, web, await clientOf(shared(), CLIENT.summitCam)];
    const asked = await Promise.all(clients.map((config) => authorization(config, 'openid')));
    const backs = await Promise.all(asked.map(({ url }) => visitor.go(url)));
    for (const [at, config] of clients.entries()) {
      const tokens = await openid.authorizationCodeGrant(config, backs[at]?.url ?? new URL(ISSUER), asked[at]?.checks);
      expect(tokens.claims()?.sub).toBe(USER.marlene);
    }
  });

  test.each(['login', 'select_account', 'login consent'])('sees the login page with the prompt %s', async (prompt) => {
    const visitor = await loggedIn();
    const { page } = await outcome(await requested({ prompt }), visitor);
    expect(page).toContain('Marlene Zürcher');
    const { url } = await visitor.go(await requested({ prompt }));
    expect((await visitor.submit(url, { user: USER.marlene })).url.searchParams.get('code')).toBeTruthy();
  });

  test.each(['none', 'none consent'])('is required for the prompt %s', async (prompt) => {
    expect((await outcome(await requested({ prompt }))).error).toBe(
      prompt === 'none' ? 'login_required' : 'invalid_request',
    );
  });

  test('sees the login page if the hint names another user', async () => {
    const visitor = await loggedIn();
    const same = await outcome(await requested({ login_hint: 'marlene.zuercher' }), visitor);
    expect(same.code).toBeTruthy();
    const other = await outcome(await requested({ login_hint: 'theo.cretenoud@murmeltal.example' }), visitor);
    expect(other.page).toContain('value="theo.cretenoud@murmeltal.example"');
  });

  test('can be followed by another user; tokens of the first one stay valid', async () => {
    const visitor = new Visitor(shared());
    const config = await clientOf(shared(), CLIENT.summitCam);
    const first = await logIn(config, visitor, USER.marlene);
    const second = await logIn(config, visitor, USER.theo, 'openid', { prompt: 'select_account' });
    expect(second.claims()?.sub).toBe(USER.theo);
    expect(await openid.fetchUserInfo(config, first.access_token, USER.marlene)).toMatchObject({ sub: USER.marlene });
    expect((await outcome(await requested({ prompt: 'none', login_hint: USER.theo }), visitor)).code).toBeTruthy();
  });
});

describe('an organization', () => {
  test.each([
    `urn:service:iam:org:id:${ORGANIZATION.brisefjord}`,
    `urn:zitadel:iam:org:id:${ORGANIZATION.brisefjord}`,
    'urn:zitadel:iam:org:domain:primary:brisefjord.example',
  ])('limits the login to its users by the scope %s', async (scope) => {
    const visitor = new Visitor(shared());
    const { url, response } = await visitor.go(await requested({ scope: `openid ${scope}` }));
    const page = await response.text();
    expect(page).toContain('Brisefjord Freight');
    expect(page).not.toContain('Marlene');
    expect((await visitor.submit(url, { user: USER.marlene })).response.status).toBe(422);
    expect((await visitor.submit(url, { user: solveig })).url.searchParams.get('code')).toBeTruthy();
  });

  test.each(['org:id:1', `org:id:${ORGANIZATION.murmeltal}0`, 'org:domain:primary:elsewhere.example'])(
    'that does not exist is reported as an error: %s',
    async (name) => {
      for (const prefix of ['urn:service:iam:', 'urn:zitadel:iam:']) {
        const { at, error, detail } = await outcome(await requested({ scope: `openid ${prefix}${name}` }));
        expect([at, error, detail]).toEqual([
          CALLBACK,
          'invalid_scope',
          `the scope ${prefix}${name} names no active organization`,
        ]);
      }
    },
  );

  test('that is deactivated during a login has no users', async () => {
    const scopes = new Set([`urn:service:iam:org:id:${ORGANIZATION.brisefjord}`]);
    const records = { organizations: new Map() } as never;
    expect(identity.login?.organizationOf(records, scopes)).toMatchObject({ id: ORGANIZATION.brisefjord });
  });

  test('shows the identity providers of its login policy, or those of the instance', async () => {
    const linked = async (changes: Record<string, string>) => (await outcome(await requested(changes))).page;
    const own = await linked({ scope: `openid urn:service:iam:org:id:${ORGANIZATION.murmeltal}` });
    expect(own).toContain('Alpine Club Login');
    const none = await linked({ scope: `openid urn:service:iam:org:id:${ORGANIZATION.brisefjord}` });
    expect(none).not.toContain('Alpine Club Login');
    expect(none).toContain('Mountain Guides Pass');
    // By the user of the hint.
    expect(await linked({ login_hint: 'marlene.zuercher' })).toContain('Alpine Club Login');
    expect(await linked({})).not.toContain('Alpine Club Login');
  });

  test('has simulated identity providers', async () => {
    const config = await clientOf(shared(), CLIENT.summitCam);
    const scope = `openid urn:service:iam:org:id:${ORGANIZATION.murmeltal}`;
    const { url, checks } = await authorization(config, scope);
    const visitor = new Visitor(shared());
    const page = await visitor.go(url);
    const external = await visitor.submit(page.url, { provider: '261841062635506532' });
    expect(await external.response.text()).toContain('Alpine Club Login');
    const cancelled = await visitor.submit(external.url, { cancel: 'yes' });
    expect(cancelled.url.pathname).toBe(page.url.pathname);
    const back = await visitor.submit(external.url, { user: USER.chihiro });
    const tokens = await openid.authorizationCodeGrant(config, back.url, checks);
    expect(tokens.claims()?.sub).toBe(USER.chihiro);
  });

  test('has identity providers that a scope selects directly', async () => {
    const scope = 'openid urn:zitadel:iam:org:idp:id:322724198197777097';
    const visitor = new Visitor(shared());
    const { url, response } = await visitor.go(await requested({ scope }));
    expect(await response.text()).toContain('Mountain Guides Pass');
    expect((await visitor.submit(url, { user: USER.khue })).url.searchParams.get('code')).toBeTruthy();
  });
});

describe('with the setting autoLogin', () => {
  const auto = sharedMockServer({ autoLogin: true });

  test('a hint is enough to log in', async () => {
    const { url } = await authorization(await clientOf(auto(), CLIENT.summitCam), 'openid', {
      login_hint: 'theo.cretenoud',
    });
    expect((await new Visitor(auto()).go(url)).url.searchParams.get('code')).toBeTruthy();
  });

  test.each([
    ['of an unknown user', 'nobody', CLIENT.summitCam],
    ['of a user who is not allowed', 'marlene.zuercher', CLIENT.storefront],
  ])('a hint %s leads to the login page', async (_, hint, client) => {
    const { url } = await authorization(await clientOf(auto(), client), 'openid', { login_hint: hint });
    expect((await new Visitor(auto()).go(url)).response.status).toBe(200);
  });
});

test.each<[string, Partial<OidcApp>, string, boolean]>([
  [
    'has profile claims if no access token is issued with it',
    { responseTypes: ['OIDC_RESPONSE_TYPE_ID_TOKEN'] },
    'id_token',
    true,
  ],
  ['has none otherwise', { responseTypes: ['OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN'] }, 'id_token token', false],
  [
    'has them anyway if the application requests it',
    { responseTypes: ['OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN'], idTokenUserinfoAssertion: true },
    'id_token token',
    true,
  ],
])('an ID token %s', async (_, settings, response_type, isTold) => {
  const mockServer = await mockServerWith(({ apps }) => {
    apps.forEach((app, index) => {
      if (app.oidc?.clientId !== CLIENT.summitCam) return;
      apps[index] = { ...app, oidc: { ...app.oidc, grantTypes: ['OIDC_GRANT_TYPE_IMPLICIT'], ...settings } };
    });
  });
  const url = await requested({ response_type, scope: 'openid profile email' });
  const back = await new Visitor(mockServer).logIn(url, { user: USER.marlene });
  const [, payload = ''] = (new URLSearchParams(back.hash.slice(1)).get('id_token') ?? '').split('.');
  const { sub, name, email } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  expect([sub, name, email]).toEqual([
    USER.marlene,
    ...(isTold ? ['Marlene Zürcher', 'marlene.zuercher@murmeltal.example'] : [undefined, undefined]),
  ]);
});

describe('requested roles are', () => {
  const ROLES = 'urn:service:iam:org:project:roles';
  const scope = 'openid offline_access urn:service:iam:org:project:role:forecaster';
  const roles = { forecaster: { [ORGANIZATION.murmeltal]: 'murmeltal.example' } };
  const withFlags = (flags: object) =>
    mockServerWith(({ userGrants, apps }) => {
      userGrants.forEach((grant, index) => {
        if (grant.userId === USER.ximena)
          userGrants[index] = { ...grant, projectId: SUMMIT_CAM, roleKeys: ['observer', 'forecaster'] };
      });
      apps.forEach((app, index) => {
        const { idTokenRoleAssertion: _, ...oidc } = app.oidc ?? {};
        if (app.oidc?.clientId === CLIENT.summitCam)
          apps[index] = { ...app, oidc: { ...(oidc as NonNullable<typeof app.oidc>), ...flags } };
      });
    });

  test('in ID tokens, at the login and later, of an application with that setting', async () => {
    const mockServer = await withFlags({ idTokenRoleAssertion: true });
    const config = await clientOf(mockServer, CLIENT.summitCam);
    const tokens = await logIn(config, new Visitor(mockServer), USER.ximena, scope);
    expect(tokens.claims()?.[ROLES]).toEqual(roles);
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(refreshed.claims()?.[ROLES]).toEqual(roles);
    const unasked = await logIn(config, new Visitor(mockServer), USER.ximena, 'openid');
    expect(unasked.claims()).not.toHaveProperty(ROLES);
  });

  test.each<[object, unknown]>([
    [{ accessTokenRoleAssertion: true }, roles],
    [{ idTokenRoleAssertion: true }, undefined],
  ])('in JWT access tokens of an application with %j: %j', async (flags, reported) => {
    const mockServer = await withFlags({ accessTokenType: 'OIDC_TOKEN_TYPE_JWT', ...flags });
    const config = await clientOf(mockServer, CLIENT.summitCam);
    const { access_token } = await logIn(config, new Visitor(mockServer), USER.ximena, scope);
    const [, payload = ''] = access_token.split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())[ROLES]).toEqual(reported);
  });

  test('in no token by default, but in userinfo', async () => {
    const mockServer = await withFlags({});
    const config = await clientOf(mockServer, CLIENT.summitCam);
    const tokens = await logIn(config, new Visitor(mockServer), USER.ximena, scope);
    expect(tokens.claims()).not.toHaveProperty(ROLES);
    expect((await openid.fetchUserInfo(config, tokens.access_token, USER.ximena))[ROLES]).toEqual(roles);
  });
});

test('introspection returns the roles on the project of the caller, regardless of the requested scopes', async () => {
  const web = await clientOf(shared(), CLIENT.bookingWeb, openid.ClientSecretBasic(SECRET.bookingWeb));
  const shop = await clientOf(shared(), CLIENT.shopApi, openid.ClientSecretBasic(SECRET.shopApi));
  const scope = `openid urn:service:iam:org:project:id:${PROJECT.gearShop}:aud`;
  const { access_token } = await logIn(web, new Visitor(shared()), USER.ximena, scope);
  const roles = { [ORGANIZATION.murmeltal]: 'murmeltal.example' };
  const reported = await openid.tokenIntrospection(shop, access_token);
  expect(reported['urn:service:iam:org:project:roles']).toEqual({ pricing: roles, sales: roles });
  expect((await openid.tokenIntrospection(web, access_token))['urn:service:iam:org:project:roles']).toBeUndefined();
});

test('the implicit flow returns tokens in the fragment to an application that uses it', async () => {
  const mockServer = await mockServerWith(({ apps }) => {
    apps.forEach((app, index) => {
      if (app.oidc?.clientId !== CLIENT.summitCam) return;
      apps[index] = {
        ...app,
        oidc: {
          ...app.oidc,
          grantTypes: ['OIDC_GRANT_TYPE_IMPLICIT'],
          responseTypes: ['OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN'],
        },
      };
    });
  });
  const url = await requested({ response_type: 'id_token token' });
  const elsewhere = await requested({
    response_type: 'id_token token',
    redirect_uri: 'http://localhost:5174/callback',
  });
  expect((await new Visitor(mockServer).go(elsewhere)).response.status).toBe(400);
  const back = await new Visitor(mockServer).logIn(url, { user: USER.marlene });
  const reported = new URLSearchParams(back.hash.slice(1));
  expect(reported.get('access_token')).toBeTruthy();
  const [, payload = ''] = (reported.get('id_token') ?? '').split('.');
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ sub: USER.marlene });
});
