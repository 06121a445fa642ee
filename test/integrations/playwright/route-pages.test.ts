// Page requests that are routed to a sandbox, and names of sandboxes.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atHostOf, belowOrigins, originsOf, withoutHostOf } from '../../../src/integrations/playwright/route-pages.ts';
import { sandboxName } from '../../../src/integrations/playwright/test.ts';

describe('URLs below these origins', () => {
  const pattern = belowOrigins(['http://localhost:5173', 'https://api.example.com', 'http://[::1]:80']);

  test.each<[boolean, string]>([
    [true, 'http://localhost:5173/'],
    [true, 'http://localhost:5173/pets?q=1'],
    [true, 'https://api.example.com/v2'],
    [true, 'http://[::1]:80/'],
    [false, 'http://localhost:51730/'],
    [false, 'http://localhost/'],
    [false, 'https://localhost:5173/'],
    [false, 'http://localhost:5173@evil.example/'],
    [false, 'https://api.example.com.evil.example/'],
    [false, 'https://apixexample.com/'],
    [false, 'https://evil.example/http://localhost:5173/'],
  ])('%s: %s', (isLed, url) => {
    expect(pattern.test(url)).toBe(isLed);
  });
});

describe('an address', () => {
  test.each<[string, readonly string[]]>([
    ['http://127.0.0.1:8080', ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080']],
    ['https://localhost/app/', ['https://localhost', 'https://127.0.0.1', 'https://[::1]']],
    ['http://mock-server:8080/v2', ['http://mock-server:8080']],
    ['http://blue.localhost:8080', ['http://blue.localhost:8080']],
  ])('%s is at %j', (address, origins) => {
    expect(originsOf(address)).toEqual(origins);
  });

  test('that is invalid is rejected with its text', () => {
    expect(() => originsOf('/app')).toThrow('"/app" is not a URL');
  });

  test.each<[string, string | undefined]>([
    ['http://localhost:5173/app/', 'http://blue.localhost:5173/app/'],
    ['https://localhost', 'https://blue.localhost'],
    ['http://localhost.example/', undefined],
    ['http://127.0.0.1:5173/', undefined],
    ['https://staging.example/', undefined],
  ])('%s is at the host of a sandbox at %s', (address, atHost) => {
    expect(atHostOf('blue', address)).toBe(atHost);
    expect(withoutHostOf('blue', atHost ?? address)).toBe(address);
  });
});

test('a sandbox name may start with any test title', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
      expect(sandboxName(title)).toMatch(/^(?=.{1,63}$)[a-z0-9]+(-[a-z0-9]+)*$/);
    }),
  );
  expect(sandboxName('Ein Zürcher  grüsst – um 8 Uhr!')).toMatch(/^ein-zurcher-grusst-um-8-uhr-\w{8}$/);
  expect(sandboxName('ショーウィンドウ')).toMatch(/^test-\w{8}$/);
  expect(sandboxName('the same')).not.toBe(sandboxName('the same'));
});
