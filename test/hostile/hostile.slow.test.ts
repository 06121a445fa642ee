// Each attack in short: nobody makes the stand-in deaf or large. `npm run test:hostile` does as much as an attacker would.

import { describe, expect, test } from 'vitest';
import { ATTACKS } from './attacks.ts';
import { excessOf } from './budget.ts';
import { measure } from './measure.ts';
import { canMeasure, startStandIn } from './server.ts';

// Elsewhere nobody tells how much processor time another process has taken.
describe.skipIf(!canMeasure)('a stand-in stays within its budget', () => {
  for (const attack of ATTACKS) {
    test(attack.title, async ({ onTestFinished }) => {
      const server = await startStandIn(attack);
      onTestFinished(() => server.stop());
      expect(excessOf(await measure(server, attack, 'short'))).toEqual([]);
    });
  }
});
