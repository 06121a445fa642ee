// Settings for OpenID Connect clients in login.md and identity-api.md log users in.

import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InMemoryWebStorage, OidcClient, type OidcClientSettings, WebStorageStateStore } from 'oidc-client-ts';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { understudy } from '../../src/client/client.ts';
import { API_SCOPE, CLIENT, clientOf } from '../server/oidc/clients.ts';
import { Visitor } from '../server/oidc/visitor.ts';
import { serveProcess } from '../support/command-process.ts';
import { ORGANIZATION, USER } from '../support/identity-records.ts';
import { listening } from '../support/listening.ts';
import { type Listing, listingsOf } from '../support/listing.ts';
import { temporaryFolder } from '../support/temporary.ts';

const SHOWN_URL = 'http://localhost:8080';
const listingsIn = async (page: string) =>
  listingsOf(await readFile(new URL(`../../docs/guides/${page}`, import.meta.url), 'utf8'));
const identityListings = await listingsIn('identity-api.md');
const loginListings = await listingsIn('login.md');

/** The text of the last whole listing that contains a word. */
const listingWith = (listings: readonly Listing[], word: string) =>
  listings.findLast(({ language, text }) => language !== 'diff' && text.includes(word))?.text ?? '';

/** Logs a user in with the settings of a `UserManager` that a page shows. */
async function logInAsShown(listings: readonly Listing[], url: string, user: string) {
  const [, shown = ''] = /new UserManager\((\{[\s\S]*\})\);/.exec(listingWith(listings, 'UserManager')) ?? [];
  const settings: OidcClientSettings = new Function(`return ${shown.replace(SHOWN_URL, url)}`)();
  const client = new OidcClient({
    ...settings,
    stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  });
  const requested = await client.createSigninRequest({});
  const back = await new Visitor(fetch).logIn(requested.url, { user });
  return client.processSigninResponse(back.href);
}

/** A folder with the package, and the last file of each name in a page. */
async function folderWith(listings: readonly Listing[], files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = await temporaryFolder();
  await mkdir(join(cwd, 'node_modules'));
  await symlink(fileURLToPath(new URL('../../', import.meta.url)), join(cwd, 'node_modules/understudy-api'));
  for (const [name, word] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), listingWith(listings, word));
  }
  return cwd;
}

test('the settings of the identity API log a user in', async () => {
  const { url } = await listening();
  const {
    profile,
    access_token: token,
    refresh_token: refresh,
  } = await logInAsShown(identityListings, url, USER.marlene);
  expect(profile).toMatchObject({ iss: url, sub: USER.marlene, name: 'Marlene Zürcher' });
  expect(refresh).toEqual(expect.any(String));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const search = await fetch(`${url}/management/v1/projects/_search`, { method: 'POST', headers, body: '{}' });
  expect(await search.json()).toMatchObject({
    result: [{ details: { resourceOwner: ORGANIZATION.murmeltal } }, {}, {}, {}, {}, {}, {}],
  });
});

test('an application of your own in the identity API logs a user in', async () => {
  const files = { 'understudy.config.mjs': 'identityApi({', 'fixtures/apps.json': '"Ticket Window"' };
  const { url, greeting } = await serveProcess(['--memory'], { cwd: await folderWith(identityListings, files) });
  expect(greeting).not.toContain('Summit Cam');

  const redirect = 'http://localhost:8000/signed-in';
  const config = await clientOf({ url }, 'ticket-window');
  const verifier = openid.randomPKCECodeVerifier();
  const requested = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirect,
    scope: `openid ${API_SCOPE}`,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const back = await new Visitor(fetch).logIn(requested.href, { user: USER.ximena });
  const { access_token: token } = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const search = await fetch(`${url}/management/v1/projects/_search`, { method: 'POST', headers, body: '{}' });
  expect(await search.json()).toMatchObject({ result: [{ name: 'Gear Shop' }] });
});

describe('an API of your own', () => {
  const FILES = { 'notes.yaml': 'openapi: 3.1.0', 'understudy.config.mjs': 'const notes = defineApi' };

  test('logs a user in with the settings of the frontend', async () => {
    const { url } = await serveProcess(['--memory'], { cwd: await folderWith(loginListings, FILES) });
    const { access_token: token } = await logInAsShown(loginListings, url, '1');
    const me = await fetch(`${url}/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(await me.json()).toEqual({ name: 'Ada' });
  });

  test('decides itself who the caller is', async () => {
    const cwd = await folderWith(loginListings, FILES);
    const path = join(cwd, 'understudy.config.mjs');
    const own = listingWith(loginListings, 'async function authenticate');
    const config = (await readFile(path, 'utf8')).replace('infer: true,', 'infer: true, authenticate,');
    await writeFile(path, `import { ApiError } from 'understudy-api';\n${own}\n${config}`);
    const { url } = await serveProcess(['--memory'], { cwd });
    const statusFor = async (user: string) => {
      const token = await understudy(url).token(user);
      return (await fetch(`${url}/me`, { headers: { authorization: `Bearer ${token}` } })).status;
    };
    expect([await statusFor('ada'), await statusFor('ben')]).toEqual([200, 401]);
  });

  test('is the issuer at the paths of Keycloak', async () => {
    const cwd = await folderWith(loginListings, FILES);
    const [, routes = ''] = /( {2}routes: \{[\s\S]*?\n {2}\},\n)/.exec(listingWith(loginListings, 'routes: {')) ?? [];
    const config = await readFile(join(cwd, 'understudy.config.mjs'), 'utf8');
    await writeFile(join(cwd, 'understudy.config.mjs'), config.replace('defineLogin({', `defineLogin({\n${routes}`));
    const { url } = await serveProcess(['--memory'], { cwd });
    const found = await fetch(`${url}/realms/notes/.well-known/openid-configuration`);
    expect(await found.json()).toMatchObject({ token_endpoint: `${url}/realms/notes/protocol/openid-connect/token` });
  });
});

test('the paths for a proxy are all paths of the issuer', async () => {
  const { url } = await listening();
  const [, shown = ''] = /const paths = (\[.*\]);/.exec(listingWith(loginListings, 'const paths')) ?? [];
  const passed: string[] = new Function(`return ${shown}`)();
  const discovered = (await (await fetch(`${url}/.well-known/openid-configuration`)).json()) as object;
  const needed = Object.values(discovered).filter((value) => typeof value === 'string' && value.startsWith(`${url}/`));
  const device = await fetch(`${url}/oauth/v2/device_authorization`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: CLIENT.workshopTablet, scope: 'openid' }),
  });
  needed.push(((await device.json()) as { readonly verification_uri: string }).verification_uri);
  expect(needed.length).toBeGreaterThan(8);
  const isPassed = (address: unknown) =>
    passed.some((path) => String(address).startsWith(`${url}${path}/`) || address === url + path);
  expect(needed.filter((address) => !isPassed(address))).toEqual([]);
});
