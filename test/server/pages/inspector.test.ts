// The inspector page as a browser receives it: the HTML, and its modules and libraries.

import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMockServer, defineApi } from '../../../src/index.ts';
import { send } from '../../support/mock-server.ts';
import { documentWith, written } from '../../support/opened.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';

const mockServer = sharedMockServer();
const get = (path: string, headers = {}) => send(mockServer(), 'GET', path, { token: undefined, headers });

/** All URLs on the page. */
const addressesOn = (page: string) => [...page.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address = '']) => address);

/** The imports of a module. */
const importsOf = (text: string) =>
  [...text.matchAll(/^(?:import|export)\s[^'"`;]*?from\s+'([^']+)'/gm)].map(([, target = '']) => target);

describe('the inspector', () => {
  test('loads only files of this server', async () => {
    const { status, headers, body } = await get('/inspector');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const [, map = ''] = /<script type="importmap">(.*)<\/script>/.exec(body) ?? [];
    const policy = headers.get('content-security-policy')?.split('; ');
    expect(policy).toContain(`script-src 'self' 'sha256-${createHash('sha256').update(map).digest('base64')}'`);
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "style-src 'self'", "connect-src 'self'"]));
    const addresses = [...addressesOn(body), ...Object.values<string>(JSON.parse(map).imports)];
    expect(addresses.length).toBeGreaterThan(20);
    for (const address of addresses) {
      expect(address).toMatch(/^\/_understudy/);
      expect([address, (await get(address)).status]).toEqual([address, 200]);
    }
  });

  test('preloads all its modules, so that none waits for another one', async () => {
    const { body } = await get('/inspector');
    const addresses = new Set(addressesOn(body));
    const { imports } = JSON.parse(/<script type="importmap">(.*)<\/script>/.exec(body)?.[1] ?? '');
    const modules = [...addresses].filter((address) => /\.[tj]s$/.test(address));
    for (const address of modules) {
      const { headers, body: text } = await get(address);
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      for (const target of importsOf(text)) {
        const found = imports[target] ?? new URL(target, `http://localhost${address}`).pathname;
        expect([address, target, addresses.has(found)]).toEqual([address, target, true]);
      }
    }
  });

  test('serves modules that browsers cache forever, under the version of all of them only', async () => {
    const [address = ''] = addressesOn((await get('/inspector')).body).filter((one) => one.includes('/inspector/main'));
    const stored = await get(address);
    expect(stored.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(stored.body).not.toMatch(/^import type|querySelector<|: string/m);
    const other = await get(address.replace(/page\/\w+\//, 'page/000000000000/'));
    expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const { headers } = await get(address, { 'if-none-match': stored.headers.get('etag') });
    expect(headers.get('etag')).toBe(stored.headers.get('etag'));
    expect((await get(address, { 'if-none-match': stored.headers.get('etag') })).status).toBe(304);
  });

  test.each([
    '/_understudy/page/x/../../package.json',
    '/_understudy/page/x/inspector/../front/page.ts',
    '/_understudy/page/x/inspector%2fmain.ts',
    '/_understudy/page/x/inspector/tsconfig.json',
    '/_understudy/page/x/front/page.ts',
    '/_understudy/page/x/client/client.d.ts',
    '/_understudy/page/x/__proto__',
    '/_understudy/page/',
    '/_understudy/page/x/',
  ])('serves no other file: %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test('accepts only GET and HEAD', async () => {
    const { status, headers } = await send(mockServer(), 'POST', '/inspector', { body: {} });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await send(mockServer(), 'HEAD', '/inspector')).toMatchObject({ status: 200, body: '' });
  });

  test('knows the sandbox of its URL', async () => {
    expect((await get('/_sandbox/blue/inspector')).body).toContain('data-at="/_sandbox/blue" data-sandbox="blue"');
    expect((await get('/inspector', { 'x-understudy-sandbox': '"><script>' })).body).toContain(
      'data-sandbox="&quot;&gt;&lt;script&gt;"',
    );
  });

  test('is linked from the start page', async () => {
    expect((await get('/', { accept: 'text/html' })).body).toContain('<a href="/inspector">Inspector</a>');
    expect((await get('/')).body).toContain('http://localhost/inspector');
  });

  test('does not hide the same path of a document', async () => {
    const path = await written({
      'api.yaml': documentWith('{ type: string }').replace(/^ {2}\/\S*:/m, '  /inspector:'),
    });
    const api = defineApi({ name: 'api', document: path, infer: true });
    const own = await createMockServer({ apis: [api] });
    onTestFinished(() => own.close());
    const response = await own.fetch(new Request('http://localhost/inspector'));
    expect(response.headers.get('content-type')).not.toContain('text/html');
  });
});
