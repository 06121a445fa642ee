// The control API: its commands and access control.

import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { greeter } from '../../support/greeter/api.ts';
import { pets } from '../../support/pets/api.ts';
import { petsMockServer, requestPets } from '../../support/pets/mock-server.ts';
import { connectRaw } from '../../support/raw-http.ts';

const NEW = { body: { name: 'Berta', kind: 'hen' } };

/** The response status for these `Host` and `Origin` headers, which `fetch` does not allow. */
function statusFor(url: string, path: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url + path, { headers: { connection: 'close', ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('the control API', () => {
  test('reports that the server is ready', async () => {
    const { status, body } = await requestPets(await petsMockServer(), 'GET', '/debug/ready');
    expect({ status, body }).toEqual({ status: 200, body: 'ok' });
  });

  test('reports that the server is not ready as soon as it stops', async () => {
    const mockServer = await petsMockServer();
    const connection = await connectRaw((await mockServer.listen()).port);
    connection.send(
      'GET /debug/ready HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
    );
    await connection.continued();
    const closed = mockServer.close();
    connection.send('{}');
    expect((await connection.response()).status).toBe(503);
    await closed;
  });

  test('shows every record of every API, and no internal ones', async () => {
    const mockServer = await petsMockServer({ apis: [pets, { ...greeter(), name: 'others' }] });
    const { body } = await requestPets(mockServer, 'GET', '/_understudy/state');
    expect(body.sandbox).toBe('main');
    expect(Object.keys(body.apis)).toEqual(['pets', 'others']);
    expect(body.apis.pets.pets).toHaveLength(3);
    expect(body.apis.pets.keepers).toEqual([{ id: 'token-keeper', name: 'Resi' }]);
  });

  test('resets the state to the fixtures and clears the request log', async () => {
    const mockServer = await petsMockServer();
    const before = (await requestPets(mockServer, 'GET', '/_understudy/state')).body;
    await requestPets(mockServer, 'POST', '/pets', NEW);
    expect((await requestPets(mockServer, 'GET', '/pets')).body).toHaveLength(4);
    const { status, body } = await requestPets(mockServer, 'POST', '/_understudy/reset');
    expect({ status, body }).toEqual({ status: 200, body: { sandbox: 'main' } });
    expect((await requestPets(mockServer, 'GET', '/_understudy/state')).body).toEqual(before);
    const { exchanges } = (await requestPets(mockServer, 'GET', '/_understudy/requests')).body;
    expect(exchanges.map(({ target }: { target: string }) => target)).not.toContain('/pets');
  });

  test('shows requests and responses with their findings', async () => {
    const mockServer = await petsMockServer({ now: () => new Date('2026-11-21T09:00:00Z') });
    await requestPets(mockServer, 'POST', '/pets', NEW);
    await requestPets(mockServer, 'GET', '/pets?limit=0');
    await requestPets(mockServer, 'GET', '/nowhere');
    await requestPets(mockServer, 'GET', '/_understudy/state');
    const { exchanges } = (await requestPets(mockServer, 'GET', '/_understudy/requests')).body;
    const shared = {
      at: '2026-11-21T09:00:00.000Z',
      warnings: [],
      requestHeaders: expect.objectContaining({ host: 'localhost' }),
      responseHeaders: expect.objectContaining({ 'content-type': expect.stringMatching(/json$/) }),
      responseBody: expect.stringMatching(/^\{.*\}$/),
    };
    for (const exchange of exchanges) {
      expect(exchange.duration).toBeGreaterThanOrEqual(0);
      delete exchange.duration;
    }
    expect(exchanges).toEqual([
      {
        number: 1,
        operation: 'addPet',
        api: 'pets',
        method: 'POST',
        target: '/pets',
        status: 201,
        source: 'handler',
        findings: [],
        ...shared,
        requestBody: JSON.stringify(NEW.body),
      },
      {
        number: 2,
        operation: 'listPets',
        api: 'pets',
        method: 'GET',
        target: '/pets?limit=0',
        status: 400,
        source: 'rejected',
        code: 'invalid_argument',
        reason: 'query /limit must be at least 1',
        findings: ['query /limit must be at least 1'],
        ...shared,
      },
      {
        number: 3,
        method: 'GET',
        target: '/nowhere',
        status: 404,
        source: 'rejected',
        code: 'not_found',
        reason: 'path /nowhere not found in Pets',
        findings: [],
        ...shared,
      },
    ]);
  });

  test.each(['/_understudy/state', '/_understudy/requests', '/debug/ready'])(
    'does not let pages of other origins read %s, nor its errors',
    async (path) => {
      const mockServer = await petsMockServer();
      const headers = { origin: 'https://evil.example' };
      const names = [...(await requestPets(mockServer, 'GET', path, { headers })).headers.keys()];
      expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
      const preflight = { ...headers, 'access-control-request-method': 'GET' };
      const responded = [...(await requestPets(mockServer, 'OPTIONS', path, { headers: preflight })).headers.keys()];
      expect(responded.filter((name) => name.startsWith('access-control-'))).toEqual([]);
    },
  );

  test.each<[number, string, (host: string) => Record<string, string>]>([
    [200, 'a program on this machine', () => ({})],
    [200, 'localhost', (host) => ({ host: host.replace('127.0.0.1', 'localhost') })],
    [200, 'a sandbox by host name', (host) => ({ host: host.replace('127.0.0.1', 'blue.localhost') })],
    [200, 'a page of this server', (host) => ({ origin: `http://${host}` })],
    [403, 'a page of another site', () => ({ origin: 'https://evil.example' })],
    [403, 'a page of another port', () => ({ origin: 'http://127.0.0.1:1' })],
    [403, 'a page from a file or a frame, without an origin', () => ({ origin: 'null' })],
    [403, 'a foreign host name that resolves to this machine', () => ({ host: 'evil.example' })],
    [403, 'a foreign host name that starts like ours', () => ({ host: '127.0.0.1.evil.example' })],
    [403, 'a foreign host name that ends like ours', () => ({ host: 'evil-localhost' })],
    [
      403,
      'a page whose origin and host are the same foreign name',
      () => ({ host: 'evil.example', origin: 'http://evil.example' }),
    ],
  ])('returns %i for %s', async (status, _, headers) => {
    const { url } = await (await petsMockServer()).listen();
    expect(await statusFor(url, '/_understudy/state', headers(url.replace('http://', '')))).toBe(status);
  });

  test('rejects another host name with a hint to the accepted ones', async () => {
    const mockServer = await petsMockServer();
    const response = await mockServer.fetch(new Request('http://mock-server/_understudy/state'));
    expect(await response.json()).toMatchObject({
      message: expect.stringMatching(/--control-access.* use the host localhost or 127\.0\.0\.1, not mock-server$/),
    });
  });

  test('accepts everyone with controlAccess all', async () => {
    const { url } = await (await petsMockServer({ controlAccess: 'all' })).listen();
    expect(await statusFor(url, '/_understudy/state', { host: 'ci.example', 'x-forwarded-for': '10.0.0.1' })).toBe(200);
  });

  test.each<[number, string, Record<string, string>]>([
    [403, 'a page of another site', { origin: 'https://evil.example' }],
    [
      403,
      'a page whose host name may resolve to this machine by DNS rebinding',
      { host: 'evil.example', origin: 'http://evil.example' },
    ],
    [
      200,
      'a page of this server, by Sec-Fetch-Site',
      { origin: 'https://ci.example', 'sec-fetch-site': 'same-origin' },
    ],
    [200, 'a page of this server at an IP address', { host: '192.0.2.1:8080', origin: 'http://192.0.2.1:8080' }],
    [200, 'a page of a trusted host', { origin: 'https://app.test:8443' }],
  ])('with access for all, returns %i for %s', async (status, _, headers) => {
    const mockServer = await petsMockServer({ controlAccess: 'all', trustedHosts: 'app.test' });
    const { url } = await mockServer.listen();
    expect(await statusFor(url, '/_understudy/state', { host: 'ci.example', ...headers })).toBe(status);
  });

  test.each<[number, string, Record<string, string>]>([
    [403, 'a proxy', { 'x-forwarded-for': '10.0.0.1' }],
    [403, 'a proxy with the header Forwarded', { forwarded: 'for=10.0.0.1' }],
    [403, 'a proxy with the header Via', { via: '1.1 proxy' }],
    [403, 'a proxy with another host name', { 'x-forwarded-host': 'evil.example', host: 'login.test' }],
    [403, 'a proxy with another port', { 'x-forwarded-host': 'login.test:1' }],
    [200, 'a trusted proxy that passes the host on', { 'x-forwarded-for': '10.0.0.1', host: 'login.test:8443' }],
    [
      200,
      'a trusted proxy with X-Forwarded-Host',
      { 'x-forwarded-host': 'login.test:8443, a', 'x-forwarded-for': '::1' },
    ],
    [200, 'a trusted proxy with the header Forwarded', { forwarded: 'for=::1;host="login.test:8443";proto=https' }],
    [
      200,
      'a page behind a trusted proxy with TLS',
      { 'x-forwarded-host': 'login.test:8443', origin: 'https://login.test:8443' },
    ],
  ])('returns %i through %s', async (status, _, headers) => {
    const { url } = await (await petsMockServer({ trustedHosts: 'app.test, Login.test:8443' })).listen();
    expect(await statusFor(url, '/_understudy/state', headers)).toBe(status);
  });

  test('reports readiness to everyone', async () => {
    const { url } = await (await petsMockServer()).listen();
    expect(await statusFor(url, '/debug/ready', { host: 'probe.example' })).toBe(200);
  });
});
