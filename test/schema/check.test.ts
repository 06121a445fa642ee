// Checking values against a schema: every breach with its place, references between records, problems as one text.

import { describe, expect, test } from 'vitest';
import { compileSchema } from '../../src/schema/check.ts';
import { Problems } from '../../src/schema/problems.ts';

const ZOO = {
  properties: {
    keepers: { type: 'array' },
    animals: { items: { properties: { keeperId: { 'x-references': 'keepers' } } } },
  },
};

describe('compileSchema', () => {
  test('gives every breach with its JSON pointer and the decisive word', () => {
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

  test('refuses what is not a schema', () => {
    expect(() => compileSchema({ type: 'nonsense' })).toThrow();
  });
});

describe('x-references', () => {
  test('wants the id of a record of the named collection', () => {
    const check = compileSchema(ZOO);
    const keepers = [{ id: 'resi' }, { id: '__proto__' }];
    expect(check({ keepers, animals: [{ keeperId: 'resi' }, { keeperId: '__proto__' }] })).toEqual([]);
    expect(check({ keepers, animals: [{ keeperId: 'resi' }, { keeperId: 'toString' }] })).toEqual([
      { pointer: '/animals/1/keeperId', message: expect.stringContaining('"toString" not found') },
    ]);
  });

  test('finds nobody in a collection that is not there', () => {
    expect(compileSchema(ZOO)({ animals: [{ keeperId: 'resi' }] })).toHaveLength(1);
  });

  test('reports a collection that is no list, and does not fail over it', () => {
    const breaches = compileSchema(ZOO)({ keepers: { id: 'resi' }, animals: [{ keeperId: 'resi' }] });
    expect(breaches.map(({ pointer }) => pointer)).toEqual(['/keepers', '/animals/0/keeperId']);
  });

  test('looks at each value anew', () => {
    const check = compileSchema(ZOO);
    const animals = [{ keeperId: 'resi' }];
    expect(check({ keepers: [], animals })).toHaveLength(1);
    expect(check({ keepers: [{ id: 'resi' }], animals })).toEqual([]);
    expect(check({ keepers: [], animals })).toHaveLength(1);
  });
});

describe('Problems', () => {
  test('tells all of them in one text, one on each line', () => {
    const { message, problems, name } = new Problems('These cannot be used:', ['the first', 'the second']);
    expect(message).toBe('These cannot be used:\n  the first\n  the second');
    expect(problems).toEqual(['the first', 'the second']);
    expect(name).toBe('UsageError');
  });
});
