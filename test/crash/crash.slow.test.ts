// A short crash test: each named point, and a few kills at random times. `npm run test:crash` runs longer ones.

import { expect, test } from 'vitest';
import { drawPlan, type Plan, planPoint } from './plan.ts';
import { POINTS } from './points.ts';
import { runCycles, type Tally } from './run-cycles.ts';

const KILLS = 2;

function* shortPlans(seed: string, tally: Tally): Generator<Plan> {
  let cycle = 0;
  for (const point of POINTS) {
    cycle += 1;
    // Rare points are only tested the first time: the second one needs another start.
    yield planPoint(seed, cycle, point, point.includes('append') ? undefined : 1);
  }
  // The second time may not occur. The first one always does: there are changes, and a clean stop after them.
  for (const point of POINTS.filter((one) => !tally.has(one))) {
    cycle += 1;
    yield planPoint(seed, cycle, point, 1);
  }
  for (let kill = 1; kill <= KILLS; kill += 1) {
    cycle += 1;
    const { load, ...drawn } = drawPlan(seed, cycle);
    // Enough changes to have more responses than before the kill.
    yield { ...drawn, load: { ...load, changes: 10 }, end: { by: 'kill', responses: 10 * kill, turns: kill } };
  }
}

test('a killed mock server loses no acknowledged change, at any point of its disk work', async () => {
  const seed = process.env.TEST_SEED ?? crypto.randomUUID();
  console.log(`killed as drawn from TEST_SEED=${seed}`);
  const { tally, responses } = await runCycles(seed, (soFar) => shortPlans(seed, soFar));
  expect(POINTS.filter((point) => !tally.has(point))).toEqual([]);
  expect(tally.get('kill')).toBe(KILLS);
  expect(responses).toBeGreaterThan(POINTS.length);
});
