// Ids of the identity API: in the format of the real service, and determined by seed and clock.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/identity/api.ts';
import { PROJECT, USER } from '../support/identity-records.ts';
import { identityMockServer, send } from '../support/mock-server.ts';
import { checkProperty } from '../support/runs.ts';

const START = Date.UTC(2026, 10, 21, 9);

/** One id per step; a step moves the clock by that many milliseconds. */
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
  test('have 18 digits, increase, and are unique, even if the clock goes back', () => {
    checkProperty(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { maxLength: 2000, size: 'max' }), (steps) => {
        const ids = idsAt(steps);
        for (const id of ids) expect(id).toMatch(/^[1-9]\d{17}$/);
        expect(ids).toEqual([...new Set(ids)].toSorted());
      }),
      { numRuns: 30 },
    );
  });

  test('are unique if a thousand are generated at the same time', () => {
    expect(new Set(idsAt(new Array(1000).fill(0))).size).toBe(1000);
  });

  // Tests of users contain such ids: they must not change.
  test.each([
    ['main', ['400565427240995112', '400565427241060648', '400565427257772328', '400565427257837864']],
    ['7', ['400565427241000901', '400565427241066437', '400565427257778117', '400565427257843653']],
  ])('of the seed %s do not change between versions', async (seed, expected) => {
    let time = START;
    const mockServer = await identityMockServer({ seed, now: () => new Date(time) });
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
      given.push(
        (await send(mockServer, 'POST', path, { body: { projectId }, token: 'token-owner' })).body.userGrantId,
      );
    }
    expect(given).toEqual(expected);
  });
});
