// Requests of pages and tests to the mock server: all reach the sandbox of the test.

import { expect, test } from 'understudy-api/playwright';

/** Adds a pet in the page. @returns the status, and the number of pets afterwards */
const add = (page, below) =>
  page.evaluate(async (url) => {
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(`${url}/pets`, { method: 'POST', headers, body: '{"name":"Rex","kind":"dog"}' });
    return [status, (await (await fetch(`${url}/pets`)).json()).length];
  }, below);

/** The sandbox header of page requests, from an event stream. */
const readStream = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const source = new EventSource('/ticks');
        let count = 0;
        source.onmessage = ({ data }) => {
          if (++count < 3) return;
          source.close();
          resolve(data);
        };
      }),
  );

test('of another origin', async ({ page, server, sandbox }) => {
  await page.goto('/');
  expect(await add(page, server.url)).toEqual([201, 4]);
  expect(await add(page, server.url.replace('127.0.0.1', 'localhost'))).toEqual([201, 5]);
  expect(await sandbox.requests()).toHaveLength(4);
});

test('through the server of the page', async ({ page, sandbox }) => {
  await page.goto('/');
  expect(await add(page, '/api')).toEqual([201, 4]);
  expect(await sandbox.requests()).toHaveLength(2);
});

test('by a redirect, in a frame, and in a popup', async ({ page, sandbox }) => {
  await page.goto('/away');
  await page.goto('/');
  await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    frame.src = `${addresses.mockServer}/pets/2`;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    await loaded;
  });
  const opened = page.waitForEvent('popup');
  await page.evaluate('void open(addresses.mockServer + "/pets/1")');
  await (await opened).waitForLoadState();
  const targets = (await sandbox.requests()).map(({ target }) => target);
  expect(targets).toEqual(['/pets', '/pets/2', '/pets/1']);
});

test('in a service worker', async ({ page, server, sandbox }) => {
  await page.goto('/');
  await page.evaluate(async () => {
    const inControl = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    await navigator.serviceWorker.register('/worker.js');
    if (!navigator.serviceWorker.controller) await inControl;
  });
  expect(await add(page, '/api')).toEqual([201, 4]);
  expect(await add(page, server.url)).toEqual([201, 5]);
  expect(await sandbox.requests()).toHaveLength(4);
});

test('in a stream of events', async ({ page, sandbox }) => {
  await page.goto('/');
  expect(await readStream(page)).toBe(sandbox.name);
});

test('not to other servers', async ({ page, sandbox }) => {
  await page.goto('/');
  const headers = await page.evaluate('fetch(addresses.foreign).then((answer) => answer.json())');
  expect(headers.origin).toMatch(/^http:\/\/localhost/);
  expect(Object.keys(headers)).not.toContain('x-understudy-sandbox');
  expect(await sandbox.requests()).toEqual([]);
});

test('combined with a route of the test', async ({ page, sandbox }) => {
  await page.route('**/api/pets', (route, request) =>
    route.fallback({ headers: { ...request.headers(), 'x-understudy-fault': 'code=unavailable' } }),
  );
  await page.goto('/');
  expect(await page.evaluate('fetch("/api/pets").then(({ status }) => status)')).toBe(503);
  expect(await sandbox.requests({ status: 503 })).toHaveLength(1);
});

test('of a second user', async ({ page, browser, sandbox }) => {
  const other = await browser.newContext();
  let seen = 0;
  await other.route('**/api/pets', (route) => {
    seen += 1;
    return route.fallback();
  });
  await sandbox.routePages(other);
  const second = await other.newPage();
  for (const one of [page, second]) await one.goto('/');
  expect(await add(page, '/api')).toEqual([201, 4]);
  expect(await add(second, '/api')).toEqual([201, 5]);
  expect(seen).toBe(2);
  await other.close();
});

test('of the test itself', async ({ request, server, sandbox }) => {
  await request.get(`${server.url}/pets`);
  await request.get('/api/pets');
  await request.get(`${sandbox.url}/pets`);
  expect(await sandbox.requests()).toHaveLength(3);
});

test.describe('of configured origins', () => {
  test.use({ baseURL: undefined, understudy: { origins: [process.env.APP_URL] } });

  test('also without a baseURL', async ({ page, sandbox }) => {
    await page.goto(process.env.APP_URL);
    expect(await add(page, '/api')).toEqual([201, 4]);
    expect(await sandbox.requests()).toHaveLength(2);
  });
});

test.describe('by host', () => {
  test.use({ understudy: { by: 'host' } });

  test('nothing is intercepted', async ({ page, request, sandbox, baseURL }) => {
    expect(baseURL).toContain(`http://${sandbox.name}.localhost:`);
    await page.goto('/');
    expect(await add(page, '/api')).toEqual([201, 4]);
    await request.get('/api/pets');
    expect(await readStream(page)).toBe('undefined');
    expect(await sandbox.requests()).toHaveLength(3);
  });
});
