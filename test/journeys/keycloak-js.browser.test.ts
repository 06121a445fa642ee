// Login and logout of a page with keycloak-js, which sends cookies to every endpoint and posts its logout.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { USER } from '../support/identity-records.ts';
import { openBrowser, testWithBrowser } from '../support/shared-browser.ts';
import { openFor } from '../support/single-page.ts';

/** Storefront, a single-page application with JWTs: keycloak-js parses tokens, and cannot use opaque refresh tokens. */
const CLIENT = '257928641298631524';

const pageFor = (oidcProvider: string) => `<!doctype html><link rel="icon" href="data:,"><p role="status"></p>
<button id="leave">Leave</button>
<script type="module">
import Keycloak from '/keycloak.js';
const status = document.querySelector('[role=status]');
const { origin, pathname } = location;
if (pathname === '/') status.textContent = 'left';
else try {
  const keycloak = new Keycloak({ clientId: '${CLIENT}', oidcProvider: '${oidcProvider}' });
  const scope = 'openid profile';
  const redirectUri = origin + '/callback';
  await keycloak.init({ onLoad: 'login-required', redirectUri, scope, checkLoginIframe: false, pkceMethod: 'S256' });
  status.textContent = 'in as ' + (await keycloak.loadUserInfo()).sub;
  leave.onclick = () => keycloak.logout({ logoutMethod: 'POST', redirectUri: origin + '/' });
} catch (error) {
  status.textContent = 'failed: ' + JSON.stringify(error) + error;
}
</script>`;

testWithBrowser('keycloak-js logs in, loads the user and logs out by a form', async () => {
  const library = await readFile(createRequire(import.meta.url).resolve('keycloak-js'), 'utf8');
  let issuer = '';
  const application = createServer((request, response) => {
    const isLibrary = request.url === '/keycloak.js';
    response
      .setHeader('content-type', isLibrary ? 'text/javascript' : 'text/html')
      .end(isLibrary ? library : pageFor(issuer));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void application.close());
  await once(application, 'listening');
  const origin = `http://localhost:${(application.address() as AddressInfo).port}`;
  const opened = await openFor(origin);
  onTestFinished(() => opened.mockServer.close());
  issuer = opened.url;
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const tab = await browser.newPage();
  tab.setDefaultTimeout(0);
  const message = async (before: string) => {
    const status = tab.getByRole('status').filter({ hasText: /./ }).filter({ hasNotText: before });
    await status.waitFor();
    return status.textContent();
  };

  await tab.goto(`${origin}/callback`);
  await tab.getByRole('button', { name: /Ximena/ }).click();
  expect(await message('left')).toBe(`in as ${USER.ximena}`);
  const posted = tab.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/end_session'));
  await tab.getByRole('button', { name: 'Leave' }).click();
  await posted;
  expect(await message('in as')).toBe('left');
  await tab.goto(`${origin}/callback`);
  await tab.getByRole('heading', { name: /^Log in to / }).waitFor();
});
