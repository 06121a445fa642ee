// Origins of pages that may use the tokens of an application.

import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../src/index.ts';
import { CLIENT } from '../server/oidc/clients.ts';
import { call } from '../support/call.ts';
import { mockServerWith, USER } from '../support/identity-records.ts';
import { send } from '../support/mock-server.ts';
import { rejection } from '../support/rejection.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const shared = sharedMockServer();
const notAllowed = { status: 403, body: rejection(7, 'Errors.OriginNotAllowed', 'AUTH-DZG21') };
const allowed = { status: 200 };

async function tokenOf(client: string | undefined, mockServer: MockServer): Promise<string> {
  const body = { user: USER.marlene, ...(client !== undefined && { client }) };
  return (await send(mockServer, 'POST', '/_understudy/tokens', { token: undefined, body })).body.token;
}

/** A search from a page, by default with a token of Summit Cam; the mock server is `localhost`. */
async function searchFrom(
  origin: string | undefined,
  {
    client = CLIENT.summitCam,
    mockServer = shared(),
    ...headers
  }: { client?: string; mockServer?: MockServer; 'x-service-orgid'?: string } = {},
) {
  const token = await tokenOf(client, mockServer);
  const sent = { ...headers, ...(origin !== undefined && { origin }) };
  return send(mockServer, 'POST', '/management/v1/projects/_search', { token, body: {}, headers: sent });
}

describe('a page may call with a token of an application', () => {
  test.each<[string, string | undefined, object]>([
    ['that has a redirect URI there', 'http://localhost:5173', allowed],
    ['that has another redirect URI there', 'http://localhost:3000', allowed],
    ['that has a redirect URI there, from the sandbox blue', 'http://blue.localhost:5173', allowed],
    ['if it is a page of the mock server itself', 'http://localhost', allowed],
    ['if it is a program, not a page', undefined, allowed],
    ['but not at another port', 'http://localhost:5174', notAllowed],
    ['but not at another port, from a sandbox', 'http://blue.localhost:5174', notAllowed],
    ['but not with another scheme', 'https://localhost:5173', notAllowed],
    ['but not under another name of this machine', 'http://127.0.0.1:5173', notAllowed],
    ['but not from another site', 'https://shop.example', notAllowed],
    ['but not from a name with the same suffix', 'http://blue.green.localhost:5173', notAllowed],
    ['but not from a name with the same prefix', 'http://localhost:5173.shop.example', notAllowed],
    ['but not with an opaque origin', 'null', notAllowed],
    ['but not with an invalid origin', 'x', notAllowed],
  ])('%s: %s', async (_, origin, expected) => {
    expect(await searchFrom(origin)).toMatchObject(expected);
  });

  test('with the same rules outside dev mode', async () => {
    const mockServer = await mockServerWith(({ apps }) => {
      apps.forEach((app, index) => {
        if (app.oidc) apps[index] = { ...app, oidc: { ...app.oidc, devMode: false } };
      });
    });
    expect(await searchFrom('http://localhost:5173', { mockServer })).toMatchObject(allowed);
    expect(await searchFrom('http://localhost:5174', { mockServer })).toMatchObject(notAllowed);
  });

  test('that lists its origin in additionalOrigins', async () => {
    const mockServer = await mockServerWith(({ apps }) => {
      apps.forEach((app, index) => {
        const additionalOrigins = ['https://shop.example', 'http://localhost.shop.example'];
        if (app.oidc) apps[index] = { ...app, oidc: { ...app.oidc, additionalOrigins } };
      });
    });
    expect(await searchFrom('https://shop.example', { mockServer })).toMatchObject(allowed);
    expect(await searchFrom('http://localhost:5173', { mockServer })).toMatchObject(allowed);
    expect(await searchFrom('https://shop.example:8443', { mockServer })).toMatchObject(notAllowed);
    expect(await searchFrom('http://blue.localhost.shop.example', { mockServer })).toMatchObject(notAllowed);
  });

  test('that has a redirect URI with a custom scheme', async () => {
    // Booking App: murmeltal-huts://login/callback
    const client = '257069253323197284';
    expect(await searchFrom('murmeltal-huts://login', { client })).toMatchObject(allowed);
    expect(await searchFrom('murmeltal-huts://logout', { client })).toMatchObject(notAllowed);
  });
});

test('the origin is checked before the organization, and after the token', async () => {
  const headers = { 'x-service-orgid': 'nobody' };
  expect(await searchFrom('https://shop.example', headers)).toMatchObject(notAllowed);
  const rejected = await send(shared(), 'POST', '/management/v1/projects/_search', {
    token: 'nobody',
    body: {},
    headers: { origin: 'https://shop.example' },
  });
  expect(rejected.status).toBe(401);
});

test('a page can read the error response', async () => {
  const { headers } = await searchFrom('https://shop.example');
  expect(headers.get('access-control-allow-origin')).toBe('https://shop.example');
});

test('personal access tokens, and tokens without an application, are accepted from every page', async () => {
  const headers = { origin: 'https://shop.example' };
  const search = (token: string) =>
    send(shared(), 'POST', '/management/v1/projects/_search', { token, body: {}, headers });
  expect((await search('token-owner')).status).toBe(200);
  expect((await search(await tokenOf(undefined, shared()))).status).toBe(200);
});

test('a token of client credentials is accepted from every page', async () => {
  const origin = 'https://shop.example';
  const response = await shared().fetch(
    new Request('http://localhost/oauth/v2/token', {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('season-onboarding:secret-season-onboarding')}` },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        scope: 'openid urn:service:iam:org:project:id:service:aud',
      }),
    }),
  );
  const { access_token } = (await response.json()) as { access_token: string };
  const searched = await send(shared(), 'POST', '/management/v1/projects/_search', {
    token: access_token,
    body: {},
    headers: { origin },
  });
  expect(searched.status).toBe(200);
});

test('the origin is checked over gRPC-Web too', async () => {
  const path = '/identity.management.v1.ManagementService/ListProjects';
  const authorization = `Bearer ${await tokenOf(CLIENT.summitCam, shared())}`;
  const from = async (origin: string) =>
    (await call(shared(), 'grpc-web', path, new Uint8Array(), { authorization, origin })).status;
  expect(await from('http://localhost:5173')).toBe(0);
  expect(await from('https://shop.example')).toBe(7);
});
