// Keywords of one schema that contradict each other.

import { describe, expect, test } from 'vitest';
import { resolveContradictions } from '../../../src/openapi/schema/contradictions.ts';

describe('a contradiction is left out:', () => {
  test.each<[schema: object, consistent: object, keyword: string, reason: string]>([
    [{ minimum: 10, maximum: 5 }, {}, 'maximum', 'allows no number above the minimum 10'],
    [{ type: 'integer', minimum: 5, maximum: 5, exclusiveMinimum: true }, { type: 'integer' }, 'maximum', 'minimum 5'],
    [{ exclusiveMinimum: 5, exclusiveMaximum: 5 }, {}, 'exclusiveMaximum', 'minimum 5'],
    [{ minLength: 10, maxLength: 5 }, {}, 'maxLength', 'is less than minLength 10; neither is enforced'],
    [{ minItems: 2, maxItems: 1, items: {} }, { items: {} }, 'maxItems', 'is less than minItems 2'],
    [{ minProperties: 2, maxProperties: 1 }, {}, 'maxProperties', 'is less than minProperties 2'],
    [
      { type: 'string', enum: [1, true] },
      { type: 'string', enum: ['1', 'true'] },
      'enum',
      'has no value of type string',
    ],
    [{ type: 'integer', enum: ['1', '2'] }, { type: 'integer', enum: [1, 2] }, 'enum', 'has no value of type integer'],
    [{ type: 'boolean', enum: ['true'] }, { type: 'boolean', enum: [true] }, 'enum', 'has no value of type boolean'],
    [
      { type: ['integer', 'null'], enum: ['1', null] },
      { type: ['integer', 'null'], enum: [1, null] },
      'enum',
      'integer',
    ],
    [{ type: 'integer', const: 'x' }, { const: 'x' }, 'type', 'is the type of no value of const'],
    [{ type: 'string', const: 1.5 }, { type: 'string', const: '1.5' }, 'const', 'has no value of type string'],
    [{ format: 'uuid', maxLength: 32 }, { maxLength: 32 }, 'format', 'at least 36 characters, more than maxLength 32'],
    [{ format: 'date-time', maxLength: 10 }, { maxLength: 10 }, 'format', 'at least 20 characters'],
    [{ format: 'date', minLength: 20 }, { minLength: 20 }, 'format', 'at most 10 characters, less than minLength 20'],
    [{ pattern: '^[A-Z]{3}$', minLength: 5 }, { pattern: '^[A-Z]{3}$' }, 'pattern', 'at most 3 characters'],
    [{ pattern: '^[A-Z]{3,}$', maxLength: 2 }, { pattern: '^[A-Z]{3,}$' }, 'pattern', 'at least 3 characters'],
    [{ pattern: '^(?=.{8})a+$', maxLength: 7 }, { pattern: '^(?=.{8})a+$' }, 'pattern', 'at least 8 characters'],
    [
      { required: ['a', 'b'], properties: { a: {} }, additionalProperties: false },
      { required: ['a'], properties: { a: {} }, additionalProperties: false },
      'required',
      'names "b", which additionalProperties forbids',
    ],
    [{ required: ['b'], additionalProperties: false }, { additionalProperties: false }, 'required', 'names "b"'],
    [
      { format: 'uuid', pattern: '^\\d{5}$' },
      { pattern: '^\\d{5}$' },
      'format',
      'another length than those of the pattern',
    ],
    [
      { minProperties: 2, properties: { a: {} }, additionalProperties: false },
      { properties: { a: {} }, additionalProperties: false },
      'minProperties',
      'is more than the 1 allowed properties',
    ],
    [
      { minItems: 3, prefixItems: [{}], items: false },
      { prefixItems: [{}], items: false },
      'minItems',
      'is more than the 1 allowed items',
    ],
    [
      { minItems: 3, uniqueItems: true, items: { type: 'boolean' } },
      { uniqueItems: true, items: { type: 'boolean' } },
      'minItems',
      'is more than the 2 different items',
    ],
    [
      { oneOf: [{ type: 'string' }, { $ref: '#/a' }, { type: 'string' }] },
      { oneOf: [{ type: 'string' }, { $ref: '#/a' }, false] },
      'oneOf',
      'has equal schemas, which are compared once',
    ],
    [
      { required: ['a', 'b'], maxProperties: 1 },
      { required: ['a', 'b'] },
      'maxProperties',
      'the 2 required properties',
    ],
  ])('%j', (schema, consistent, keyword, reason) => {
    expect(resolveContradictions({ ...schema })).toEqual({
      schema: consistent,
      contradictions: [{ keyword, reason: expect.stringContaining(reason) }],
    });
  });
});

describe('a schema is unchanged that some value satisfies:', () => {
  test.each([
    [{ minimum: 5, maximum: 5 }],
    [{ minimum: 1, exclusiveMaximum: 2 }],
    [{ exclusiveMinimum: true, maximum: 5, minimum: 1 }],
    [{ minLength: 3, maxLength: 3 }],
    [{ type: 'string', enum: ['a', 1] }],
    [{ type: 'string', enum: [null] }],
    [{ type: ['string', 'integer'], enum: [1] }],
    [{ enum: [1] }],
    [{ type: 'number', const: 1 }],
    [{ type: 'object', const: { a: 1 } }],
    [{ type: 'any', enum: [1] }],
    [{ format: 'uuid', maxLength: 36 }],
    [{ format: 'other', maxLength: 1 }],
    [{ pattern: '^[A-Z]{3}$', minLength: 3, maxLength: 3 }],
    [{ pattern: 'abc', minLength: 50 }],
    [{ pattern: '^(?:(?=ab)a|c){2}b?$', maxLength: 2 }],
    [{ pattern: '^(?!.{5})a*$', minLength: 1 }],
    [{ pattern: '\\Aabc\\Z', maxLength: 3 }],
    [{ pattern: '[', maxLength: 0 }],
    [{ required: ['a'], properties: { a: {} }, additionalProperties: false }],
    [{ required: ['a'], patternProperties: { a: {} }, additionalProperties: false }],
    [{ required: ['a'], additionalProperties: {} }],
    [{ minProperties: 2, additionalProperties: {} }],
    [{ minItems: 2, items: [{}, {}], additionalItems: false }],
    [{ minItems: 3, items: { type: 'boolean' } }],
    [{ oneOf: [true, true] }],
    [{ format: 'date', pattern: '^\\d{4}-' }],
  ])('%j', (schema) => {
    expect(resolveContradictions(schema)).toEqual({ schema, contradictions: [] });
  });
});

test('integers beyond 2^53 have the types integer and number', () => {
  const large = 9007199254740993n;
  for (const schema of [
    { type: 'integer', enum: [large] },
    { type: 'number', const: large },
  ])
    expect(resolveContradictions(schema)).toEqual({ schema, contradictions: [] });
  const { schema } = resolveContradictions({ type: 'integer', enum: [`${large}`] });
  expect(schema).toEqual({ type: 'integer', enum: [large] });
});
