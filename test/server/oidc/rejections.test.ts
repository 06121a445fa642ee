// Errors of the issuer for developers: the reason, and a hint if one is known.

import { generateKeyPairSync } from 'node:crypto';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { mockServerWith, USER } from '../../support/identity-records.ts';
import { send as call } from '../../support/mock-server.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { API_SCOPE, authorization, CLIENT, clientOf, REDIRECT, SECRET } from './clients.ts';
import { ISSUER, Visitor } from './visitor.ts';

const shared = sharedMockServer();
const CALLBACK = REDIRECT[CLIENT.summitCam] ?? '';

const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  shared().fetch(new Request(ISSUER + path, { method: 'POST', body: new URLSearchParams(fields), headers }));

const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });

/** The known clients, those for local development first, and not all of them. */
const KNOWN = [
  'use one of 264062497181469540 (Summit Cam)',
  '254050008888857289 (Booking Web)',
  '257928641298631524 (Storefront)',
  '257069253323197284 (Booking App)',
  '259989519246363492 (Back Office)',
  '269104010408055497 (Track & Trace)',
  '276216540624409289 (Gate Terminal)',
  '285500792381705060 (Storefront)',
  '288521753779589833 (Roster)',
  '307674599171117769 (Repair Desk)',
  'and others',
].join(', ');

async function reported(response: Response): Promise<string> {
  return ((await response.json()) as { error_description: string }).error_description;
}

describe('an error for a program', () => {
  const code = { grant_type: 'authorization_code', code: 'x', redirect_uri: CALLBACK };

  test.each<[string, Record<string, string>, Record<string, string>, string]>([
    [
      'an unknown client',
      { ...code, client_id: 'nobody' },
      {},
      `client authentication failed: no active client has the id nobody; ${KNOWN}`,
    ],
    [
      'a wrong secret',
      code,
      basic(CLIENT.backOffice, 'wrong'),
      'client authentication failed: invalid secret provided',
    ],
    [
      'no secret',
      { ...code, client_id: CLIENT.bookingWeb },
      {},
      'client authentication failed: Booking Web uses the authentication method client_secret_basic',
    ],
    [
      'an unnecessary secret',
      code,
      basic(CLIENT.summitCam, 'secret'),
      'client authentication failed: Summit Cam uses the authentication method none',
    ],
    [
      'an unknown code',
      { ...code, client_id: CLIENT.summitCam },
      {},
      'grant request is invalid: authorization code not found, or expired',
    ],
    [
      'an unknown refresh token',
      { grant_type: 'refresh_token', refresh_token: 'x' },
      basic(CLIENT.backOffice, SECRET.backOffice),
      'grant request is invalid: refresh token not found, or expired',
    ],
  ])('has the reason: %s', async (_, fields, headers, reason) => {
    expect(await reported(await send('/oauth/v2/token', fields, headers))).toBe(reason);
  });

  test('reports the reason for a known code', async () => {
    const config = await clientOf(shared(), CLIENT.summitCam);
    const { url, checks } = await authorization(config, 'openid');
    const back = await new Visitor(shared()).logIn(url, { user: USER.marlene });
    const use = (verifier: string) =>
      send('/oauth/v2/token', {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: CALLBACK,
        client_id: CLIENT.summitCam,
        code_verifier: verifier,
      });
    expect(await reported(await use(openid.randomPKCECodeVerifier()))).toBe(
      'grant request is invalid: code_verifier does not match code_challenge',
    );
    await use(checks.pkceCodeVerifier);
    expect(await reported(await use(checks.pkceCodeVerifier))).toBe(
      'grant request is invalid: authorization code already consumed',
    );
  });

  test('reports the reason for an assertion', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const mockServer = await mockServerWith(({ users }) => {
      users.forEach((user, index) => {
        const keys = [{ id: 'key-1', publicKey: pem }];
        if (user.machine) users[index] = { ...user, machine: { ...user.machine, keys } };
      });
    });
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: [part({ alg: 'RS256', kid: 'key-2' }), part({ iss: '264873875710431945' }), 'AAAA'].join('.'),
    });
    const response = await mockServer.fetch(new Request(`${ISSUER}/oauth/v2/token`, { method: 'POST', body }));
    expect(await reported(response)).toBe(
      'grant request is invalid: the assertion is signed with the key (kid) key-2, which 264873875710431945 does not have',
    );
  });

  test('of userinfo reports an unknown token', async () => {
    const headers = { authorization: 'Bearer nobodys' };
    expect(await reported(await shared().fetch(new Request(`${ISSUER}/oidc/v1/userinfo`, { headers })))).toBe(
      'invalid token provided: access token not found, or expired',
    );
  });
});

test('of userinfo reports that a token without a client is not for it', async () => {
  const { body } = await call(shared(), 'POST', '/_understudy/tokens', {
    token: undefined,
    body: { user: USER.marlene },
  });
  const headers = { authorization: `Bearer ${body.token}` };
  expect(await reported(await shared().fetch(new Request(`${ISSUER}/oidc/v1/userinfo`, { headers })))).toBe(
    'invalid token provided: the token has no client; issue it with understudy token USER --client ID',
  );
});

describe('an error page', () => {
  const pageOf = async (path: string, fields: Record<string, string>) => {
    const url = `${ISSUER}${path}?${new URLSearchParams(fields)}`;
    const { response } = await new Visitor(shared()).go(url, { headers: { accept: 'text/html' } });
    return response.text();
  };
  const request = { response_type: 'code', client_id: CLIENT.summitCam, scope: `openid ${API_SCOPE}` };

  test('lists the redirect URIs of an application', async () => {
    expect(
      await pageOf('/oauth/v2/authorize', { ...request, redirect_uri: 'http://localhost:5174/callback' }),
    ).toContain('Summit Cam has no redirect URI http://localhost:5174/callback; it has http://localhost:3000/, ');
  });

  test('reports that a redirect URI exists, but only for dev mode', async () => {
    const mockServer = await mockServerWith(({ apps }) => {
      apps.forEach((app, index) => {
        if (app.oidc) apps[index] = { ...app, oidc: { ...app.oidc, devMode: false } };
      });
    });
    const url = `${ISSUER}/oauth/v2/authorize?${new URLSearchParams({ ...request, redirect_uri: CALLBACK })}`;
    const { response } = await new Visitor(mockServer).go(url, { headers: { accept: 'text/html' } });
    expect(await response.text()).toContain(
      `Summit Cam is not in dev mode (devMode), so its redirect URI ${CALLBACK} must be https`,
    );
  });

  test('lists the post-logout redirect URIs', async () => {
    const fields = { client_id: CLIENT.summitCam, post_logout_redirect_uri: 'http://localhost:9999/' };
    expect(await pageOf('/oidc/v1/end_session', fields)).toContain(
      'Summit Cam has no post-logout redirect URI http://localhost:9999/; it has http://localhost:3000/, ',
    );
  });

  test('reports an unknown client, the requested id, and the existing ones', async () => {
    expect(await pageOf('/oauth/v2/authorize', { ...request, client_id: 'nobody', redirect_uri: CALLBACK })).toContain(
      `no active client has the id nobody; ${KNOWN.replace('&', '&amp;')}`,
    );
  });

  test('truncates a long client id, and escapes it', async () => {
    const page = await pageOf('/oauth/v2/authorize', { ...request, client_id: `<b>${'x'.repeat(1000)}` });
    expect(page).toContain(`no active client has the id &lt;b&gt;${'x'.repeat(97)}; use one of`);
  });
});
