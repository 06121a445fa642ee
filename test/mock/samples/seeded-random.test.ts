// Random choices that are determined by a seed.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '../../../src/mock/samples/generate/seeded-random.ts';
import { checkProperty } from '../../support/runs.ts';

describe('a random number', () => {
  test('is the same for the same seed and key, on any machine', () => {
    const draw = createSeededRandom('main', 'getPet 42');
    expect([draw.between(1, 1000), draw.between(1, 1000), draw.fork('/name').between(1, 1000)]).toEqual(NUMBERS);
  });

  test('differs for another seed, and for another key', () => {
    const numbers = [
      createSeededRandom('a', 'b'),
      createSeededRandom('a', 'c'),
      createSeededRandom('b', 'b'),
      createSeededRandom('a', 'b').fork('b'),
    ];
    expect(new Set(numbers.map((draw) => draw.next())).size).toBe(4);
  });

  test('does not depend on numbers of other keys', () => {
    const draw = createSeededRandom('seed', 'key');
    const before = draw.fork('/a').next();
    draw.next();
    draw.fork('/b').next();
    expect(draw.fork('/a').next()).toBe(before);
  });

  test('is within its bounds, and both are reached', () => {
    const draw = createSeededRandom('seed', 'bounds');
    const numbers = new Set(Array.from({ length: 500 }, () => draw.between(3, 7)));
    expect([...numbers].sort()).toEqual([3, 4, 5, 6, 7]);
  });

  test('differs for similar keys', () => {
    checkProperty(
      fc.property(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }), (one, other) => {
        fc.pre(one !== other);
        const draw = createSeededRandom('seed', 'key');
        expect(draw.fork(one).next()).not.toBe(draw.fork(other).next());
      }),
    );
  });
});

const NUMBERS = [145, 810, 87];
