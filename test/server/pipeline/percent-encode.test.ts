// Percent-encoding of gRPC error messages in a header.

import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { percentEncode } from '../../../src/server/pipeline/errors/percent-encode.ts';

test.each([
  ['Name: value length; must be [1, 200] runes/inclusive?', 'Name: value length; must be [1, 200] runes/inclusive?'],
  ['!"#$&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~', '!"#$&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~'],
  ['100%', '100%25'],
  ['%3A', '%253A'],
  ['ü „𝄞“', '%C3%BC %E2%80%9E%F0%9D%84%9E%E2%80%9C'],
  ['a\r\nb\0\u007f', 'a%0D%0Ab%00%7F'],
  ['  at both ends ', '%20%20at both ends%20'],
  ['\ud800', '%EF%BF%BD'],
  ['', ''],
])('%j is encoded as %j', (text, encoded) => {
  expect(percentEncode(text)).toBe(encoded);
});

test('the result is a valid header, and both ways of decoding return the text', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      const encoded = percentEncode(text);
      expect(encoded).toMatch(/^([!-~]([ -~]*[!-~])?)?$/);
      expect(decodeURI(encoded)).toBe(text);
      expect(decodeURIComponent(encoded)).toBe(text);
    }),
  );
});
