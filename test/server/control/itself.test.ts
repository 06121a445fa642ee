// Overview and document of the control API, and JSON for browsers.

import { describe, expect, test } from 'vitest';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { petsMockServer, requestPets } from '../../support/pets/mock-server.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const { bundled: document } = await openDocument(new URL('../../../spec/control.yaml', import.meta.url));

describe('the control API', () => {
  test('lists its operations with their summaries', async () => {
    const { status, body } = await requestPets(await petsMockServer(), 'GET', '/_understudy');
    expect(status).toBe(200);
    expect(body.operations).toContainEqual({
      method: 'POST',
      path: '/_understudy/reset',
      summary: 'Reset to the fixtures',
    });
    const paths = new Set(body.operations.map(({ path }: { readonly path: string }) => path));
    expect(paths).toEqual(new Set(Object.keys(document.paths)));
    for (const { summary } of body.operations) expect(summary).not.toBe('');
  });

  test.each([
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://blue.localhost:8080', 'http://blue.localhost:8080'],
    ['http://localhost:8080/_sandbox/blue', 'http://localhost:8080/_sandbox/blue'],
  ])('serves its document below %s, with the URL of the request', async (base, url) => {
    const mockServer = await petsMockServer();
    const response = await mockServer.fetch(new Request(`${base}/_understudy/openapi.json`));
    const served = await response.json();
    expect(served).toEqual({ ...document, servers: [{ url, description: 'This mock server' }] });
  });

  test.each(['/_understudy', '/_understudy/openapi.json'])('rejects %s for foreign hosts', async (path) => {
    const mockServer = await petsMockServer();
    const rejected = await mockServer.fetch(new Request(`http://mock-server${path}`));
    expect(rejected.status).toBe(403);
  });
});

describe('JSON', () => {
  test('is indented for browsers', async () => {
    const mockServer = await petsMockServer();
    for (const path of ['/_understudy/state', '/_understudy/requests', '/pets', '/nowhere']) {
      const requested = (headers: Readonly<Record<string, string>>) =>
        mockServer.fetch(new Request(`http://localhost${path}`, { headers }));
      const [shown, plain] = [await (await requested(BROWSER)).text(), await (await requested({})).text()];
      expect(shown).toMatch(/^[{[]\n {2}/);
      expect(plain).not.toContain('\n');
    }
    const requested = { headers: { ...BROWSER, host: 'localhost' } };
    const [shown, plain] = [
      await requestPets(mockServer, 'GET', '/pets', requested),
      await requestPets(mockServer, 'GET', '/pets'),
    ];
    expect(shown.body).toEqual(plain.body);
  });
});
