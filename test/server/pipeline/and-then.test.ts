// andThen: runs a step at once on a value, and later on a promise.

import { expect, test } from 'vitest';
import { andThen } from '../../../src/server/pipeline/scheduling/and-then.ts';

test('a step runs at once on a value, and later on a promise', async () => {
  const half = (number: number) => number / 2;
  expect(andThen(4, half)).toBe(2);
  const later = andThen(Promise.resolve(4), half);
  expect([later instanceof Promise, await later]).toEqual([true, 2]);
});

test('an error of a step is thrown at once, or rejects the promise', async () => {
  const fail = () => {
    throw new Error('no');
  };
  expect(() => andThen(1, fail)).toThrow('no');
  await expect(andThen(Promise.resolve(1), fail)).rejects.toThrow('no');
  await expect(andThen(Promise.reject(new Error('before')), fail)).rejects.toThrow('before');
});
