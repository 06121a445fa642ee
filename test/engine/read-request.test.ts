// The input of an operation: one value of each name.

import { expect, test } from 'vitest';
import { inputOf } from '../../src/engine/read-request.ts';

/** Parts of a request, each of which says where it comes from under the same names. */
const path = { a: 'path' };
const query = { a: 'query', b: 'query' };
const header = { a: 'header', b: 'header', c: 'header' };
const body = { a: 'body', b: 'body', c: 'body', d: 'body' };

test.each([
  { parts: { path, query, header, body }, input: { a: 'path', b: 'query', c: 'header', d: 'body' } },
  { parts: { path, query: {}, header, body: undefined }, input: { a: 'path', b: 'header', c: 'header' } },
  { parts: { path: {}, query, header: {}, body }, input: { a: 'query', b: 'query', c: 'body', d: 'body' } },
  { parts: { path, query: {}, header: {}, body: ['one'] }, input: { a: 'path', body: ['one'] } },
  { parts: { path: {}, query: {}, header: {}, body: null }, input: { body: null } },
  { parts: { path: {}, query, header: {}, body: 'text' }, input: { a: 'query', b: 'query', body: 'text' } },
  { parts: { path: { body: 'path' }, query: {}, header: {}, body: 5 }, input: { body: 'path' } },
])('of two values with one name the path wins, then the query, then the header: $input', ({ parts, input }) => {
  expect(inputOf(parts)).toStrictEqual(input);
});
