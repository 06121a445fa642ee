// Cycles of the crash test on one data folder, which is not removed after a failure.

import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFixture } from '../../src/store/fixture.ts';
import type { AllRecords } from '../support/identity-records.ts';
import { type Outcome, runCycle } from './cycle.ts';
import { knownFrom } from './known.ts';
import type { Plan } from './plan.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/identity/', import.meta.url));

/** The number of cycles by kind of end. */
export type Tally = Map<Outcome['end'], number>;

/** The results of the cycles. */
export interface Summary {
  readonly tally: Tally;
  readonly cycles: number;
  readonly responses: number;
}

/**
 * Runs cycles in sequence. Plans may read the tally, which is updated after each cycle.
 *
 * @throws Error with the seed, the cycle, the violations, the planned ends of this cycle and the one before, and the folders
 */
export async function runCycles(
  seed: string,
  plans: (tally: Tally) => Iterable<Plan>,
  onCycle: (plan: Plan, outcome: Outcome) => void = () => undefined,
): Promise<Summary> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-crash-'));
  const data = join(folder, 'data');
  const { records } = await readFixture(FIXTURES);
  const fixture = records as unknown as AllRecords;
  const tally: Tally = new Map();
  let stored: Outcome['stored'] = { folder, fixture, possible: [knownFrom(fixture)], torn: 'no' };
  let before = 'nothing';
  let responses = 0;
  let cycles = 0;
  for (const plan of plans(tally)) {
    const copy = join(folder, 'before');
    try {
      await rm(copy, { recursive: true, force: true });
      // There is no data yet when the first start was killed early.
      if (existsSync(data)) await cp(data, copy, { recursive: true });
      const outcome = await runCycle(plan, stored);
      stored = outcome.stored;
      responses += outcome.responses;
      cycles += 1;
      tally.set(outcome.end, (tally.get(outcome.end) ?? 0) + 1);
      before = `${outcome.end}, as planned in ${JSON.stringify(plan)}`;
      onCycle(plan, outcome);
    } catch (error) {
      throw new Error(
        [
          `Seed ${seed}, cycle ${plan.cycle}: ${(error as Error).message}`,
          `Plan: ${JSON.stringify(plan)}`,
          `End of the cycle before: ${before}`,
          `Data folder: ${data}; its copy from the start of the cycle: ${copy}.`,
        ].join('\n'),
        { cause: error },
      );
    }
  }
  await rm(folder, { recursive: true, force: true });
  return { tally, cycles, responses };
}
