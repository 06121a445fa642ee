// Ids of the identity API: as the real service makes them, and for a seed and a clock always the same.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/identity/new-id.ts';
import { PROJECT, USER } from '../support/identity-records.ts';
import { checkProperty } from '../support/runs.ts';
import { ask, identityStandIn } from '../support/stand-in.ts';

const START = Date.UTC(2026, 10, 21, 9);

/** As many ids as there are steps; each step moves the clock by so many milliseconds. */
function idsAt(steps: readonly number[]): string[] {
  let time = START;
  let last: string | undefined;
  return steps.map((step) => {
    time += step;
    last = newId({ now: new Date(time), random: () => 0.5, last });
    return last;
  });
}

describe('ids', () => {
  test('are 18 digits, grow, and are never repeated, whatever the clock does', () => {
    checkProperty(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { maxLength: 2000, size: 'max' }), (steps) => {
        const ids = idsAt(steps);
        for (const id of ids) expect(id).toMatch(/^[1-9]\d{17}$/);
        expect(ids).toEqual([...new Set(ids)].toSorted());
      }),
      { numRuns: 30 },
    );
  });

  test('are still unique when a thousand are made while the clock stands still', () => {
    expect(new Set(idsAt(new Array(1000).fill(0))).size).toBe(1000);
  });

  // Ids that people have in their tests: they must not change.
  test.each([
    ['main', ['400565427240995112', '400565427241060648', '400565427257772328', '400565427257837864']],
    ['7', ['400565427241000901', '400565427241066437', '400565427257778117', '400565427257843653']],
  ])('of the seed %s are these', async (seed, expected) => {
    let time = START;
    const standIn = await identityStandIn({ seed, now: () => new Date(time) });
    const { wool, hutBooking, repairs, peaks } = PROJECT;
    const given: string[] = [];
    for (const [step, projectId] of [
      [0, wool],
      [5, hutBooking],
      [10, repairs],
      [-3_600_000, peaks],
    ] as const) {
      time += step;
      const path = `/management/v1/users/${USER.ximena}/grants`;
      given.push((await ask(standIn, 'POST', path, { body: { projectId }, token: 'token-owner' })).body.userGrantId);
    }
    expect(given).toEqual(expected);
  });
});
