// Logins by the clock of the sandbox, which may differ from the system time.

import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { identity } from '../../../src/identity/api.ts';
import { createMockServer, type MockServer } from '../../../src/index.ts';
import { USER } from '../../support/identity-records.ts';
import { send } from '../../support/mock-server.ts';
import { API_SCOPE, authorization, CLIENT, clientOf, logIn, SECRET } from './clients.ts';
import { ISSUER, Visitor } from './visitor.ts';

const DAYS = 86_400;
/** The system time may advance by some seconds between two reads. */
const SECONDS = 60;

async function sandbox() {
  const mockServer = await createMockServer({ apis: [identity] });
  onTestFinished(() => mockServer.close());
  const advance = (by: string) =>
    send(mockServer, 'POST', '/_understudy/clock', { token: undefined, body: { advance: by } });
  const config = await clientOf(mockServer, CLIENT.bookingWeb, openid.ClientSecretBasic(SECRET.bookingWeb));
  return { mockServer, advance, config };
}

/** The number of days by which a time of a token is ahead of the system time. */
const daysAhead = (moment: unknown) => Math.round(((Number(moment) - Date.now() / 1000) / DAYS) * 100) / 100;

describe('a token that is issued while the clock of the sandbox is ahead', () => {
  test('has the time of the sandbox, in both kinds of JWT and in introspection', async () => {
    const { mockServer, advance, config } = await sandbox();
    await advance('30d');
    const tokens = await logIn(config, new Visitor(mockServer), USER.marlene);
    const [id, access] = [decodeJwt(tokens.id_token ?? ''), decodeJwt(tokens.access_token)];
    for (const moment of [id.iat, id.auth_time, access.iat, access.nbf]) expect(daysAhead(moment)).toBe(30);
    expect([Number(id.exp) - Number(id.iat), Number(access.exp) - Number(access.iat)]).toEqual([43_200, 43_200]);
    const reported = await openid.tokenIntrospection(config, tokens.access_token);
    expect(reported).toMatchObject({ active: true, iat: access.iat, exp: access.exp, nbf: access.nbf });
  });

  test('expires by it, regardless of the system time', async () => {
    const { mockServer, advance, config } = await sandbox();
    const { access_token: token } = await logIn(config, new Visitor(mockServer), USER.marlene, `openid ${API_SCOPE}`);
    const search = async () =>
      (await send(mockServer, 'POST', '/management/v1/projects/_search', { token, body: {} })).status;
    expect(await search()).toBe(200);
    await advance('13h');
    expect(await search()).toBe(401);
    expect((await openid.tokenIntrospection(config, token)).active).toBe(false);
  });
});

describe('a device code', () => {
  const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

  test('expires by the clock of the sandbox', async () => {
    const { mockServer, advance } = await sandbox();
    const post = async (path: string, fields: Record<string, string>) => {
      const body = new URLSearchParams({ client_id: CLIENT.workshopTablet, ...fields });
      return (await mockServer.fetch(new Request(ISSUER + path, { method: 'POST', body }))).json() as Promise<
        Readonly<Record<string, string>>
      >;
    };
    const { device_code = '' } = await post('/oauth/v2/device_authorization', { scope: 'openid' });
    const poll = async () => (await post('/oauth/v2/token', { grant_type: GRANT, device_code })).error;
    expect(await poll()).toBe('authorization_pending');
    await advance('6m');
    expect(await poll()).toBe('expired_token');
  });

  test('has its endpoint and grant type in the metadata', async () => {
    const { mockServer } = await sandbox();
    const response = await mockServer.fetch(new Request(`${ISSUER}/.well-known/openid-configuration`));
    expect(await response.json()).toMatchObject({
      device_authorization_endpoint: expect.stringMatching(/\/oauth\/v2\/device_authorization$/),
      grant_types_supported: expect.arrayContaining([GRANT]),
    });
  });
});

describe('a session', () => {
  test('stores the time of the login: a client that requires a newer login gets one', async () => {
    const { mockServer, advance, config } = await sandbox();
    const visitor = new Visitor(mockServer);
    const first = await logIn(config, visitor, USER.marlene);
    const again = async (more: Record<string, string>) => {
      const { url, checks } = await authorization(config, `openid ${API_SCOPE}`, { prompt: 'none', ...more });
      const { url: back } = await visitor.go(url);
      return back.searchParams.get('error') ?? (await openid.authorizationCodeGrant(config, back, checks)).claims();
    };
    await advance('1h');
    const then = await again({});
    const loggedIn = Number(first.claims()?.auth_time);
    expect(Math.abs(Number((then as openid.IDToken).auth_time) - loggedIn)).toBeLessThan(SECONDS);
    expect(Number((then as openid.IDToken).iat) - loggedIn).toBeGreaterThanOrEqual(3600);
    expect(await again({ max_age: '1800' })).toBe('login_required');
    expect(await again({ max_age: '7200' })).toMatchObject({ sub: USER.marlene });
  });
});

/** Responses of the issuer have the time of the sandbox, like every response. */
test('the issuer sends the time of the sandbox in the header Date', async () => {
  const { mockServer } = await sandbox();
  const dateOf = async (requested: MockServer) =>
    (await send(requested, 'GET', '/.well-known/openid-configuration')).headers.get('date');
  expect(await dateOf(mockServer)).toBe(null);
  await send(mockServer, 'POST', '/_understudy/clock', {
    token: undefined,
    body: { set: '2027-01-01T00:00:00Z', frozen: true },
  });
  expect(await dateOf(mockServer)).toBe('Fri, 01 Jan 2027 00:00:00 GMT');
});
