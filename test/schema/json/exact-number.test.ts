// Numbers of two kinds, compared by their exact values.

import { describe, expect, test } from 'vitest';
import {
  addOne,
  canonicalNumber,
  compareNumbers,
  subtractNumbers,
  toDoubles,
} from '../../../src/schema/json/exact-number.ts';

describe('two numbers', () => {
  test.each<[number | bigint, number | bigint, number]>([
    [1, 2, -1],
    [2 ** 53, 9007199254740993n, -1],
    [9007199254740993n, 9007199254740993n, 0],
    [9007199254740993n, 0.5, 1],
    // The double is written as …5000, although its binary value is …4784.
    [9223372036854774900n, 9223372036854775000, -1],
    [1e23, 99999999999999999999999n, 1],
    [5n, 5, 0],
  ])('%d and %d are in the order %d', (one, other, order) => {
    expect(compareNumbers(one, other)).toBe(order);
    expect(Math.sign(subtractNumbers(one, other))).toBe(order);
    expect(compareNumbers(other, one)).toBe(order === 0 ? 0 : -order);
    expect(canonicalNumber(one) === canonicalNumber(other)).toBe(order === 0);
  });
});

test.each<[number | bigint, number | bigint]>([
  [1, 2],
  [0.5, 1.5],
  [2 ** 53 - 1, 2 ** 53],
  [2 ** 53, 9007199254740993n],
  [9007199254740993n, 9007199254740994],
])('the number after %d is %d', (number, next) => {
  expect(addOne(number)).toBe(next);
});

test('a copy with doubles is the value itself if it has no bigint', () => {
  const value = { a: [1, { b: 'x' }] };
  expect(toDoubles(value)).toBe(value);
  expect(toDoubles({ ...value, c: [2n ** 64n] })).toEqual({ ...value, c: [2 ** 64] });
});
