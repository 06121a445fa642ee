// Requests to the issuer in the request log of a sandbox.

import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { identityMockServer, NOW, send } from '../../support/mock-server.ts';
import { authorization, CLIENT, clientOf, SECRET } from './clients.ts';
import { ISSUER, Visitor } from './visitor.ts';

const PASSWORD = 'my very own';

interface Recorded {
  readonly number: number;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly requestBody?: string;
  readonly responseBody?: string;
  readonly reason?: string;
  readonly warnings: readonly string[];
}

async function exchangesOf(mockServer: MockServer, sandbox = 'main'): Promise<readonly Recorded[]> {
  const headers = { 'x-understudy-sandbox': sandbox };
  return (await send(mockServer, 'GET', '/_understudy/requests', { headers })).body.exchanges;
}

async function logIn(mockServer: MockServer): Promise<openid.TokenEndpointResponse> {
  const config = await clientOf(mockServer, CLIENT.summitCam);
  const { url, checks } = await authorization(config, 'openid');
  const back = await new Visitor(mockServer).logIn(url, { loginName: 'marlene.zuercher', password: PASSWORD });
  return openid.authorizationCodeGrant(config, back, checks);
}

describe('the exchanges of a login', () => {
  test('are recorded in order, with bodies of programs, and nothing that a user typed', async () => {
    const mockServer = await identityMockServer();
    const { id_token: idToken = '' } = await logIn(mockServer);
    const exchanges = await exchangesOf(mockServer);
    expect(
      exchanges.map(
        ({ method, target, status }) => `${method} ${target.replace(/[?].*|(?<=login|authorize)[/].*/, '')} ${status}`,
      ),
    ).toEqual([
      'GET /.well-known/openid-configuration 200',
      'GET /oauth/v2/authorize 303',
      'GET /ui/login 200',
      'POST /ui/login 303',
      'GET /oauth/v2/authorize 303',
      'POST /oauth/v2/token 200',
    ]);
    const [discovery, requested, , typed, , token] = exchanges;
    expect(discovery).toEqual({
      number: 1,
      requestHeaders: expect.any(Object),
      responseHeaders: expect.any(Object),
      at: NOW.toISOString(),
      method: 'GET',
      target: '/.well-known/openid-configuration',
      status: 200,
      responseBody: expect.stringContaining(`"issuer":"${ISSUER}"`),
      findings: [],
      warnings: [],
    });
    expect(requested?.target).toContain(`client_id=${CLIENT.summitCam}`);
    expect(typed).not.toHaveProperty('requestBody');
    expect(token?.requestBody).toContain('grant_type=authorization_code');
    expect(token?.requestBody).toContain('&code=[redacted]&');
    expect(JSON.parse(token?.responseBody ?? '')).toMatchObject({ id_token: '[redacted]', token_type: 'Bearer' });
    expect(JSON.stringify(exchanges)).not.toContain(idToken);
    expect(JSON.stringify(exchanges)).not.toMatch(/my.very.own/);
  });

  test('that were rejected have the reason', async () => {
    const mockServer = await identityMockServer();
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: 'guessed',
      client_id: CLIENT.summitCam,
    });
    await mockServer.fetch(new Request(`${ISSUER}/oauth/v2/token`, { method: 'POST', body }));
    await mockServer.fetch(
      new Request(`${ISSUER}/oauth/v2/token`, { method: 'POST', body: '%', headers: { 'content-type': 'text/plain' } }),
    );
    await mockServer.fetch(new Request(`${ISSUER}/oauth/v2/token?${'a&'.repeat(1000)}`, { method: 'POST' }));
    const [guessed, unread, excessive] = await exchangesOf(mockServer);
    expect(guessed).toMatchObject({
      status: 400,
      requestBody: `${body}`.replace('guessed', '[redacted]'),
    });
    expect(JSON.parse(guessed?.responseBody ?? '')).toMatchObject({ error: 'invalid_grant' });
    expect(unread).toMatchObject({ status: 400, requestBody: '%' });
    expect(excessive).toMatchObject({ status: 400, reason: 'There are more than 100 parameters' });
  });

  test('that were rejected on a page, or by a redirect to the application, have the reason too', async () => {
    const mockServer = await identityMockServer();
    const config = await clientOf(mockServer, CLIENT.summitCam);
    const { url: silent } = await authorization(config, 'openid', { prompt: 'none' });
    const { url: elsewhere } = await authorization(config, 'openid', { redirect_uri: 'http://localhost:1/' });
    const logout = `${ISSUER}/oidc/v1/end_session?client_id=${CLIENT.summitCam}&post_logout_redirect_uri=http://a.test/`;
    const visitor = new Visitor(mockServer);
    for (const url of [silent, elsewhere, logout]) {
      const { headers } = await visitor.visit(url);
      expect([...headers.keys()].filter((name) => name.startsWith('x-understudy'))).toEqual([]);
    }
    const [, ...rejected] = await exchangesOf(mockServer);
    expect(rejected).toMatchObject([
      { status: 303, reason: 'End-User authentication is required' },
      { status: 400, reason: expect.stringContaining('Summit Cam has no redirect URI http://localhost:1/') },
      { status: 400, reason: expect.stringContaining('Summit Cam has no post-logout redirect URI http://a.test/') },
    ]);
  });

  test('have warnings about unknown scopes in their request', async () => {
    const mockServer = await identityMockServer();
    const config = await clientOf(mockServer, CLIENT.summitCam);
    const { url, checks } = await authorization(config, 'openid roles urn:service:iam:org:projects:role');
    const back = await new Visitor(mockServer).logIn(url, { loginName: 'marlene.zuercher' });
    await openid.authorizationCodeGrant(config, back, checks);
    const program = await clientOf(mockServer, 'season-onboarding', openid.ClientSecretBasic(SECRET.season));
    await openid.clientCredentialsGrant(program, { scope: 'openid admin' });
    const warned = (await exchangesOf(mockServer)).filter(({ warnings }) => warnings.length > 0);
    expect(warned.map(({ target, warnings }) => [target.replace(/[?].*/, ''), ...warnings])).toEqual([
      [
        '/oauth/v2/authorize',
        'unknown scope roles was ignored',
        'unknown scope urn:service:iam:org:projects:role was ignored',
      ],
      ['/oauth/v2/token', 'unknown scope admin was ignored'],
    ]);
  });

  test('have limited warnings and reasons for long input', async () => {
    const mockServer = await identityMockServer();
    const long = 'x'.repeat(1000);
    const scopes = Array.from({ length: 40 }, (_, index) => `${index}-${long.slice(0, 200)}`);
    const device = { client_id: CLIENT.workshopTablet, scope: `openid ${scopes.join(' ')}` };
    const body = new URLSearchParams(device);
    await mockServer.fetch(new Request(`${ISSUER}/oauth/v2/device_authorization`, { method: 'POST', body }));
    const logout = new URLSearchParams({
      client_id: CLIENT.summitCam,
      post_logout_redirect_uri: `http://a.test/${long.repeat(10)}`,
    });
    await mockServer.fetch(new Request(`${ISSUER}/oidc/v1/end_session?${logout}`));
    const [requested, rejected] = await exchangesOf(mockServer);
    expect(requested?.warnings).toHaveLength(20);
    expect(rejected?.reason).toMatch(/^Summit Cam has no post-logout redirect URI http:\/\/a\.test\/x+…$/);
    expect(JSON.stringify([requested?.warnings, rejected?.reason]).length).toBeLessThan(25_000);
  });

  test('belong to their sandbox, and are cleared with its reset; preflight requests are not recorded', async () => {
    const mockServer = await identityMockServer();
    const keys = `${ISSUER}/oauth/v2/keys`;
    await mockServer.fetch(new Request(keys, { headers: { 'x-understudy-sandbox': 'blue' } }));
    const origin = { origin: 'http://localhost:5173', 'access-control-request-method': 'GET' };
    await mockServer.fetch(
      new Request(keys, { method: 'OPTIONS', headers: { ...origin, 'x-understudy-sandbox': 'blue' } }),
    );
    expect(await exchangesOf(mockServer)).toEqual([]);
    expect(await exchangesOf(mockServer, 'blue')).toMatchObject([{ target: '/oauth/v2/keys', status: 200 }]);
    await send(mockServer, 'POST', '/_understudy/reset', { headers: { 'x-understudy-sandbox': 'blue' } });
    expect(await exchangesOf(mockServer, 'blue')).toEqual([]);
  });
});
