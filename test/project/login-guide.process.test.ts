// What docs/login.md shows works as it says.

import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InMemoryWebStorage, OidcClient, type OidcClientSettings, WebStorageStateStore } from 'oidc-client-ts';
import * as openid from 'openid-client';
import { expect, test } from 'vitest';
import { API_SCOPE, CLIENT, clientOf } from '../issuer/clients.ts';
import { Visitor } from '../issuer/visitor.ts';
import { serveProcess } from '../support/command-process.ts';
import { ORGANIZATION, USER } from '../support/identity-records.ts';
import { listening } from '../support/listening.ts';
import { commandsOf, likeCurl, listingsOf, wordsOf } from '../support/listing.ts';
import { temporaryFolder } from '../support/temporary.ts';

const SHOWN_URL = 'http://localhost:8080';
const listings = listingsOf(await readFile(new URL('../../docs/login.md', import.meta.url), 'utf8'));

/** The JavaScript of the listing that has this in it. */
const listingWith = (word: string) => listings.find(({ text }) => text.includes(word))?.text ?? '';

test('the lines that a frontend needs log a user in', async () => {
  const { url } = await listening();
  const [, shown = ''] = /new UserManager\((\{[\s\S]*\})\);/.exec(listingWith('UserManager')) ?? [];
  const settings: OidcClientSettings = new Function(`return ${shown.replace(SHOWN_URL, url)}`)();
  const client = new OidcClient({
    ...settings,
    stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  });
  const asked = await client.createSigninRequest({});
  const back = await new Visitor(fetch).logIn(asked.url, { user: USER.marlene });
  const { profile, access_token: token, refresh_token: refresh } = await client.processSigninResponse(back.href);
  expect(profile).toMatchObject({ iss: url, sub: USER.marlene, name: 'Marlene Zürcher' });
  expect(refresh).toEqual(expect.any(String));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const search = await fetch(`${url}/management/v1/projects/_search`, { method: 'POST', headers, body: '{}' });
  expect(await search.json()).toMatchObject({
    result: [{ details: { resourceOwner: ORGANIZATION.murmeltal } }, {}, {}, {}, {}, {}, {}],
  });
});

test("an application of one's own logs in where two files say so", async () => {
  const cwd = await temporaryFolder();
  await mkdir(join(cwd, 'node_modules'));
  await symlink(fileURLToPath(new URL('../../', import.meta.url)), join(cwd, 'node_modules/understudy-api'));
  await mkdir(join(cwd, 'fixtures'));
  await writeFile(join(cwd, 'understudy.config.mjs'), listingWith('identityApi'));
  await writeFile(join(cwd, 'fixtures/apps.json'), listingWith('Ticket Window'));
  const { url, greeting } = await serveProcess(['--memory'], { cwd });
  expect(greeting).toContain('  ticket-window  Ticket Window of Gear Shop, at http://localhost:8000/signed-in\n');
  expect(greeting).not.toContain('Summit Cam');

  const redirect = 'http://localhost:8000/signed-in';
  const config = await clientOf({ url }, 'ticket-window');
  const verifier = openid.randomPKCECodeVerifier();
  const asked = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirect,
    scope: `openid ${API_SCOPE}`,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const back = await new Visitor(fetch).logIn(asked.href, { user: USER.ximena });
  const { access_token: token } = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const search = await fetch(`${url}/management/v1/projects/_search`, { method: 'POST', headers, body: '{}' });
  expect(await search.json()).toMatchObject({ result: [{ name: 'Gear Shop' }] });
});

test('tokens are given and minted as shown', async () => {
  const { url } = await listening();
  const sessions = listings.filter(({ language }) => language === 'console').flatMap(commandsOf);
  expect(sessions.length).toBe(2);
  for (const { command, output } of sessions) {
    const shown = JSON.parse(output);
    const tokens = Object.keys(shown).filter((name) => /^((access|id)_)?token$|^id$/.test(name));
    const printed = JSON.parse(await likeCurl(wordsOf(command), SHOWN_URL, url));
    expect(printed).toEqual({ ...shown, ...Object.fromEntries(tokens.map((name) => [name, expect.any(String)])) });
  }
});

test('the login of an own api is that of the example, which is run', async () => {
  const example = await readFile(new URL('../../examples/notes/login.ts', import.meta.url), 'utf8');
  expect(listingWith('defineLogin')).toBe(example);
});

test('the paths for a proxy are all that the issuer has', async () => {
  const { url } = await listening();
  const [, shown = ''] = /const paths = (\[.*\]);/.exec(listingWith('changeOrigin')) ?? [];
  const passed: string[] = new Function(`return ${shown}`)();
  const discovered = (await (await fetch(`${url}/.well-known/openid-configuration`)).json()) as object;
  const needed = Object.values(discovered).filter((value) => typeof value === 'string' && value.startsWith(`${url}/`));
  const device = await fetch(`${url}/oauth/v2/device_authorization`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: CLIENT.workshopTablet }),
  });
  needed.push(((await device.json()) as { readonly verification_uri: string }).verification_uri);
  expect(needed.length).toBeGreaterThan(8);
  const isPassed = (address: unknown) =>
    passed.some((path) => String(address).startsWith(`${url}${path}/`) || address === url + path);
  expect(needed.filter((address) => !isPassed(address))).toEqual([]);
});
