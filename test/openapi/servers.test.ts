// Servers of a document: hosts and base paths.

import { describe, expect, test } from 'vitest';
import { createDocument, type Document, type DocumentOptions, type PathForm } from '../../src/openapi/document.ts';
import type { DocumentObject, ServerObject } from '../../src/openapi/objects.ts';
import { documentServers, normalizeBasePath, parseServers } from '../../src/openapi/servers.ts';
import { documentSource } from '../support/document-source.ts';

const only = (url: string, variables?: ServerObject['variables']) => {
  const [server, ...others] = documentServers({ servers: [{ url, ...(variables && { variables }) }] });
  expect(others).toEqual([]);
  return server;
};
const defaults = (...values: readonly string[]) =>
  Object.fromEntries(values.map((value, index) => ['abc'[index] ?? '', { default: value }]));

describe('a server', () => {
  test.each<[url: string, base: string, host: string | undefined, variables?: ServerObject['variables']]>([
    ['https://api.example.com', '', 'api.example.com'],
    ['https://api.example.com/', '', 'api.example.com'],
    ['https://api.example.com/v1', '/v1', 'api.example.com'],
    ['https://API.example.com:8443/v1/beta//', '/v1/beta', 'api.example.com:8443'],
    ['https://api.example.com:443/v1?a=b#c', '/v1', 'api.example.com'],
    ['//api.example.com/v1', '/v1', 'api.example.com'],
    ['/', '', undefined],
    ['/v1/', '/v1', undefined],
    ['v1', '/v1', undefined],
    ['./v1', '/v1', undefined],
    ['../v1', '/v1', undefined],
    ['', '', undefined],
    ['/caf%C3%A9/é', '/caf%C3%A9/%C3%A9', undefined],
    ['https://{a}.example.com:{b}/{c}', '/v2', 'eu.example.com:8443', defaults('eu', '8443', 'v2')],
    ['{a}/v2', '/v1/v2', 'example.com', defaults('https://example.com/v1')],
    ['{a}://example.com/v1', '/v1', 'example.com', defaults('http')],
    ['https://example.com/{unknown}', '/%7Bunknown%7D', 'example.com'],
    ['https://[::1]:8080/v1', '/v1', '[::1]:8080'],
  ])('%s has the base path "%s"', (url, base, host, variables) => {
    const server = only(url, variables);
    expect([server?.base, server?.host?.text]).toEqual([base, host]);
  });

  test.each([
    [undefined],
    [[]],
    ['https://a.test/v1'],
    [[{}, null, { url: 5 }, { url: 'http://' }, { url: 'urn:example' }]],
  ])('is the root by default: %j', (servers) => {
    expect(documentServers({ servers })).toEqual([{ base: '', host: undefined }]);
    expect(parseServers(servers)).toBeUndefined();
  });
});

describe('a host', () => {
  test.each<[url: string, hosts: readonly string[], others: readonly string[]]>([
    ['https://a.test/v1', ['a.test', 'A.test', 'a.test:8080'], ['b.test', 'xa.test', 'a.test.b', 'axtest', '']],
    ['https://a.test:8443', ['a.test:8443'], ['a.test', 'a.test:80']],
    ['https://{a}.a.test', ['demo.a.test', 'other.a.test', 'x.y.a.test:1'], ['a.test', 'demo.b.test']],
    ['https://a.test:{b}', ['a.test:1', 'a.test:8080'], ['a.test', 'b.test:1']],
    ['https://{c}.test', ['one.test', 'two.test:80'], ['three.test', 'oneortwo.test']],
    ['{d}/v1', ['d.test'], ['e.test']],
    ['https://[::1]', ['[::1]', '[::1]:80'], ['[::2]']],
  ])('of %s matches its possible values', (url, hosts, others) => {
    const variables = {
      a: { default: 'demo' },
      b: { default: '1' },
      c: { default: 'one', enum: ['one', 'two'] },
      d: { default: 'https://d.test' },
    };
    const host = only(url, variables)?.host;
    expect(hosts.filter((one) => !host?.matches(one))).toEqual([]);
    expect(others.filter((one) => host?.matches(one))).toEqual([]);
  });

  test('is matched fast, with any variables', () => {
    const many = 'abcdefghijklmnopqrstuvwxyz'.split('');
    const variables = Object.fromEntries(many.map((name) => [name, { default: 'x' }]));
    const few = only('https://{a}x{b}x{c}.test', variables)?.host;
    const all = only(`https://${many.map((name) => `{${name}}x`).join('')}.test`, variables)?.host;
    const long = 'x'.repeat(100_000);
    expect([few?.matches(long), all?.matches(long), all?.matches(`${'xx'.repeat(26)}.test`)]).toEqual([
      false,
      false,
      true,
    ]);
    // With so many variables, only the default is used.
    expect(all?.matches(`y${'xx'.repeat(26)}.test`)).toBe(false);
    expect(few?.matches('x'.repeat(250))).toBe(false);
  });
});

test.each([
  ['/v2', '/v2'],
  ['/v2/', '/v2'],
  ['/', ''],
  ['/a/b', '/a/b'],
  ['v2', undefined],
  ['', undefined],
  ['/a b', undefined],
  ['/a?b', undefined],
  ['https://a.test/v1', undefined],
])('the base path for "%s" is %j', (text, base) => {
  expect(normalizeBasePath(text)).toBe(base);
});

describe('an operation', () => {
  const responses = { 204: { description: 'done' } };
  const documentOf = (paths: object, servers?: unknown, serving?: DocumentOptions): Document => {
    const bundled = { openapi: '3.0.3', info: { title: 'T', version: '1' }, paths, servers } as DocumentObject;
    return createDocument(documentSource(bundled), serving);
  };
  const found = (document: Document, path: string, method = 'GET', reading?: PathForm) => {
    const match = document.match(method, path, undefined, reading);
    return match && ('operation' in match ? match.operation.id : match.allowed);
  };
  const pets = {
    '/pets': { get: { operationId: 'list', responses } },
    '/pets/{id}': { get: { operationId: 'get', responses } },
    '/': { get: { operationId: 'root', responses } },
  };
  const shop = {
    ...pets,
    '/files': {
      servers: [{ url: 'https://files.test/upload/v1' }],
      post: { operationId: 'upload', responses },
      put: { operationId: 'replace', servers: [{ url: '/store' }], responses },
      get: { operationId: 'files', servers: [], responses },
    },
  };
  const servers = [{ url: 'https://a.test/v1' }, { url: 'https://b.test/v1/beta' }];

  test.each<[path: string, whole: unknown, bare: unknown]>([
    ['/v1/pets', 'list', undefined],
    ['/v1/beta/pets', 'list', undefined],
    ['/pets', undefined, 'list'],
    ['/v1/pets/7', 'get', undefined],
    ['/v1', 'root', undefined],
    ['/v1/', 'root', undefined],
    ['/', undefined, 'root'],
    ['/v1pets', undefined, undefined],
    ['/v1x/pets', undefined, undefined],
    ['/v2/pets', undefined, undefined],
    ['/v1/v1/pets', undefined, undefined],
  ])('is found at %s with the base path: %j, and without: %j', (path, whole, bare) => {
    const document = documentOf(pets, servers);
    expect([found(document, path, 'GET', 'whole'), found(document, path, 'GET', 'bare')]).toEqual([whole, bare]);
    expect(found(document, path)).toBe(whole ?? bare);
    expect([document.hasPath(path), document.hasPath(path, 'whole'), document.hasPath(path, 'bare')]).toEqual([
      (whole ?? bare) !== undefined,
      whole !== undefined,
      bare !== undefined,
    ]);
  });

  test.each<[method: string, path: string, found: unknown]>([
    ['POST', '/upload/v1/files', 'upload'],
    ['PUT', '/store/files', 'replace'],
    ['GET', '/upload/v1/files', 'files'],
    ['GET', '/v1/files', undefined],
    ['POST', '/v1/files', undefined],
    ['PUT', '/upload/v1/files', ['GET', 'POST']],
    ['POST', '/files', 'upload'],
    ['GET', '/v1/pets', 'list'],
    ['GET', '/upload/v1/pets', undefined],
  ])('is found below the base path of its own servers or those of its path item: %s %s', (method, path, id) => {
    expect(found(documentOf(shop, servers), path, method)).toEqual(id);
  });

  test('is found below the base path of the settings only', () => {
    const document = documentOf(shop, servers, { base: '/v2' });
    expect(['/v2/pets', '/pets', '/v1/pets'].map((path) => found(document, path))).toEqual(['list', 'list', undefined]);
    expect(found(document, '/v2/files', 'PUT')).toBe('replace');
    expect(found(document, '/store/files', 'PUT')).toBeUndefined();
    expect(document.base).toBe('/v2');
    expect(found(documentOf(pets, servers, { base: '' }), '/v1/pets')).toBeUndefined();
  });

  test('is found by the longer of two base paths', () => {
    const paths = { '/{id}': { get: { operationId: 'get', responses } }, ...pets };
    const document = documentOf(paths, [{ url: '/' }, { url: '/v1' }]);
    expect([found(document, '/v1/pets'), found(document, '/v1'), found(document, '/v2')]).toEqual([
      'list',
      'root',
      'get',
    ]);
  });

  test('has full paths with the base paths of its servers', () => {
    const document = documentOf(shop, servers);
    expect([document.base, document.hosts.map(({ text }) => text)]).toEqual([
      '/v1',
      ['a.test', 'b.test', 'files.test'],
    ]);
    expect(document.fullPaths().filter((address) => /pets$|files$/.test(address))).toEqual([
      '/v1/pets',
      '/v1/beta/pets',
      '/upload/v1/files',
      '/store/files',
    ]);
  });

  test('is found as a remote procedure with and without base path', () => {
    const called = {
      openapi: '3.0.3',
      info: { title: 'T', version: '1' },
      servers: [{ url: '/v1' }],
      'x-protobuf': { package: 'shop.v1', service: 'Shop' },
      paths: { '/pets': { get: { operationId: 'list', 'x-rpc': 'List', responses } } },
    } as DocumentObject;
    const document = createDocument(documentSource(called));
    expect(['/shop.v1.Shop/List', '/v1/shop.v1.Shop/List'].map((path) => found(document, path, 'POST'))).toEqual([
      'list',
      'list',
    ]);
    expect(document.hasPath('/v2/shop.v1.Shop/List')).toBe(false);
  });
});
