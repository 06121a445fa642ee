// The API reference in a browser: requests with a seeded token or after a login; small screens, light and dark.

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { MockServer } from '../../src/index.ts';
import { openMockServerWith, USER } from '../support/identity-records.ts';
import { violationsIn } from '../support/page-checks.ts';
import { describeWithBrowser, openBrowser } from '../support/shared-browser.ts';

describeWithBrowser('the reference in a browser', () => {
  let browser: Browser;
  let mockServer: MockServer;
  let port: number;
  /** Errors of browsers. */
  let complaints: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    mockServer = await openMockServerWith(() => {});
    ({ port } = await mockServer.listen());
  });
  afterAll(async () => {
    await browser.close();
    await mockServer.close();
  });
  beforeEach(async () => {
    await mockServer.reset();
    complaints = [];
  });
  afterEach(() => expect(complaints).toEqual([]));

  async function open(path: string, options: BrowserContextOptions = {}, host = 'localhost'): Promise<Page> {
    const context = await browser.newContext({ baseURL: `http://${host}:${port}`, ...options });
    onTestFinished(() => context.close());
    context.setDefaultTimeout(0);
    context.on('weberror', (error) => complaints.push(error.error().message));
    context.on('console', (message) => {
      if (message.type() === 'error' && !/^Failed to load resource/.test(message.text()))
        complaints.push(message.text());
    });
    const page = await context.newPage();
    await page.goto(path);
    if (path.endsWith('/reference')) await page.locator('.opblock').first().waitFor();
    return page;
  }

  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();
  const caller = (page: Page) => page.getByRole('status');
  const scheme = (page: Page) => page.locator('.modal-ux .auth-container').filter({ hasText: 'authorizationCode' });

  /** Logs in through "Authorize" and the login page, and waits for the token. */
  async function logIn(page: Page, name: RegExp) {
    await press(page, 'Authorize');
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      scheme(page).getByRole('button', { name: 'Apply given OAuth2 credentials' }).click(),
    ]);
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name }).click();
    await closed;
    await caller(page).filter({ hasText: 'Calling as the user who logged in' }).waitFor();
    await press(page, 'Close');
  }

  /** Executes the operation with this summary, and returns the sent headers and the status. */
  async function tryOut(page: Page, summary: string) {
    const operation = page.locator('.opblock').filter({ hasText: summary });
    if ((await operation.locator('.opblock-body').count()) === 0) {
      await operation.locator('.opblock-summary-control').click();
      await operation.getByRole('button', { name: 'Try it out' }).click();
    }
    const [response] = await Promise.all([
      page.waitForResponse((responded) => responded.url().includes('/management/')),
      operation.getByRole('button', { name: 'Execute' }).click(),
    ]);
    await operation.locator('.live-responses-table').waitFor();
    return { status: response.status(), sent: await response.request().allHeaders() };
  }

  test.each([
    ['localhost', ''],
    ['127.0.0.1', ''],
    ['blue.localhost', ''],
    ['localhost', '/_sandbox/blue'],
  ])('logs in at %s%s, and calls as the logged-in user', async (host, at) => {
    const page = await open(`${at}/reference`, {}, host);
    const requested: string[] = [];
    page.context().on('request', (request) => requested.push(request.url()));
    await logIn(page, /Marlene Zürcher/);
    const authorization = new URL(requested.find((url) => url.includes('/authorize?')) ?? '').searchParams;
    expect(Object.fromEntries(authorization)).toMatchObject({
      client_id: '264062497181469540',
      scope: 'openid urn:service:iam:org:project:id:service:aud',
      code_challenge_method: 'S256',
      redirect_uri: `http://${host}:${port}${at}/reference/oauth2-redirect.html`,
    });

    const { status, sent } = await tryOut(page, 'Search projects');
    expect(status).toBe(200);
    expect(sent.authorization).not.toContain('token-owner');
    const { authorization: token = '' } = sent;
    const userinfo = new Request(`http://${host}:${port}${at}/oidc/v1/userinfo`, { headers: { authorization: token } });
    const reported = await mockServer.fetch(userinfo);
    expect(await reported.json()).toMatchObject({ sub: USER.marlene });

    // A token that is selected afterwards replaces the login.
    await press(page, 'token-viewer');
    await caller(page).filter({ hasText: 'Calling as Théo Cretenoud' }).waitFor();
    expect((await tryOut(page, 'Search projects')).sent.authorization).toBe('Bearer token-viewer');
    await press(page, 'no token');
    expect((await tryOut(page, 'Search projects')).status).toBe(401);
  });

  test('a cancelled login is reported, and requests use the previous token', async () => {
    const page = await open('/reference');
    await press(page, 'Authorize');
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      scheme(page).getByRole('button', { name: 'Apply given OAuth2 credentials' }).click(),
    ]);
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Cancel' }).click();
    await closed;
    await page
      .getByText(/\[access_denied\]: .*cancelled/)
      .first()
      .waitFor();
    await press(page, 'Close');
    expect((await tryOut(page, 'Search projects')).sent.authorization).toBe('Bearer token-owner');
  });

  test('every token works without filling in parameters', async () => {
    const page = await open('/reference');
    await press(page, 'token-other-org');
    const { status, sent } = await tryOut(page, 'Search projects');
    expect([status, sent['x-service-orgid']]).toEqual([200, undefined]);
  });

  describe.each(['light', 'dark'] as const)('on a small screen, %s', (colorScheme) => {
    const small = { colorScheme, viewport: { width: 390, height: 844 }, bypassCSP: true };

    const faint = (page: Page) => violationsIn(page, { runOnly: ['color-contrast'] });
    const sideways = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

    test('the start page fits, with sufficient contrast', async () => {
      const page = await open('/', small);
      expect(await sideways(page)).toBe(0);
      expect(await faint(page)).toEqual([]);
    });

    test('the reference fits, with sufficient contrast, also with everything expanded', async () => {
      const page = await open('/reference', small);
      for (const summary of ['Search projects', 'Update application', 'Tell that the API is there'])
        await tryOut(page, summary);
      await page.locator('.models-control').click();
      expect(await sideways(page)).toBe(0);
      expect(await faint(page)).toEqual([]);
      await press(page, 'Authorize');
      await scheme(page).waitFor();
      expect(await sideways(page)).toBe(0);
      expect(await faint(page)).toEqual([]);
    });
  });
});
