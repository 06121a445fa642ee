// Static files of the pages: a fixed list, cached by browsers by version.

import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createPages } from '../../../src/server/pages/pages.ts';
import { send } from '../../support/mock-server.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { send as requestPages, shown } from './shown.ts';

const mockServer = sharedMockServer();
const get = (path: string) => send(mockServer(), 'GET', path, { token: undefined });

describe('the static files of the pages', () => {
  test.each([
    ['/reference/swagger-ui.css', 'text/css; charset=utf-8'],
    ['/reference/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['/_understudy/home.css', 'text/css; charset=utf-8'],
    ['/_understudy/icon.svg', 'image/svg+xml; charset=utf-8'],
    ['/favicon.ico', 'image/svg+xml; charset=utf-8'],
    ['/openapi.json', 'application/json'],
    ['/openapi.yaml', 'application/yaml'],
  ])('have a media type: %s', async (path, type) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      200,
      type,
      'nosniff',
    ]);
  });

  test('are cached by a browser with the URL of their version, and revalidated with any other', async () => {
    const { body } = await get('/reference');
    const [address] = body.match(/\/reference\/swagger-ui\.css\?v=[^"]+/);
    expect((await get(address)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await get('/reference/swagger-ui.css')).headers.get('cache-control')).toBe('no-cache');
    expect((await get('/reference/swagger-ui.css?v=0')).headers.get('cache-control')).toBe('no-cache');
  });

  test('return the document as a whole, to every page', async () => {
    const json = await get('/openapi.json');
    expect(json.body.info.title).toBe('Identity Management API');
    expect(json.headers.get('access-control-allow-origin')).toBe('*');
  });

  const OUTSIDE = [
    '/reference/../../etc/passwd',
    '/reference/../package.json',
    '/reference/%2e%2e/package.json',
    '/reference/..%2fpackage.json',
    '/reference/..\\package.json',
    '/reference/swagger-ui.css%00',
    '/reference/swagger-ui.css/',
    '/reference//swagger-ui.css',
    '/reference/./swagger-ui.css',
    '/reference/%73wagger-ui.css',
    '/reference/package.json',
    '/reference/index.html',
    '/reference/swagger-initializer.js',
    '/reference/swagger-ui-bundle.js.map',
    '/reference/__proto__',
    '/reference/constructor',
    '/reference/0',
    '/reference/2',
    '/openapi/1.json',
    '//',
    '',
  ];

  test.each(OUTSIDE)('do not include other files: %j', async (target) => {
    const requested = { method: 'GET', target, headers: {}, body: new Uint8Array(), local: true };
    expect(await requestPages(createPages(shown()), requested)).toBeUndefined();
  });

  test('do not include other files over HTTP either, where a path arrives as it was sent', async () => {
    const { port } = await mockServer().listen();
    for (const path of OUTSIDE.filter((one) => one.startsWith('/reference'))) {
      const status = await new Promise((resolve, reject) => {
        request({ port, host: '127.0.0.1', path }, (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end();
      });
      expect(status, path).not.toBe(200);
    }
  });

  test.each(['/', '/openapi.json', '/reference/swagger-ui.css'])('have the same headers for HEAD: %s', async (path) => {
    const { url } = await mockServer().listen();
    const headersOf = async (method: string) => {
      // The Node client does not reuse the connection of a HEAD request.
      const ofConnection = ['date', 'connection', 'keep-alive'];
      const { headers } = await fetch(url + path, { method });
      return Object.fromEntries([...headers].filter(([name]) => !ofConnection.includes(name)));
    };
    const headers = await headersOf('HEAD');
    expect(headers).toEqual(await headersOf('GET'));
    expect(Number(headers['content-length'])).toBeGreaterThan(100);
  });

  test('are compressed for clients on other machines only', async () => {
    const read = async (local: boolean) => {
      const headers = { 'accept-encoding': 'gzip' };
      const target = '/reference/swagger-ui.css';
      const response = await requestPages(createPages(shown()), {
        method: 'GET',
        target,
        headers,
        body: new Uint8Array(),
        local,
      });
      return { encoding: response?.headers['content-encoding'], body: response?.body as Uint8Array };
    };
    const [here, elsewhere] = [await read(true), await read(false)];
    expect([here.encoding, elsewhere.encoding]).toEqual([undefined, 'gzip']);
    expect(gunzipSync(elsewhere.body).equals(here.body)).toBe(true);
    expect(elsewhere.body.length).toBeLessThan(here.body.length / 4);
  });

  test('do not hide the same path of a document', async () => {
    const pages = createPages(shown({ document: { paths: { '/': { get: { responses: {} } }, '/reference': {} } } }));
    const requested = { method: 'GET', headers: { accept: 'text/html' }, body: new Uint8Array(), local: true };
    expect(await requestPages(pages, { ...requested, target: '/' })).toBeUndefined();
    expect(await requestPages(pages, { ...requested, target: '/reference' })).toBeUndefined();
    expect(await requestPages(pages, { ...requested, target: '/openapi.json' })).toBeDefined();
  });
});
