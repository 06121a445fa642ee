// Only what is a host becomes part of a URL.

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
    'stand-in.example',
    'my_pod:80',
  ])('is that of the host %s', (host) => {
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
  ])('is that of localhost when the header says %j', (host) => {
    expect(baseUrl(host)).toBe('http://localhost');
  });

  test('holds nothing that a shell or a page reads as more than text, whatever the header says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (host) => {
        expect(baseUrl(host)).toMatch(/^http:\/\/[\w.:[\]-]+$/);
      }),
    );
  });
});
