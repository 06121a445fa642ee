// Detection of requests from pages of other sites.

import { describe, expect, test } from 'vitest';
import { findCrossSiteOrigin } from '../../../src/server/pipeline/cors/cors.ts';
import { createTrustedHosts } from '../../../src/server/pipeline/cors/trusted-hosts.ts';
import { createWireHeaders, type WireRequest } from '../../../src/server/pipeline/wire.ts';

const HOSTS = createTrustedHosts('app.test, login.test:8443');
const EVIL = 'https://evil.example';

/** @param from - default: another machine */
function pageOf(
  headers: Readonly<Record<string, string>>,
  from: Pick<WireRequest, 'local' | 'client'> = { local: false, client: '192.0.2.9' },
): string | undefined {
  const fields = Object.entries({ host: 'localhost:8080', ...headers }).flat();
  return findCrossSiteOrigin({ headers: createWireHeaders(fields), ...from }, HOSTS);
}

const CROSS = { 'sec-fetch-site': 'cross-site' };

describe('a request', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['a program', {}],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:8080' }],
    ['our own page that hides its origin', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['our own page behind a proxy', { 'sec-fetch-site': 'same-origin', origin: 'https://login.example' }],
    ['our own page at an IP address', { host: '192.0.2.1:8080', origin: 'http://192.0.2.1:8080' }],
    ['our own page at an IPv6 address', { host: '[2001:db8::1]:8080', origin: 'http://[2001:db8::1]:8080' }],
    ['a page of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:5173' }],
    ['a page of this machine under another name', { ...CROSS, origin: 'http://127.0.0.1:5173' }],
    ['a page of this machine, for a sandbox', { ...CROSS, origin: 'http://blue.localhost:5173' }],
    ['a link on a page of this machine', { ...CROSS, referer: 'http://localhost:5173/start' }],
    ['an image of a page of this machine', { 'sec-fetch-site': 'same-site' }],
    ['a desktop application with a browser', { ...CROSS, origin: 'capacitor://localhost' }],
    ['a page of a trusted host', { ...CROSS, origin: 'https://app.test:3000' }],
    ['a page of a trusted host and port', { ...CROSS, origin: 'https://login.test:8443' }],
  ])('from %s is not cross-site', (_, headers) => {
    expect(pageOf(headers)).toBeUndefined();
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['a page of another site', { ...CROSS, origin: EVIL }, EVIL],
    ['a page of another site in an old browser', { origin: EVIL }, EVIL],
    ['a page without an origin', { ...CROSS, origin: 'null' }, 'null'],
    [
      'a page whose host starts like this machine',
      { origin: 'http://localhost.evil.example' },
      'http://localhost.evil.example',
    ],
    ['a page whose host ends like this machine', { origin: 'http://evil-localhost' }, 'http://evil-localhost'],
    [
      'a host name that resolves to this machine',
      { host: 'evil.example:8080', origin: 'http://evil.example:8080' },
      'http://evil.example:8080',
    ],
    ['another port of a trusted host', { origin: 'https://login.test' }, 'https://login.test'],
    ['an image on another site', CROSS, 'another site'],
    ['a link on another site', { ...CROSS, referer: `${EVIL}/a?b` }, EVIL],
    ['a page of the same foreign site', { 'sec-fetch-site': 'same-site', host: 'api.example.com' }, 'another site'],
    ['an origin that is no URL', { 'sec-fetch-site': 'nonsense' }, 'another site'],
    ['two origins', { origin: 'http://localhost, http://localhost' }, 'http://localhost, http://localhost'],
  ])('from %s is cross-site', (_, headers, page) => {
    expect(pageOf(headers)).toBe(page);
  });
});

test.each(['app.test/path', 'https://app.test', 'a b', 'app.test:port', '*.app.test'])(
  '%s cannot be trusted, because it is no host',
  (host) => {
    expect(() => createTrustedHosts(`localhost, ${host}`)).toThrow(`${JSON.stringify(host)} is not a host name`);
  },
);

describe('a request over the loopback', () => {
  const LOOPBACK = { local: true, client: '127.0.0.1' };

  test.each([
    'localhost:8080',
    'LOCALHOST',
    'blue.localhost:8080',
    '127.0.0.1:8080',
    '[::1]:8080',
    '192.0.2.1:8080',
    'app.test:8080',
    'login.test:8443',
    '',
  ])('to %j is not cross-site', (host) => {
    expect(pageOf({ host }, LOOPBACK)).toBeUndefined();
  });

  test.each([
    'evil.example:8080',
    'evil.example',
    'localhost.evil.example',
    'login.test',
    'evil-localhost:8080',
    '2130706433',
    '0.0.0.0:8080',
    '[::]:8080',
    '[::ffff:7f00:1]:8080',
    '[::ffff:127.0.0.1]',
  ])('to %s is cross-site, regardless of other headers of the browser', (host) => {
    const own = { 'sec-fetch-site': 'same-origin', origin: `http://${host}`, 'x-forwarded-for': '192.0.2.9' };
    expect([pageOf({ host }, LOOPBACK), pageOf({ host, ...own }, LOOPBACK)]).toEqual([host, host]);
  });

  test('without a connection counts as one of a program', () => {
    expect(pageOf({ host: 'api.example.com' }, { local: true })).toBeUndefined();
  });
});
