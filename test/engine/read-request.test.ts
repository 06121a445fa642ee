// The input of an operation: one value of each name.

import { expect, test } from 'vitest';
import { inputOf } from '../../src/engine/read-request.ts';

/** Parts of a request, each of which says where it comes from under the same names. */
const path = { a: 'path' };
const query = { a: 'query', b: 'query' };
const header = { a: 'header', b: 'header', c: 'header' };
const cookie = { a: 'cookie', b: 'cookie', c: 'cookie', d: 'cookie' };
const body = { a: 'body', b: 'body', c: 'body', d: 'body', e: 'body' };

test.each([
  {
    parts: { path, query, header, cookie, body },
    input: { a: 'path', b: 'query', c: 'header', d: 'cookie', e: 'body' },
  },
  { parts: { path, query: {}, header, body: undefined }, input: { a: 'path', b: 'header', c: 'header' } },
  { parts: { query, body }, input: { a: 'query', b: 'query', c: 'body', d: 'body', e: 'body' } },
  { parts: { path, header, body: ['one'] }, input: { a: 'path', b: 'header', c: 'header', body: ['one'] } },
  { parts: { body: null }, input: { body: null } },
  { parts: { query, body: 'text' }, input: { a: 'query', b: 'query', body: 'text' } },
  { parts: { path: { body: 'path' }, body: 5 }, input: { body: 'path' } },
])(
  'of two values with one name the path wins, then the query, then the header, then the cookie: $input',
  ({ parts, input }) => {
    expect(inputOf({ path: {}, query: {}, header: {}, cookie: {}, ...parts })).toStrictEqual(input);
  },
);
