// The client of the control API in a browser, on a page of the stand-in.

import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { expect, onTestFinished, test } from 'vitest';
import { findBrowser, INSTALL, openBrowser } from '../support/browser.ts';
import { listening } from '../support/listening.ts';

const program = await findBrowser();
const isSkipped = program === undefined && !process.env.CI;
if (isSkipped) console.warn(`No browser runs the client, for there is none: ${INSTALL}`);

/** Where the page finds the sources of the client: as a build has them, without types. */
const SOURCES = '/sources-of-the-client/';

/** In the page: a sandbox, what is asked in it, what goes wrong in it, and its end. */
const SCRIPT = `import('${SOURCES}client.ts').then(async ({ understudy, UnderstudyError }) => {
  const standIn = understudy(location.origin);
  const world = await standIn.sandbox();
  await world.clock.freeze('2027-01-01T00:00:00Z');
  await world.fault({ on: { operation: 'healthz' }, steps: [{ code: 'unavailable' }] });
  const { status } = await fetch(world.url + '/management/v1/healthz');
  const [found] = await world.waitFor({ operation: 'healthz', status: 503 });
  const refused = await world.restore('gone').catch((error) => error);
  await world.close();
  return {
    address: world.url === location.origin + '/_sandbox/' + world.name,
    status,
    at: found.at,
    refused: [refused instanceof UnderstudyError, refused.code],
    left: (await standIn.sandboxes()).length,
  };
})`;

test.skipIf(isSkipped)('steers the stand-in', async () => {
  const { port } = await listening();
  const browser = await openBrowser(program);
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.route(`**${SOURCES}*`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(SOURCES.length);
    const source = await readFile(new URL(`../../src/client/${name}`, import.meta.url), 'utf8');
    await route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) });
  });
  await page.goto(`http://localhost:${port}/`);
  expect(await page.evaluate(SCRIPT)).toEqual({
    address: true,
    status: 503,
    at: '2027-01-01T00:00:00.000Z',
    refused: [true, 'not_found'],
    left: 1,
  });
});
