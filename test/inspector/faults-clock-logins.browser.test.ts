// The Faults, Clock and Logins tabs of the inspector, in a browser.

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type UnderstudyClient, understudy } from '../../src/client/client.ts';
import { identity } from '../../src/identity/api.ts';
import { createMockServer, defineApi, type MockServer } from '../../src/index.ts';
import { authorization, CLIENT, clientOf, logIn } from '../server/oidc/clients.ts';
import { Visitor } from '../server/oidc/visitor.ts';
import { USER } from '../support/identity-records.ts';
import { listenForComplaints, requireAccessible } from '../support/page-checks.ts';
import { petsMockServer } from '../support/pets/mock-server.ts';
import { describeWithBrowser, openBrowser } from '../support/shared-browser.ts';

const HOSTILE = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>';
const SCOPES = 'openid offline_access urn:service:iam:org:project:id:service:aud';
/** The browser logs error responses, too. */
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** An API without data, users and remote procedures. */
const plain = defineApi({
  name: 'plain',
  document: {
    location: '/plain.yaml',
    text: `openapi: 3.0.3
info: { title: Plain, version: '1' }
paths:
  /ping:
    get: { operationId: ping, responses: { '200': { description: ok, content: { application/json: { schema: { type: boolean } } } } } }
`,
  },
  infer: true,
});

const DESK = { width: 1280, height: 800 };

describeWithBrowser('the inspector', () => {
  let browser: Browser;
  let server: MockServer;
  let url: string;
  let client: UnderstudyClient;
  /** One page for all tests: a new context takes five times as long. */
  let page: Page;
  /** Errors and warnings of the browser. */
  let complaints: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    server = await createMockServer({ apis: [identity] });
    ({ url } = await server.listen());
    client = understudy(url);
    const context = await browser.newContext({ viewport: DESK });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    page = await context.newPage();
    listenForComplaints(page, (complaint) => {
      if (!REFUSED.test(complaint)) complaints.push(complaint);
    });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  beforeEach(async () => {
    await server.reset();
    await page.setViewportSize(DESK);
    complaints = [];
  });
  afterEach(async () => {
    const title = await page.title();
    await page.goto('about:blank');
    expect(complaints).toEqual([]);
    expect(title).not.toBe('taken');
  });

  async function open(place: string, at = url): Promise<void> {
    await page.goto(`${at}/inspector#/main/${place}`);
    await page.locator('.connection[data-is=live]').waitFor();
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  async function requireTabInSight(): Promise<void> {
    const right = "document.querySelector('[role=tab][aria-selected=true]').getBoundingClientRect().right";
    await expect.poll(() => page.evaluate(`${right} < innerWidth + 1`)).toBe(true);
  }
  const search = (token = 'token-owner', headers = {}) =>
    fetch(`${url}/management/v1/projects/_search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: '{}',
    }).then(({ status }) => status);

  describe('shows faults', () => {
    test('adds one by form with errors beside fields, counts, pauses and removes it', async () => {
      await open('faults');
      await page.getByText('No faults.').waitFor();
      await button('Add fault…').click();
      await field('Operation').fill('searchprojects');
      await button('Add').click();
      const operation = field('Operation');
      await page.getByRole('alert').waitFor();
      expect(await operation.getAttribute('aria-invalid')).toBe('true');
      const about = page.locator(`[id="${await operation.getAttribute('aria-describedby')}"]`);
      expect(await about.textContent()).toBe('unknown operation "searchprojects"; did you mean searchProjects?');
      await requireAccessible(page, requireTabInSight);
      await operation.fill('searchProjects');
      await page
        .getByText('POST /management/v1/projects/_search', { exact: true })
        .last()
        .waitFor({ state: 'attached' });
      await field('Effect').selectOption('respond');
      await field('Status').fill('404');
      await field('Example').fill('none');
      await button('Add').click();
      await page.getByText(/^step 1 uses example "none", which response 404 of searchProjects/).waitFor();
      expect(await field('Example').getAttribute('aria-invalid')).toBe('true');
      await field('Example').fill('');
      await button('Add').click();
      await page.getByText('All searchProjects requests').waitFor();
      expect(await client.faults()).toMatchObject([
        { id: 'fault-1', plan: { on: { operation: 'searchProjects' }, steps: [{ status: 404 }] } },
      ]);
      expect(await search()).toBe(404);
      await page.getByText('applied to 1 of 1').waitFor();
      await page.getByText('All searchProjects requests').click();
      await requireAccessible(page, requireTabInSight);
      await page.getByRole('switch', { name: 'Active' }).click();
      await page.locator('.option .state[data-is=paused]').waitFor();
      expect(await search()).toBe(200);
      await page.getByRole('switch', { name: 'Active' }).click();
      await page.locator('.option .state[data-is=active]').waitFor();
      expect(await search()).toBe(404);
      await button('Remove').click();
      await page.getByText('No faults.').waitFor();
      expect(await search()).toBe(200);
    });

    test('adds one for the last requested operation, by HTTP status, or by gRPC code where there is one', async () => {
      await search();
      await open('faults');
      await button('Add fault…').click();
      expect(await field('Operation').inputValue()).toBe('searchProjects');
      const effects = await field('Effect').locator('option').allTextContents();
      expect([effects[0], effects.at(-1)]).toEqual(['HTTP error', 'gRPC error']);
      await button('Add').click();
      await page.locator('.option .what', { hasText: 'HTTP 503 Service Unavailable' }).waitFor();
      expect(await client.faults()).toMatchObject([
        { plan: { on: { operation: 'searchProjects' }, steps: [{ code: 'unavailable' }] } },
      ]);
      const things = await createMockServer({ apis: [plain], onNotice: () => undefined });
      const { url: at } = await things.listen();
      await open('faults', at);
      await button('Add fault…').click();
      expect(await field('Operation').inputValue()).toBe('ping');
      expect(await field('Effect').locator('option').allTextContents()).not.toContain('gRPC error');
      // Tabs without content are hidden.
      await expect
        .poll(() => page.getByRole('tab').allTextContents())
        .toEqual(['Requests', 'Faults', 'Clock', 'Coverage']);
      await page.goto('about:blank');
      await things.close();
    });

    test('adds others as JSON, and a sequence of steps', async () => {
      await open('faults');
      await button('Add fault…').click();
      await button('JSON').click();
      const text = page.getByRole('textbox', { name: 'Fault plan' });
      await text.fill('{"steps":[{"delay":-1}]}');
      await button('Add').click();
      await page.getByRole('alert').filter({ hasText: '/steps/0/delay must be at least 0' }).waitFor();
      await text.fill('{"steps": oh');
      await page.getByText(/^Invalid JSON/).waitFor();
      await text.fill('{"on":{"headers":{"x-test":"1"}},"times":1,"rate":1,"steps":[{"code":"aborted"}]}');
      expect(await button('Fields').isDisabled()).toBe(true);
      await button('Add').click();
      await page.getByText('Next request with header x-test: 1 (100 % of them)').waitFor();
      expect([await search(), await search('token-owner', { 'x-test': '1' })]).toEqual([200, 409]);
      await button('Add fault…').click();
      await field('Effect').selectOption('expiredToken');
      await button('Add step').click();
      await field('Effect').last().selectOption('delay');
      await field('Delay in ms').fill('0-1');
      await button('Add').click();
      await page.getByText('expired token (401), then delay of 0 to 1 ms').waitFor();
      expect([await search(), await search(), await search()]).toEqual([401, 200, 200]);
      await page.locator('.option', { hasText: 'fault-2' }).locator('.state[data-is=finished]').waitFor();
      await page.locator('.option', { hasText: 'fault-2' }).click();
      await button('Duplicate…').click();
      expect(await field('Effect').count()).toBe(2);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.locator('.side').waitFor({ state: 'detached' });
    });

    test('a dialog takes the focus immediately and returns it', async () => {
      await client.fault({ steps: [{ code: 'aborted' }] });
      await open('faults');
      await page.locator('.option').click();
      for (let times = 0; times < 5; times += 1) {
        await button('Duplicate…').focus();
        const hasKeys = await page.evaluate(`(async () => {
          document.activeElement.click();
          for (let turn = 0; turn < 1000 && !document.querySelector('dialog'); turn += 1) await Promise.resolve();
          return document.querySelector('dialog').contains(document.activeElement);
        })()`);
        expect(hasKeys).toBe(true);
        await page.keyboard.press('Escape');
        expect(await page.evaluate('document.activeElement.textContent')).toBe('Duplicate…');
      }
    });

    test('a thousand of them, with hostile content, by keyboard', async () => {
      const steps = [{ code: 'aborted', message: HOSTILE }] as const;
      const project = HOSTILE.replaceAll('/', '');
      for (let index = 0; index < 1000; index += 1)
        await client.fault({ on: { path: `/management/v1/projects/${project}/apps/${index}` }, steps: [...steps] });
      await open('faults');
      await page.getByText('1000', { exact: true }).waitFor();
      expect(await page.locator('.option').count()).toBeLessThan(60);
      await page.keyboard.press('/');
      await page.keyboard.type('apps/999');
      await page.getByText('1 of 1000').waitFor();
      await page.keyboard.press('Tab');
      while (!(await page.evaluate("document.activeElement.matches('[role=listbox]')")))
        await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'fault-1000', exact: true }).waitFor();
      expect(await page.locator('.side').textContent()).toContain(HOSTILE);
      expect(await page.locator('.side').textContent()).toContain(`/management/v1/projects/${project}/apps/999`);
      await requireAccessible(page, requireTabInSight);
      await page.keyboard.press('Escape');
      await button('Remove all…').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByText('No faults.').waitFor();
    });
  });

  describe('shows the clock', () => {
    const time = () => page.locator('.dial time').getAttribute('datetime');

    test('running, frozen, set and resumed', async () => {
      await open('clock');
      const before = await time();
      await expect.poll(time).not.toBe(before);
      await button('Freeze').click();
      await page.getByText('Frozen').waitFor();
      await field('Time (UTC)').fill('2027-01-01T00:00:00');
      await button('Set').click();
      await page.getByText('2027-01-01T00:00:00Z').waitFor();
      for (const step of ['+ 1 minute', '+ 1 hour', '+ 1 day']) await button(step).click();
      await page.getByText('2027-01-02T01:01:00Z').waitFor();
      await field('Duration').fill('2h 30m');
      await button('Advance').click();
      await page.getByText('2027-01-02T03:31:00Z').waitFor();
      await field('Duration').fill('soon');
      await button('Advance').click();
      await page.getByRole('alert').filter({ hasText: '/advance' }).waitFor();
      expect(await field('Duration').getAttribute('aria-invalid')).toBe('true');
      await requireAccessible(page, requireTabInSight);
      await client.clock.set('1999-12-31T23:59:59Z');
      await page.getByText('1999-12-31T23:59:59Z').waitFor();
      await button('60 ×').click();
      await button('Resume').click();
      await page.getByText('Running 60 times as fast').waitFor();
      await button('Reset to system time').click();
      await page.getByText('System time', { exact: true }).waitFor();
      expect(await client.clock.show()).toMatchObject({ machine: true, speed: 1, frozen: false });
    });

    test('without a second hand for reduced motion', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await client.clock.freeze('2027-01-01T00:00:30Z');
      await open('clock');
      await page.getByText('2027-01-01T00:00Z').waitFor();
      expect(await page.locator('.face .second').count()).toBe(0);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.getByText('2027-01-01T00:00:30Z').waitFor();
      expect(await page.locator('.face .second').count()).toBe(1);
    });

    test('and the random seed', async () => {
      await open('clock');
      await page.locator('.seed .value').waitFor();
      await field('New seed').fill('checkout-7');
      await button('Set seed').click();
      await page.locator('.seed .value').filter({ hasText: 'checkout-7' }).waitFor();
      await client.seed(HOSTILE);
      await page.locator('.seed .value').filter({ hasText: 'onerror' }).waitFor();
      expect(await page.locator('.seed .value').textContent()).toBe(HOSTILE);
    });
  });

  describe('shows logins', () => {
    /** Logs a user in. */
    async function loggedIn() {
      const visitor = new Visitor((request) => fetch(request));
      const config = await clientOf({ url }, CLIENT.summitCam);
      const { access_token: token } = await logIn(config, visitor, USER.marlene, SCOPES);
      const isRequestedAgain = async () => {
        const { url: end } = await visitor.go((await authorization(config, 'openid', { prompt: 'none' })).url);
        return end.searchParams.get('error') === 'login_required';
      };
      return { token, isRequestedAgain };
    }

    test('live, and ends one', async () => {
      await open('logins');
      await page.getByText('No active logins.').waitFor();
      const { token, isRequestedAgain } = await loggedIn();
      await page.getByRole('option').filter({ hasText: 'Marlene Zürcher' }).click();
      await page.getByRole('heading', { name: 'Marlene Zürcher' }).waitFor();
      await requireAccessible(page, requireTabInSight);
      await button('Tokens (2)').click();
      await page.locator('.option .kind[data-is=refresh]').waitFor();
      expect(await page.locator('.option').count()).toBe(2);
      await page.locator('.option', { hasText: token.slice(-4) }).click();
      await button('Show login').click();
      expect([await search(token), await isRequestedAgain()]).toEqual([200, false]);
      await button('Log out…').click();
      await page.getByLabel('Keep tokens with offline access').waitFor();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Log out/ })
        .click();
      await page.getByText('No active logins.').waitFor();
      expect([await search(token), await isRequestedAgain()]).toEqual([401, true]);
    });

    test('and tokens: issues one, shows it once, revokes it', async () => {
      await open('logins/tokens');
      await button('Issue token…').click();
      await field('User').fill('nobody');
      await button('Issue').click();
      await page.getByText('no active user "nobody"').waitFor();
      expect(await field('User').getAttribute('aria-invalid')).toBe('true');
      await field('User').fill('marlene.zuercher');
      await field('Scopes').fill('openid urn:service:iam:org:project:id:service:aud');
      await field('Expires after (seconds)').fill('3600');
      await button('Issue').click();
      const token = await page.getByRole('textbox', { name: 'Token' }).inputValue();
      expect(await search(token)).toBe(200);
      await requireAccessible(page, requireTabInSight);
      await button('Copy as curl').click();
      await button('Copied').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`'Authorization: Bearer ${token}'`);
      await button('Done').click();
      expect(await page.content()).not.toContain(token);
      await page.locator('.option', { hasText: token.slice(-4) }).click();
      await requireAccessible(page, requireTabInSight);
      await button('Revoke').click();
      await page.getByText('No valid tokens.').waitFor();
      expect(await search(token)).toBe(401);
    });

    test('a thousand tokens, and names with HTML', async () => {
      await client.records('users').patch(USER.marlene, { human: { displayName: HOSTILE } });
      const order = { user: USER.marlene } as const;
      for (let index = 0; index < 1000; index += 50)
        await Promise.all(Array.from({ length: 50 }, () => client.control('issueToken', order)));
      await open('logins/tokens');
      await button('Tokens 1000').waitFor();
      const rows = page.locator('.option');
      expect(await rows.count()).toBeLessThan(60);
      expect(await rows.first().locator('.name').textContent()).toBe(HOSTILE);
      await page.keyboard.press('/');
      await page.keyboard.press('Tab');
      while (!(await page.evaluate("document.activeElement.matches('[role=listbox]')")))
        await page.keyboard.press('Tab');
      await page.keyboard.press('End');
      await page.locator('.option[aria-posinset="1000"]').waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Access token of' }).waitFor();
      expect(await page.locator('.side h2').textContent()).toBe(`Access token of ${HOSTILE}`);
    });

    test('and explains when no API has users, without a request that is rejected', async () => {
      const pets = await petsMockServer();
      const { url: at } = await pets.listen();
      const rejected: string[] = [];
      page.on('response', (response) => response.status() >= 400 && rejected.push(response.url()));
      await open('requests', at);
      await page.getByRole('tab', { name: 'Coverage' }).waitFor();
      await expect.poll(() => page.getByRole('tab', { name: 'Logins' }).count()).toBe(0);
      await open('logins', at);
      await page.getByText('No API of this server has a login page; add one with defineLogin in the config.').waitFor();
      expect(await button('Issue token…').isDisabled()).toBe(true);
      expect(rejected).toEqual([]);
    });

    test('shows credentials of the settings, without a request that is rejected', async () => {
      const credentials = [{ value: 'secret-key', name: 'Robot' }];
      const keyed = await createMockServer({ apis: [{ ...plain, credentials }] });
      onTestFinished(() => keyed.close());
      const { url: at } = await keyed.listen();
      const rejected: string[] = [];
      page.on('response', (response) => response.status() >= 400 && rejected.push(response.url()));
      await open('logins/tokens', at);
      await page.getByText('Robot').first().waitFor();
      expect(rejected).toEqual([]);
    });
  });
});
