// MSW handlers that respond like a mock server, in the same process or by forwarding to one that listens.

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { createManagementServiceClient } from '@zitadel/client/v1';
import { createClientTransport } from '@zitadel/client/web';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import * as openid from 'openid-client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { understudy } from '../../../src/client/client.ts';
import { type MockServer, respond } from '../../../src/index.ts';
import { type MockTarget, understudyHandlers } from '../../../src/integrations/msw/handlers.ts';
import { sendByNode } from '../../../src/integrations/runner/send-by-node.ts';
import { API_SCOPE, SECRET } from '../../server/oidc/clients.ts';
import { PROJECT } from '../../support/identity-records.ts';
import { closedAddress } from '../../support/listening.ts';
import { identityMockServer } from '../../support/mock-server.ts';
import { unhandledRequests } from '../../support/msw-options.ts';
import { documentOf, ownMockServer } from '../../support/own-api.ts';
import { petsMockServer } from '../../support/pets/mock-server.ts';

const API = 'https://api.example.com';
const JSON_TYPE = { 'content-type': 'application/json' };

/** An MSW server with these handlers until the test ends. `unhandled` lists the URLs without a handler. */
function serving(...handlers: readonly HttpHandler[]) {
  const unhandled: string[] = [];
  const server = setupServer(...handlers);
  server.listen(unhandledRequests((url) => unhandled.push(url)));
  onTestFinished(() => server.close());
  return { server, unhandled };
}

/** The names of the pets, as requested at this address. */
async function names(at = API): Promise<readonly string[]> {
  const response = await fetch(`${at}/pets`);
  return ((await response.json()) as readonly { readonly name: string }[]).map(({ name }) => name);
}

async function addPet(name: string, more: RequestInit = {}): Promise<number> {
  const response = await fetch(`${API}/pets`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ name, kind: 'hen' }),
    ...more,
  });
  return response.status;
}

const FIXTURES = ['Minka', 'Bello', 'Tiger'];

const WAYS: readonly [string, (mockServer: MockServer) => Promise<MockTarget>][] = [
  ['in this process', async (mockServer) => mockServer],
  ['that listens', async (mockServer) => (await mockServer.listen()).url],
];

describe.each(WAYS)('a mock server %s', (_, reach) => {
  test('responds to requests to its address, and to no others', async () => {
    const mockServer = await petsMockServer();
    const elsewhere = `${await address((_request, response) => response.end('another server'))}/pets`;
    const { unhandled } = serving(...understudyHandlers(await reach(mockServer), { at: API }));
    expect(await addPet('Berta')).toBe(201);
    expect(await names()).toEqual([...FIXTURES, 'Berta']);
    expect(await names('HTTPS://API.example.com:443')).toHaveLength(4);
    expect((await fetch(`${API}/nothing`)).status).toBe(404);
    expect(unhandled).toEqual([]);
    expect(await (await fetch(elsewhere)).text()).toBe('another server');
    for (const near of ['http://api.example.com/pets', 'https://api.example.com.evil.invalid/pets', `${API}:8443/pets`])
      await expect(fetch(near)).rejects.toThrow(TypeError);
    expect(unhandled).toEqual([
      elsewhere,
      'http://api.example.com/pets',
      'https://api.example.com.evil.invalid/pets',
      `${API}:8443/pets`,
    ]);
  });

  test('responds after earlier handlers', async () => {
    const mockServer = await petsMockServer();
    const own = http.get(`${API}/pets`, () => HttpResponse.json([{ name: 'Own' }]));
    const { server } = serving(own, ...understudyHandlers(await reach(mockServer), { at: API }));
    expect([await names(), await addPet('Berta')]).toEqual([['Own'], 201]);
    server.use(http.post(`${API}/pets`, () => new HttpResponse(null, { status: 418 })));
    expect(await addPet('Resi')).toBe(418);
    server.resetHandlers();
    expect(await addPet('Resi')).toBe(201);
  });

  test('has a sandbox for each test, also for concurrent tests', async () => {
    const mockServer = await petsMockServer();
    const responding = await reach(mockServer);
    const client = understudy('http://localhost', { fetch: (request) => mockServer.fetch(request) });
    const { server } = serving(...understudyHandlers(responding, { at: API }));
    const oneTest = (name: string) =>
      server.boundary(async () => {
        const sandbox = await client.createSandbox();
        server.use(...understudyHandlers(responding, { at: API, sandbox }));
        expect(await addPet(name)).toBe(201);
        expect(await names()).toEqual([...FIXTURES, name]);
        expect(await sandbox.waitFor({ operation: 'addPet', body: { name } })).toHaveLength(1);
        await sandbox.close();
      })();
    await Promise.all(['Berta', 'Resi', 'Rex'].map(oneTest));
    server.use(...understudyHandlers(responding, { at: API, sandbox: 'blue' }));
    await addPet('Blue');
    server.resetHandlers();
    expect(await names()).toEqual(FIXTURES);
    expect((await client.sandboxes()).map(({ sandbox }) => sandbox)).toEqual(['main', 'blue']);
  });

  test('accepts and returns bytes and streams, and headers that programs may not set', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_value, at) => at % 251);
    const binary = { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
    const given = {
      200: { description: 'bytes', ...binary, headers: { 'set-cookie': { schema: { type: 'string' } } } },
    };
    const events = { 200: { description: 'events', content: { 'text/event-stream': { schema: { type: 'string' } } } } };
    const seen = Promise.withResolvers<void>();
    const mockServer = await ownMockServer(
      documentOf({
        '/turned': { post: { operationId: 'turn', requestBody: { required: true, ...binary }, responses: given } },
        '/events': { get: { operationId: 'watch', responses: events } },
      }),
      {
        turn: ({ input }: { input: { body: Buffer } }) =>
          respond(200, Uint8Array.from(input.body).reverse(), { 'set-cookie': 'a=1; HttpOnly' }),
        async *watch() {
          yield 'first';
          await seen.promise;
          yield 'second';
        },
      },
    );
    serving(...understudyHandlers(await reach(mockServer), { at: API }));
    const headers = { 'content-type': 'application/octet-stream' };
    const pieces = new ReadableStream({
      start(controller) {
        for (const at of [0, 20_000, 40_000])
          controller.enqueue(bytes.slice(at, at === 40_000 ? undefined : at + 20_000));
        controller.close();
      },
    });
    const sent: readonly RequestInit[] = [
      { headers, body: bytes },
      { headers, body: new Blob([bytes]) },
      { headers, body: pieces, duplex: 'half' },
      { headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(bytes) },
      { headers: { ...headers, 'accept-encoding': 'gzip' }, body: bytes },
    ];
    for (const one of sent) {
      const response = await fetch(`${API}/turned`, { method: 'POST', ...one });
      expect([response.status, response.headers.get('content-type'), response.headers.getSetCookie()]).toEqual([
        200,
        'application/octet-stream',
        ['a=1; HttpOnly'],
      ]);
      expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(bytes).reverse())).toBe(true);
    }
    const response = await fetch(`${API}/events`);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('data: first\n\n');
    seen.resolve();
    expect((await reader?.read())?.value).toBe('data: second\n\n');
    expect(mockServer.reported).toEqual([]);
  });

  test('handles methods without bodies', async () => {
    const mockServer = await petsMockServer();
    serving(...understudyHandlers(await reach(mockServer), { at: API }));
    const keeper = { authorization: 'Bearer token-keeper' };
    const head = await fetch(`${API}/pets`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const gone = await fetch(`${API}/pets/1`, { method: 'DELETE', headers: keeper });
    expect([gone.status, await gone.text(), await names()]).toEqual([204, '', ['Bello', 'Tiger']]);
    const options = await fetch(`${API}/pets`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, expect.stringContaining('POST')]);
  });

  test('fails like a network: for a fault, and when a client aborts', async () => {
    const mockServer = await petsMockServer();
    const sandbox = understudy('http://localhost', { fetch: (request) => mockServer.fetch(request) });
    serving(...understudyHandlers(await reach(mockServer), { at: API }));
    await sandbox.fault({ times: 1, steps: [{ connection: 'reset' }] });
    await expect(addPet('Berta')).rejects.toThrow(TypeError);
    await sandbox.fault({ times: 1, steps: [{ connection: 'hang' }] });
    const client = new AbortController();
    const hanging = fetch(`${API}/pets`, { signal: client.signal });
    await sandbox.waitFor({ source: 'fault' }, { count: 2 });
    client.abort();
    await expect(hanging).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    await expect(fetch(`${API}/pets`, { signal: AbortSignal.abort() })).rejects.toThrow(
      expect.objectContaining({ name: 'AbortError' }),
    );
    await sandbox.fault({ times: 1, steps: [{ cutAfter: 10 }] });
    await expect(fetch(`${API}/pets`).then((response) => response.text())).rejects.toThrow();
    await sandbox.fault({ times: 1, steps: [{ code: 'unavailable', delay: 5 }] });
    expect((await fetch(`${API}/pets`)).status).toBe(503);
    expect(await names()).toEqual(FIXTURES);
  });

  test('supports gRPC-Web', async () => {
    const mockServer = await identityMockServer();
    serving(...understudyHandlers(await reach(mockServer), { at: API }));
    const client = createManagementServiceClient(createClientTransport('token-owner', { baseUrl: API }));
    const { result } = await client.listProjects({ query: { limit: 1 } });
    expect(result).toHaveLength(1);
    const rejected = client.updateApp({ projectId: PROJECT.gearShop, appId: '1', name: 'Other' });
    await expect(rejected).rejects.toThrow('(COMMAND-');
  });

  test('issues tokens to clients that discover its issuer', async () => {
    const mockServer = await identityMockServer({ trustedHosts: 'api.example.com' });
    const responding = await reach(mockServer);
    // Forwarded, its tokens and URLs have its own address.
    const issuer = typeof responding === 'string' ? responding : API;
    serving(...understudyHandlers(responding, { at: [API, issuer] }));
    const config = await openid.discovery(
      new URL(issuer),
      'season-onboarding',
      undefined,
      openid.ClientSecretPost(SECRET.season),
      { execute: [openid.allowInsecureRequests] },
    );
    expect(config.serverMetadata().token_endpoint).toBe(`${issuer}/oauth/v2/token`);
    const tokens = await openid.clientCredentialsGrant(config, { scope: `openid ${API_SCOPE}` });
    const headers = { ...JSON_TYPE, authorization: `Bearer ${tokens.access_token}` };
    const searched = await fetch(`${API}/management/v1/projects/_search`, { method: 'POST', headers, body: '{}' });
    expect(searched.status).toBe(200);
  });
});

test('a sandbox created by the client is a target', async () => {
  const { url } = await (await petsMockServer()).listen();
  const sandbox = await understudy(url).createSandbox();
  serving(...understudyHandlers(sandbox, { at: API }));
  expect(await addPet('Berta')).toBe(201);
  expect([
    (await sandbox.records('pets').list()).length,
    (await understudy(url).records('pets').list()).length,
  ]).toEqual([4, 3]);
});

test('the path of a target is prepended to the path of a request', async () => {
  const { url } = await (await petsMockServer()).listen();
  serving(...understudyHandlers(new URL('/_sandbox/blue/', url), { at: [API, new URL('https://other.example.com')] }));
  expect(await addPet('Berta')).toBe(201);
  expect([await names(), await names('https://other.example.com')]).toEqual([
    [...FIXTURES, 'Berta'],
    [...FIXTURES, 'Berta'],
  ]);
  expect(await understudy(url).records('pets').list()).toHaveLength(3);
});

/** The address of a server with this listener, until the test ends. */
async function address(response: RequestListener): Promise<string> {
  const server = createServer(response).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('these tests run with MSW 3, and with MSW 2 in a project of their own', async ({ task }) => {
  const { default: manifest } = await import('msw/package.json', { with: { type: 'json' } });
  expect(manifest.version).toMatch(task.file.projectName === 'msw2' ? /^2\./ : /^3\./);
});

test('a client controls a mock server past an MSW server that rejects all other requests', async () => {
  const { url } = await (await petsMockServer()).listen();
  const server = setupServer();
  server.listen(unhandledRequests('error'));
  onTestFinished(() => server.close());
  const sandbox = await understudy(url).createSandbox();
  server.use(...understudyHandlers(sandbox, { at: API }));
  await addPet('Berta');
  expect(await sandbox.waitFor({ operation: 'addPet' })).toHaveLength(1);
  expect(await understudy(url, { fetch: sendByNode }).sandboxes()).toHaveLength(2);
});

test('a compressed response is decompressed once', async () => {
  const accepted: unknown[] = [];
  const packing = await address(({ headers }, response) => {
    accepted.push(headers.accept);
    const packed = gzipSync('[{"name":"Packed"}]');
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip', 'content-length': packed.length });
    response.end(packed);
  });
  serving(...understudyHandlers(packing, { at: API }));
  expect(await names()).toEqual(['Packed']);
  await fetch(`${API}/pets`, { headers: { accept: 'text/csv' } });
  expect(accepted).toEqual([expect.stringMatching(/^\*\/\*/), expect.stringMatching(/^text\/csv/)]);
});

test('aborting a forwarded request closes its connection', async () => {
  const came = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const waiting = await address((_request, response) => {
    response.on('close', left.resolve);
    came.resolve();
  });
  serving(...understudyHandlers(waiting, { at: API }));
  const client = new AbortController();
  const requested = fetch(API, { signal: client.signal });
  await came.promise;
  client.abort();
  await expect(requested).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  await left.promise;
});

test('requests of the Node API are handled too', async () => {
  const mockServer = await petsMockServer();
  serving(...understudyHandlers(mockServer, { at: API }));
  const sent = https.request(`${API}/pets`, { method: 'POST', headers: JSON_TYPE });
  sent.end('{"name":"Berta","kind":"hen"}');
  const [response] = await once(sent, 'response');
  expect([response.statusCode, JSON.parse(await text(response))]).toEqual([
    201,
    { id: expect.any(String), name: 'Berta', kind: 'hen' },
  ]);
});

test('reports that the target does not run', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const nowhere = await closedAddress();
  serving(...understudyHandlers(nowhere, { at: API }));
  const response = await fetch(`${API}/pets`);
  expect([response.status, await response.json()]).toEqual([
    500,
    expect.objectContaining({
      message: `Cannot connect to the mock server at ${nowhere}. Start it with \`understudy serve\`.`,
    }),
  ]);
  expect(reported).toHaveBeenCalled();
});

test('a base path matches whole path segments', async () => {
  const mockServer = await petsMockServer({ base: '/v2' });
  const { unhandled } = serving(...understudyHandlers(mockServer, { at: `${API}/v2/` }));
  expect(await names(`${API}/v2`)).toEqual(FIXTURES);
  expect((await fetch(`${API}/v2?a=b`)).status).toBe(404);
  for (const other of ['/v20/pets', '/pets', '/v2/../pets'])
    await expect(fetch(API + other)).rejects.toThrow(TypeError);
  expect(unhandled).toHaveLength(3);
});

test.each(['', 'api.example.com', '/api', 'ftp://api.example.com', 'https://'])(
  'rejects %j as an address',
  async (at) => {
    const mockServer = await petsMockServer();
    expect(() => understudyHandlers(mockServer, { at })).toThrow(`"${at}" is not a URL`);
  },
);
