// Equality of JSON values, with member names of any kind.

import { isDeepStrictEqual } from 'node:util';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkOpenApiSchema } from '../../src/openapi/read/check-openapi-schema.ts';
import { addEquality, canonicalJson } from '../../src/schema/equality.ts';
import { checkProperty } from '../support/runs.ts';

const ajv = addEquality(new Ajv({ strict: false, validateSchema: false }));

/** Few names and values, so that some are equal; the names are inherited property names. */
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, 0, '', 'a'),
    fc.array(tie('value'), { maxLength: 2 }),
    fc
      .array(fc.tuple(fc.constantFrom('toString', 'valueOf', 'constructor', '__proto__', 'a'), tie('value')), {
        maxLength: 3,
      })
      // As parsed from a request.
      .map((members) =>
        JSON.parse(`{${members.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`)}}`),
      ),
  ),
}));

test.each<[string, (one: unknown, other: unknown) => boolean]>([
  ['const', (one, other) => ajv.validate({ const: one }, other)],
  ['enum', (one, other) => ajv.validate({ enum: [{ 'nobody has this': 1 }, one] }, other)],
  ['uniqueItems', (one, other) => !ajv.validate({ uniqueItems: true }, [one, other])],
])('%s', (_, isSame) => {
  checkProperty(
    fc.property(values, values, (one, other) => {
      expect(isSame(one, other)).toBe(isDeepStrictEqual(one, other));
      expect(isSame(one, structuredClone(one))).toBe(true);
    }),
  );
});

test('compares very deep values', () => {
  const deep = (inner: string) => JSON.parse(`${'{"b":[1,'.repeat(10_000)}${inner}${'],"a":"\\""}'.repeat(10_000)}`);
  expect(canonicalJson(deep('2'))).toBe(`${'{"a":"\\"","b":[1,'.repeat(10_000)}2${']}'.repeat(10_000)}`);
  const one = [{ uniqueItems: true }, [deep('1'), deep('2')]] as const;
  expect(ajv.validate(...one)).toBe(true);
  expect(ajv.validate({ uniqueItems: true }, [deep('1'), deep('1')])).toBe(false);
  expect(ajv.validate({ enum: [{ a: 1 }, [2]] }, deep('1'))).toBe(false);
});

test('parameters of a document may have members of any name', async () => {
  const schema = { type: 'object', properties: { toString: {}, valueOf: {}, constructor: {} } };
  const parameters = ['x', 'y'].map((name) => ({ name, in: 'query', schema }));
  const documentWith = (listed: readonly object[]) => ({
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: { '/a': { get: { parameters: listed, responses: { 200: { description: 'ok' } } } } },
  });
  expect(await checkOpenApiSchema(documentWith(parameters), '3.0')).toEqual([]);
  expect(await checkOpenApiSchema(documentWith([...parameters, ...parameters]), '3.0')).toEqual([
    expect.objectContaining({ pointer: '/paths/~1a/get/parameters' }),
  ]);
});
