// The exported request log is a valid HTTP Archive: by schema, in Chromium's network panel, and for `routeFromHAR`.

import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import { ListProjectsRequestSchema } from '@zitadel/proto/zitadel/management_pb.js';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findBrowser, startBrowser } from '../support/browser.ts';
import { call } from '../support/call.ts';
import { listening, SEARCH } from '../support/listening.ts';
import { send } from '../support/mock-server.ts';
import { describeWithBrowser, openBrowser } from '../support/shared-browser.ts';
import { temporaryFolder } from '../support/temporary.ts';

const RPC = '/identity.management.v1.ManagementService/ListProjects';
/** The files of the developer tools, including the network panel. */
const DEVTOOLS = 'devtools://devtools/bundled/';

/** A mock server after various requests, and its archive. */
async function requested() {
  const { mockServer, url } = await listening();
  await send(mockServer, 'POST', SEARCH, { body: { query: { limit: 2 } } });
  await send(mockServer, 'POST', `${SEARCH}?a=b&c=%C3%A4`, {
    body: { query: { limit: 1 } },
    headers: { 'x-understudy-fault': 'delay=30' },
  });
  await send(mockServer, 'POST', SEARCH, { body: '{"query": <b>' });
  await send(mockServer, 'GET', '/management/v1/healthz');
  await send(mockServer, 'GET', '/management/v1/nowhere');
  await send(mockServer, 'POST', SEARCH, { body: {}, headers: { 'x-understudy-fault': 'broken' } });
  await send(mockServer, 'POST', SEARCH, { body: {}, headers: { 'x-understudy-fault': 'reset' } }).catch(
    () => undefined,
  );
  await call(mockServer, 'grpc', RPC, toBinary(ListProjectsRequestSchema, create(ListProjectsRequestSchema, {})));
  const exported = await fetch(`${url}/_understudy/requests/har`);
  return { mockServer, url, text: await exported.text() };
}

test('the archive matches the schema of HAR 1.2', async () => {
  const schemas: Record<string, { readonly $id: string }> = createRequire(import.meta.url)('har-schema');
  const ajv = new Ajv({
    strict: false,
    validateSchema: false,
    schemas: Object.values(schemas).map((schema) => ({ ...schema, $schema: undefined })),
  });
  addFormats.default(ajv);
  const validate = ajv.getSchema('har.json#');
  expect(validate?.({ log: { version: '1.2' } })).toBe(false);
  const { text } = await requested();
  validate?.(JSON.parse(text));
  expect(validate?.errors).toBeNull();
});

describeWithBrowser('the archive in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test('is shown in the network panel, with a row for each request', async () => {
    const { text } = await requested();
    const withTools = await startBrowser(await findBrowser({ hasTools: true }));
    onTestFinished(() => withTools.close());
    const page = await withTools.newPage();
    await page.goto(`${DEVTOOLS}devtools_app.html`);
    await page.locator('.tabbed-pane-header').first().waitFor();
    await page.evaluate(`(async () => {
      const { ViewManager } = await import('${DEVTOOLS}ui/legacy/legacy.js');
      await ViewManager.ViewManager.instance().showView('network');
      const { NetworkPanel } = await import('${DEVTOOLS}panels/network/network.js');
      const file = new File([${JSON.stringify(text)}], 'understudy.har');
      await NetworkPanel.NetworkPanel.instance().networkLogView.onLoadFromFile(file);
    })()`);
    const rows = page.locator('.network-log-grid tbody tr', { hasText: '127.0.0.1' });
    await rows.nth(7).waitFor();
    const cells = await rows.evaluateAll((all) =>
      all.map((row) => ['name', 'status', 'type'].map((of) => row.querySelector(`.${of}-column`)?.textContent)),
    );
    expect(cells).toEqual([
      ['_search127.0.0.1/management/v1/projects', '200OK', 'fetch'],
      ['_search?a=b&c=%C3%A4127.0.0.1/management/v1/projects', '200OK', 'fetch'],
      ['_search127.0.0.1/management/v1/projects', '400Bad Request', 'fetch'],
      ['healthz127.0.0.1/management/v1', '200OK', 'fetch'],
      ['nowhere127.0.0.1/management/v1', '404Not Found', 'fetch'],
      ['_search127.0.0.1/management/v1/projects', '200OK', 'fetch'],
      ['_search127.0.0.1/management/v1/projects', '503Service Unavailable', 'fetch'],
      ['ListProjects127.0.0.1/identity.management.v1.ManagementService', '200OK', 'fetch'],
    ]);
    await rows.first().locator('.name-column').click();
    await page.getByRole('tab', { name: 'Response', exact: true }).click();
    await page.locator('.cm-content', { hasText: 'totalResult' }).waitFor({ timeout: 0 });
  });

  test('replaces the mock server for requests of a page', async () => {
    const { url, text, mockServer } = await requested();
    const file = join(await temporaryFolder(), 'understudy.har');
    await writeFile(file, text);
    await mockServer.close();
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    await context.route(`${url}/`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await context.routeFromHAR(file, { url: `${url}/management/**`, notFound: 'abort' });
    const page = await context.newPage();
    await page.goto(`${url}/`);
    const responded = await page.evaluate(
      async ([path = '', body = '']) => {
        const found = await fetch(path, { method: 'POST', body });
        const { result } = (await found.json()) as { readonly result: readonly unknown[] };
        return [found.status, result.length, (await fetch('/management/v1/nowhere')).status];
      },
      [SEARCH, '{"query":{"limit":2}}'],
    );
    expect(responded).toEqual([200, 2, 404]);
  });
});
