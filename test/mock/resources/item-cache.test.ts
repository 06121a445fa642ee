// A cache of generated items.

import { expect, test } from 'vitest';
import { createItemCache } from '../../../src/mock/resources/seed/seed-data.ts';

const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, number: index, item: {} }));

test('caches the most recently used lists up to the limit', () => {
  const remembered = createItemCache(10);
  for (const key of ['a', 'b', 'c']) {
    remembered.set(key, items(2));
    expect(remembered.get('a')).toHaveLength(2);
  }
  remembered.set('d', items(1));
  expect(['a', 'b', 'c', 'd'].filter((key) => remembered.get(key))).toEqual(['a', 'c', 'd']);
});

test('caches a list above the limit alone', () => {
  const remembered = createItemCache(10);
  remembered.set('a', items(2));
  remembered.set('b', items(100));
  expect(remembered.get('a')).toBeUndefined();
  expect(remembered.get('b')).toHaveLength(100);
  remembered.set('c', []);
  expect(remembered.get('b')).toBeUndefined();
  expect(remembered.get('c')).toEqual([]);
});
