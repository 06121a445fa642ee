// The overview page in a browser: live data, operations, reset, with a small and a huge document.

import { writeFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createMockServer, type MockServer } from '../../../src/index.ts';
import { requireAccessible } from '../../support/page-checks.ts';
import { describeWithBrowser, openBrowser } from '../../support/shared-browser.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const PETSTORE = new URL('../../../examples/petstore/petstore.yaml', import.meta.url);
/** A document of 1,200 operations with long paths. */
async function largeDocument(): Promise<string> {
  const paths = Array.from({ length: 600 }, (_, index) => [
    `/departments/{departmentId}/very-long-collection-name-${index}`,
    {
      parameters: [{ name: 'departmentId', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: `list${index}`, responses: { 200: { description: 'All' } } },
      post: { operationId: `add${index}`, responses: { 201: { description: 'Added' } } },
    },
  ]);
  const path = `${await temporaryFolder()}/large.json`;
  const info = { title: 'Large', version: '1' };
  await writeFile(path, JSON.stringify({ openapi: '3.0.3', info, paths: Object.fromEntries(paths) }));
  return path;
}

describeWithBrowser('the overview page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  async function serve(document: string | URL): Promise<MockServer & { readonly url: string }> {
    const server = await createMockServer(document, { port: 0, records: 2 });
    onTestFinished(() => server.close());
    return server as MockServer & { readonly url: string };
  }

  async function open(url: string): Promise<Page> {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(url);
    return page;
  }

  test('shows item counts and requests, and updates them', async () => {
    const { url } = await serve(PETSTORE);
    const page = await open(url);
    await page.getByRole('row', { name: 'pets 2' }).waitFor();
    await page.getByText('No requests yet.').waitFor();
    const body = JSON.stringify({ name: 'Rex', kind: 'dog' });
    await fetch(`${url}/pets`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await page.getByRole('row', { name: 'POST /pets 201' }).waitFor();
    await page.getByRole('row', { name: 'pets 3' }).waitFor();
    const link = page.getByRole('link', { name: '/pets', exact: true }).last();
    expect(await link.getAttribute('href')).toBe('/inspector#/main/requests/1');
  });

  test('shows the data of the sandbox in its path', async () => {
    const { url } = await serve(PETSTORE);
    const body = JSON.stringify({ name: 'Rex', kind: 'dog' });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${url}/_sandbox/blue/pets`, { method: 'POST', headers, body });
    const page = await open(`${url}/_sandbox/blue/`);
    await page.getByRole('row', { name: 'pets 3' }).waitFor();
    expect(await page.getByRole('link', { name: 'pets', exact: true }).getAttribute('href')).toMatch(/#\/blue\/data\//);
  });

  test('resets the data without leaving the page', async () => {
    const { url } = await serve(PETSTORE);
    await fetch(`${url}/pets/1`, { method: 'DELETE' });
    const page = await open(url);
    await page.getByRole('row', { name: 'pets 1' }).waitFor();
    await page.getByText('Reset data…').click();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByText('Data was reset to the fixtures.').waitFor();
    await page.getByRole('row', { name: 'pets 2' }).waitFor();
  });

  test('opens an operation in the API reference', async () => {
    const { url } = await serve(PETSTORE);
    const page = await open(url);
    await page
      .getByRole('row', { name: /^PATCH/ })
      .getByRole('link')
      .click();
    await page.getByText('Request body').waitFor();
    expect(await page.locator('.opblock.is-open').getAttribute('id')).toContain('changePet');
  });

  test('filters a long list of operations', async () => {
    const { url } = await serve(await largeDocument());
    const page = await open(url);
    await page.getByRole('searchbox').fill('name-599');
    expect(await page.locator('.operations tbody tr:visible').count()).toBe(2);
  });

  test.each(['small', 'large'])('is accessible and fits all windows with a %s document', async (size) => {
    const { url } = await serve(size === 'small' ? PETSTORE : await largeDocument());
    const page = await open(url);
    await page.locator('.live').waitFor();
    await requireAccessible(page);
  });
});
