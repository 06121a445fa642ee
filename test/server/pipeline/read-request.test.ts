// The input of an operation: one value per name.

import { expect, test, vi } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import type { Codec } from '../../../src/server/pipeline/codec.ts';
import { mergeInput, readRequest } from '../../../src/server/pipeline/read-request.ts';
import { documentSource } from '../../support/document-source.ts';

/** Parts of a request, whose values name their part under the same names. */
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
    expect(mergeInput({ path: {}, query: {}, header: {}, cookie: {}, ...parts }, { parameters: [] })).toStrictEqual(
      input,
    );
  },
);

test.each([
  { parts: { header, body }, declared: ['query a'], input: { b: 'header', c: 'header', d: 'body', e: 'body' } },
  {
    parts: { query, body },
    declared: ['cookie a', 'query a', 'header C'],
    input: { a: 'query', b: 'query', d: 'body', e: 'body' },
  },
  { parts: { path, body: 5 }, declared: ['query a', 'query body'], input: { a: 'path' } },
])(
  'a value in a place of lower priority is ignored if the document has the name in several: $input',
  ({ parts, declared, input }) => {
    const parameters = declared.map((one) => ({ in: one.split(' ')[0], name: one.split(' ')[1] })) as never;
    expect(mergeInput({ path: {}, query: {}, header: {}, cookie: {}, ...parts }, { parameters })).toStrictEqual(input);
  },
);

test.each([
  ['a second yields to others before it is checked', 1000, ['read', 'others', 'checked']],
  ['no time is checked at once', 0, ['read', 'checked', 'others']],
])('a body whose reading takes %s', async (_title, takes, order) => {
  const schema = { type: 'object' };
  const post = {
    operationId: 'make',
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 204: { description: 'Made.' } },
  };
  const { operations } = createDocument(
    documentSource({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: { '/': { post } },
    } as DocumentObject),
  );
  const operation = operations.get('make');
  if (!operation) throw new Error('There is no operation.');
  const happened: string[] = [];
  let later: Promise<void> | undefined;
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const check = operation.validateRequest.bind(operation);
  vi.spyOn(operation, 'validateRequest').mockImplementation((...given) => {
    happened.push('checked');
    return check(...given);
  });
  const codec = {
    reads: 'body',
    decode() {
      happened.push('read');
      now += takes;
      // Due before any later pause ends.
      later = new Promise((resolve) => {
        setTimeout(() => resolve(void happened.push('others')), 1);
      });
      return { value: {}, warnings: [] };
    },
  } satisfies Partial<Codec> as unknown as Codec;
  const request = { method: 'POST', target: '/', headers: {}, body: new Uint8Array(), local: true };
  await readRequest(request, { operation, path: {} }, codec);
  await later;
  expect(happened).toEqual(order);
});
