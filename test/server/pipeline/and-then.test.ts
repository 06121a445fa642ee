// What comes after a step that may have to wait.

import { expect, test } from 'vitest';
import { andThen } from '../../../src/server/pipeline/scheduling/and-then.ts';

test('a step goes on at once with what is there, and later with what is not', async () => {
  const half = (number: number) => number / 2;
  expect(andThen(4, half)).toBe(2);
  const later = andThen(Promise.resolve(4), half);
  expect([later instanceof Promise, await later]).toEqual([true, 2]);
});

test('what a step throws is thrown at once, or fails the promise', async () => {
  const fail = () => {
    throw new Error('no');
  };
  expect(() => andThen(1, fail)).toThrow('no');
  await expect(andThen(Promise.resolve(1), fail)).rejects.toThrow('no');
  await expect(andThen(Promise.reject(new Error('before')), fail)).rejects.toThrow('before');
});
