// A browser posts the login result to a web application (OAuth 2.0 Form Post Response Mode).

import * as openid from 'openid-client';
import { expect, onTestFinished } from 'vitest';
import { authorization, CLIENT, clientOf, REDIRECT, SECRET } from '../server/oidc/clients.ts';
import { USER } from '../support/identity-records.ts';
import { identityMockServer } from '../support/mock-server.ts';
import { openBrowser, testWithBrowser } from '../support/shared-browser.ts';

testWithBrowser('a browser posts the code to the application from a page with a content security policy', async () => {
  const { url } = await (await identityMockServer()).listen();
  const config = await clientOf({ url }, CLIENT.bookingWeb, openid.ClientSecretBasic(SECRET.bookingWeb));
  const requested = await authorization(config, 'openid', { response_mode: 'form_post' });

  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  /** The policies of the pages of the mock server, in order. */
  const policies: (string | undefined)[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(url)) policies.push(response.headers()['content-security-policy']);
  });
  // The application: its requests are intercepted in the browser.
  await page.route(REDIRECT[CLIENT.bookingWeb] ?? '', (route) => route.fulfill({ body: 'Welcome.' }));
  const posted = page.waitForRequest(REDIRECT[CLIENT.bookingWeb] ?? '');

  await page.goto(requested.url.href);
  await page.getByRole('button', { name: /Marlene/ }).click();
  const request = await posted;
  await page.getByText('Welcome.').waitFor();
  expect(complaints).toEqual([]);
  expect(policies.at(-1)).toMatch(/^default-src 'none';.*script-src 'sha256-[\w+/]+=*'$/);

  const body = request.postData() ?? '';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const back = new Request(request.url(), { method: request.method(), headers, body });
  const tokens = await openid.authorizationCodeGrant(config, back, requested.checks);
  expect(tokens.claims()?.sub).toBe(USER.marlene);
});
