// Trusted proxies: client, scheme and host of requests behind them, and forged headers.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTrustedProxies } from '../../../src/server/http/trusted-proxies.ts';
import { petsMockServer } from '../../support/pets/mock-server.ts';
import { checkProperty } from '../../support/runs.ts';

const proxies = createTrustedProxies('10.0.0.0/8, 127.0.0.1, fd00::/8');

/** A request as seen behind proxies. */
function seen(client: string, fields: Readonly<Record<string, string>>) {
  const { headers, ...rest } = proxies.resolveClient({
    headers: { host: 'inner:8080', ...fields },
    secure: false,
    client,
  });
  return { ...rest, host: headers.host };
}

describe('headers of a trusted proxy set', () => {
  test.each<[string, string, Record<string, string>, Partial<ReturnType<typeof seen>>]>([
    ['nothing without such headers', '10.1.2.3', {}, { client: '10.1.2.3', secure: false, host: 'inner:8080' }],
    [
      'client, scheme and host',
      '10.1.2.3',
      { 'x-forwarded-for': '192.0.2.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example' },
      { client: '192.0.2.9', secure: true, host: 'api.example' },
    ],
    [
      'the client, from an address with a port',
      '10.1.2.3',
      { 'x-forwarded-for': '192.0.2.9:4711' },
      { client: '192.0.2.9' },
    ],
    [
      'the client, from an address of the other IP version',
      'fd00::1',
      { 'x-forwarded-for': '[2001:db8::7]:99' },
      { client: '2001:db8::7' },
    ],
    [
      'the client, behind several trusted proxies',
      '127.0.0.1',
      { 'x-forwarded-for': '192.0.2.9, 10.0.0.1' },
      { client: '192.0.2.9' },
    ],
    [
      'the client, from an IPv4 proxy on a dual-stack port',
      '::ffff:10.0.0.1',
      { 'x-forwarded-for': '192.0.2.9' },
      { client: '192.0.2.9' },
    ],
    [
      'the client, from IPv4 addresses that a proxy on a dual-stack port writes as IPv6',
      '127.0.0.1',
      { 'x-forwarded-for': '::ffff:192.0.2.9, ::FFFF:10.0.0.1' },
      { client: '192.0.2.9' },
    ],
    [
      'https only for that scheme',
      '10.1.2.3',
      { 'x-forwarded-proto': 'ftp', 'x-forwarded-for': '192.0.2.9' },
      { secure: false },
    ],
  ])('%s', (_, peer, fields, expected) => {
    expect(seen(peer, fields)).toMatchObject(expected);
  });
});

describe('a client gains nothing from', () => {
  test.each<[string, string, Record<string, string>, Partial<ReturnType<typeof seen>>]>([
    [
      'proxy headers of its own',
      '192.0.2.9',
      { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'localhost' },
      { client: '192.0.2.9', secure: false, host: 'inner:8080' },
    ],
    [
      'an address before that of the proxy',
      '10.1.2.3',
      { 'x-forwarded-for': '127.0.0.1, 192.0.2.9' },
      { client: '192.0.2.9' },
    ],
    [
      'addresses of proxies before that',
      '10.1.2.3',
      { 'x-forwarded-for': '192.0.2.66, 10.9.9.9, 192.0.2.9' },
      { client: '192.0.2.9' },
    ],
    [
      'host and scheme before those of the proxy',
      '10.1.2.3',
      {
        'x-forwarded-for': '127.0.0.1, 192.0.2.9',
        'x-forwarded-host': 'localhost, api.example',
        'x-forwarded-proto': 'https, http',
      },
      { host: 'api.example', secure: false },
    ],
    [
      'an invalid host',
      '10.1.2.3',
      { 'x-forwarded-host': 'a/b', 'x-forwarded-for': '192.0.2.9' },
      { host: 'inner:8080' },
    ],
    ['an invalid address', '10.1.2.3', { 'x-forwarded-for': 'unknown' }, { client: '10.1.2.3' }],
  ])('%s', (_, peer, fields, expected) => {
    expect(seen(peer, fields)).toMatchObject(expected);
  });

  test('a host name of this machine, which development servers forward', () => {
    const fields = { 'x-forwarded-host': 'blue.localhost', 'x-forwarded-proto': 'https' };
    const { headers } = proxies.resolveClient({ headers: fields, secure: false, client: '192.0.2.9' });
    expect(headers).toMatchObject({ 'x-forwarded-host': '', 'x-forwarded-proto': '' });
  });

  test('any values before those of two proxies', () => {
    checkProperty(
      fc.property(
        fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom('', 'localhost', '10.0.0.1', '127.0.0.1'))),
        (forged) => {
          const chain = [...forged, '192.0.2.9', '10.0.0.1'];
          const hosts = [...forged.map(() => 'evil.example'), 'api.example', 'balancer'];
          const fields = { 'x-forwarded-for': chain.join(', '), 'x-forwarded-host': hosts.join(',') };
          expect(seen('10.1.2.3', fields)).toMatchObject({ client: '192.0.2.9', host: 'api.example' });
        },
      ),
    );
  });
});

test.each(['::ffff:10.0.0.0/104', '::ffff:10.1.2.3', '10.1.2.3'])(
  'an IPv4 address is in %s, however the proxy and the list write it',
  (list) => {
    const listed = createTrustedProxies(list);
    const headers = { 'x-forwarded-for': '192.0.2.9' };
    for (const peer of ['10.1.2.3', '::ffff:10.1.2.3'])
      expect(listed.resolveClient({ headers, secure: false, client: peer })).toMatchObject({ client: '192.0.2.9' });
    for (const peer of ['11.1.2.3', '::ffff:11.1.2.3'])
      expect(listed.resolveClient({ headers, secure: false, client: peer })).toMatchObject({ client: peer });
  },
);

test.each([
  '10.0.0.0/33',
  '::ffff:10.0.0.0/95',
  '::ffff:10.0.0.0/129',
  'balancer',
  '10.0.0',
  '::1/129',
  '10.0.0.0/8/8',
  '10.0.0.1/-1',
  '10.0.0.1/',
  '*',
])('%s is not a valid proxy', (one) => {
  expect(() => createTrustedProxies(`127.0.0.1, ${one}`)).toThrow(
    `${JSON.stringify(one)} is not an address or a range`,
  );
});

describe('a mock server behind a proxy on this machine', () => {
  const FORWARDED = {
    'x-forwarded-for': '192.0.2.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'api.example',
  };
  const serverAt = async (
    settings: Parameters<typeof petsMockServer>[0],
    headers: Readonly<Record<string, string>>,
  ) => {
    const { url } = await (await petsMockServer(settings)).listen();
    const served = (await (await fetch(`${url}/openapi.json`, { headers })).json()) as { servers: { url: string }[] };
    return [url, served.servers[0]?.url ?? ''] as const;
  };

  test('shows the public URL if the proxy is trusted', async () => {
    expect((await serverAt({ trustedProxy: '127.0.0.1' }, FORWARDED))[1]).toMatch(/^https:\/\/api\.example/);
  });

  test.each([{}, { trustedProxy: '192.0.2.0/24' }])('shows its own URL otherwise, with %o', async (settings) => {
    const [url, reported] = await serverAt(settings, FORWARDED);
    expect(reported.startsWith(url)).toBe(true);
  });

  test('rejects control commands through the proxy with forged local addresses', async () => {
    const { url } = await (await petsMockServer({ trustedProxy: '127.0.0.1' })).listen();
    const statusFor = async (headers: Readonly<Record<string, string>>) =>
      (await fetch(`${url}/_understudy/state`, { headers })).status;
    const forged = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost' };
    expect([
      await statusFor(forged),
      await statusFor({ 'x-forwarded-host': 'localhost' }),
      await statusFor({}),
    ]).toEqual([403, 403, 200]);
  });

  test('does not treat a request with forwarded headers as local if its proxy is not trusted', async () => {
    const { url } = await (await petsMockServer({ trustedProxy: '192.0.2.0/24' })).listen();
    const headers = { 'x-forwarded-host': 'localhost' };
    expect((await fetch(`${url}/_understudy/state`, { headers })).status).toBe(403);
  });
});
