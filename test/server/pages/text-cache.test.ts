// Pages and documents are generated once, and not sent again to clients that have them.

import { describe, expect, test } from 'vitest';
import { identity } from '../../../src/identity/api.ts';
import { createPages } from '../../../src/server/pages/pages.ts';
import { createTextCache } from '../../../src/server/pages/rendered-texts.ts';
import type { AnyApi } from '../../../src/server/pipeline/api/api.ts';
import { identityMockServer, send } from '../../support/mock-server.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { send as requestPages, shown } from './shown.ts';

const mockServer = sharedMockServer();
const PATHS = ['/', '/reference', '/reference/1.json', '/reference/swagger-ui.css', '/openapi.json', '/openapi.yaml'];

describe('a cached page or document', () => {
  test.each(PATHS)('is not sent again for its ETag: %s', async (path) => {
    const first = await send(mockServer(), 'GET', path, { token: undefined });
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^(?:W\/)?"[\w+/-]+"$/);
    for (const known of [etag, etag.replace(/^(?:W\/)?/, 'W/'), `"other", ${etag}`, '*']) {
      const again = await send(mockServer(), 'GET', path, { token: undefined, headers: { 'if-none-match': known } });
      expect([again.status, again.body, again.headers.get('etag')], known).toEqual([304, '', etag]);
      expect(again.headers.has('content-type')).toBe(false);
      for (const field of ['cache-control', 'vary', 'access-control-allow-origin']) {
        expect(again.headers.get(field), field).toBe(first.headers.get(field));
      }
    }
    const other = await send(mockServer(), 'GET', path, { token: undefined, headers: { 'if-none-match': '"other"' } });
    expect([other.status, other.body]).toEqual([200, first.body]);
  });

  test('has another ETag for another URL, and for another Accept header', async () => {
    const requested = [
      ['http://localhost:1/', '*/*'],
      ['http://localhost:1/', 'text/html'],
      ['http://localhost:2/', '*/*'],
      ['http://localhost:1/openapi.json', '*/*'],
      ['http://localhost:2/openapi.json', '*/*'],
      ['https://localhost:2/openapi.json', '*/*'],
    ] as const;
    const etags = new Set<string | null>();
    for (const [url, accept] of requested) {
      const { headers } = await mockServer().fetch(new Request(url, { headers: { accept } }));
      etags.add(headers.get('etag'));
    }
    expect(etags.size).toBe(requested.length);
  });

  const NAMES = ['one.test', 'two.test', 'one.test', '[::1]:8080', 'two.test'];

  test('is generated once for all hosts', async () => {
    let written = 0;
    const toJSON = () => {
      written += 1;
      return {};
    };
    const info = { title: 'Pets', version: '1', toJSON };
    const pages = createPages(shown({ document: { info } }));
    const servers: unknown[] = [];
    for (const host of NAMES) {
      const requested = { method: 'GET', headers: { host }, body: new Uint8Array(), local: true };
      const { body = '' } = (await requestPages(pages, { ...requested, target: '/openapi.json' })) ?? {};
      servers.push(JSON.parse(body.toString()).servers[0].url);
    }
    expect(servers).toEqual(NAMES.map((host) => `http://${host}`));
    expect(written).toBe(1);
  });

  test.each(['/reference/1.json', '/openapi.json', '/openapi.yaml'])(
    'is the same object for all clients: %s',
    async (path) => {
      const message = shown();
      const introductions = message.introductions();
      const pages = createPages({ ...message, introductions: () => introductions });
      const requested = { method: 'GET', headers: { host: 'a' }, body: new Uint8Array(), local: true, target: path };
      const responses = [
        await requestPages(pages, requested),
        await requestPages(pages, { ...requested, target: `${path}?` }),
      ];
      const bodies = responses.map((response) => response?.body);
      expect(bodies[0]).toBeInstanceOf(Uint8Array);
      expect(bodies[1]).toBe(bodies[0]);
    },
  );

  test('shows current records, and is not generated again while they are unchanged', async () => {
    let introduced = 0;
    const stand = await identityMockServer({
      apis: [
        {
          ...(identity as AnyApi),
          introduce({ apps }) {
            introduced += 1;
            const example = { method: 'GET', path: '/', token: '', body: undefined };
            const all = [...(apps?.values() ?? [])];
            return { callers: all.map(({ id, name }) => ({ token: id, who: String(name) })), example };
          },
        },
      ],
    });
    const page = async () => (await send(stand, 'GET', '/', { token: undefined })).body;
    expect(await page()).not.toContain('Shop Window');
    await page();
    expect(introduced).toBe(1);
    const app = '/management/v1/projects/257810824104530633/apps/257928641298565988';
    expect((await send(stand, 'PUT', app, { body: { name: 'Shop Window' } })).status).toBe(200);
    expect(await page()).toContain('Shop Window');
    await stand.reset();
    expect(await page()).not.toContain('Shop Window');
  });
});

describe('the text cache', () => {
  const from = {};

  test('drops the least recently used text when it is full', () => {
    const cache = createTextCache(25_000);
    const written: string[] = [];
    const read = (name: string, length = 10_000) =>
      cache(name, from, () => {
        written.push(name);
        return 'x'.repeat(length);
      });
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b', 'b']) read(name);
    expect(written).toEqual(['a', 'b', 'c', 'b']);
    // A text above the limit is stored alone.
    expect(read('d', 100_000)).toBe(read('d'));
    read('b');
    read('b');
    expect(written).toEqual(['a', 'b', 'c', 'b', 'd', 'b']);
  });

  test('counts short texts with long names', () => {
    const cache = createTextCache(100_000);
    let written = 0;
    const read = (number: number) =>
      cache(`${number}${'x'.repeat(1000)}`, from, () => {
        written += 1;
        return '';
      });
    for (let number = 0; number < 100; number += 1) read(number);
    read(0);
    expect(written).toBe(101);
  });

  test('generates a text again if it is derived from another object', () => {
    const cache = createTextCache();
    const texts = [from, {}, from].map((one, index) => cache('a', one, () => String(index)).toString());
    expect(texts).toEqual(['0', '1', '2']);
  });
});
