// Schema dialects of OpenAPI 3.0 and 3.1.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** Validates bodies whose property `it` has a schema, in one OpenAPI version. */
async function validatorOf(schema: object, openapi = '3.0.3'): Promise<(it: unknown) => readonly string[]> {
  const path = join(await temporaryFolder(), 'api.json');
  const body = { type: 'object', properties: { it: schema, default: schema, example: schema } };
  const operation = {
    operationId: 'put',
    requestBody: { content: { 'application/json': { schema: body } } },
    responses: { 204: { description: 'done' } },
  };
  await writeFile(
    path,
    JSON.stringify({ openapi, info: { title: 'T', version: '1' }, paths: { '/it': { put: operation } } }),
  );
  const put = createDocument(await openDocument(path)).operations.get('put');
  return (it) =>
    ['it', 'default', 'example'].flatMap((name) => {
      const parts = { path: {}, query: {}, header: {}, cookie: {}, body: { [name]: it } };
      return (put?.validateRequest(parts) ?? []).map(({ message }) => message);
    });
}

const times3 = (message: string) => [message, message, message];

describe('a schema of OpenAPI 3.0', () => {
  test('ignores nullable without a type', async () => {
    const errorsFor = await validatorOf({ nullable: true, oneOf: [{ type: 'string' }] });
    expect(errorsFor('text')).toEqual([]);
    expect(errorsFor(7)).not.toEqual([]);
  });

  test('allows null if nullable is next to a type', async () => {
    const errorsFor = await validatorOf({ nullable: true, type: 'string' });
    expect([errorsFor(null), errorsFor('text')]).toEqual([[], []]);
    expect(errorsFor(7)).toHaveLength(3);
  });

  test('has boolean exclusive bounds', async () => {
    const errorsFor = await validatorOf({
      type: 'integer',
      minimum: 1,
      exclusiveMinimum: true,
      maximum: 5,
      exclusiveMaximum: false,
    });
    expect(errorsFor(1)).toEqual(times3('must be greater than 1'));
    expect([errorsFor(2), errorsFor(5)]).toEqual([[], []]);
    expect(errorsFor(6)).toEqual(times3('must be at most 5'));
    const other = await validatorOf({ type: 'integer', maximum: 5, exclusiveMaximum: true });
    expect(other(5)).toEqual(times3('must be less than 5'));
  });
});

test('a schema of OpenAPI 3.1 has numeric exclusive bounds', async () => {
  const errorsFor = await validatorOf({ type: 'integer', exclusiveMinimum: 1 }, '3.1.0');
  expect([errorsFor(1), errorsFor(2)]).toEqual([times3('must be greater than 1'), []]);
});
