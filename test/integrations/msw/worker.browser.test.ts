// The MSW service worker in a browser, on a page served by Vite: it forwards to a mock server that listens.

import { cp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { createViteServer } from 'vitest/node';
import { understudy } from '../../../src/client/client.ts';
import { petsMockServer } from '../../support/pets/mock-server.ts';
import { openBrowser, testWithBrowser } from '../../support/shared-browser.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Code that an application runs before it starts. */
const START = `
import { http, HttpResponse } from 'msw';
import { setupWorker } from 'msw/browser';
import { understudyHandlers } from 'understudy-api/msw';

const API = 'https://api.example.com';
const mockServer = new URLSearchParams(location.search).get('mock-server');
const own = http.get(API + '/pets/9', () => HttpResponse.json({ name: 'Own' }));
const unhandled = [];
const worker = setupWorker(own, ...understudyHandlers(mockServer, { at: API, sandbox: 'blue' }));
await worker.start({ quiet: true, onUnhandledRequest: ({ url }) => void unhandled.push(url),
  onUnhandledFrame: ({ frame }) => void unhandled.push(frame.data.request.url) });

const asJson = { 'content-type': 'application/json' };
const outcome = (sending) => sending.then((response) => response.status, ({ name }) => name);
const add = (name, init) => fetch(API + '/pets', { method: 'POST', headers: asJson, body: JSON.stringify({ name, kind: 'hen' }), ...init });
const send = (method, url) => new Promise((resolve) => {
  const sending = new XMLHttpRequest();
  sending.open(method, url);
  sending.setRequestHeader('authorization', 'Bearer token-keeper');
  sending.onloadend = () => resolve([sending.status, sending.responseText]);
  sending.send();
});
const client = new AbortController();
const names = async () => (await (await fetch(API + '/pets')).json()).map(({ name }) => name);
const results = {
  added: await outcome(add('Berta')),
  own: await (await fetch(API + '/pets/9')).json(),
  rejected: [await outcome(add('', {})), (await add('')).headers.get('content-type')],
  removed: await send('DELETE', API + '/pets/1'),
  names: await names(),
  page: await outcome(fetch('/index.html')),
  direct: (await (await fetch(mockServer + '/pets')).json()).length,
  reset: await outcome(add('Resi', { headers: { ...asJson, 'x-understudy-fault': 'reset' } })),
  cut: await fetch(API + '/pets', { headers: { 'x-understudy-fault': 'cut=10' } }).then((response) => response.text()).catch(({ name }) => name),
  abandoned: await outcome((() => {
    const hanging = add('Rex', { signal: client.signal, headers: { ...asJson, 'x-understudy-fault': 'hang' } });
    client.abort();
    return hanging;
  })()),
  unhandled: unhandled.map((url) => new URL(url).pathname),
};
document.body.innerText = JSON.stringify(results);
document.body.role = 'status';
`;

for (const msw of ['msw', 'msw2']) {
  testWithBrowser(
    `a sandbox of a mock server responds to a page of another origin, through the service worker of ${msw}`,
    async () => {
      const mockServer = await petsMockServer();
      const { url } = await mockServer.listen();
      const root = await temporaryFolder();
      await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
      await cp(join(ROOT, `node_modules/${msw}/lib/mockServiceWorker.js`), join(root, 'mockServiceWorker.js'));
      await writeFile(join(root, 'index.html'), '<!doctype html><body><script type="module" src="/start.js"></script>');
      await writeFile(join(root, 'start.js'), START);
      const vite = await createViteServer({
        root,
        configFile: false,
        logLevel: 'silent',
        cacheDir: join(root, '.vite'),
        server: { port: 0, host: 'localhost', fs: { strict: false }, watch: null, hmr: false },
        optimizeDeps: { include: [msw, `${msw}/browser`] },
        resolve: {
          alias: [
            { find: 'understudy-api/msw', replacement: join(ROOT, 'src/integrations/msw/handlers.ts') },
            { find: /^msw(?=\/|$)/, replacement: msw },
          ],
          dedupe: [msw],
        },
      });
      onTestFinished(() => vite.close());
      await vite.listen();
      const browser = await openBrowser();
      onTestFinished(() => browser.close());
      const page = await browser.newPage();
      await page.goto(`${vite.resolvedUrls?.local[0]}?mock-server=${url}`);
      const reported = page.locator('[role=status]');
      await reported.waitFor({ timeout: 0 });
      expect(JSON.parse((await reported.textContent()) ?? '')).toEqual({
        added: 201,
        own: { name: 'Own' },
        rejected: [400, 'application/json'],
        removed: [204, ''],
        names: ['Bello', 'Tiger', 'Berta'],
        page: 200,
        direct: 3,
        reset: 'TypeError',
        cut: 'TypeError',
        abandoned: 'AbortError',
        unhandled: ['/index.html', '/pets'],
      });
      expect(await understudy(url).records('pets').list()).toHaveLength(3);
    },
  );
}
