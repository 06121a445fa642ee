// A page of another site in a browser of the same machine cannot control the mock server.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { identityMockServer, send } from '../support/mock-server.ts';
import { documentOf, ownMockServer } from '../support/own-api.ts';
import { openBrowser, testWithBrowser } from '../support/shared-browser.ts';

/** A page with these images only; the browser has requested all of them when the page is loaded. */
function pageOf(images: readonly string[]): Promise<number> {
  return serve(images.map((address) => `<img src="${address}">`).join(''));
}

/** Serves a page. @returns its port */
async function serve(body: string): Promise<number> {
  const server = createServer((_, response) => response.end(`<!doctype html><title>Evil</title>${body}`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

testWithBrowser('a page of another site creates no sandbox, and cannot read the control API', async () => {
  const mockServer = await identityMockServer();
  const { port } = await mockServer.listen();
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const names = Array.from({ length: 10 }, (_, count) => `sandbox-${count}.localhost:${port}`);
  const addresses = names.map((host) => `http://${host}/management/v1/healthz`);
  const sandboxes = async () => (await send(mockServer, 'GET', '/_understudy/sandboxes')).body.sandboxes.length;

  const images = await pageOf([...addresses, `http://steered.localhost:${port}/_understudy/icon.svg`]);
  /** Whether the last image of the page was loaded. */
  const isSeen = () => page.evaluate('document.images[document.images.length - 1].naturalWidth > 0');
  await page.goto(`http://evil.test:${images}/`);
  const { exchanges } = (await send(mockServer, 'GET', '/_understudy/requests')).body;
  const rejected = {
    status: 403,
    reason: expect.stringMatching(/^pages of http:\/\/evil\.test:\d+ cannot create sandboxes/),
  };
  expect(exchanges).toMatchObject(names.map(() => rejected));
  expect(await sandboxes()).toBe(1);
  expect(await isSeen()).toBe(false);

  // A page of this machine, such as one of a development server.
  await page.goto(`http://127.0.0.1:${images}/`);
  expect(await sandboxes()).toBe(11);
  expect(await isSeen()).toBe(true);
});

/** Changes state by the control API, as scripts of the server's own pages may, and records that it ran in the title. */
const SCRIPT = `<script>
document.title = 'ran';
fetch('/_understudy/sandboxes', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"stolen"}' });
</script>`;

testWithBrowser(
  'a script that a page of another site has the server echo is not executed in the origin of the server',
  async () => {
    const requestBody = {
      content: { 'application/x-www-form-urlencoded': { schema: { properties: { text: { type: 'string' } } } } },
    };
    const responses = {
      200: { description: 'what was sent', content: { 'text/html': { schema: { type: 'string' } } } },
    };
    const mockServer = await ownMockServer(
      documentOf({ '/echo': { post: { operationId: 'echo', requestBody, responses } } }),
      {
        echo: ({ input }: { readonly input: { readonly text: string } }) => `<title>quiet</title>${input.text}`,
      },
    );
    const { port } = await mockServer.listen();
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const text = SCRIPT.replaceAll('"', '&quot;');
    const form = `<form method="post" action="http://127.0.0.1:${port}/echo"><textarea name="text">${text}</textarea></form>`;
    await page.goto(`http://evil.test:${await serve(`${form}<script>document.forms[0].submit()</script>`)}/`, {
      waitUntil: 'commit',
    });
    await page.waitForURL(`http://127.0.0.1:${port}/echo`);
    await page.waitForLoadState('load');
    expect(await page.content()).toContain("document.title = 'ran'");
    expect(await page.title()).toBe('quiet');
    expect((await send(mockServer, 'GET', '/_understudy/sandboxes', { token: undefined })).body.sandboxes).toHaveLength(
      1,
    );
  },
);
