// The base URL of a request, with valid hosts only.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { baseUrl } from '../../../src/server/pages/base-url.ts';

describe('the base URL', () => {
  test.each([
    'localhost',
    'localhost:8080',
    '127.0.0.1:4000',
    '[::1]:8080',
    'red.localhost:8080',
    'mock-server.example',
    'my_pod:80',
  ])('has the host %s', (host) => {
    expect(baseUrl(host)).toBe(`http://${host}`);
    expect(baseUrl(host, true)).toBe(`https://${host}`);
  });

  test.each([
    undefined,
    '',
    'a b',
    '$(reboot)',
    "'; reboot; '",
    '<script>',
    'user@host',
    'host/path',
    'host:port',
    '-o',
    'host\u202e',
    'a'.repeat(300),
  ])('has the host localhost for the header %j', (host) => {
    expect(baseUrl(host)).toBe('http://localhost');
  });

  test('is safe in a shell and on a page, for any header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (host) => {
        expect(baseUrl(host)).toMatch(/^http:\/\/[\w.:[\]-]+$/);
      }),
    );
  });
});
