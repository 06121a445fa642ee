// Faults planted in a copy of the sources, a dozen of those of `npm run mutants`: verify finds each of them, and nothing without them.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAULTS } from '../../../bench/mutants/faults.ts';
import { verdictOf } from '../../../bench/mutants/judges.ts';
import type { Mutant } from '../../../bench/mutants/mutant.ts';
import { type Copy, copyProject } from '../../../bench/mutants/plant.ts';
import { startServer } from '../../../bench/mutants/server.ts';

const DOZEN = [
  'identity name-199',
  'identity state-misspelt',
  'identity any-token',
  'identity emoji',
  'identity lost-at-border',
  'workshop no-location',
  'workshop not-kept',
  'workshop patch-forgets',
  'workshop neighbour-deleted',
  'workshop id-again',
  'workshop bookings-of-others',
  'workshop limit-ignored',
];

let copy: Copy;
beforeAll(async () => {
  copy = await copyProject();
});
afterAll(() => copy.remove());

async function verdict(of: Mutant['of'], seed?: string) {
  const server = await startServer(of, copy.folder, 0);
  return verdictOf(of, server.url, server.token, seed).finally(() => server.close());
}

describe.each(['identity', 'workshop'] as const)('%s, as it is', (of) => {
  test.each(['seed 1', 'seed 2', 'seed 3'])('has no finding, and all of it is reached (%s)', async (seed) => {
    expect(await verdict(of, seed)).toEqual({ missed: [], checks: [], findings: [] });
  });
});

describe('what is planted is found:', () => {
  test.each(DOZEN)('%s', async (name) => {
    const mutant = FAULTS.find(({ of, id }) => `${of} ${id}` === name) as Mutant;
    const { checks } = await copy.with(mutant, () => verdict(mutant.of));
    expect(checks).toContain(mutant.check);
  });
});

test('a fault that does not fit the sources any more is not passed over', async () => {
  const patches = [['src/identity/list.ts', 'what stands nowhere', '']] as const;
  await expect(copy.with({ id: 'old', patches }, async () => {})).rejects.toThrow('0 times, not once');
});
