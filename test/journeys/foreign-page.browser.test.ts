// A page of another site in a browser, on the machine of a developer: what it can do with his stand-in.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { documentOf, ownStandIn } from '../support/own-api.ts';
import { openBrowser, testWithBrowser } from '../support/shared-browser.ts';
import { ask, identityStandIn } from '../support/stand-in.ts';

/** A page that is all images, at a host that leads to this machine; the browser has asked for all of them when it is there. */
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

testWithBrowser('makes no sandbox, and is answered nothing of what steers it', async () => {
  const standIn = await identityStandIn();
  const { port } = await standIn.listen();
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const names = Array.from({ length: 10 }, (_, count) => `sandbox-${count}.localhost:${port}`);
  const addresses = names.map((host) => `http://${host}/management/v1/healthz`);
  const sandboxes = async () => (await ask(standIn, 'GET', '/_understudy/sandboxes')).body.sandboxes.length;

  const images = await pageOf([...addresses, `http://steered.localhost:${port}/_understudy/icon.svg`]);
  /** Whether there is anything to show of what was at the end of the page. */
  const isSeen = () => page.evaluate('document.images[document.images.length - 1].naturalWidth > 0');
  await page.goto(`http://evil.test:${images}/`);
  const { exchanges } = (await ask(standIn, 'GET', '/_understudy/requests')).body;
  const refused = {
    status: 403,
    reason: expect.stringMatching(/^pages of http:\/\/evil\.test:\d+ cannot create sandboxes/),
  };
  expect(exchanges).toMatchObject(names.map(() => refused));
  expect(await sandboxes()).toBe(1);
  expect(await isSeen()).toBe(false);

  // A page of this machine, as that of a development server.
  await page.goto(`http://127.0.0.1:${images}/`);
  expect(await sandboxes()).toBe(11);
  expect(await isSeen()).toBe(true);
});

/** Changes state by the control API, as a script of our own pages may, and shows that it has run. */
const SCRIPT = `<script>
document.title = 'ran';
fetch('/_understudy/sandboxes', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"stolen"}' });
</script>`;

testWithBrowser('runs no script in our origin that it has us send back', async () => {
  const requestBody = {
    content: { 'application/x-www-form-urlencoded': { schema: { properties: { text: { type: 'string' } } } } },
  };
  const responses = { 200: { description: 'what was sent', content: { 'text/html': { schema: { type: 'string' } } } } };
  const standIn = await ownStandIn(documentOf({ '/echo': { post: { operationId: 'echo', requestBody, responses } } }), {
    echo: ({ input }: { readonly input: { readonly text: string } }) => `<title>quiet</title>${input.text}`,
  });
  const { port } = await standIn.listen();
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
  expect((await ask(standIn, 'GET', '/_understudy/sandboxes', { token: undefined })).body.sandboxes).toHaveLength(1);
});
