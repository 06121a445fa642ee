// Schema validation: violations with pointers, references between records, error text.

import { describe, expect, test } from 'vitest';
import { compileSchema } from '../../src/schema/compile-schema.ts';
import { UsageError } from '../../src/schema/usage-error.ts';

const ZOO = {
  properties: {
    keepers: { type: 'array' },
    animals: { items: { properties: { keeperId: { 'x-references': 'keepers' } } } },
  },
};

describe('compileSchema', () => {
  test('reports each violation with its JSON Pointer', () => {
    const check = compileSchema({
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      properties: {
        name: { type: 'string' },
        kind: { enum: ['cat', 'dog'] },
        version: { const: 2 },
        'a/b~c': { type: 'number' },
      },
    });
    expect(check({ kind: 'cow', version: 1, legs: 4, 'a/b~c': 'x' })).toEqual([
      { pointer: '/name', message: 'is required' },
      { pointer: '', message: 'must not have the property "legs"' },
      { pointer: '/kind', message: 'must be one of cat, dog' },
      { pointer: '/version', message: 'must be 2' },
      { pointer: '/a~1b~0c', message: 'must be a number' },
    ]);
    expect(check({ name: 'Minka', kind: 'cat', version: 2 })).toEqual([]);
  });

  test('rejects an invalid schema', () => {
    expect(() => compileSchema({ type: 'nonsense' })).toThrow();
  });
});

describe('x-references', () => {
  test('requires the id of an item in the named collection', () => {
    const check = compileSchema(ZOO);
    const keepers = [{ id: 'resi' }, { id: '__proto__' }];
    expect(check({ keepers, animals: [{ keeperId: 'resi' }, { keeperId: '__proto__' }] })).toEqual([]);
    expect(check({ keepers, animals: [{ keeperId: 'resi' }, { keeperId: 'toString' }] })).toEqual([
      { pointer: '/animals/1/keeperId', message: expect.stringContaining('"toString" not found') },
    ]);
  });

  test('finds no item in a missing collection', () => {
    expect(compileSchema(ZOO)({ animals: [{ keeperId: 'resi' }] })).toHaveLength(1);
  });

  test('reports a collection that is not a list', () => {
    const violations = compileSchema(ZOO)({ keepers: { id: 'resi' }, animals: [{ keeperId: 'resi' }] });
    expect(violations.map(({ pointer }) => pointer)).toEqual(['/keepers', '/animals/0/keeperId']);
  });

  test('reads ids of each value', () => {
    const check = compileSchema(ZOO);
    const animals = [{ keeperId: 'resi' }];
    expect(check({ keepers: [], animals })).toHaveLength(1);
    expect(check({ keepers: [{ id: 'resi' }], animals })).toEqual([]);
    expect(check({ keepers: [], animals })).toHaveLength(1);
  });
});

describe('UsageError', () => {
  test('lists all problems in its message, one per line', () => {
    const { message, problems, name } = new UsageError('These cannot be used:', ['the first', 'the second']);
    expect(message).toBe('These cannot be used:\n  the first\n  the second');
    expect(problems).toEqual(['the first', 'the second']);
    expect(name).toBe('UsageError');
  });
});
