// The start page: for browsers, terminals, and other programs.

import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMockServer, defineApi } from '../../../src/index.ts';
import { defineClient } from '../../../src/server/oidc/login/define-login.ts';
import { createPages } from '../../../src/server/pages/pages.ts';
import { identityMockServer, send } from '../../support/mock-server.ts';
import { documentWith, written } from '../../support/opened.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { type PageInput, read, send as requestPages, shown } from './shown.ts';

const mockServer = sharedMockServer();
const web = defineClient({ id: 'web', redirectUris: ['http://localhost:5173/'] });
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('the start page', () => {
  test('shows a browser the API, its tokens, an example request, and links', async () => {
    const { status, headers, body } = await send(mockServer(), 'GET', '/', { token: undefined, headers: BROWSER });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('vary')).toBe('Accept');
    expect(body).toContain('<h1>Stateful mock of the Identity Management API</h1>');
    expect(body).toContain('<li><code>token-owner</code><span>Marlene Zürcher of Murmeltal Outdoor, ORG_OWNER</span>');
    expect(body).toContain('data-copy="token-viewer"');
    expect(body).toContain('curl -X POST http://localhost/management/v1/projects/_search');
    expect(body).toContain('<form method="post" action="/_understudy/reset">');
  });

  test('shows the findings of the document, in short form, to browsers and terminals', async () => {
    const path = await written({ 'api.yaml': documentWith('{ type: "<b>", format: nobody }') });
    const api = defineApi({ name: 'api', document: path, handlers: { a: () => 'ok' } as never });
    const faulty = await createMockServer({ apis: [api] });
    onTestFinished(() => faulty.close());
    const home = async (accept: string) =>
      (await faulty.fetch(new Request('http://localhost/', { headers: { accept } }))).text();
    expect(await home(BROWSER.accept)).toContain(
      `<h3>2 problems in the document</h3>\n<ul class="findings">\n<li><code>${path}:7:87  error  openapi-schema  type &quot;&lt;b&gt;&quot; must be`,
    );
    expect(await home(BROWSER.accept)).toContain('not-enforced  format &quot;nobody&quot; is not supported');
    expect(await home(BROWSER.accept)).not.toContain('<b>');
    expect(await home('*/*')).toContain(
      `Problems in the document:\n\n  ${path}:7:87  error  openapi-schema  type "<b>" must be`,
    );
    expect((await send(mockServer(), 'GET', '/', { token: undefined, headers: BROWSER })).body).not.toContain(
      'in the document',
    );
  });

  test('shows the issuer and its applications, and the services for remote procedure calls', async () => {
    const { body } = await send(mockServer(), 'GET', '/', { token: undefined, headers: BROWSER });
    expect(body).toContain('Issuer: <code>http://localhost</code> (<a href="/.well-known/openid-configuration">');
    expect(body).toContain(
      '<li><code>264062497181469540</code><span>Summit Cam of hut weather<code class="at">http://localhost:3000/</code>',
    );
    expect(body).toContain('<span>Booking Web of Hut Booking, secret <code>secret-booking-web</code>');
    expect(body).toContain('<span>Gate Terminal of Harbour Gate Passes, on a device</span>');
    expect(body).toContain('data-copy="314607173831297892"');
    expect(body).toContain('<p>At <code>localhost</code>, with server reflection and health checks:</p>');
    expect(body).toContain('<li><code>zitadel.management.v1.ManagementService</code></li>');
  });

  test('shows the issuer with the host name that applications on this machine use', async () => {
    const page = (host: string) => read(createPages(shown({ applications: [web] })), '/', host);
    expect(await page('127.0.0.1:8080')).toContain('href="http://localhost:8080/.well-known/openid-configuration"');
    expect(await page('127.0.0.1.test')).toContain('<code>http://127.0.0.1.test</code> (<a href="/.well-known');
    const elsewhere = createPages({ ...shown({ applications: [web] }), issuer: 'https://login.test' });
    expect(await read(elsewhere, '/')).toContain('href="https://login.test/.well-known/openid-configuration"');
  });

  test('shows the current applications', async () => {
    const stand = await identityMockServer();
    const page = async () => (await send(stand, 'GET', '/', { token: undefined, headers: BROWSER })).body;
    expect(await page()).toContain('<span>Storefront of Gear Shop');
    const app = '/management/v1/projects/257810824104530633/apps/257928641298565988';
    expect((await send(stand, 'PUT', app, { body: { name: 'Shop Window' } })).status).toBe(200);
    expect(await page()).toContain('<span>Shop Window of Gear Shop');
  });

  test('does not mention logins and remote procedures if there are none', async () => {
    for (const accept of ['text/html', '*/*'])
      expect(await read(createPages(shown()), '/', 'localhost', accept)).not.toMatch(/OpenID|gRPC|undefined/);
  });

  test('shows a terminal the same as a browser', async () => {
    const { body } = await send(mockServer(), 'GET', '/', { token: undefined });
    expect(body).toContain('\nLog in by OpenID Connect, issuer http://localhost:\n');
    expect(body).toContain(
      '  314607173831297892  Workshop Tablet of Flickstübli Repairs, at murmeltal-flick://callback\n',
    );
    expect(body).toContain('\ngRPC, gRPC-Web and Connect at localhost, with server reflection:\n');
  });

  test('has no broken links', async () => {
    const { body } = await send(mockServer(), 'GET', '/', { token: undefined, headers: BROWSER });
    const addresses: string[] = [...body.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses).toEqual(
      expect.arrayContaining([
        '/reference',
        '/openapi.json',
        '/openapi.yaml',
        '/_understudy/documents',
        '/debug/ready',
      ]),
    );
    for (const address of addresses)
      expect((await send(mockServer(), 'GET', address.replace(/#.*/, ''))).status, address).toBe(200);
  });

  test('may load and run only files of this server', async () => {
    const { headers, body } = await send(mockServer(), 'GET', '/', { token: undefined, headers: BROWSER });
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(body).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! src="\/)/);
  });

  test('names all APIs', async () => {
    const page = await read(createPages(shown({ title: 'Pets' }, { title: 'Toy API' })), '/');
    expect(page).toContain('<h1>Stateful mock of Pets and the Toy API</h1>');
    for (const path of ['/reference', '/openapi.json', '/reference/2', '/openapi/2.json', '/openapi/2.yaml']) {
      expect(page).toContain(`<a href="${path}">`);
    }
  });

  test('shows the current tokens', async () => {
    const message: PageInput = { token: 'before' };
    const pages = createPages(shown(message));
    expect(await read(pages, '/')).toContain('<code>before</code>');
    message.token = 'after';
    expect(await read(pages, '/')).toContain('<code>after</code>');
  });

  test('is plain text for a terminal, with an example request that can be pasted', async () => {
    const { headers, body } = await send(mockServer(), 'GET', '/', { token: undefined, headers: { accept: '*/*' } });
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(body).toMatch(/^Stateful mock of the Identity Management API\n/);
    expect(body).toContain('\n  token-owner          Marlene Zürcher of Murmeltal Outdoor, ORG_OWNER\n');
    expect(body).toContain('  http://localhost/reference\n');
    const [, path, token, sent] = body.match(
      /curl -X POST http:\/\/localhost(\S+) -H 'Authorization: Bearer (.*?)'.* -d '(.*)'/,
    );
    const answer = await send(mockServer(), 'POST', path, { token, body: sent });
    expect(answer.status).toBe(200);
    expect(answer.body.result).toHaveLength(2);
  });

  test.each([
    ['nothing', undefined, 'text/plain; charset=utf-8'],
    ['text', 'text/plain', 'text/plain; charset=utf-8'],
    ['HTML in capitals', 'TEXT/HTML;q=0.8', 'text/html; charset=utf-8'],
    ['text and HTML', '*/*, text/html', 'text/html; charset=utf-8'],
  ])('has a media type for a client that accepts %s', async (_, accept, type) => {
    const response = await requestPages(createPages(shown()), {
      ...{ method: 'GET', target: '/', headers: { accept }, body: new Uint8Array(), local: true },
    });
    expect(response?.headers['content-type']).toBe(type);
  });

  test('is text for a program that accepts JSON: the server is running, and the page has hints', async () => {
    const { status, headers } = await send(mockServer(), 'GET', '/', { headers: { accept: 'application/json' } });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  });

  test('responds to HEAD without a body', async () => {
    const { status, headers, body } = await send(mockServer(), 'HEAD', '/', { headers: BROWSER });
    expect([status, headers.get('content-type'), body]).toEqual([200, 'text/html; charset=utf-8', '']);
  });

  test.each(['POST', 'PUT', 'DELETE'])('rejects %s', async (method) => {
    const { status, headers, body } = await send(mockServer(), method, '/', { headers: BROWSER });
    expect([status, headers.get('allow'), body.code]).toEqual([405, 'GET, HEAD', 12]);
  });
});

describe('texts of users', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...`<>&"'/=`, 'script', 'onload', ' ', '-', '`', '$') }),
  );

  /** Pages on which this is the only text. */
  const saying = (text: string) => {
    const word = `x${text}`;
    const applications = [defineClient({ id: word, name: word, secret: word, redirectUris: [word, word] })];
    const message = { title: word, version: word, description: word, token: word, who: word, services: [word] };
    return createPages(shown({ ...message, applications }));
  };

  /** The tags of a page with their attributes, without values. */
  const skeleton = (page: string) => (page.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""'));

  test.each(['/', '/reference'])('do not change the structure of %s', async (path) => {
    const harmless = skeleton(await read(saying(''), path));
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        expect(skeleton(await read(saying(text), path, text))).toEqual(harmless);
      }),
    );
  });

  test('send no control characters to a terminal', async () => {
    const lines = (await read(saying(''), '/', '', '*/*')).split('\n').length;
    const controlling = fc.string({
      unit: fc.constantFrom('\u001b', '\u009b', '\r', '\n', '\u202e', '\u2066', '\u200f', '\u2028', '[', '2'),
    });
    await fc.assert(
      fc.asyncProperty(controlling, async (text) => {
        const page = (await read(saying(text), '/', text, '*/*')).split('\n');
        expect(page.join('')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
        expect(page).toHaveLength(lines);
      }),
    );
  });
});
