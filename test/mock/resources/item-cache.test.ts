// A cache of generated items.

import { expect, test } from 'vitest';
import { ItemCache } from '../../../src/mock/resources/seed/item-cache.ts';

const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, number: index, item: {} }));

test('caches the most recently used lists up to the limit', () => {
  const remembered = new ItemCache(10);
  for (const key of ['a', 'b', 'c']) {
    remembered.add(key, items(2));
    expect(remembered.get('a')).toHaveLength(2);
  }
  remembered.add('d', items(1));
  expect(['a', 'b', 'c', 'd'].filter((key) => remembered.get(key))).toEqual(['a', 'c', 'd']);
});

test('caches a list above the limit alone', () => {
  const remembered = new ItemCache(10);
  remembered.add('a', items(2));
  remembered.add('b', items(100));
  expect(remembered.get('a')).toBeUndefined();
  expect(remembered.get('b')).toHaveLength(100);
  remembered.add('c', []);
  expect(remembered.get('b')).toBeUndefined();
  expect(remembered.get('c')).toEqual([]);
});
