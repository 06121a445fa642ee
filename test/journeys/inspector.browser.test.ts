// The inspector in a browser: mouse and keyboard, desktop and phone, light and dark, hostile content.

import { text as readText } from 'node:stream/consumers';
import type { Browser, BrowserContextOptions, Download, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type UnderstudyClient, understudy } from '../../src/client/client.ts';
import { identity } from '../../src/identity/api.ts';
import { createMockServer, type MockServer } from '../../src/index.ts';
import { violationsIn } from '../support/page-checks.ts';
import { pets } from '../support/pets/api.ts';
import { describeWithBrowser, openBrowser } from '../support/shared-browser.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const PROJECTS = '/management/v1/projects/_search';
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

describeWithBrowser('the inspector', () => {
  let browser: Browser;
  let server: MockServer;
  /** The same for each server, so that the browser has cached the files of the inspector. */
  let port = 0;
  let url: string;
  let client: UnderstudyClient;
  /** The page of tests without special options: a new context takes five times as long. */
  let plain: Page;
  /** Errors and warnings of browsers. */
  let complaints: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    plain = await newPage();
    // The first load of all modules takes long.
    const warm = await createMockServer({ apis: [identity] });
    ({ port, url } = await warm.listen());
    await plain.goto(`${url}/inspector`);
    await plain.getByText('Live', { exact: true }).waitFor({ timeout: 60_000 });
    await plain.goto('about:blank');
    await warm.close();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    server = await createMockServer({ apis: [identity] });
    onTestFinished(() => server.close());
    ({ port, url } = await server.listen({ port }));
    client = understudy(url);
    complaints = [];
  });
  afterEach(async () => {
    await plain.goto('about:blank');
    expect(complaints).toEqual([]);
  });

  async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: DESK, ...options });
    context.setDefaultTimeout(0);
    context.on('weberror', (error) => complaints.push(error.error().message));
    context.on('console', (message) => {
      // Error responses may be expected.
      const isAnswer = /^Failed to load resource: the server responded with a status of [45]/.test(message.text());
      if (['error', 'warning'].includes(message.type()) && !isAnswer) complaints.push(message.text());
    });
    return context.newPage();
  }

  /** Opens a page. */
  async function open(path = '/inspector', options?: BrowserContextOptions, host = `localhost:${port}`): Promise<Page> {
    const page = options ? await newPage(options) : plain;
    if (page !== plain) onTestFinished(() => page.context().close());
    await page.goto(`http://${host}${path}`);
    return page;
  }
  /** Opens a page, and waits until it is live. */
  async function live(path?: string, options?: BrowserContextOptions): Promise<Page> {
    const page = await open(path, options);
    await page.getByText('Live', { exact: true }).waitFor();
    return page;
  }

  const search = (body: object | string = {}, headers: Readonly<Record<string, string>> = {}) =>
    fetch(url + PROJECTS, {
      method: 'POST',
      headers: { authorization: 'Bearer token-owner', ...JSON_TYPE, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const rows = (page: Page) => page.locator('[role=option]');
  const row = (page: Page, number: number) =>
    page.locator(`[role=option][aria-posinset]:has(.number:text-is("${number}"))`);
  const press = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true }).click();
  const dialog = (page: Page) => page.getByRole('dialog');
  const detail = (page: Page) => page.getByRole('article');
  const numbers = (page: Page) => page.locator('[role=option] .number').allTextContents();

  async function downloaded(
    page: Page,
    act: () => Promise<void>,
  ): Promise<{ readonly name: string; readonly text: string }> {
    const waiting: Promise<Download> = page.waitForEvent('download');
    await act();
    const file = await waiting;
    return { name: file.suggestedFilename(), text: await readText(await file.createReadStream()) };
  }

  describe('shows requests', () => {
    test('earlier and new ones, newest first', async () => {
      await search();
      const page = await live();
      await row(page, 1).waitFor();
      await search({ query: { limit: 2000 } });
      await row(page, 2).waitFor();
      expect(await numbers(page)).toEqual(['2', '1']);
      expect(await row(page, 2).textContent()).toMatch(
        /POST\s*400\s*\/management\/v1\/projects\/_search\s*1 violation.*rejected/s,
      );
      expect(await page.title()).toBe('Requests – main – Understudy');
    });

    test('with the whole path, on a desktop, next to details and on a phone', async () => {
      await search();
      await fetch(`${url}/management/v1/projects/${'7'.repeat(18)}/apps/${'8'.repeat(18)}`);
      for (const [width, rest] of [
        [1280, ''],
        [1280, '/1'],
        [390, ''],
      ] as const) {
        const page = await live(`/inspector#/main/requests${rest}`, { viewport: { width, height: 800 } });
        const target = page.locator('.option .target', { hasText: '/apps/' });
        await target.waitFor();
        const isWhole = await target.evaluate(
          (element) => element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight,
        );
        expect([width, rest, isWhole]).toEqual([width, rest, true]);
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      }
    });

    test('with details at their own URL', async () => {
      await search({ query: { limit: 2000 } });
      const page = await live();
      await row(page, 1).click();
      await detail(page).getByText('body /query/limit').waitFor();
      expect(await detail(page).locator('.findings').textContent()).toBe('body /query/limit must be at most 1000');
      expect(await detail(page).locator('dl.facts').textContent()).toContain('400 invalid_argument');
      expect(await detail(page).locator('.json').first().textContent()).toContain('limit: 2000');
      expect(new URL(page.url()).hash).toBe('#/main/requests/1');
      await detail(page).locator('.message summary').first().click();
      const headers = detail(page).locator('.headers').first();
      await headers.locator('div', { hasText: 'authorization' }).getByText('[redacted]').waitFor();
      await headers.getByText('application/json').waitFor();
      expect(await detail(page).textContent()).not.toContain('token-owner');
      await page.reload();
      await detail(page).getByText('body /query/limit').waitFor();
      await page.goBack();
      await detail(page).waitFor({ state: 'detached' });
    });

    test('with a link to the operation in the reference', async () => {
      await search();
      const page = await live('/inspector#/main/requests/1');
      const link = detail(page).getByRole('link', { name: 'searchProjects' });
      await expect.poll(() => link.getAttribute('href')).toContain('#/');
      await link.click();
      await page.locator('.opblock.is-open', { hasText: PROJECTS }).waitFor();
    });

    test('filtered', async () => {
      await search();
      await search({ query: { limit: 2000 } });
      await fetch(`${url}/management/v1/nowhere`);
      await search({}, { 'x-understudy-fault': 'code=unavailable' });
      const page = await live();
      await row(page, 4).waitFor();
      const choose = (label: string, value: string) => page.getByRole('combobox', { name: label }).selectOption(value);
      const shown = async (expected: readonly string[]) => expect.poll(() => numbers(page)).toEqual(expected);
      await choose('Operation', 'searchProjects');
      await shown(['4', '2', '1']);
      await choose('Status', '4');
      await shown(['2']);
      await choose('Status', '');
      await choose('Operation', '');
      await press(page, 'Violations');
      await shown(['2']);
      await press(page, 'Violations');
      await press(page, 'Faults');
      await shown(['4']);
      await press(page, 'Faults');
      await choose('Source', 'handler');
      await shown(['1']);
      await choose('Source', '');
      await page.keyboard.press('/');
      await page.keyboard.type('NOWHERE');
      await shown(['3']);
      expect(await page.locator('.count').textContent()).toBe('1 of 4');
      await page.keyboard.press('Escape');
      await shown(['4', '3', '2', '1']);
    });

    test('of one sandbox', async () => {
      await client.createSandbox('blue');
      await search();
      const page = await live('/inspector#/blue/requests');
      await search({}, { 'x-understudy-sandbox': 'blue' });
      await expect.poll(() => numbers(page)).toEqual(['1']);
      await search({}, { 'x-understudy-sandbox': 'blue' });
      await row(page, 2).waitFor();
    });

    test('as a HAR file, and clears them', async () => {
      await search();
      await search();
      const page = await live();
      await row(page, 2).waitFor();
      const { name, text } = await downloaded(page, () => press(page, 'Download HAR'));
      expect([name, JSON.parse(text).log.entries.length]).toEqual(['main.har', 2]);
      await press(page, 'Clear…');
      await press(dialog(page), 'Clear');
      await page.getByText('No requests yet').waitFor();
      expect(await client.requests()).toEqual([]);
    });
  });

  describe('creates from a request', () => {
    test('a curl command', async () => {
      await search({ name: "it's" });
      const page = await live('/inspector#/main/requests/1', { permissions: ['clipboard-read', 'clipboard-write'] });
      await press(page, 'curl…');
      await press(dialog(page), 'Copy');
      await dialog(page).getByRole('button', { name: 'Copied' }).waitFor();
      const text = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(text).toBe(
        [
          `curl -X POST http://localhost:${port}${PROJECTS}`,
          '-H "Authorization: Bearer $TOKEN"',
          "-H 'content-type: application/json'",
          `--data-raw '{"name":"it'\\''s"}'`,
        ].join(' \\\n  '),
      );
    });

    test('another request, with a new token for the caller', async () => {
      await search({ query: { limit: 3 } });
      const page = await live('/inspector#/main/requests/1');
      await press(page, 'Resend…');
      await dialog(page).getByRole('textbox', { name: 'Body' }).fill('{"query":{"limit":5000}}');
      await press(dialog(page), 'Send');
      await detail(page).getByText('must be at most 1000').waitFor();
      expect(new URL(page.url()).hash).toBe('#/main/requests/2');
      expect(await client.requests({ status: 400 })).toMatchObject([
        { number: 2, requestBody: '{"query":{"limit":5000}}' },
      ]);
    });

    test('another request, after a warning about secrets', async () => {
      await search({ password: 'hush', query: {} });
      const page = await live('/inspector#/main/requests/1');
      await press(page, 'Resend…');
      expect(await dialog(page).textContent()).toContain('Secrets are not recorded. Replace [redacted].');
      await dialog(page).getByRole('textbox', { name: 'Id or login name of the user' }).fill('nobody-known');
      await press(dialog(page), 'Send');
      expect(await dialog(page).getByRole('alert').textContent()).toMatch(/nobody-known/);
      await dialog(page).getByRole('radio', { name: 'This token' }).check();
      await dialog(page).getByRole('textbox', { name: 'Token', exact: true }).fill('token-owner');
      await press(dialog(page), 'Send');
      await page.waitForURL(/#\/main\/requests\/2$/);
      expect(await client.requests({ caller: (await client.requests())[0]?.caller ?? '' })).toHaveLength(2);
    });

    test('an edited response, which the next request gets, if the document allows it', async () => {
      const recorded = (await (await search()).json()) as object;
      const wanted = { ...recorded, result: [] };
      const page = await live('/inspector#/main/requests/1');
      await press(page, 'Edit response…');
      const body = dialog(page).getByRole('textbox', { name: /^Body/ });
      await body.fill('{"result":"none"}');
      await press(dialog(page), 'Save');
      await dialog(page)
        .getByText(/with an invalid body/)
        .waitFor();
      expect(await client.faults()).toEqual([]);
      await body.fill(JSON.stringify(wanted));
      await dialog(page)
        .getByRole('textbox', { name: /^Headers/ })
        .fill('x-edited: yes');
      await press(dialog(page), 'Save');
      await page.getByText('The next searchProjects request returns this response (fault-1).').waitFor();
      const edited = await search();
      expect([edited.headers.get('x-edited'), await edited.json()]).toEqual(['yes', wanted]);
      expect((await search()).headers.get('x-edited')).toBeNull();
      await press(page, 'Edit response…');
      await body.fill('{"result":"none"}');
      await dialog(page)
        .getByRole('radio', { name: /^all searchProjects requests/ })
        .check();
      await press(dialog(page), 'Save');
      await dialog(page).getByRole('checkbox', { name: 'Return it although the document does not allow it' }).check();
      await press(dialog(page), 'Save');
      await page.getByText('All searchProjects requests return this response (fault-2).').waitFor();
      for (const _ of [1, 2]) expect(await (await search()).json()).toEqual({ result: 'none' });
    });

    test('a fault for requests like it', async () => {
      await search();
      const page = await live('/inspector#/main/requests/1');
      await press(page, 'Add fault…');
      await dialog(page)
        .getByRole('combobox', { name: 'Effect' })
        .selectOption({ label: 'HTTP 503 Service Unavailable' });
      await press(dialog(page), 'Add');
      await page.getByText('fault-1 was added.').waitFor();
      expect((await search()).status).toBe(503);
      expect((await search()).status).toBe(200);
      expect(await client.faults()).toMatchObject([
        { plan: { on: { operation: 'searchProjects' }, times: 1 }, met: 1 },
      ]);
    });

    test('a fault, or shows why it was rejected', async () => {
      // Leaves no room for another fault.
      const plan = (body: string) =>
        ({ on: { operation: 'updateApp' }, steps: [{ status: 200, undeclared: true, body }] }) as const;
      const around = JSON.stringify(plan('')).length;
      for (let count = 0; count < 8; count += 1) await client.fault(plan('x'.repeat(512 * 1024 - around)));
      await search();
      const page = await live('/inspector#/main/requests/1');
      await press(page, 'Add fault…');
      await press(dialog(page), 'Add');
      expect(await dialog(page).getByRole('alert').textContent()).toContain('the faults exceed');
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      expect(await detail(page).isVisible()).toBe(true);
    });

    test('a test, or an example for the document', async () => {
      await search({ query: { limit: 1 } });
      const page = await live('/inspector#/main/requests/1');
      await press(page, 'Save as test…');
      const stored = await downloaded(page, () => press(dialog(page), 'Download'));
      expect(stored.name).toBe('searchProjects-1.test.ts');
      expect(stored.text).toContain("test('searchProjects returns 200'");
      await dialog(page)
        .getByRole('radio', { name: /^Example/ })
        .check();
      const example = await downloaded(page, () => press(dialog(page), 'Download'));
      expect(example.name).toBe('searchProjects-1.overlay.json');
      expect(JSON.parse(example.text)).toMatchObject({
        overlay: '1.0.0',
        actions: [{ target: "$.paths.*[?@.operationId=='searchProjects']" }],
      });
    });
  });

  describe('by keyboard', () => {
    const chosen = (page: Page) => page.locator('[role=option][aria-selected=true] .number').allTextContents();

    test('moves through the list, opens a request and closes it', async () => {
      for (let count = 0; count < 60; count += 1) await search();
      const page = await live();
      await row(page, 60).waitFor();
      await page.getByRole('listbox').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await expect.poll(() => chosen(page)).toEqual(['60']);
      await page.keyboard.press('End');
      await expect.poll(() => chosen(page)).toEqual(['1']);
      const active =
        'document.getElementById(document.activeElement.getAttribute("aria-activedescendant")).ariaSelected';
      expect(await page.evaluate(active)).toBe('true');
      expect(await row(page, 1).isVisible()).toBe(true);
      await page.keyboard.press('PageUp');
      expect(Number((await chosen(page))[0])).toBeGreaterThan(5);
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      await detail(page).getByText('60', { exact: true }).waitFor();
      await page.keyboard.press('ArrowDown');
      await detail(page).getByText('59', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await detail(page).waitFor({ state: 'detached' });
      await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('listbox');
    });

    test('moves through the tabs', async () => {
      const page = await live();
      const tabs = await page.getByRole('tab').allTextContents();
      await page.getByRole('tab', { selected: true }).focus();
      for (const [key, at] of [
        ['End', tabs.length - 1],
        ['ArrowRight', 0],
        ['ArrowLeft', tabs.length - 1],
        ['Home', 0],
      ] as const) {
        await page.keyboard.press(key);
        await page.getByRole('tab', { name: tabs[at] ?? '', exact: true, selected: true }).waitFor();
        expect(await page.evaluate('document.activeElement.textContent')).toBe(tabs[at]);
      }
    });

    test('returns the focus from a dialog', async () => {
      await search();
      const page = await live('/inspector#/main/requests/1');
      await detail(page).getByRole('button', { name: 'curl…' }).focus();
      await page.keyboard.press('Enter');
      await dialog(page).waitFor();
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.textContent')).toBe('curl…');
    });
  });

  describe('has sandboxes', () => {
    test('which are created, selected and removed', async () => {
      const page = await live();
      await press(page, 'New sandbox…');
      await dialog(page).getByRole('textbox', { name: 'Name' }).fill('green');
      await dialog(page).getByRole('combobox').selectOption('main');
      await press(dialog(page), 'Create');
      await page.waitForURL(/#\/green\/requests$/);
      await search({}, { 'x-understudy-sandbox': 'green' });
      await row(page, 1).waitFor();
      await press(page, 'Remove sandbox green');
      await press(dialog(page), 'Remove');
      await page.waitForURL(/#\/main\/requests$/);
      // While the list is loaded again, it contains only main.
      await expect.poll(async () => (await client.sandboxes()).map(({ sandbox }) => sandbox)).toEqual(['main']);
      await expect.poll(() => page.locator('.sandboxes li').count()).toBe(1);
    });

    test('and shows why one cannot be created', async () => {
      await client.createSandbox('green');
      const page = await live();
      await press(page, 'New sandbox…');
      await dialog(page).getByRole('textbox', { name: 'Name' }).fill('green');
      await press(dialog(page), 'Create');
      expect(await dialog(page).getByRole('alert').textContent()).toBe(
        'sandbox "green" already exists; choose another name',
      );
    });

    test('that are created and removed elsewhere', async () => {
      const page = await live();
      const sandbox = await client.createSandbox('brown');
      await page.locator('.sandboxes a', { hasText: 'brown' }).click();
      await page.waitForURL(/#\/brown/);
      await page.getByText('Live', { exact: true }).waitFor();
      await sandbox.close();
      await page.getByText('Sandbox brown was removed or has expired.').waitFor();
      await page.waitForURL(/#\/main/);
      expect((await client.sandboxes()).map(({ sandbox }) => sandbox)).toEqual(['main']);
    });

    test('which are reset', async () => {
      await client.fault({ steps: [{ delay: 1 }] });
      await search();
      const page = await live();
      await row(page, 1).waitFor();
      await press(page, 'Reset…');
      await press(dialog(page), 'Reset');
      await page.getByText('No requests yet').waitFor();
      expect(await client.faults()).toEqual([]);
    });

    test.each([
      ['by a path', `/_sandbox/blue/inspector`, undefined],
      ['by a host', '/inspector', 'blue'],
    ])('which are addressed %s', async (_, path, label) => {
      await client.createSandbox('blue');
      const page = await open(path, undefined, label === undefined ? undefined : `${label}.localhost:${port}`);
      await page.getByText('Live', { exact: true }).waitFor();
      await search({}, { 'x-understudy-sandbox': 'blue' });
      await row(page, 1).waitFor();
      await page.locator('.sandboxes a', { hasText: 'main' }).click();
      await page.getByText('No requests yet').waitFor();
      await search();
      await row(page, 1).waitFor();
    });
  });

  test('shows a lost connection, and reconnects', async () => {
    const first = await createMockServer({ apis: [pets] });
    const { port: own, url: at } = await first.listen();
    await fetch(`${at}/pets`);
    const page = await open('/inspector', undefined, `localhost:${own}`);
    await row(page, 1).waitFor();
    await first.close();
    await page.getByText('Not connected').waitFor();
    const second = await createMockServer({ apis: [pets] });
    onTestFinished(() => second.close());
    await second.listen({ port: own });
    await fetch(`${at}/pets/7`);
    await page.getByText('Live', { exact: true }).waitFor();
    await expect.poll(() => page.locator('[role=option] .target').allTextContents()).toEqual(['/pets/7']);
    complaints = complaints.filter((text) => !/net::ERR_/.test(text));
  });

  test('shows why access is denied', async () => {
    const page = await open('/inspector', { extraHTTPHeaders: { 'x-forwarded-for': '192.0.2.1' } });
    await page.locator('.connection', { hasText: 'The control API rejects requests through a proxy' }).waitFor();
    expect(await page.locator('.apis .problem').textContent()).toContain('through a proxy');
  });

  test('explains when its files are not served', async () => {
    const page = await open('/inspector', undefined, `elsewhere.test:${port}`);
    await page.getByText('The inspector did not start').waitFor();
    expect(await (await live()).getByText('The inspector did not start').count()).toBe(0);
  });

  describe('is safe and fast', () => {
    const SCRIPT = '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">';

    test('with HTML in requests and responses', async () => {
      await search({ name: SCRIPT, [SCRIPT]: [SCRIPT] });
      await search(SCRIPT);
      await fetch(`${url}/management/v1/${encodeURIComponent(SCRIPT)}?x=${encodeURIComponent(SCRIPT)}`);
      await fetch(`${url}/management/v1/x?a=javascript:alert(1)//"><script>window.hacked=1</script>`);
      const page = await live();
      for (const number of [1, 2, 3, 4]) {
        await row(page, number).click();
        await detail(page).locator('.facts').waitFor();
        const pins = number <= 2 ? ['Edit response…'] : [];
        for (const name of ['curl…', 'Save as test…', 'Add fault…', 'Resend…', ...pins]) {
          await press(page, name);
          await dialog(page).waitFor();
          await page.keyboard.press('Escape');
          await dialog(page).waitFor({ state: 'detached' });
        }
      }
      await row(page, 1).click();
      await detail(page).getByText('window.hacked=1').first().waitFor();
      expect(await page.evaluate('window.hacked')).toBeUndefined();
      expect(await page.locator('main script, main img').count()).toBe(0);
    });

    test('with a body of a megabyte, and a path of 8 kB', async () => {
      await search({ name: 'x'.repeat(1_000_000) });
      await fetch(`${url}/management/v1/${'x'.repeat(8000)}`);
      await search(`{"list":[${Array.from({ length: 3000 }, (_, index) => index)}]}`);
      await search(Buffer.from([0, 1, 2, 255, 254, 10]).toString('latin1'));
      const page = await live();
      await row(page, 1).click();
      await detail(page).getByText('Body not recorded: empty, or over 16 KiB').waitFor();
      await row(page, 2).click();
      await detail(page)
        .getByText(/^path \/management\/v1\/x/)
        .first()
        .waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await row(page, 3).click();
      await detail(page)
        .getByRole('button', { name: /3000 items/ })
        .click();
      await press(detail(page), 'Show more (2900)');
      await row(page, 4).click();
      await detail(page).getByText('characters of binary data').waitFor();
    });

    test('with thousands of requests', async () => {
      const page = await live();
      for (let done = 0; done < 3000; done += 100)
        await Promise.all(Array.from({ length: 100 }, () => server.fetch(new Request(`${url}/nowhere`))));
      await row(page, 3000).waitFor();
      expect(await rows(page).count()).toBeLessThan(80);
      expect(await rows(page).first().getAttribute('aria-setsize')).toBe('1000');
      await page.getByRole('listbox').focus();
      await page.keyboard.press('End');
      await row(page, 2001).waitFor();
      // New rows on top do not move the visible rows.
      await page.evaluate('document.querySelector(".list").scrollTop = 10_000');
      const seen = `(() => {
        const { left, top } = document.querySelector('.list').getBoundingClientRect();
        return document.elementFromPoint(left + 100, top + 100)?.closest('[role=option]')?.querySelector('.number').textContent;
      })()`;
      // Rows are drawn after the list has scrolled, not with it.
      await expect.poll(() => page.evaluate(seen)).toBeDefined();
      const number = Number(await page.evaluate<string>(seen));
      const place = Number(await row(page, number).getAttribute('aria-posinset'));
      await search();
      await expect.poll(() => row(page, number).getAttribute('aria-posinset')).toBe(`${place + 1}`);
      await expect.poll(() => page.evaluate(seen)).toBe(`${number}`);
    });
  });

  describe('looks right', () => {
    const looks = [DESK, PHONE].flatMap((viewport) =>
      (['light', 'dark'] as const).map(
        (colorScheme) => [`${viewport.width} wide, ${colorScheme}`, { viewport, colorScheme }] as const,
      ),
    );

    test.each(looks)('%s', async (_, options) => {
      await client.createSandbox('blue');
      await search();
      await search({ query: { limit: 2000 } });
      await search({}, { 'x-understudy-fault': 'code=unavailable' });
      await client.control('findRequests', { count: 3 });
      const page = await live('/inspector', options);
      await row(page, 3).waitFor();
      const look = async (what: string) => expect([what, await violationsIn(page)]).toEqual([what, []]);
      const isWide = async () => page.evaluate('document.documentElement.scrollWidth > innerWidth');
      await look('the list');
      expect(await isWide()).toBe(false);
      await row(page, 2).click();
      await detail(page).getByText('body /query/limit').waitFor();
      await detail(page).locator('.message summary').first().click();
      await look('a request');
      expect(await isWide()).toBe(false);
      for (const name of ['Resend…', 'Edit response…', 'curl…', 'Add fault…', 'Save as test…']) {
        await press(page, name);
        await dialog(page).waitFor();
        await look(name);
        await page.keyboard.press('Escape');
        await dialog(page).waitFor({ state: 'detached' });
      }
      if (options.viewport === PHONE) await page.locator('.sandboxes summary').click();
      await press(page, 'New sandbox…');
      await look('a new sandbox');
      await page.keyboard.press('Escape');
      await page.locator('.sandboxes a', { hasText: 'blue' }).click();
      await page.getByText('No requests yet').waitFor();
      await look('an empty list');
    });

    test('has no animations for reduced motion', async () => {
      const moving = async (reducedMotion: 'reduce' | 'no-preference') => {
        const page = await live('/inspector', { reducedMotion });
        await page.evaluate('document.addEventListener("animationstart", () => { window.moved = true; }, true)');
        await press(page, 'Reset…');
        await press(dialog(page), 'Reset');
        await page.getByText('was reset').waitFor();
        await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');
        return page.evaluate('window.moved === true');
      };
      expect([await moving('no-preference'), await moving('reduce')]).toEqual([true, false]);
    });
  });

  test('requests the control token, which the front page uses, too', async () => {
    const controlToken = 'c0ffee-c0ffee-c0ffee';
    const guarded = await createMockServer({ apis: [identity], controlToken });
    onTestFinished(() => guarded.close());
    const { port: its, url: at } = await guarded.listen();
    const page = await open('/inspector', undefined, `localhost:${its}`);
    await page.getByLabel('Control token').fill('c0ffee-c0ffee-c0ffeE');
    await page.getByRole('button', { name: 'Use token' }).click();
    await page.getByLabel('Control token').fill(controlToken);
    await page.getByRole('button', { name: 'Use token' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    await fetch(at + PROJECTS, {
      method: 'POST',
      headers: { ...JSON_TYPE, authorization: 'Bearer token-owner' },
      body: '{}',
    });
    await page.locator('.option .target', { hasText: PROJECTS }).waitFor();
    await page.goto(at.replace('127.0.0.1', 'localhost'));
    await page.locator('.reset summary').click();
    await page.locator('.reset button').click();
    await page.getByText('Data was reset to the fixtures.').waitFor();
    expect(await understudy(at, { token: controlToken }).requests()).toEqual([]);
  });
});
