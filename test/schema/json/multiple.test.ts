// Decimal multiples.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMultiple } from '../../../src/schema/json/multiple.ts';
import { checkProperty } from '../../support/runs.ts';

test.each([
  [19.99, 0.01, true],
  [0.3, 0.1, true],
  [1.1, 0.1, true],
  [-4.35, 0.01, true],
  [0, 0.01, true],
  [-0, 3, true],
  [1e21, 0.01, true],
  [1e-7, 1e-8, true],
  [9, 3, true],
  [1.005, 0.01, false],
  [0.35, 0.1, false],
  [10, 3, false],
  [1e308, 0.123456789, false],
  [5e-324, 0.1, false],
  [Number.POSITIVE_INFINITY, 1, false],
  [2 ** 53 + 2, 3, false],
])('%d is a multiple of %d: %s', (value, by, expected) => {
  expect(isMultiple(value, by)).toBe(expected);
});

test('hundredths are multiples of 0.01, and nothing between', () => {
  checkProperty(
    fc.property(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.integer({ min: 1, max: 9 }), (hundredths, tenth) => {
      const sign = hundredths < 0 ? '-' : '';
      const digits = `${Math.abs(hundredths)}`.padStart(3, '0');
      const text = `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
      expect(isMultiple(Number(text), 0.01)).toBe(true);
      expect(isMultiple(Number(`${text}${tenth}`), 0.01)).toBe(false);
    }),
  );
});
