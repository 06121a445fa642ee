// Ids and random numbers: fixed by a seed, never repeated, with a custom generator per API.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createIdGenerator, type IdOwner } from '../../../src/server/pipeline/sandbox/id-generator.ts';
import { createRandomNumbers } from '../../../src/server/pipeline/sandbox/random-numbers.ts';
import { checkProperty } from '../../support/runs.ts';

const START = Date.UTC(2026, 10, 21, 9);
const UUID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** One id per step; each step advances the clock by its number of milliseconds. */
function idsAt(steps: readonly number[], seed = 'seed', api: IdOwner = { name: 'any' }): string[] {
  let time = START;
  const ids = createIdGenerator(() => new Date(time), createRandomNumbers(seed));
  return steps.map((step) => {
    time += step;
    return ids.newId(api);
  });
}

describe('ids of an API without a generator', () => {
  test('are unique, increasing UUIDs of version 7, for any clock', () => {
    checkProperty(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { maxLength: 2000, size: 'max' }), (steps) => {
        const ids = idsAt(steps);
        for (const id of ids) expect(id).toMatch(UUID);
        expect(ids).toEqual([...new Set(ids)].toSorted());
      }),
      { numRuns: 30 },
    );
  });

  test('are the same on every machine for the same seed and clock, and differ for another seed', () => {
    expect(idsAt([0, 0, 1])).toMatchInlineSnapshot(`
      [
        "01a1fd55-7a80-7000-8bd7-a25ca73c7189",
        "01a1fd55-7a80-7001-9f39-1ea7ad119cf5",
        "01a1fd55-7a81-7000-b829-e2c4fb80d61b",
      ]
    `);
    const steps = Array.from({ length: 300 }, (_, index) => index % 7);
    expect(idsAt(steps)).toEqual(idsAt(steps));
    expect(idsAt(steps, 'other')).not.toEqual(idsAt(steps));
  });

  test('contain the time of their creation', () => {
    expect(Number.parseInt((idsAt([5])[0] ?? '').replaceAll('-', '').slice(0, 12), 16)).toBe(START + 5);
  });

  test('are still unique, and grow, when ten thousand are generated while the clock is frozen', () => {
    const ids = idsAt(new Array(10_000).fill(0));
    expect(ids).toEqual([...new Set(ids)].toSorted());
  });
});

describe('ids of an API with its own generator', () => {
  const counted: IdOwner = { name: 'counted', newId: ({ last = '0' }) => String(Number(last) + 1) };
  const drawn: IdOwner = {
    name: 'drawn',
    newId: ({ now, random }) => `${now.toISOString()} ${random().toFixed(12)}`,
  };

  test('are generated from the clock, the random numbers of the seed and the last id', () => {
    expect(idsAt([0, 0, 0], 'main', counted)).toEqual(['1', '2', '3']);
    expect(idsAt([0, 1000], 'main', drawn)).toEqual([
      '2026-11-21T09:00:00.000Z 0.535778213886',
      '2026-11-21T09:00:01.000Z 0.083850986911',
    ]);
  });

  test('are independent of those of other APIs', () => {
    const ids = createIdGenerator(() => new Date(START), createRandomNumbers('main'));
    const other = { ...counted, name: 'other' };
    expect([counted, other, counted, other].map((api) => ids.newId(api))).toEqual(['1', '1', '2', '2']);
  });

  test('continue from the same state in a fork, and independently', () => {
    const now = () => new Date(START);
    const ids = createIdGenerator(now, createRandomNumbers('main'));
    ids.newId(counted);
    ids.newId(drawn);
    const [one, two] = [ids.fork(now), ids.fork(now)];
    expect([one.newId(counted), one.newId(counted), two.newId(counted)]).toEqual(['2', '3', '2']);
    expect(one.newId(drawn)).toBe('2026-11-21T09:00:00.000Z 0.083850986911');
    expect(two.newId(drawn)).toBe(ids.newId(drawn));
  });
});

describe('random numbers', () => {
  test('are at least 0 and below 1, and are fixed by the seed', () => {
    checkProperty(
      fc.property(fc.string(), (seed) => {
        const [one, same] = [createRandomNumbers(seed), createRandomNumbers(seed)];
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
    const random = createRandomNumbers('main');
    expect([random(), random()].map((number) => number.toFixed(12))).toMatchInlineSnapshot(`
      [
        "0.535778213886",
        "0.083850986911",
      ]
    `);
  });
});
