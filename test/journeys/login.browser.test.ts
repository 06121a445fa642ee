// Users log in to a single-page application in a browser: examples/single-page, with oidc-client-ts.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createManagementServiceClient } from '@zitadel/client/v1';
import { createClientTransport } from '@zitadel/client/web';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { identity } from '../../src/identity/api.ts';
import { createMockServer, type MockServer } from '../../src/index.ts';
import { awaitFocus } from '../support/browser.ts';
import { program } from '../support/command-process.ts';
import { type AllRecords, OF_MURMELTAL, ORGANIZATION, USER } from '../support/identity-records.ts';
import { identityMockServer, NOW, send } from '../support/mock-server.ts';
import { describeWithBrowser, openBrowser } from '../support/shared-browser.ts';
import {
  listenFor,
  openFor,
  type PageSettings,
  remembered,
  SERVE,
  type SinglePage,
  serveSinglePage,
} from '../support/single-page.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** A client of a project without checks, with opaque tokens. */
const SUMMIT_CAM = '264062497181469540';
/** A client of a project that checks roles and adds them to tokens, which are JWTs. */
const STOREFRONT = '257928641298631524';

const MARLENE = 'marlene.zuercher@murmeltal.example';
const THEO = 'theo.cretenoud@murmeltal.example';
const PASSWORD = 'Edelweiss 1865';
const REJECTED = 'Errors.Token.Invalid (AUTH-7fs1e)';

/** Gives Théo a password. */
function giveAPassword({ users }: AllRecords) {
  const at = users.findIndex(({ id }) => id === USER.theo);
  const theo = users[at];
  if (theo?.human) users[at] = { ...theo, human: { ...theo.human, password: PASSWORD } };
}

describeWithBrowser('a single-page application', () => {
  let browser: Browser;
  let application: SinglePage;
  let mockServer: MockServer;
  let url: string;
  let settings: PageSettings;
  /** Errors of browsers. */
  let complaints: string[] = [];
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    closing.push(() => browser.close());
    application = await serveSinglePage(SUMMIT_CAM);
    closing.push(application.close);
    settings = application.settings;
    ({ mockServer, url } = await openFor(application.origin, {}, giveAPassword));
    closing.push(() => mockServer.close());
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });
  beforeEach(async () => {
    await mockServer.reset();
    Object.assign(settings, { mockServer: url, clientId: SUMMIT_CAM, isProxy: false });
    complaints = [];
  });
  afterEach(() => expect(complaints).toEqual([]));

  /** A browser without sessions. */
  async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await browser.newContext({ baseURL: application.origin, ...options });
    onTestFinished(() => context.close());
    context.setDefaultTimeout(0);
    context.on('weberror', (error) => complaints.push(error.error().message));
    context.on('console', (message) => {
      // A rejected request is no error of the page.
      if (message.type() === 'error' && !/^Failed to load resource/.test(message.text()))
        complaints.push(message.text());
    });
    return context;
  }

  /** Opens the application in a new page. */
  async function open(path = '/', context?: BrowserContext): Promise<Page> {
    const page = await (context ?? (await newContext())).newPage();
    await page.goto(path);
    return page;
  }

  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
  const isInside = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
  const isRequested = async (page: Page) => {
    await page.getByRole('heading', { name: /^Log in to / }).waitFor();
    await awaitFocus(page);
  };
  const problem = async (page: Page) => {
    const alert = page.locator('[role=alert]:not(:empty)');
    await alert.waitFor();
    return alert.textContent();
  };
  /** Refreshes the tokens, and waits for the new ones. */
  const refresh = async (page: Page) => {
    const before = (await page.getByRole('status').textContent()) ?? '';
    await press(page, 'Refresh');
    await page.getByRole('status').filter({ hasNotText: before }).waitFor();
  };
  const projects = async (page: Page) => {
    await page.getByRole('listitem').first().waitFor();
    return page.getByRole('listitem').allTextContents();
  };

  /** Logs in by selecting a user. */
  async function logIn(page: Page, name = 'Marlene Zürcher'): Promise<Page> {
    await press(page, 'Log in');
    await press(page, new RegExp(name));
    await isInside(page, name);
    return page;
  }

  test('logs in the selected user, and shows the user', async () => {
    const page = await open();
    await press(page, 'Log in');
    await isRequested(page);
    expect(page.url()).toContain(`${url}/ui/login/`);
    await press(page, /Marlene Zürcher/);
    await isInside(page, 'Marlene Zürcher');
    expect(page.url()).toBe(`${application.origin}/`);
    expect((await remembered(page)).profile).toMatchObject({
      iss: url,
      sub: USER.marlene,
      aud: [SUMMIT_CAM, '263861622399830884', 'service'],
      name: 'Marlene Zürcher',
      preferred_username: MARLENE,
    });
    await page.reload();
    await isInside(page, 'Marlene Zürcher');
  });

  test('calls the API with the token, and so do other programs over gRPC-Web', async () => {
    const page = await logIn(await open());
    expect(await projects(page)).toEqual(OF_MURMELTAL);
    await page.getByRole('searchbox', { name: 'Name' }).fill('100');
    await press(page, 'Search');
    await page.getByRole('listitem').filter({ hasText: 'Gear Shop' }).waitFor({ state: 'detached' });
    expect(await projects(page)).toEqual(['100% Wool', '100 Peaks']);

    const { access_token: token } = await remembered(page);
    const client = createManagementServiceClient(createClientTransport(token, { baseUrl: url }));
    const { result } = await client.listProjects({ query: { asc: true } });
    expect(result.map(({ name }) => name)).toEqual(OF_MURMELTAL);
  });

  test('logs in with a login name and the password of the user', async () => {
    const page = await open();
    await press(page, 'Log in');
    await page.getByLabel('Login name').fill(THEO);
    await page.getByLabel('Password').fill('Enzian');
    await press(page, 'Log in');
    expect(await problem(page)).toBe(`Wrong password for ${THEO}.`);
    expect(await page.getByLabel('Login name').inputValue()).toBe(THEO);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Password').press('Enter');
    await isInside(page, 'Théo Cretenoud');
  });

  test('accepts any password for a user without one', async () => {
    const page = await open();
    await press(page, 'Log in');
    await page.getByLabel('Login name').fill('marlene.zuercher');
    await page.getByLabel('Password').fill('whatever');
    await press(page, 'Log in');
    await isInside(page, 'Marlene Zürcher');
  });

  test('login_hint fills in the login name, and shows the identity providers of that organization', async () => {
    const page = await open(`/?login_hint=${THEO}`);
    await press(page, 'Log in');
    await isRequested(page);
    expect(await page.getByLabel('Login name').inputValue()).toBe(THEO);
    await page.getByRole('button', { name: /Alpine Club Login/ }).waitFor();
    // The password field has the focus.
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await isInside(page, 'Théo Cretenoud');
  });

  test('autoLogin skips the login page if login_hint is given', async () => {
    const other = await openFor(application.origin, { autoLogin: true });
    onTestFinished(() => other.mockServer.close());
    settings.mockServer = other.url;
    const page = await open(`/?login_hint=${THEO}`);
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).origin));
    await press(page, 'Log in');
    await isInside(page, 'Théo Cretenoud');
    expect(new Set(visited)).toEqual(new Set([application.origin]));
  });

  test('a cancelled login is reported to the application', async () => {
    const page = await open();
    await press(page, 'Log in');
    await press(page, 'Cancel');
    expect(await problem(page)).toBe('the login was cancelled');
    await logIn(page);
  });

  test('a silent login succeeds only with a session', async () => {
    const context = await newContext();
    const page = await open('/', context);
    await press(page, 'Log in without asking');
    expect(await problem(page)).toBe('End-User authentication is required');
    await logIn(page);
    const second = await open('/', context);
    await press(second, 'Log in without asking');
    await isInside(second, 'Marlene Zürcher');
    expect(await projects(second)).toEqual(OF_MURMELTAL);
    expect((await remembered(second)).access_token).not.toBe((await remembered(page)).access_token);
  });

  test('offers the user of the session first, and accepts another user', async () => {
    const context = await newContext();
    const page = await logIn(await open('/', context));
    const second = await open(`/?login_hint=${THEO}`, context);
    await press(second, 'Log in');
    await second.getByRole('heading', { name: 'Logged in as' }).waitFor();
    await second.getByLabel('Password').fill(PASSWORD);
    await press(second, 'Log in');
    await isInside(second, 'Théo Cretenoud');
    // The user of the first page does not change.
    await refresh(page);
    await isInside(page, 'Marlene Zürcher');
    expect(await projects(page)).toEqual(OF_MURMELTAL);
  });

  test('a user without a role on a project that checks roles is rejected with the reason', async () => {
    settings.clientId = STOREFRONT;
    const reason = 'Gear Shop is open to users with a role on it (projectRoleCheck), and this one has none.';
    const page = await open();
    await press(page, 'Log in');
    const marlene = page.getByRole('button', { name: /Marlene Zürcher/ });
    expect(await marlene.isDisabled()).toBe(true);
    await page.getByRole('listitem').filter({ has: marlene }).getByText(reason).waitFor();
    await page.getByLabel('Login name').fill(MARLENE);
    await press(page, 'Log in');
    expect(await problem(page)).toBe(reason);
    await press(page, /Ximena Ibáñez/);
    await isInside(page, 'Ximena Ibáñez');
    expect(await page.getByText('Roles: ').textContent()).toBe('Roles: pricing, sales');
    expect(await projects(page)).toEqual(['Gear Shop']);
    expect((await remembered(page)).access_token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test('a granted role is in the next token', async () => {
    const page = await logIn(await open());
    expect(await page.getByText('Roles: ').textContent()).toBe('Roles: none');
    const body = { projectId: '263861622399830884', roleKeys: ['forecaster'] };
    const path = `/management/v1/users/${USER.marlene}/grants`;
    expect((await send(mockServer, 'POST', path, { body })).status).toBe(200);
    await press(page, 'Refresh');
    await page.getByText('Roles: forecaster').waitFor();
  });

  test('a selected organization limits the users, and offers its linked identity providers', async () => {
    const page = await open();
    await press(page, 'Log in');
    await isRequested(page);
    const providers = () => page.locator('.elsewhere').getByRole('button').allTextContents();
    expect(await providers()).toEqual(['Mail Account GOOGLE', 'Code Forge GITHUB', 'Mountain Guides Pass OIDC']);

    await page.goto(`/?organization=${ORGANIZATION.murmeltal}`);
    await press(page, 'Log in');
    await page.getByText('for users of Murmeltal Outdoor only').waitFor();
    await isRequested(page);
    expect(await providers()).toEqual([
      'Alpine Club Login OIDC',
      'Hut Kiosk Badge JWT',
      'Mail Account GOOGLE',
      'Code Forge GITHUB',
    ]);
    expect(await page.getByRole('button', { name: /Sólveig/ }).count()).toBe(0);

    await press(page, /Alpine Club Login/);
    await page.getByRole('heading', { name: /Log in with Alpine Club Login/ }).waitFor();
    await press(page, /Zeynep Taşkıran/);
    await isInside(page, 'Zeynep Taşkıran');
    expect((await remembered(page)).profile).toMatchObject({
      'urn:service:iam:org:id': ORGANIZATION.murmeltal,
      'urn:service:iam:user:resourceowner:name': 'Murmeltal Outdoor',
    });
  });

  test('a refresh returns new tokens, and invalidates the used refresh token', async () => {
    const page = await logIn(await open());
    const first = await remembered(page);
    await refresh(page);
    const second = await remembered(page);
    expect(second.access_token).not.toBe(first.access_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    await press(page, 'Search');
    expect(await projects(page)).toEqual(OF_MURMELTAL);

    const form = { grant_type: 'refresh_token', client_id: SUMMIT_CAM, refresh_token: first.refresh_token };
    const again = await fetch(`${url}/oauth/v2/token`, { method: 'POST', body: new URLSearchParams(form) });
    expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    // Reuse may be theft: all tokens of the login are revoked.
    await press(page, 'Search');
    expect(await problem(page)).toBe(REJECTED);
  });

  test('logging out ends the session: the next login shows the login page', async () => {
    const context = await newContext();
    const page = await logIn(await open('/', context));
    const { refresh_token: refresh = '' } = await remembered(page);
    await press(page, 'Log out');
    await page.getByText('Nobody is logged in.').waitFor();
    expect(page.url()).toBe(`${application.origin}/`);
    const form = { grant_type: 'refresh_token', client_id: SUMMIT_CAM, refresh_token: refresh };
    const again = await fetch(`${url}/oauth/v2/token`, { method: 'POST', body: new URLSearchParams(form) });
    expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    await press(page, 'Log in without asking');
    expect(await problem(page)).toBe('End-User authentication is required');
    await press(page, 'Log in');
    await isRequested(page);
    expect(await page.getByRole('heading', { name: 'Logged in as' }).count()).toBe(0);
  });

  test('can be used by keyboard', async () => {
    const page = await open();
    /** Presses Tab until an element with this text has the focus. */
    const reach = async (name: RegExp) => {
      const focused = page.locator(':focus');
      do await page.keyboard.press('Tab');
      while (!name.test((await focused.textContent()) ?? ''));
    };
    await reach(/^Log in$/);
    await page.keyboard.press('Enter');
    await isRequested(page);
    await page.keyboard.type('nobody');
    await page.keyboard.press('Enter');
    expect(await problem(page)).toBe('There is no active user with the login name nobody.');
    await reach(/Sólveig/);
    await page.keyboard.press('Space');
    await isInside(page, 'Sólveig Brynjarsdóttir');
    await reach(/^Log out$/);
    await page.keyboard.press('Enter');
    await page.getByText('Nobody is logged in.').waitFor();
  });

  test('the login works without JavaScript', async () => {
    const page = await open();
    const [requested] = await Promise.all([page.waitForRequest(/authorize/), press(page, 'Log in')]);

    const scriptless = await open(requested.url(), await newContext({ javaScriptEnabled: false }));
    await press(scriptless, /Code Forge/);
    await scriptless.getByRole('heading', { name: /Log in with Code Forge/ }).waitFor();
    await press(scriptless, 'Cancel');
    await scriptless.getByLabel('Login name').fill('nobody');
    await press(scriptless, 'Log in');
    expect(await problem(scriptless)).toBe('There is no active user with the login name nobody.');
    await press(scriptless, /Marlene Zürcher/);
    await scriptless.locator('noscript p').waitFor();

    await page.goto(scriptless.url());
    await isInside(page, 'Marlene Zürcher');
  });

  test('a sandbox has separate logins', async () => {
    settings.mockServer = url.replace('localhost', 'blue.localhost');
    const page = await logIn(await open());
    expect(await projects(page)).toEqual(OF_MURMELTAL);
    const { access_token: token, profile } = await remembered(page);
    expect(profile.iss).toBe(settings.mockServer);
    const search = (headers: Record<string, string>) =>
      send(mockServer, 'POST', '/management/v1/projects/_search', { token, headers, body: {} });
    expect((await search({ 'x-understudy-sandbox': 'blue' })).status).toBe(200);
    expect((await search({})).status).toBe(401);
  });

  test.each([
    ['with requests to the mock server at that host', false],
    ['with requests through its development server', true],
  ])('a page at the host of a sandbox logs in and out there, %s', async (_, isProxy) => {
    const page = application.origin.replace('localhost', 'pw1.localhost');
    settings.isProxy = isProxy;
    settings.mockServer = isProxy ? url : url.replace('localhost', 'pw1.localhost');
    const context = await newContext({ baseURL: page });
    const first = await logIn(await open('/', context));
    expect(new URL(first.url()).origin).toBe(page);
    expect(await projects(first)).toEqual(OF_MURMELTAL);
    const { access_token: token, profile } = await remembered(first);
    expect(profile.iss).toBe(isProxy ? page : settings.mockServer);
    const search = (headers: Record<string, string>) =>
      send(mockServer, 'POST', '/management/v1/projects/_search', { token, headers, body: {} });
    expect((await search({ 'x-understudy-sandbox': 'pw1' })).status).toBe(200);
    expect((await search({})).status).toBe(401);

    const second = await open('/', context);
    await press(second, 'Log in without asking');
    await isInside(second, 'Marlene Zürcher');
    await refresh(first);
    await press(first, 'Log out');
    await first.getByText('Nobody is logged in.').waitFor();
    expect(first.url()).toBe(`${page}/`);
    await press(first, 'Log in without asking');
    expect(await problem(first)).toBe('End-User authentication is required');
  });

  test('behind the proxy of a development server, the only origin is also the issuer', async () => {
    settings.isProxy = true;
    const context = await newContext();
    const origins = new Set<string>();
    context.on('request', (request) => origins.add(new URL(request.url()).origin));
    const page = await logIn(await open('/', context));
    expect(await projects(page)).toEqual(OF_MURMELTAL);
    expect((await remembered(page)).profile.iss).toBe(application.origin);
    const second = await open('/', context);
    await press(second, 'Log in without asking');
    await isInside(second, 'Marlene Zürcher');
    await refresh(page);
    await press(page, 'Log out');
    await page.getByText('Nobody is logged in.').waitFor();
    origins.delete('null');
    expect(origins).toEqual(new Set([application.origin]));
  });

  test('a login survives a restart, but not the deactivation of its user', async () => {
    const data = await temporaryFolder();
    settings.isProxy = true;
    const first = await openFor(application.origin, { data });
    let running = first.mockServer;
    onTestFinished(() => running.close());
    settings.mockServer = first.url;
    const restart = async (change: (records: AllRecords) => void) => {
      await running.close();
      // No operation changes a user, but the state file may be edited while the server is stopped.
      const file = join(data, 'identity.json');
      const records: AllRecords = JSON.parse(await readFile(file, 'utf8'));
      change(records);
      await writeFile(file, JSON.stringify(records));
      running = await createMockServer({ apis: [identity], data, now: () => NOW });
      settings.mockServer = await listenFor(running);
    };

    const context = await newContext();
    const page = await logIn(await open('/', context));
    await restart(() => {});
    await page.reload();
    expect(await projects(page)).toEqual(OF_MURMELTAL);
    await refresh(page);
    expect(await projects(page)).toEqual(OF_MURMELTAL);

    await restart(({ users }) => {
      const at = users.findIndex(({ id }) => id === USER.marlene);
      const marlene = users[at];
      if (marlene) users[at] = { ...marlene, state: 'USER_STATE_INACTIVE' };
    });
    await press(page, 'Search');
    expect(await problem(page)).toBe(REJECTED);
    await press(page, 'Refresh');
    await page.getByRole('alert').filter({ hasText: 'invalid' }).waitFor();
    const second = await open('/', context);
    await press(second, 'Log in without asking');
    expect(await problem(second)).toContain('can no longer log in');
    await press(second, 'Log in');
    await isRequested(second);
    expect(await second.getByRole('button', { name: /Marlene/ }).count()).toBe(0);
  });
});

test('the server of the page starts as documented in its README', async () => {
  const { url } = await (await identityMockServer()).listen();
  const started = program([SERVE.pathname], { cwd: '/', env: { PORT: '0', MOCK_SERVER: url } });
  const [, address = ''] = await started.prints(/The application is at (http:\S+), the mock server at /);
  const get = async (path: string) => {
    const response = await fetch(address.replace('localhost', '127.0.0.1') + path);
    return [response.status, response.headers.get('content-type'), await response.text()] as const;
  };
  expect(await get('/settings.js')).toEqual([
    200,
    'text/javascript',
    `export const MOCK_SERVER = "${url}";\nexport const CLIENT_ID = "${SUMMIT_CAM}";\n`,
  ]);
  const [, , page] = await get('/');
  const named = [...page.matchAll(/"(\/[\w./-]+)"/g)].map(([, path = '']) => path);
  expect(named).toContain('/modules/oidc-client-ts.js');
  for (const path of named) expect((await get(path))[0], path).toBe(200);
  expect((await get('/serve.mjs'))[0]).toBe(404);
  expect((await get('/oauth/v2/keys'))[0]).toBe(404);
});
