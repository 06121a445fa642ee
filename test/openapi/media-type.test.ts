// Parsing and matching of media types.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMediaType, isConcrete, isJson, matchMediaTypes, parseMediaType } from '../../src/openapi/media-type.ts';
import { checkProperty } from '../support/runs.ts';

/** Formats a parsed media type. */
function reread(text: string): string | undefined {
  const read = parseMediaType(text);
  return read && formatMediaType(read);
}

describe('a media type', () => {
  test.each([
    ['application/json', 'application/json'],
    [' Application/JSON ', 'application/json'],
    ['text/html;Charset=UTF-8', 'text/html; charset=UTF-8'],
    ['text/plain ; charset = x', undefined],
    ['multipart/form-data; boundary="a b;c"', 'multipart/form-data; boundary="a b;c"'],
    ['a/b; c="d\\"e\\\\"', 'a/b; c="d\\"e\\\\"'],
    ['a/b; c="d"; c=e', 'a/b; c=d'],
    ['a/b;', 'a/b'],
    ['a/b;;c=d', 'a/b; c=d'],
    ['*/*', '*/*'],
    ['application/*+json', 'application/*+json'],
    ['application/vnd.api+json', 'application/vnd.api+json'],
    ['', undefined],
    ['json', undefined],
    ['a/b/c', undefined],
    ['a/b, c/d', undefined],
    ['a/b; c="d', undefined],
  ])('%j is parsed as %j', (text, reported) => {
    expect(reread(text)).toBe(reported);
  });

  test('is formatted as it was parsed', () => {
    const value = fc.string({ unit: fc.constantFrom('a', '"', '\\', ' ', ';', ',', 'é') });
    checkProperty(
      fc.property(value, (text) => {
        const mediaType = { type: 'a', subtype: 'b', parameters: new Map([['c', text]]) };
        expect(parseMediaType(formatMediaType(mediaType))).toEqual(mediaType);
      }),
    );
  });

  test.each([
    ['application/json', true],
    ['text/json', true],
    ['application/problem+json', true],
    ['application/json; version=2', true],
    ['application/*+json', true],
    ['application/grpc+json', false],
    ['application/grpc-web+json', false],
    ['application/connect+json', false],
    ['application/json-seq', false],
    ['application/x-ndjson', false],
    ['image/json', false],
  ])('%s is JSON: %s', (text, expected) => {
    const mediaType = parseMediaType(text);
    expect(mediaType && isJson(mediaType)).toBe(expected);
  });

  test.each([
    ['a/b', true],
    ['a/*', false],
    ['a/*+b', false],
    ['*/*', false],
  ])('%s is a single type: %s', (text, expected) => {
    const mediaType = parseMediaType(text);
    expect(mediaType && isConcrete(mediaType)).toBe(expected);
  });
});

describe('of the media types of a document, a body with', () => {
  const JSONS = ['*/*', 'application/*', 'application/*+json', 'application/json'];
  test.each<[string, readonly string[], readonly string[]]>([
    ['application/json', JSONS, ['application/json', 'application/*', '*/*']],
    ['APPLICATION/JSON; charset=utf-8', JSONS, ['application/json', 'application/*', '*/*']],
    ['application/vnd.x+json', JSONS, ['application/*+json', 'application/*', '*/*']],
    ['image/png', JSONS, ['*/*']],
    ['image/png', ['application/json'], []],
    ['application/json', ['application/json; charset=utf-8'], ['application/json; charset=utf-8']],
    ['application/json; charset=utf-8', ['application/json'], ['application/json']],
    ['application/json; charset=ascii', ['application/json; charset=utf-8'], ['application/json; charset=utf-8']],
    ['a/b; version=2', ['a/b', 'a/b; version=1', 'a/b;version=2'], ['a/b;version=2', 'a/b']],
    ['a/b', ['a/b; version=1', 'a/b'], ['a/b', 'a/b; version=1']],
    ['a/b; version=3', ['a/b; version=1'], []],
    ['a/b', ['nonsense', 'A/B'], ['A/B']],
  ])('%s matches one of %j, most specific first: %j', (type, declared, expected) => {
    const mediaType = parseMediaType(type);
    expect(mediaType && matchMediaTypes(declared, mediaType)).toEqual(expected);
  });
});
