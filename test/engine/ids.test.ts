// Ids, random numbers and the journal: fixed by a seed, bounded, never repeated.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createIds } from '../../src/engine/ids.ts';
import { createJournal } from '../../src/engine/journal.ts';
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

describe('the journal', () => {
  const request = { method: 'GET', target: '/', headers: {}, body: new Uint8Array(), local: true };
  const response = { status: 200, headers: {}, body: '' };
  const exchange = { at: new Date(START), request, response, operation: 'a', findings: [], warnings: [] };

  test('keeps the newest exchanges, oldest first, numbered from 1', () => {
    const journal = createJournal(3);
    for (let count = 0; count < 7; count += 1) journal.record(exchange);
    expect(journal.exchanges().map(({ number }) => number)).toEqual([5, 6, 7]);
  });

  test('keeps fewer than it could hold in order too, and forgets them when it is cleared', () => {
    const journal = createJournal(3);
    journal.record(exchange);
    journal.record(exchange);
    expect(journal.exchanges().map(({ number }) => number)).toEqual([1, 2]);
    journal.clear();
    expect(journal.exchanges()).toEqual([]);
    journal.record(exchange);
    expect(journal.exchanges().map(({ number }) => number)).toEqual([3]);
  });

  test('keeps no body that is large', () => {
    const journal = createJournal();
    const longest = 16 * 1024;
    for (const length of [longest + 1, longest]) {
      const response = { ...exchange.response, body: 'x'.repeat(length) };
      journal.record({ ...exchange, request: { ...request, body: new Uint8Array(length) }, response });
    }
    const lengths = journal.exchanges().map((kept) => [kept.request.body.length, kept.response.body.length]);
    expect(lengths).toEqual([
      [0, 0],
      [longest, longest],
    ]);
  });
});
