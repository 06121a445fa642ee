// The API reference: a local Swagger UI that sends requests to this server, with the seeded tokens.

import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { defineClient } from '../../../src/server/oidc/login/define-login.ts';
import { createPages } from '../../../src/server/pages/pages.ts';
import { send } from '../../support/mock-server.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { read, shown } from './shown.ts';

const mockServer = sharedMockServer();
const get = (path: string) => send(mockServer(), 'GET', path, { token: undefined });

describe('the reference', () => {
  test('offers every seeded token, and no token', async () => {
    const { status, headers, body } = await get('/reference');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const tokens = [...body.matchAll(/data-token="([^"]*)"/g)].map(([, token]) => token);
    expect(tokens).toHaveLength(10);
    expect([tokens[0], tokens.at(-1)]).toEqual(['token-owner', '']);
    expect(body).toContain('data-scheme="bearer"');
  });

  test('loads and runs only files of this server', async () => {
    const { headers, body } = await get('/reference');
    expect(headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'",
    );
    const addresses = [...body.matchAll(/(?:href|src|data-document)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses).toEqual(expect.arrayContaining(['/', '/openapi.json', '/reference/1.json']));
    for (const address of addresses) expect((await get(address)).status, address).toBe(200);
  });

  test('has scripts with valid syntax', async () => {
    for (const path of ['/_understudy/home.js', '/_understudy/reference.js']) {
      const { headers, body } = await get(path);
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(() => new Script(body), path).not.toThrow();
    }
  });

  test('uses no online validator, and no document from the query', async () => {
    const { body } = await get('/_understudy/reference.js');
    expect(body).toContain('validatorUrl: null');
    expect(body).not.toMatch(/https?:|queryConfigEnabled/);
  });

  test('sends requests to its own server', async () => {
    const { body: tried } = await get('/reference/1.json');
    const { body: document } = await get('/openapi.json');
    expect(tried.servers).toEqual([{ url: '/' }]);
    expect(Object.keys(tried.paths)).toEqual(Object.keys(document.paths));
    expect(tried.components.securitySchemes.oauth2.flows.authorizationCode).toMatchObject({
      authorizationUrl: '/oauth/v2/authorize',
      tokenUrl: '/oauth/v2/token',
    });
  });

  test('removes servers of paths and operations, but no other properties with that name', async () => {
    const servers = [{ url: 'https://elsewhere.example' }];
    const parameters = [{ name: 'servers', in: 'query', schema: { type: 'object', properties: { servers: {} } } }];
    const paths = { '/pets': { servers, parameters, get: { servers, parameters, responses: {} } }, '/servers': {} };
    const text = await read(createPages(shown({ document: { servers, paths } })), '/reference/1.json');
    expect(JSON.parse(text)).toMatchObject({ servers: [{ url: '/' }] });
    expect(JSON.parse(text).paths).toEqual({
      '/pets': { parameters, get: { parameters, responses: {} } },
      '/servers': {},
    });
  });

  test.each([
    ['a bearer scheme of any name', { key: { type: 'http', scheme: 'BEARER' } }, 'data-scheme="key"'],
    [
      'a bearer scheme that is not the first',
      { other: { type: 'http', scheme: 'basic' }, b: { type: 'http', scheme: 'bearer' } },
      'data-scheme="b"',
    ],
  ])('finds %s', async (_, securitySchemes, expected) => {
    const page = await read(createPages(shown({ document: { components: { securitySchemes } } })), '/reference');
    expect(page).toContain(expected);
  });

  test('offers no token if the document has no bearer scheme', async () => {
    const page = await read(createPages(shown({ document: { components: {} } })), '/reference');
    expect(page).not.toContain('data-token');
  });

  test('logs in as the first application in dev mode without a secret, with all scopes of the document', async () => {
    const { body } = await get('/reference');
    expect(body).toContain(
      'data-oauth="oauth2"\n data-client="264062497181469540" data-scopes="openid urn:service:iam:org:project:id:service:aud"',
    );
    const flows = { authorizationCode: { authorizationUrl: '/a', tokenUrl: '/b', scopes: {} } };
    const document = { components: { securitySchemes: { login: { type: 'oauth2', flows } } } };
    const hidden = defineClient({ id: 'hidden', secret: 'x' });
    const elsewhere = defineClient({ id: 'elsewhere', devMode: false });
    const applications = [hidden, elsewhere, defineClient({ id: 'web' }), defineClient({ id: 'other' })];
    const page = await read(createPages(shown({ document, applications })), '/reference');
    expect(page).toContain('data-oauth="login"\n data-client="web" data-scopes=""');
    const none = await read(createPages(shown({ document, applications: [hidden] })), '/reference');
    expect(none).toContain('data-oauth="login"\n data-client="" data-scopes=""');
  });

  test('has a redirect page for logins', async () => {
    const { status, headers, body } = await get('/reference/oauth2-redirect.html?code=x&state=y');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const [script = ''] = /\/reference\/oauth2-redirect\.js\?v=[^"]+/.exec(body) ?? [];
    expect((await get(script)).status).toBe(200);
  });

  test('has no example values for optional parameters, because they would be sent', async () => {
    const schema = { type: 'string' };
    const optional = { name: 'a', in: 'query', schema };
    const required = { name: 'b', in: 'query', required: true, schema, example: 'y' };
    const inline = { ...optional, example: 'x', examples: { one: { value: 'x' } } };
    const paths = { '/pets': { parameters: [inline], get: { parameters: [inline, required], responses: {} } } };
    const components = { parameters: { inline, required }, schemas: {} };
    const text = await read(createPages(shown({ document: { paths, components } })), '/reference/1.json');
    expect(JSON.parse(text)).toMatchObject({
      paths: { '/pets': { parameters: [optional], get: { parameters: [optional, required] } } },
      components: { parameters: { inline: optional, required } },
    });
    expect(text).not.toContain('"x"');
  });

  test('has a page for each API, with links to the others', async () => {
    const pages = createPages(shown({ title: 'Pets' }, { title: 'Toys', token: 'token-child' }));
    const second = await read(pages, '/reference/2');
    expect(second).toContain('<a href="/reference">Pets</a><a href="/reference/2" aria-current="page">Toys</a>');
    expect(second).toContain('data-token="token-child"');
    expect(second).toContain('data-document="/reference/2.json"');
    expect(await read(pages, '/reference')).toContain('data-document="/reference/1.json"');
    expect(JSON.parse(await read(pages, '/openapi/2.json')).info.title).toBe('Toys');
    expect(await read(pages, '/openapi/2.yaml')).toContain('title: Toys');
  });
});
