// A process that has no folder for compiled code remembers what it made itself.

import { appendFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { cached } from '../../src/schema/build-cache.ts';
import { counting } from '../support/counting-recipe.ts';

test('what was made is given again, as a copy', async () => {
  const { recipe } = await counting();
  const [first, second, third] = [await cached(recipe), await cached(recipe), await cached(recipe)];
  expect(first.count).toBe(1);
  expect([second, third]).toEqual([first, first]);
  expect(second).not.toBe(third);
});

test('what was made is made anew when a file has changed', async () => {
  const { files, count } = await counting();
  expect([await count(), await count()]).toEqual([1, 1]);
  await appendFile(files[0] ?? '', 'more');
  expect([await count(), await count()]).toEqual([2, 2]);
});
