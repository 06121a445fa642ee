// Pages of other sites in a browser on this machine: they have almost no access to the mock server.

import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { identityMockServer, send } from '../../support/mock-server.ts';

const EVIL = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
/** The headers of a browser for `<img>`: only that the page is cross-site. */
const IMAGE = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
const NEAR = { origin: 'http://localhost:5173', 'sec-fetch-site': 'cross-site' };
const SEARCH = '/management/v1/projects/_search';

interface Sandboxed {
  readonly sandboxes: readonly { readonly sandbox: string }[];
}

async function sandboxesOf(mockServer: MockServer): Promise<readonly string[]> {
  const { sandboxes }: Sandboxed = (await send(mockServer, 'GET', '/_understudy/sandboxes')).body;
  return sandboxes.map(({ sandbox }) => sandbox);
}

function get(mockServer: MockServer, url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  return mockServer.fetch(new Request(url, { headers }));
}

describe('a page of another site', () => {
  test.each([
    ['/management/v1/healthz', 403],
    ['/management/v1/nothing', 403],
    ['/.well-known/openid-configuration', 403],
    ['/oauth/v2/authorize?client_id=1', 403],
    ['/nowhere', 403],
  ])('cannot create a sandbox by an image of %s', async (path, status) => {
    const mockServer = await identityMockServer();
    for (let count = 0; count < 5; count += 1) {
      expect((await get(mockServer, `http://sandbox-${count}.localhost${path}`, IMAGE)).status).toBe(status);
    }
    expect(await sandboxesOf(mockServer)).toEqual(['main']);
  });

  test('cannot create one with a token either, and the error explains how to allow it', async () => {
    const mockServer = await identityMockServer();
    const requested = { body: {}, headers: { ...EVIL, 'x-understudy-sandbox': 'blue' } };
    const rejected = await send(mockServer, 'POST', SEARCH, requested);
    expect(rejected.status).toBe(403);
    expect(rejected.body.message).toMatch(/^pages of https:\/\/evil\.example cannot create sandboxes.*--trusted-hosts/);
    expect(rejected.headers.get('access-control-allow-origin')).toBe(EVIL.origin);
    await send(mockServer, 'POST', '/_understudy/sandboxes', { body: { name: 'blue' } });
    expect((await send(mockServer, 'POST', SEARCH, requested)).status).toBe(200);
  });

  test('can call the API in main', async () => {
    const mockServer = await identityMockServer();
    expect((await send(mockServer, 'POST', SEARCH, { body: {}, headers: EVIL })).status).toBe(200);
  });

  test.each([
    ['GET', '/_understudy/state'],
    ['GET', '/_understudy/requests'],
    ['POST', '/_understudy/reset'],
    ['GET', '/_understudy/home.css'],
    ['GET', '/_understudy/icon.svg'],
    ['GET', '/_understudy/nothing'],
    ['GET', '/_understudy'],
    ['OPTIONS', '/_understudy/reset'],
  ])('gets 403 for %s %s, with all kinds of requests, and no CORS headers', async (method, path) => {
    const mockServer = await identityMockServer();
    for (const headers of [EVIL, IMAGE, { ...IMAGE, referer: 'https://evil.example/' }]) {
      const { status, headers: fields } = await send(mockServer, method, path, { token: undefined, headers });
      expect(status).toBe(403);
      expect([...fields.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  test.each([
    ['an operation', SEARCH],
    ['the issuer', '/oauth/v2/token'],
    ['the issuer, for a form', '/oauth/v2/introspect'],
  ])('cannot send a body without a content-type: %s', async (_, path) => {
    const mockServer = await identityMockServer();
    const send = (headers: Readonly<Record<string, string>>) =>
      mockServer.fetch(
        new Request(`http://localhost${path}`, {
          method: 'POST',
          headers: { authorization: 'Bearer token-owner', ...headers },
          body: new TextEncoder().encode('{}'),
        }),
      );
    expect((await send(EVIL)).status).toBe(415);
    expect((await send(NEAR)).status).not.toBe(415);
    expect((await send({})).status).not.toBe(415);
  });
});

test.each([
  ['a page of this machine', NEAR],
  ['an image of a page of this machine', { ...IMAGE, referer: 'http://localhost:5173/' }],
  ['a program', {}],
])('%s can create a sandbox by its first request', async (_, headers) => {
  const mockServer = await identityMockServer();
  await get(mockServer, 'http://blue.localhost/management/v1/healthz', headers);
  await get(mockServer, 'http://green.localhost/.well-known/openid-configuration', headers);
  expect(await sandboxesOf(mockServer)).toEqual(['main', 'blue', 'green']);
});

describe('a rejected request does not create a sandbox', () => {
  const inBlue = { 'x-understudy-sandbox': 'blue' };
  const form = { ...inBlue, 'content-type': 'application/x-www-form-urlencoded' };
  test.each<[number, string, string, string, object]>([
    [401, 'without a token', 'POST', SEARCH, { token: undefined, body: {} }],
    [400, 'with an invalid body', 'POST', SEARCH, { body: { query: { limit: -1 } } }],
    [404, 'by its handler', 'PUT', '/management/v1/projects/1/apps/1', { body: { name: 'Blue' } }],
    [404, 'for an unknown path', 'GET', '/nowhere', {}],
    [405, 'by its method', 'DELETE', SEARCH, {}],
    [400, 'by the issuer, for an unknown client', 'GET', '/oauth/v2/authorize?client_id=nobody', {}],
    [400, 'by the issuer at its token endpoint', 'POST', '/oauth/v2/token', { headers: form, body: 'grant_type=none' }],
    [401, 'by userinfo', 'GET', '/oidc/v1/userinfo', { token: undefined }],
    [403, 'by the control API', 'POST', '/_understudy/reset', { headers: { ...inBlue, host: 'evil.example' } }],
    [404, 'by the control API, for an unknown snapshot', 'POST', '/_understudy/snapshots/none/restore', {}],
  ])('%i %s', async (status, _, method, path, requested) => {
    const mockServer = await identityMockServer();
    const rejected = await send(mockServer, method, path, { headers: inBlue, ...requested });
    expect(rejected.status).toBe(status);
    expect(await sandboxesOf(mockServer)).toEqual(['main']);
  });

  test('the rejected request is recorded in main, with a warning', async () => {
    const mockServer = await identityMockServer();
    await send(mockServer, 'POST', SEARCH, { token: undefined, headers: inBlue, body: {} });
    await send(mockServer, 'GET', '/oauth/v2/authorize?client_id=nobody', { headers: inBlue });
    const { exchanges } = (await send(mockServer, 'GET', '/_understudy/requests')).body;
    const warnings = ['sandbox "blue" does not exist, and a rejected request does not create it'];
    expect(exchanges).toMatchObject([
      { status: 401, warnings },
      { status: 400, warnings },
    ]);
  });

  test('an accepted request creates a sandbox, and its changes are stored', async () => {
    const mockServer = await identityMockServer();
    const path = '/management/v1/projects/257810824104530633/apps/257928641298565988';
    const rename = { headers: inBlue, body: { name: 'Blue Window' } };
    expect((await send(mockServer, 'PUT', path, rename)).status).toBe(200);
    expect((await send(mockServer, 'PUT', path, rename)).body.message).toMatch(/^No changes/);
    const { exchanges } = (await send(mockServer, 'GET', '/_understudy/requests', { headers: inBlue })).body;
    expect(exchanges.map(({ status }: { status: number }) => status)).toEqual([200, 400]);
  });
});
