// The control API client in a browser: on pages of the mock server, of trusted hosts, and of other origins.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { listening } from '../support/listening.ts';
import { send } from '../support/mock-server.ts';
import { describeWithBrowser, openBrowser } from '../support/shared-browser.ts';

/** The path of the client sources in the page: without types, as in a build. */
const SOURCES = '/sources/';

/** Script of the page: creates a sandbox, sends requests, causes errors, and removes the sandbox. */
const SCRIPT = (url: string) => `import('${SOURCES}client/client.ts').then(async ({ understudy, UnderstudyError }) => {
  const mockServer = understudy('${url}');
  const sandbox = await mockServer.sandbox();
  await sandbox.clock.freeze('2027-01-01T00:00:00Z');
  await sandbox.fault({ on: { operation: 'healthz' }, steps: [{ code: 'unavailable' }] });
  const { status } = await fetch(sandbox.url + '/management/v1/healthz');
  const [found] = await sandbox.waitFor({ operation: 'healthz', status: 503 });
  const rejected = await sandbox.restore('gone').catch((error) => error);
  await sandbox.close();
  return {
    address: sandbox.url.replace(sandbox.name, 'NAME'),
    status,
    at: found.at,
    rejected: [rejected instanceof UnderstudyError, rejected.code],
    left: (await mockServer.sandboxes()).length,
  };
})`;

/** A page that can import the client. */
async function opened(): Promise<Page> {
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.route(`**${SOURCES}**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(SOURCES.length);
    const source = await readFile(new URL(`../../src/${name}`, import.meta.url), 'utf8');
    await route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) });
  });
  return page;
}

const STEERED = {
  status: 503,
  at: '2027-01-01T00:00:00.000Z',
  rejected: [true, 'not_found'],
  left: 1,
};

describeWithBrowser('a page', () => {
  test('of the mock server can use the control API', async () => {
    const { url } = await listening();
    const origin = url.replace('127.0.0.1', 'localhost');
    const page = await opened();
    await page.goto(`${origin}/`);
    expect(await page.evaluate(SCRIPT(origin))).toEqual({ ...STEERED, address: `${origin}/_sandbox/NAME` });
  });

  test('of another origin can use the control API and its events only if its host is trusted', async () => {
    const pages = createServer((_request, response) => response.end('<!doctype html><title>An application</title>'));
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      pages.closeAllConnections();
      pages.close();
    });
    const { port } = pages.address() as AddressInfo;
    const { url, mockServer } = await listening({ trustedHosts: `app.test, localhost:${port}` });
    const page = await opened();
    const byHost = url.replace('127.0.0.1', 'NAME.localhost');
    for (const origin of [`http://app.test:${port}`, `http://localhost:${port}`]) {
      await page.goto(`${origin}/`);
      expect(await page.evaluate(SCRIPT(url))).toMatchObject(STEERED);
      expect((await page.evaluate(SCRIPT(url.replace('127.0.0.1', 'localhost')))) as object).toEqual({
        ...STEERED,
        address: byHost,
      });
      expect(
        await page.evaluate(`new Promise((resolve) => {
        const events = new EventSource('${url}/_understudy/events');
        events.onopen = () => resolve(events.close() ?? 'open');
        events.onerror = () => resolve('refused');
      })`),
      ).toBe('open');
    }
    await send(mockServer, 'GET', '/management/v1/healthz');
    const reset = (mode: string) =>
      `fetch('${url}/_understudy/reset', { method: 'POST', mode: '${mode}' }).then(({ status }) => status, ({ name }) => name)`;
    for (const origin of [
      `http://evil.test:${port}`,
      `http://127.0.0.1:${port}`,
      `http://app.test.localhost:${port}`,
    ]) {
      await page.goto(`${origin}/`);
      const thrown = await page.evaluate(`${SCRIPT(url)}.catch(({ name, code }) => [name, code])`);
      expect(thrown).toEqual(['UnderstudyError', 'unavailable']);
      expect(await page.evaluate(reset('cors'))).toBe('TypeError');
      expect(await page.evaluate(reset('no-cors'))).toBe(0);
      expect(
        await page.evaluate(`new Promise((resolve) => {
        new EventSource('${url}/_understudy/events').onerror = () => resolve('refused');
      })`),
      ).toBe('refused');
    }
    expect((await send(mockServer, 'GET', '/_understudy/requests')).body.exchanges).toMatchObject([
      { operation: 'healthz' },
    ]);
    expect((await send(mockServer, 'GET', '/_understudy/sandboxes')).body.sandboxes).toEqual([{ sandbox: 'main' }]);
  });
});
