// The notes example: an API with its own login, used by a published client.

import * as openid from 'openid-client';
import { expect, test } from 'vitest';
import { authorization, clientOf } from '../server/oidc/clients.ts';
import { Visitor } from '../server/oidc/visitor.ts';
import { serveExample } from '../support/example.ts';
import { temporaryFolder } from '../support/temporary.ts';

const REDIRECT = { redirect_uri: 'http://localhost:5173/callback' };

/** The notes as returned for this token. */
async function notes(url: string, token: string, text?: string): Promise<readonly [number, unknown]> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = text === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify({ text }) };
  const response = await fetch(`${url}/notes`, init);
  return [response.status, await response.json()];
}

test('people log in, and read and write their own notes', async () => {
  const { url } = await serveExample('notes', await temporaryFolder());
  const config = await clientOf({ url }, 'notes-web');

  const ada = await authorization(config, 'openid profile offline_access', REDIRECT);
  const visitor = new Visitor(fetch);
  const page = await (await visitor.go(ada.url)).response.text();
  expect(page).toContain('Log in to Notes');
  // Projects and organizations are not configured.
  expect(page).not.toContain('An application');
  expect(page.split('<main')[1]).not.toContain('<h3>');
  const atAdas = await visitor.logIn(ada.url, { user: '1' });
  const tokens = await openid.authorizationCodeGrant(config, atAdas, ada.checks);
  expect(tokens.claims()).toMatchObject({ sub: '1', aud: ['notes-web'] });
  expect(await openid.fetchUserInfo(config, tokens.access_token, '1')).toEqual({
    sub: '1',
    name: 'Ada',
    preferred_username: 'ada@notes.test',
  });
  expect(await notes(url, tokens.access_token)).toEqual([200, [{ id: '1', author: '1', text: 'Ask Ben for the key' }]]);

  const ben = await authorization(config, 'openid', REDIRECT);
  const atBens = await new Visitor(fetch).logIn(ben.url, { loginName: 'ben', password: 'whatever' });
  const { access_token: bens } = await openid.authorizationCodeGrant(config, atBens, ben.checks);
  const [status, added] = await notes(url, bens, 'Give Ada the key');
  expect([status, added]).toMatchObject([201, { author: '2', text: 'Give Ada the key' }]);
  expect(await notes(url, bens)).toEqual([200, [added]]);

  const { access_token: fresh } = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(await notes(url, fresh)).toMatchObject([200, [{ author: '1' }]]);
  expect(await notes(url, 'guessed')).toMatchObject([401, { code: 16, message: 'Log in first' }]);
});

test('people log in at its reference', async () => {
  const { url } = await serveExample('notes', await temporaryFolder());
  expect(await (await fetch(`${url}/reference`)).text()).toContain('data-client="notes-web" data-scopes="openid"');
  const config = await clientOf({ url }, 'notes-web');
  const here = { redirect_uri: `${url}/reference/oauth2-redirect.html` };
  const requested = await authorization(config, 'openid', here);
  // The page is served by the mock server itself.
  const back = await new Visitor(fetch).logIn(requested.url, { user: '1' });
  expect(`${back.origin}${back.pathname}`).toBe(here.redirect_uri);
  const { access_token: token } = await openid.authorizationCodeGrant(config, back, requested.checks);
  expect((await notes(url, token))[0]).toBe(200);
});

test('tokens are issued for tests, and valid until they are revoked', async () => {
  const { url } = await serveExample('notes', await temporaryFolder());
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ user: 'ben', client: 'notes-web' });
  const minted = await fetch(`${url}/_understudy/tokens`, { method: 'POST', headers, body });
  const { token } = (await minted.json()) as { readonly token: string };
  expect(await notes(url, token)).toEqual([200, []]);
  await openid.tokenRevocation(await clientOf({ url }, 'notes-web'), token);
  expect((await notes(url, token))[0]).toBe(401);
});
