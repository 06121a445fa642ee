// Ids and random numbers: fixed by a seed, never repeated.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createIds } from '../../src/engine/ids.ts';
import { createRandom } from '../../src/engine/random.ts';

const START = Date.UTC(2026, 10, 21, 9);

/** As many ids as there are steps; each step moves the clock by so many milliseconds. */
function idsAt(steps: readonly number[], seed = 'seed'): string[] {
  let time = START;
  const { newId } = createIds(() => new Date(time), createRandom(seed));
  return steps.map((step) => {
    time += step;
    return newId();
  });
}

describe('ids', () => {
  test('are 18 digits, grow, and are never repeated, whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { maxLength: 2000, size: 'max' }), (steps) => {
        const ids = idsAt(steps);
        for (const id of ids) expect(id).toMatch(/^[1-9]\d{17}$/);
        for (const [index, id] of ids.entries()) {
          if (index > 0) expect(BigInt(id)).toBeGreaterThan(BigInt(ids[index - 1] ?? ''));
        }
      }),
      { numRuns: 30 },
    );
  });

  test('are the same for the same seed and clock, and others for another seed', () => {
    const steps = Array.from({ length: 300 }, (_, index) => index % 7);
    expect(idsAt(steps)).toEqual(idsAt(steps));
    expect(idsAt(steps, 'other')).not.toEqual(idsAt(steps));
  });

  test('are still unique when a thousand are made while the clock stands still', () => {
    expect(new Set(idsAt(new Array(1000).fill(0))).size).toBe(1000);
  });
});

describe('random numbers', () => {
  test('lie from 0 up to, not including, 1, and are fixed by the seed', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const [one, same] = [createRandom(seed), createRandom(seed)];
        for (let draw = 0; draw < 20; draw += 1) {
          const number = one();
          expect(number).toBeGreaterThanOrEqual(0);
          expect(number).toBeLessThan(1);
          expect(same()).toBe(number);
        }
      }),
    );
  });

  test('are the same on every machine', () => {
    const random = createRandom('main');
    expect([random(), random()].map((number) => number.toFixed(12))).toMatchInlineSnapshot(`
      [
        "0.535778213886",
        "0.083850986911",
      ]
    `);
  });
});
