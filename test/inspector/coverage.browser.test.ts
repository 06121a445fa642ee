// The Coverage tab of the inspector, in a browser.

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMockServer, type MockServer } from '../../src/index.ts';
import { listenForComplaints, requireAccessible } from '../support/page-checks.ts';
import { pets } from '../support/pets/api.ts';
import { describeWithBrowser, openBrowser } from '../support/shared-browser.ts';

const HOSTILE = '/%3Cimg%20src=x%20onerror=%22document.title=%27taken%27%22%3E';

describeWithBrowser('the inspector shows coverage', () => {
  let browser: Browser;
  let server: MockServer;
  let url: string;
  let page: Page;
  /** Errors and warnings of the browser. */
  let complaints: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    listenForComplaints(page, (complaint) => complaints.push(complaint));
  });
  afterAll(async () => {
    await browser?.close();
  });
  beforeEach(async () => {
    server = await createMockServer({ apis: [pets] });
    ({ url } = await server.listen());
    complaints = [];
  });
  afterEach(async () => {
    const title = await page.title();
    await page.goto('about:blank');
    await server.close();
    expect(complaints).toEqual([]);
    expect(title).not.toBe('taken');
  });

  async function open(place = ''): Promise<void> {
    await page.goto(`${url}/inspector#/main/coverage${place}`);
    await page.locator('.connection[data-is=live]').waitFor();
    await page.locator('.coverage .totals').waitFor();
  }
  const send = (method: string, path: string, body?: object, headers = {}) => {
    const json = body && { body: JSON.stringify(body) };
    return fetch(url + path, { method, headers: { 'content-type': 'application/json', ...headers }, ...json });
  };
  /** The cells of an operation by their column headers. */
  async function row(operation: string): Promise<Readonly<Record<string, string>>> {
    const heads = await page.locator('.coverage thead th').allTextContents();
    const cells = await page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: operation, exact: true }) })
      .getByRole('cell')
      .allTextContents();
    return Object.fromEntries(cells.map((text, at) => [heads[at + 1] ?? '', text]));
  }

  test('by operation and status code, updated live', async () => {
    await open();
    expect(await row('addPet')).toEqual({
      Covered: '0%',
      Requests: '0',
      200: '',
      201: '–never',
      204: '',
      default: '–never',
    });
    await send('POST', '/pets', { name: 'Berta', kind: 'hen' });
    await send('POST', '/pets', { name: 'Waldi', kind: 'cow' });
    await page.getByRole('cell', { name: '1', exact: true }).first().waitFor();
    await expect.poll(() => row('addPet')).toMatchObject({ Requests: '2', 201: '1', default: '1' });
    expect((await row('addPet')).Covered).toBe('72.7%');
    await send('GET', HOSTILE);
    await page.getByText(/^GET \/%3Cimg.*: 404, 1 ×$/).waitFor();
    await requireAccessible(page);
  });

  test('of one operation, by keyboard, and returns the focus', async () => {
    await send('POST', '/pets', { name: 'Berta', kind: 'hen' });
    await open();
    await page.getByRole('button', { name: 'addPet', exact: true }).focus();
    await page.keyboard.press('Enter');
    const side = page.getByRole('article', { name: 'addPet' });
    await side.getByRole('heading', { name: 'Values: 2 of 6' }).waitFor();
    expect(
      await side.locator('section', { hasText: 'Values' }).locator('ul').first().locator('li').allTextContents(),
    ).toEqual(['request kind=cat', 'request kind=dog', '201 kind=cat', '201 kind=dog']);
    await requireAccessible(page);
    expect(new URL(page.url()).hash).toBe('#/main/coverage/pets/addPet');
    await page.keyboard.press('Escape');
    await side.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('addPet');
    await page.getByRole('button', { name: 'getPet', exact: true }).click();
    await page.getByText('No requests yet. Nothing is covered.').waitFor();
  });

  test('filtered, of all sandboxes, and resets it', async () => {
    await send('GET', '/pets');
    await send('GET', '/pets/1', undefined, { 'x-understudy-sandbox': 'blue' });
    await open();
    const names = () => page.locator('.coverage .operation').allTextContents();
    await page.getByLabel('Operations', { exact: true }).selectOption('requested');
    await expect.poll(names).toEqual(['listPets']);
    await page.getByLabel('Sandboxes', { exact: true }).selectOption('all');
    await expect.poll(names).toEqual(['listPets', 'getPet']);
    await page.keyboard.press('/');
    await page.keyboard.type('petid');
    await expect.poll(names).toEqual(['getPet']);
    await page.getByLabel('Filter operations').fill('nothing like this');
    await page.getByText('No matching operations.').waitFor();
    await page.getByLabel('Filter operations').fill('');
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await page.getByText('Coverage was reset.').waitFor();
    await page.getByLabel('Operations', { exact: true }).selectOption('unused');
    await expect.poll(names).toEqual(['listPets', 'addPet', 'getPet', 'removePet']);
  });
});
