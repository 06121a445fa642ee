// A mock server in an Express app: its paths, bodies and pages below any path of the app.

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMockServer, type MockServer } from '../../../src/index.ts';
import { mockMiddleware } from '../../../src/integrations/express/middleware.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const form = { 'application/x-www-form-urlencoded': { schema: { type: 'object', required: ['name'] } } };
const pet = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const created = {
  201: { description: 'created', headers: { Location: { schema: { type: 'string' } } }, ...json(pet) },
};

const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        responses: { 200: { description: 'all', ...json({ type: 'array', items: pet }) } },
      },
      post: { operationId: 'addPet', requestBody: json(pet), responses: created },
    },
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getPet', responses: { 200: { description: 'one', ...json(pet) } } },
    },
    '/names': {
      post: { operationId: 'addName', requestBody: { content: form }, responses: { 204: { description: 'ok' } } },
    },
    '/files': {
      post: {
        operationId: 'addFile',
        requestBody: { content: { 'image/png': {} } },
        responses: { 204: { description: 'ok' } },
      },
    },
  },
};

async function mockOf(servers: readonly object[] = []): Promise<MockServer> {
  const text = JSON.stringify({ ...DOCUMENT, ...(servers.length > 0 && { servers }) });
  const api = { name: 'pets', document: { location: '/pets.json', text }, infer: true } as const;
  const mock = await createMockServer({ apis: [api], durability: 'memory', records: 0 });
  onTestFinished(() => mock.close());
  return mock;
}

/** The URL of a server with this handler. */
async function listening(handler: RequestListener): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function mounted(
  at: string,
  { before = [], servers = [] }: { before?: express.Handler[]; servers?: object[] } = {},
) {
  const mock = await mockOf(servers);
  const app = express();
  if (before.length > 0) app.use(before);
  app.use(at, mockMiddleware(mock));
  app.use((request, response) => void response.status(418).send(`app: ${request.url}`));
  const url = await listening(app);
  const send = async (
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { mock, url, send };
}

const JSON_TYPE = { 'content-type': 'application/json' };

describe('a mock server in an Express app', () => {
  test('responds to the paths of its document below the path of the app, with links that include that path', async () => {
    const { send } = await mounted('/api');
    const added = await send('POST', '/api/pets', '{"id":7,"name":"Rex"}', JSON_TYPE);
    expect([added.status, added.headers.get('location')]).toEqual([201, '/api/pets/7']);
    expect((await send('GET', '/api/pets/7')).text).toBe('{"id":7,"name":"Rex"}');
    expect((await send('POST', '/api/pets', '{"id":"x"}', JSON_TYPE)).status).toBe(400);
    expect((await send('DELETE', '/api/pets')).status).toBe(405);
  });

  test.each(['/', '/api', '/api/', '/pets', '/api/people', '/api/inspector', '/api/openapi.json', '/apis/pets'])(
    'passes %s on to the app',
    async (path) => {
      const { send } = await mounted('/api');
      expect((await send('GET', path)).status).toBe(418);
    },
  );

  test('may be at the root, where the app keeps its own front page', async () => {
    const { send } = await mounted('/');
    expect((await send('GET', '/')).status).toBe(418);
    expect((await send('GET', '/pets?limit=1')).text).toBe('[]');
  });

  test('has the paths of its document without and with those of its servers, which may include that of the app', async () => {
    const { send } = await mounted('/api', { servers: [{ url: 'https://pets.example/api/v1' }] });
    expect((await send('GET', '/api/v1/pets')).status).toBe(200);
    expect((await send('GET', '/api/api/v1/pets')).status).toBe(200);
    expect((await send('GET', '/api/pets')).status).toBe(200);
  });

  test('passes requests on after it was closed', async () => {
    const { mock, send } = await mounted('/api');
    await mock.close();
    expect((await send('GET', '/api/pets')).status).toBe(418);
  });

  test('has the control API and its sandboxes below the path of the app', async () => {
    const { send } = await mounted('/api');
    await send('POST', '/api/_sandbox/blue/pets', '{"id":1,"name":"Bo"}', JSON_TYPE);
    expect((await send('GET', '/api/_sandbox/blue/pets')).text).toBe('[{"id":1,"name":"Bo"}]');
    expect((await send('GET', '/api/pets')).text).toBe('[]');
    const { exchanges } = JSON.parse((await send('GET', '/api/_understudy/requests')).text);
    expect(exchanges.map(({ target }: { target: string }) => target)).toEqual(['/pets']);
    expect((await send('GET', '/api/_understudy/nothing')).status).toBe(404);
    expect((await send('POST', '/api/_understudy/reset', '', { origin: 'https://evil.example' })).status).toBe(403);
  });

  test('shows its pages below /_understudy, and the paths of operations without it', async () => {
    const { send, url } = await mounted('/api');
    const home = await send('GET', '/api/_understudy', undefined, { accept: 'text/html' });
    expect(home.text).toContain(`Running at <code>${url}/api</code>`);
    expect(home.text).toContain('href="/api/_understudy/inspector"');
    expect((await send('GET', '/api/_understudy/inspector', undefined, { accept: 'text/html' })).status).toBe(200);
    const files = [...home.text.matchAll(/(?:src|href)="(\/[^"#]+)"/g)].map(([, path = '']) => path);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect([file, (await send('GET', file)).status]).toEqual([file, 200]);
    expect((await send('GET', '/api/_understudy/openapi.json')).text).toContain('"title": "Pets"');
    const plain = await send('GET', '/api/_understudy/');
    expect(plain.text).toContain(`${url}/api/_understudy/openapi.yaml`);
    expect((await send('GET', '/api/_understudy/openapi.yaml')).text).toContain(`- url: ${url}/api\n`);
  });

  test('does not repeat a path that a page could not show safely', async () => {
    const mock = await mockOf();
    const app = express();
    app.use('/:tenant', mockMiddleware(mock));
    const response = await fetch(`${await listening(app)}/%22%3E%3Cscript%3E/_understudy`, {
      headers: { accept: 'text/html' },
    });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toMatch(/"><script>|%22%3E/);
  });
});

describe('a body', () => {
  const parsers = [express.json(), express.urlencoded(), express.text(), express.raw({ type: 'image/png' })];

  test.each([
    { what: 'JSON', path: '/api/pets', type: 'application/json', body: '{"id":1,"name":"Bo"}', status: 201 },
    { what: 'invalid JSON content', path: '/api/pets', type: 'application/json', body: '{"id":1}', status: 400 },
    {
      what: 'a form',
      path: '/api/names',
      type: 'application/x-www-form-urlencoded',
      body: 'name=a%26b&name=c',
      status: 204,
    },
    {
      what: 'an invalid form',
      path: '/api/names',
      type: 'application/x-www-form-urlencoded',
      body: 'other=a',
      status: 400,
    },
    { what: 'bytes', path: '/api/files', type: 'image/png', body: Uint8Array.of(1, 2, 255), status: 204 },
  ])('of $what is validated, whether the app has read it or not', async ({ path, type, body, status }) => {
    for (const before of [[], parsers]) {
      const { send } = await mounted('/api', { before });
      expect((await send('POST', path, body, { 'content-type': type })).status).toBe(status);
    }
  });

  test('that was compressed and parsed is not decompressed again', async () => {
    const { gzipSync } = await import('node:zlib');
    const { send } = await mounted('/api', { before: parsers });
    const body = new Uint8Array(gzipSync('{"id":1,"name":"Bo"}'));
    expect((await send('POST', '/api/pets', body, { ...JSON_TYPE, 'content-encoding': 'gzip' })).status).toBe(201);
  });

  test('that a middleware has read and not stored is an error that says so', async () => {
    const swallow: express.Handler = (request, _, next) => {
      request.resume().on('end', () => {
        request.body = { some: 'thing' };
        next();
      });
    };
    const { send } = await mounted('/api', { before: [swallow] });
    const { status, text } = await send('POST', '/api/files', Uint8Array.of(1), { 'content-type': 'image/png' });
    expect(status).toBe(500);
    expect(text).toContain('add the mock server before body parsers');
  });
});
