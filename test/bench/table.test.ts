// Figures as tables: medians, cells, and the place of a table in the page.

import { describe, expect, test } from 'vitest';
import { median, NOTHING, ratios, shortly, spread, tableOf, withTable } from '../../bench/table.ts';

describe('a cell', () => {
  test('shows the median, the minimum and the maximum', () => {
    expect(spread([3000, 1000, 20_000])).toBe('3,000 (1,000–20,000)');
    expect(spread([0.5, 0.25, 1], 2)).toBe('0.50 (0.25–1.00)');
  });

  test('shows small figures with a decimal, and a single one alone', () => {
    expect(spread([1.64, 2, 9.96])).toBe('2.0 (1.6–10.0)');
    expect(spread([1.64])).toBe('1.6');
  });

  test('is a placeholder where nothing was measured, or the system has no value', () => {
    expect(spread([])).toBe(NOTHING);
    expect(spread([1, Number.NaN])).toBe(NOTHING);
    expect(spread(ratios([1], [0]))).toBe(NOTHING);
  });

  test('shows briefly and on one line why nothing was measured', () => {
    expect(shortly('no\n  answer')).toBe('not measured: no answer');
    expect(shortly('x'.repeat(1000)).length).toBeLessThan(200);
  });
});

test('the median of an even number of values is between the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([3, 1, 2])).toBe(2);
});

test('ratios pair the values of one round, and skip rounds of only one contender', () => {
  expect(ratios([2, 6, 8], [4, 2])).toEqual([0.5, 3]);
  expect(ratios([2], [4, 2])).toEqual([0.5]);
});

describe('a table', () => {
  test('fills short rows, and escapes text in cells', () => {
    expect(tableOf(['a', 'b'], [['1', '2'], ['x|y']])).toBe('| a | b |\n|---|---|\n| 1 | 2 |\n| x\\|y |  |');
  });

  test('replaces the one before, between the marks of its workload', () => {
    const page = 'A\n<!-- one: begin -->\nold\n<!-- one: end -->\n<!-- two: begin -->\nstays\n<!-- two: end -->\n';
    const after = withTable(page, 'one', 'new');
    expect(after).toBe(
      'A\n<!-- one: begin -->\n\nnew\n\n<!-- one: end -->\n<!-- two: begin -->\nstays\n<!-- two: end -->\n',
    );
    expect(withTable(after, 'one', 'new')).toBe(after);
  });

  test('without marks in the page is an error', () => {
    expect(() => withTable('nothing', 'one', 'new')).toThrow('no place for one');
  });
});
