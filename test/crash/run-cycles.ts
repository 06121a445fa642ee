// The crash test: cycle after cycle on one data folder, which is kept if something is wrong.

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

/** How often each end came about. */
export type Tally = Map<Outcome['end'], number>;

/** What the cycles did. */
export interface Summary {
  readonly tally: Tally;
  readonly cycles: number;
  readonly answers: number;
}

/**
 * Runs cycles one after the other. Plans may look at the tally, which counts along.
 *
 * @throws Error with the seed, the cycle, what is wrong, how this cycle and the one before were to end, and where everything was left
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
  let kept: Outcome['kept'] = { folder, fixture, possible: [knownFrom(fixture)], torn: 'no' };
  let before = 'nothing';
  let answers = 0;
  let cycles = 0;
  for (const plan of plans(tally)) {
    const copy = join(folder, 'before');
    try {
      await rm(copy, { recursive: true, force: true });
      // There is no data yet when the first start was killed early.
      if (existsSync(data)) await cp(data, copy, { recursive: true });
      const outcome = await runCycle(plan, kept);
      kept = outcome.kept;
      answers += outcome.answers;
      cycles += 1;
      tally.set(outcome.end, (tally.get(outcome.end) ?? 0) + 1);
      before = `${outcome.end}, as planned in ${JSON.stringify(plan)}`;
      onCycle(plan, outcome);
    } catch (error) {
      throw new Error(
        [
          `Seed ${seed}, cycle ${plan.cycle}: ${(error as Error).message}`,
          `What was planned: ${JSON.stringify(plan)}`,
          `What ended the cycle before: ${before}`,
          `The data folder is ${data}; ${copy} is what it was when the cycle began.`,
        ].join('\n'),
        { cause: error },
      );
    }
  }
  await rm(folder, { recursive: true, force: true });
  return { tally, cycles, answers };
}
