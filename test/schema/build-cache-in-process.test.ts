// In-memory cache of a process without a cache folder.

import { appendFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { buildCached } from '../../src/schema/build-cache.ts';
import { counting } from '../support/counting-recipe.ts';

test('returns a copy of a cached value', async () => {
  const { recipe } = await counting();
  const [first, second, third] = [await buildCached(recipe), await buildCached(recipe), await buildCached(recipe)];
  expect(first.count).toBe(1);
  expect([second, third]).toEqual([first, first]);
  expect(second).not.toBe(third);
});

test('builds the value again when a file changes', async () => {
  const { files, count } = await counting();
  expect([await count(), await count()]).toEqual([1, 1]);
  await appendFile(files[0] ?? '', 'more');
  expect([await count(), await count()]).toEqual([2, 2]);
});
