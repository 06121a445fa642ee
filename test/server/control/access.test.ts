// Access to the control API with a token, and when it is disabled.

import { describe, expect, test } from 'vitest';
import { understudy } from '../../../src/client/client.ts';
import { identityMockServer } from '../../support/mock-server.ts';

const TOKEN = 'c0ffee-c0ffee-C0FFEE';
const BEARER = { authorization: `Bearer ${TOKEN}` };

/** Sends requests to a mock server on a network. */
async function sending(settings: Parameters<typeof identityMockServer>[0]) {
  const mockServer = await identityMockServer(settings);
  return async (headers: Readonly<Record<string, string>> = {}, path = '/_understudy/state', at = 'http://localhost') =>
    mockServer.fetch(new Request(at + path, { headers }));
}

describe('with a token, the control API', () => {
  test.each<[number, string, Record<string, string>, string?]>([
    [200, 'the token', BEARER],
    [200, 'the token with a scheme in another letter case', { authorization: `bEARER  ${TOKEN}` }],
    [200, 'the token, with a host name of the network', { ...BEARER, host: 'mock-server.example' }],
    [200, 'the token, through a proxy', { ...BEARER, 'x-forwarded-for': '192.0.2.7', via: '1.1 balancer' }],
    [401, 'no token, on this machine', {}],
    [401, 'no token, with a foreign host name that resolves to this machine', { host: 'evil.example' }],
    [401, 'the token in another letter case', { authorization: `Bearer ${TOKEN.toUpperCase()}` }],
    [401, 'the beginning of the token', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    [401, 'a longer token', { authorization: `Bearer ${TOKEN}x` }],
    [401, 'the token twice', { authorization: `Bearer ${TOKEN} ${TOKEN}` }],
    [401, 'the token with another scheme', { authorization: `Basic ${btoa(`:${TOKEN}`)}` }],
    [401, 'the token without a scheme', { authorization: TOKEN }],
    [401, 'an empty token', { authorization: 'Bearer ' }],
    [401, 'the token of a user', { authorization: 'Bearer token-owner' }],
    [401, 'the token in the query', {}, `/_understudy/state?access_token=${TOKEN}&token=${TOKEN}`],
    [401, 'the token in a cookie', { cookie: `access_token=${TOKEN}` }],
    [401, 'no token, in a sandbox by path', {}, '/_sandbox/blue/_understudy/state'],
    [200, 'the token, in a sandbox by path', BEARER, '/_sandbox/blue/_understudy/state'],
    [403, 'the token, from a page of another site', { ...BEARER, origin: 'https://evil.example' }],
    [
      403,
      'the token, from a page whose host name resolves to this machine',
      { ...BEARER, origin: 'http://evil.example', host: 'evil.example' },
    ],
    [403, 'the token, from an image of another site', { ...BEARER, 'sec-fetch-site': 'cross-site' }],
    [200, 'no token, for the readiness check', {}, '/debug/ready'],
  ])('returns %i for %s', async (status, _, headers, path) => {
    expect((await (await sending({ controlToken: TOKEN }))(headers, path)).status).toBe(status);
  });

  test('requires the token in its error, and does not reveal it', async () => {
    const response = await (await sending({ controlToken: TOKEN }))();
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="understudy"');
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code: 16, message: expect.stringMatching(/Authorization: Bearer/) });
    expect(text).not.toContain(TOKEN);
  });

  test('can be open to this machine in addition', async () => {
    const send = await sending({ controlToken: TOKEN, controlAccess: 'loopback' });
    const statuses = [
      send(),
      send({ authorization: 'Bearer wrong-wrong-wrong-wrong' }),
      send(BEARER),
      send({ ...BEARER, host: 'a.example' }),
      send({ host: 'a.example' }),
      send({ 'x-forwarded-for': '::1' }),
    ];
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 401, 401]);
  });

  test('gets it from the client, which sends it nowhere else', async () => {
    const mockServer = await identityMockServer({ controlToken: TOKEN });
    const seen: (string | null)[] = [];
    const fetch = (request: Request) => {
      seen.push(request.headers.get('authorization'));
      return mockServer.fetch(request);
    };
    const sandbox = await understudy('http://localhost', { fetch, token: TOKEN }).createSandbox('blue');
    expect((await sandbox.state()).sandbox).toBe('blue');
    expect(sandbox.headers).toEqual({ 'x-understudy-sandbox': 'blue' });
    expect(new Set(seen)).toEqual(new Set([`Bearer ${TOKEN}`]));
    await expect(understudy('http://localhost', { fetch }).createSandbox()).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });
});

test('when disabled, the control API rejects everyone, and the APIs work', async () => {
  const send = await sending({ controlAccess: 'none' });
  for (const headers of [{}, BEARER, { authorization: 'Bearer undefined' }]) {
    const response = await send(headers);
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      403,
      expect.stringMatching(/is disabled .*; enable it with --control-access loopback or --control-token$/),
    ]);
  }
  expect((await send({}, '/management/v1/healthz')).status).toBe(200);
});

test.each<[Parameters<typeof identityMockServer>[0], RegExp]>([
  [{ controlToken: 'short' }, /^The control token must be 16 to 1000 characters/],
  [{ controlToken: '' }, /must be 16 to 1000/],
  [{ controlToken: 'with a space in the middle' }, /must be 16 to 1000/],
  [{ controlToken: TOKEN, controlAccess: 'all' }, /needs no control token/],
])('%o is rejected at the start', async (settings, message) => {
  const rejected = await identityMockServer(settings).catch((error: Error) => error.message);
  expect(rejected).toMatch(message);
  expect(rejected).not.toContain('middle');
});
