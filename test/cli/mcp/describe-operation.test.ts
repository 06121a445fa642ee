// What agents read of an operation: schemas without references, within bounds.

import { describe, expect, test } from 'vitest';
import { createInliner, inlineSchema } from '../../../src/cli/mcp/inline-schema.ts';
import { createReferences } from '../../../src/openapi/references.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const documentOf = (schemas: object) => createReferences({ components: { schemas } });

describe('a schema', () => {
  test.each<[string, object, object]>([
    ['an integer with all digits', { maximum: 9_223_372_036_854_775_807n }, { maximum: 9_223_372_036_854_775_807n }],
    ['a bound of OpenAPI 3.0', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      'a property named like a keyword',
      { properties: { items: { type: 'string' } } },
      { properties: { items: { type: 'string' } } },
    ],
    ['a schema that allows nothing', { properties: { a: false } }, { properties: { a: false } }],
    [
      'conditions and tuples',
      { if: ref('A'), prefixItems: [ref('A')] },
      { if: { type: 'string' }, prefixItems: [{ type: 'string' }] },
    ],
  ])('has %s', (_, schema, written) => {
    expect(inlineSchema(schema, documentOf({ A: { type: 'string' } }), { depth: 3 })).toEqual(written);
  });

  test('that contains itself ends where it does, by any keyword', () => {
    const references = documentOf({
      Pet: { oneOf: [ref('Cat')] },
      Cat: { allOf: [ref('Pet'), { properties: { mother: ref('Cat') } }] },
    });
    expect(inlineSchema(ref('Pet'), references, { depth: 3 })).toEqual({
      oneOf: [{ allOf: [{}, { properties: { mother: {} } }] }],
    });
  });

  test('that grows without end is written in part', () => {
    const levels = Array.from({ length: 30 }, (_, index) => [
      `L${index}`,
      { anyOf: [ref(`L${index + 1}`), ref(`L${index + 1}`)] },
    ]);
    const write = createInliner(documentOf({ ...Object.fromEntries(levels), L30: {} }), { depth: 3, most: 300 });
    expect(JSON.stringify(write(ref('L0'))).length).toBeLessThan(20_000);
    expect(write(ref('L0'))).toEqual({});
  });
});
