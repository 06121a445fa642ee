// Limits of depth and size of response bodies.

import { expect, test } from 'vitest';
import { jsonIn } from '../../src/verify/requests/json-body.ts';
import { decodeResponseBody } from '../../src/verify/responses/decode-response-body.ts';
import { crew } from '../support/crew/compared.ts';

const operation = crew.operations.get('listPeople');

test.each([
  ['nested 400,000 levels deep', `${'['.repeat(400_000)}${']'.repeat(400_000)}`, 'nested deeper than 1000 levels'],
  ['nested and never closed', '['.repeat(4_000_000), 'nested deeper than 1000 levels'],
  ['of nested objects', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`, 'nested deeper than 1000 levels'],
  ['of too many values', `[${'0,'.repeat(2_000_000)}0]`, 'has more than 2000000 values'],
])('rejects a body %s', async (_, text, problem) => {
  if (!operation) throw new Error('unknown operation');
  const response = { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(text) };
  expect(await decodeResponseBody(operation, response)).toMatchObject({
    value: undefined,
    problem: expect.stringContaining(problem),
  });
  expect(jsonIn(response.body)).toBeUndefined();
  expect(jsonIn(text)).toBeUndefined();
});

test('decodes a body of 1000 levels', () => {
  const text = `${'['.repeat(1000)}${']'.repeat(1000)}`;
  expect(JSON.stringify(jsonIn(text))).toBe(text);
});
