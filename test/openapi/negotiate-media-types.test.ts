// Content negotiation by the `Accept` header.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMediaType } from '../../src/openapi/media-type.ts';
import { negotiateMediaTypes } from '../../src/openapi/negotiate-media-types.ts';
import { checkProperty } from '../support/runs.ts';

/** The accepted types, best first; after a range the requested type. */
function accepted(accept: string | undefined, declared: readonly string[]): readonly string[] {
  return negotiateMediaTypes(declared, accept).map(({ key, requested }) =>
    requested ? `${key}: ${formatMediaType(requested)}` : key,
  );
}

const XML_AND_JSON = ['application/xml', 'application/json'];

test.each<[string | undefined, readonly string[], readonly string[]]>([
  [undefined, XML_AND_JSON, ['application/json', 'application/xml']],
  ['', XML_AND_JSON, ['application/json', 'application/xml']],
  ['*/*', XML_AND_JSON, ['application/json', 'application/xml']],
  ['*/*', ['text/csv', 'text/plain'], ['text/csv', 'text/plain']],
  ['application/xml', XML_AND_JSON, ['application/xml']],
  ['text/html, application/xml;q=0.9, */*;q=0.8', XML_AND_JSON, ['application/xml', 'application/json']],
  ['application/xml;q=0.5, application/json;q=0.4', XML_AND_JSON, ['application/xml', 'application/json']],
  ['application/xml, application/json', XML_AND_JSON, ['application/xml', 'application/json']],
  ['application/json, application/xml', XML_AND_JSON, ['application/json', 'application/xml']],
  ['*/*, application/xml', XML_AND_JSON, ['application/xml', 'application/json']],
  ['application/*, application/json;q=0.1', XML_AND_JSON, ['application/xml', 'application/json']],
  ['application/json;q=0, */*', XML_AND_JSON, ['application/xml']],
  ['application/json;q=0', XML_AND_JSON, []],
  ['image/png', XML_AND_JSON, []],
  ['APPLICATION/XML;Q=1', XML_AND_JSON, ['application/xml']],
  ['nonsense', XML_AND_JSON, ['application/json', 'application/xml']],
  ['nonsense, application/xml', XML_AND_JSON, ['application/xml']],
  ['application/xml;q=high', XML_AND_JSON, ['application/xml']],
  ['application/*+json', ['application/problem+json', 'application/json'], ['application/problem+json']],
  ['a/b;version=2', ['a/b', 'a/b; version=1', 'a/b; version=2'], ['a/b; version=2']],
  ['a/b;version=2, a/b;q=0.5', ['a/b', 'a/b; version=2'], ['a/b; version=2', 'a/b']],
  ['a/b; charset=utf-8', ['a/b'], ['a/b']],
  ['a/b;q=1;level="1,2", c/d', ['c/d', 'a/b'], ['a/b', 'c/d']],
  ['image/png', ['image/*'], ['image/*: image/png']],
  ['image/*', ['image/*'], ['image/*']],
  ['*/*', ['image/*'], ['image/*']],
  ['image/png;q=0.5, image/webp', ['image/*'], ['image/*: image/webp']],
  ['application/json', ['*/*', 'application/json'], ['application/json', '*/*: application/json']],
  ['text/html', ['image/*'], []],
  // Parameters that the document does not declare.
  ['text/csv; header=absent', ['text/csv'], ['text/csv']],
  ['text/csv; header=absent', ['text/csv', 'text/csv; header=absent'], ['text/csv; header=absent']],
  ['text/csv; header=absent', ['text/csv; header=present'], []],
  ['text/csv; header=absent', ['text/csv; charset=utf-8'], ['text/csv; charset=utf-8']],
  ['text/csv; header=absent, application/json', ['text/csv', 'application/json'], ['application/json']],
  ['text/csv; header=absent; q=0', ['text/csv'], []],
  ['text/csv; header=absent, text/csv; q=0', ['text/csv'], []],
  ['text/plain; version=0.0.4; q=0.5, text/csv; v=1', ['text/plain', 'text/csv'], ['text/csv', 'text/plain']],
  ['text/*; level=1', ['text/csv', 'application/json'], ['text/csv']],
  ['application/json; odata=verbose', ['text/csv', 'application/json'], ['application/json']],
  // JSON types that the document does not declare.
  ['application/vnd.github.v3+json', ['text/csv', 'application/json'], ['application/json']],
  ['application/json; indent=4', ['application/json'], ['application/json']],
  ['application/vnd.shop+json, text/csv;q=0.1', ['text/csv', 'application/json'], ['text/csv']],
  ['application/vnd.shop+json, application/json;q=0', ['application/json'], []],
  ['application/vnd.shop+json;q=0', ['application/json'], []],
  ['application/vnd.shop+json', ['application/hal+json'], []],
])('%j accepts, of %j, %j', (accept, declared, expected) => {
  expect(accepted(accept, declared)).toEqual(expected);
});

test('a client never accepts a type that is not declared', () => {
  const sign = fc.constantFrom('a', '/', '*', ';', 'q', '=', '0', '.', '5', ',', ' ', '"', '\\', 'b');
  checkProperty(
    fc.property(fc.string({ unit: sign, maxLength: 40 }), (accept) => {
      for (const { key } of negotiateMediaTypes(['a/b', 'b/*'], accept)) expect(['a/b', 'b/*']).toContain(key);
    }),
  );
});
