// Small versions of the attacks that no other test covers. `npm run test:hostile` runs all.

import { describe, expect, test } from 'vitest';
import type { Attack } from './attack.ts';
import { foreignImages } from './attacks/foreign-images.ts';
import { formsOfBareKeys } from './attacks/forms-of-bare-keys.ts';
import { impossibleSchemas } from './attacks/large-documents.ts';
import { pipelinedResets } from './attacks/pipelined-resets.ts';
import { rapidResets } from './attacks/rapid-resets.ts';
import { refusedWorlds } from './attacks/rejected-sandboxes.ts';
import { unfinishedHeads } from './attacks/unfinished-heads.ts';
import { excessOf } from './budget.ts';
import { measure } from './measure.ts';
import { canMeasure, startMockServer } from './server.ts';

const ATTACKS: readonly Attack[] = [
  foreignImages,
  formsOfBareKeys,
  impossibleSchemas,
  pipelinedResets,
  rapidResets,
  refusedWorlds,
  unfinishedHeads,
];

// Other systems do not report the processor time of another process.
describe.skipIf(!canMeasure)('a mock server stays within its budget under', () => {
  for (const attack of ATTACKS) {
    test(attack.title, async ({ onTestFinished }) => {
      const server = await startMockServer(attack);
      onTestFinished(() => server.stop());
      expect(excessOf(await measure(server, attack, 'short'))).toEqual([]);
    });
  }
});
