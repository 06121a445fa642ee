// The pages of a mock server that is mounted in an Express app, in a browser.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { mockMiddleware } from '../../../src/integrations/express/middleware.ts';
import { listenForComplaints } from '../../support/page-checks.ts';
import { describeWithBrowser, openBrowser } from '../../support/shared-browser.ts';

describeWithBrowser('pages of a mock server below /api of an Express app', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  async function opened(path: string) {
    const mock = await createMockServer('examples/petstore/petstore.yaml', { durability: 'memory' });
    onTestFinished(() => mock.close());
    const server = createServer(express().use('/api', mockMiddleware(mock))).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.closeAllConnections());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    const complaints: string[] = [];
    listenForComplaints(page, (complaint) => complaints.push(complaint));
    await page.goto(url + path);
    return { page, url, complaints };
  }

  test('the front page lists the operations, and links to the inspector, which shows requests as they come', async () => {
    const { page, url, complaints } = await opened('/api/_understudy');
    await expect.poll(() => page.textContent('body')).toContain(`curl ${url}/api/pets`);
    await page.click('a[href="/api/_understudy/inspector"]');
    await page.waitForSelector('role=tab[name=/Requests/]');
    await fetch(`${url}/api/pets?kind=cat`);
    await expect.poll(() => page.textContent('main')).toContain('/pets?kind=cat');
    expect(complaints).toEqual([]);
  });

  test('the API reference sends its requests below the path of the app', async () => {
    const { page, url, complaints } = await opened('/api/_understudy/reference#/default/listPets');
    await page.click('text=Try it out');
    await page.click('button.execute');
    await page.waitForSelector('.live-responses-table');
    expect(await page.textContent('.request-url')).toContain(`${url}/api/`);
    expect(await page.textContent('.live-responses-table')).toContain('200');
    expect(complaints).toEqual([]);
  });
});
