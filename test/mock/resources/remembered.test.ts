// What is remembered of items that can be made again.

import { expect, test } from 'vitest';
import { Remembered } from '../../../src/mock/resources/seed/remembered.ts';

const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, number: index, item: {} }));

test('the lists that were asked for last are remembered, as many as there is room for', () => {
  const remembered = new Remembered(10);
  for (const key of ['a', 'b', 'c']) {
    remembered.add(key, items(2));
    expect(remembered.get('a')).toHaveLength(2);
  }
  remembered.add('d', items(1));
  expect(['a', 'b', 'c', 'd'].filter((key) => remembered.get(key))).toEqual(['a', 'c', 'd']);
});

test('a list that is longer than there is room for is remembered alone', () => {
  const remembered = new Remembered(10);
  remembered.add('a', items(2));
  remembered.add('b', items(100));
  expect(remembered.get('a')).toBeUndefined();
  expect(remembered.get('b')).toHaveLength(100);
  remembered.add('c', []);
  expect(remembered.get('b')).toBeUndefined();
  expect(remembered.get('c')).toEqual([]);
});
