// Base paths: documents are served below the paths of their servers, and at their hosts.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMockServer, defineApi, type MockServer, type MockServerSettings } from '../../../src/index.ts';
import { temporaryFolder } from '../../support/temporary.ts';

type Names = { who: { input: object; output: string; secured: false } };

/** An API whose responses are its name. */
interface ApiInput {
  readonly name: string;
  readonly servers?: readonly string[];
  readonly base?: string;
  readonly path?: string;
  readonly method?: string;
  readonly cors?: boolean;
}

async function apiOf({ name, servers = [], base, path = '/pets', method = 'get', cors = true }: ApiInput) {
  const schema = { type: 'string' };
  const responses = { 200: { description: 'ok', content: { 'application/json': { schema } } } };
  const document = {
    openapi: '3.0.3',
    info: { title: name, version: '1' },
    ...(servers.length > 0 && { servers: servers.map((url) => ({ url })) }),
    paths: { [path]: { [method]: { operationId: 'who', responses } } },
  };
  const file = join(await temporaryFolder(), `${name}.json`);
  await writeFile(file, JSON.stringify(document));
  const handlers = { who: () => name };
  return defineApi<Names, Record<never, never>, undefined>({
    ...{ name, document: file, handlers, cors },
    ...(base !== undefined && { base }),
  });
}

async function mockServerOf(
  message: readonly [ApiInput, ...ApiInput[]],
  settings: Partial<MockServerSettings> = {},
): Promise<MockServer> {
  const [first, ...others] = await Promise.all(message.map(apiOf));
  if (!first) throw new Error('there is no API');
  const mockServer = await createMockServer({ apis: [first, ...others], ...settings });
  onTestFinished(() => mockServer.close());
  return mockServer;
}

/** The name of the API that responds, or the status of the error. */
async function answers(mockServer: MockServer, address: string, method = 'GET'): Promise<unknown> {
  const response = await mockServer.fetch(new Request(`http://${address}`, { method }));
  return response.status === 200 ? response.json() : response.status;
}

const rejection = (message: readonly [ApiInput, ...ApiInput[]], settings: Partial<MockServerSettings> = {}) =>
  mockServerOf(message, settings).then(
    () => [],
    (error: { readonly problems: readonly string[] }) => error.problems,
  );

describe('one document', () => {
  test('is served below the path of its server and without it, also in a sandbox and on a port', async () => {
    const mockServer = await mockServerOf([{ name: 'pets', servers: ['https://pets.test/v1'] }]);
    for (const path of ['/v1/pets', '/pets', '/_sandbox/blue/v1/pets']) {
      expect(await answers(mockServer, `localhost${path}`)).toBe('pets');
    }
    expect([
      await answers(mockServer, 'localhost/v2/pets'),
      await answers(mockServer, 'localhost/v1/pets', 'PUT'),
    ]).toEqual([404, 405]);
    const { url } = await mockServer.listen();
    expect(await (await fetch(`${url}/v1/pets`)).json()).toBe('pets');
  });

  test.each([
    ['of the API', { base: '/v2' }, {}],
    ['of the server', {}, { base: '/v2' }],
    ['of the server before that of the API', { base: '/v3' }, { base: '/v2/' }],
    ['of the server for this API by name', {}, { base: 'pets=/v2' }],
  ])('is served below the base path %s', async (_, message, settings) => {
    const mockServer = await mockServerOf([{ name: 'pets', servers: ['/v1'], ...message }], settings);
    expect(await answers(mockServer, 'localhost/v2/pets')).toBe('pets');
    expect(await answers(mockServer, 'localhost/pets')).toBe('pets');
    expect(await answers(mockServer, 'localhost/v1/pets')).toBe(404);
  });

  test('is served with its base path as the server URL', async () => {
    const servers = async (message: ApiInput, path = '/openapi.json') => {
      const mockServer = await mockServerOf([message]);
      const response = await mockServer.fetch(new Request(`http://localhost:1${path}`));
      return ((await response.json()) as { readonly servers: unknown }).servers;
    };
    const named = { name: 'pets', servers: ['https://pets.test/v1'] };
    expect(await servers(named)).toEqual([{ url: 'http://localhost:1/v1', description: 'This mock server' }]);
    expect(await servers({ ...named, base: '/v2' })).toMatchObject([{ url: 'http://localhost:1/v2' }]);
    expect(await servers({ ...named, base: '/' })).toMatchObject([{ url: 'http://localhost:1' }]);
    expect(await servers(named, '/_sandbox/blue/openapi.json')).toMatchObject([
      { url: 'http://localhost:1/_sandbox/blue/v1' },
    ]);
    expect(await servers(named, '/reference/1.json')).toEqual([{ url: '/v1' }]);
    expect(await servers({ name: 'pets' }, '/reference/1.json')).toEqual([{ url: '/' }]);
  });

  test('leaves the pages at the root, unless one of its paths is there', async () => {
    const home = async (message: ApiInput) => {
      const mockServer = await mockServerOf([message]);
      const response = await mockServer.fetch(new Request('http://localhost/'));
      return response.headers.get('content-type');
    };
    expect(await home({ name: 'pets', path: '/', servers: ['/v1'] })).toMatch(/^text\/plain/);
    expect(await home({ name: 'pets', path: '/' })).toBe('application/json');
  });
});

describe('several documents', () => {
  test('are distinguished by base path; without one, the first document with the path responds', async () => {
    const mockServer = await mockServerOf([
      { name: 'first', servers: ['/first/v1'] },
      { name: 'second', servers: ['/second/v1'] },
    ]);
    const requested = ['/first/v1/pets', '/second/v1/pets', '/pets', '/third/v1/pets'];
    expect(await Promise.all(requested.map((path) => answers(mockServer, `localhost${path}`)))).toEqual([
      ...['first', 'second', 'first'],
      404,
    ]);
  });

  test('match exact paths before paths of others without their base path', async () => {
    const mockServer = await mockServerOf([{ name: 'first', servers: ['/v1'] }, { name: 'second' }]);
    expect([await answers(mockServer, 'localhost/v1/pets'), await answers(mockServer, 'localhost/pets')]).toEqual([
      'first',
      'second',
    ]);
  });

  test('share a path by method, also if its parameters have other names', async () => {
    const mockServer = await mockServerOf([
      { name: 'first', path: '/pets/{id}', method: 'put' },
      { name: 'second', path: '/pets/mine' },
    ]);
    expect(await answers(mockServer, 'localhost/pets/mine')).toBe('second');
    expect(await answers(mockServer, 'localhost/pets/mine', 'DELETE')).toBe(405);
  });

  test('are distinguished by the hosts of their servers; for another host, the first one responds', async () => {
    const mockServer = await mockServerOf([
      { name: 'first', servers: ['https://first.test/v1'] },
      { name: 'second', servers: ['https://{tenant}.second.test/v1'] },
    ]);
    const at = (host: string) => answers(mockServer, `${host}/v1/pets`);
    expect(await at('first.test')).toBe('first');
    expect(await at('a.second.test:8080')).toBe('second');
    expect(await at('localhost')).toBe('first');
    expect(await answers(mockServer, 'a.second.test/pets')).toBe('second');
    const { url } = await mockServer.listen();
    const named = await fetch(`${url}/v1/pets`, { headers: { 'x-understudy-sandbox': 'main' } });
    expect(await named.json()).toBe('first');
  });

  test.each<[string, ApiInput, ApiInput]>([
    ['the same base path', { name: 'first', servers: ['/v1'] }, { name: 'second', servers: ['/v1'] }],
    [
      'the same host',
      { name: 'first', servers: ['https://a.test/v1'] },
      { name: 'second', servers: ['http://a.test:80/v1'] },
    ],
    [
      'the same host, by a server variable in the first',
      { name: 'first', servers: ['https://{x}.a.test/v1'] },
      { name: 'second', servers: ['https://b.a.test/v1'] },
    ],
    [
      'the same host, by a server variable in the second',
      { name: 'first', servers: ['https://b.a.test/v1'] },
      { name: 'second', servers: ['https://{x}.a.test/v1'] },
    ],
    [
      'the local host',
      { name: 'first', servers: ['http://localhost:1/v1'] },
      { name: 'second', servers: ['http://127.0.0.1:2/v1'] },
    ],
    [
      'a host that only one of them names',
      { name: 'first', servers: ['https://a.test/v1'] },
      { name: 'second', servers: ['/v1'] },
    ],
    ['the same base path in their settings', { name: 'first', base: '/v1' }, { name: 'second', base: '/v1/' }],
  ])('are rejected if they have %s and the same path', async (_, first, second) => {
    expect(await rejection([first, second])).toEqual([
      '/v1/pets belongs to both first and second',
      'give one of them a base path: --base second=/second',
    ]);
  });

  test('get base paths by API name', async () => {
    const message = [{ name: 'first' }, { name: 'second' }] as const;
    const mockServer = await mockServerOf([...message], { base: 'first=/one, second=/two' });
    expect([await answers(mockServer, 'localhost/one/pets'), await answers(mockServer, 'localhost/two/pets')]).toEqual([
      'first',
      'second',
    ]);
    expect(await rejection([...message], { base: '/v2' })).toEqual(['base /v2 names no API; write first=/v2']);
    expect(await rejection([...message], { base: 'third=/v2' })).toEqual(['unknown API "third"']);
    expect(await rejection([{ name: 'first', base: 'v2' }])).toEqual([
      'invalid base "v2": it must be a path that starts with /',
    ]);
  });

  test('do not hide the control API, for any paths and hosts', async () => {
    const mockServer = await mockServerOf(
      [{ name: 'all', path: '/{a}/{b}', servers: ['https://localhost.test/v1', '/v1'] }],
      {
        trustedHosts: 'localhost.test',
      },
    );
    for (const host of ['127.0.0.1', 'localhost.test']) {
      const ready = await mockServer.fetch(new Request(`http://${host}/_understudy/sandboxes`));
      expect([ready.status, ready.headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(await ready.json()).not.toBe('all');
    }
    expect([await answers(mockServer, '127.0.0.1/a/b'), await answers(mockServer, '127.0.0.1/v1/a/b')]).toEqual([
      'all',
      'all',
    ]);
  });
});
