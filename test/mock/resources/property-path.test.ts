// Immutable reads and writes of JSON values by property path.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deleteAtPath, getAtPath, setAtPath, withProperties } from '../../../src/mock/resources/property-path.ts';

const odd = (text: string): unknown => JSON.parse(text);

describe('reading a value at a path', () => {
  test.each<[value: unknown, place: readonly string[], found: unknown]>([
    [{ a: 1 }, [], { a: 1 }],
    [{ a: { b: 2 } }, ['a', 'b'], 2],
    [{ a: [10, 11] }, ['a', '1'], 11],
    [{ a: null }, ['a'], null],
    [{ a: null }, ['a', 'b'], undefined],
    [{ a: 'text' }, ['a', 'length'], undefined],
    [{ a: [10] }, ['a', 'length'], undefined],
    [{ a: [10] }, ['a', '00'], undefined],
    [{ a: [10] }, ['a', '-1'], undefined],
    [{}, ['constructor'], undefined],
    [{}, ['__proto__', 'toString'], undefined],
    [odd('{"__proto__":{"x":1}}'), ['__proto__', 'x'], 1],
    [undefined, ['a'], undefined],
  ])('of %j at %j is %j', (value, path, found) => {
    expect(getAtPath(value, path)).toEqual(found);
  });
});

describe('writing a value at a path', () => {
  test.each<[value: unknown, place: readonly string[], put: unknown, is: unknown]>([
    [{ a: 1 }, [], 2, 2],
    [{ a: 1, b: 2 }, ['a'], 3, { a: 3, b: 2 }],
    [{}, ['a', 'b', 'c'], 1, { a: { b: { c: 1 } } }],
    [{ a: 'text' }, ['a', 'b'], 1, { a: { b: 1 } }],
    [undefined, ['a'], 1, { a: 1 }],
    [[{ a: 1 }, { a: 2 }], ['0', 'a'], 3, [{ a: 3 }, { a: 2 }]],
    [{}, ['__proto__', 'x'], 1, odd('{"__proto__":{"x":1}}')],
  ])('of %j at %j: %j', (value, path, put, is) => {
    expect(setAtPath(value, path, put)).toEqual(is);
    expect(JSON.stringify(setAtPath(value, path, put))).toBe(JSON.stringify(is));
  });
});

describe('removing a value at a path', () => {
  test.each<[value: unknown, place: readonly string[], is: unknown]>([
    [{ a: 1, b: 2 }, ['a'], { b: 2 }],
    [{ a: { b: 1, c: 2 } }, ['a', 'b'], { a: { c: 2 } }],
    [{ a: 1 }, ['b'], { a: 1 }],
    [{ a: 1 }, ['toString'], { a: 1 }],
    [odd('{"__proto__":1,"a":2}'), ['__proto__'], { a: 2 }],
    ['text', ['length'], 'text'],
    [{ a: [{ b: 1, c: 2 }, 3] }, ['a', '0', 'b'], { a: [{ c: 2 }, 3] }],
    // Items of lists are not removed.
    [[1, 2], ['0'], [1, 2]],
    [[{ a: 1 }], ['length', 'a'], [{ a: 1 }]],
    [[{ a: 1 }], ['7', 'a'], [{ a: 1 }]],
  ])('%j, %j', (value, path, is) => {
    expect(deleteAtPath(value, path)).toEqual(is);
  });
});

describe('writing several properties', () => {
  test.each<[value: unknown, properties: readonly (readonly [string, unknown])[], is: unknown]>([
    [{ a: 1, b: 2 }, [['a', 3]], { a: 3, b: 2 }],
    [{ a: 1, b: 2 }, [['a', undefined]], { b: 2 }],
    [
      { a: 1 },
      [
        ['b', 2],
        ['c', undefined],
      ],
      { a: 1, b: 2 },
    ],
    [{ b: 1 }, [['__proto__', 2]], odd('{"b":1,"__proto__":2}')],
    ['text', [['a', 1]], { a: 1 }],
    ['text', [['a', undefined]], 'text'],
    [[1], [['0', 2]], [1]],
  ])('of %j: %j', (value, properties, is) => {
    expect(JSON.stringify(withProperties(value, properties))).toBe(JSON.stringify(is));
  });
});

test('returns the same object if the value is unchanged', () => {
  const inner = { b: [1] };
  const value = { a: inner, c: 'text' };
  expect(setAtPath(value, ['a'], inner)).toBe(value);
  expect(setAtPath(value, ['a', 'b', '0'], 1)).toBe(value);
  expect(
    withProperties(value, [
      ['a', inner],
      ['c', 'text'],
      ['d', undefined],
    ]),
  ).toBe(value);
});

const name = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'a', '0', 'length'));
const path = fc.array(name, { minLength: 1, maxLength: 4 });

test('reads back what was written, finds nothing after removal, and leaves the original unchanged', () => {
  fc.assert(
    fc.property(fc.dictionary(name, fc.jsonValue()), path, fc.jsonValue(), (value, where, put) => {
      const before = JSON.stringify(value);
      // In a list, only existing items can be replaced.
      fc.pre(where.every((_, index) => !Array.isArray(getAtPath(value, where.slice(0, index)))));
      const changed = setAtPath(value, where, put);
      expect(getAtPath(changed, where)).toEqual(put);
      expect(getAtPath(deleteAtPath(changed, where), where)).toBeUndefined();
      expect(JSON.stringify(value)).toBe(before);
    }),
  );
});
