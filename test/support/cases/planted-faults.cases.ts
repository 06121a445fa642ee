// Tests that verify finds planted faults, and nothing in the original servers.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type VerdictSettings, verdictOf } from '../../../bench/mutants/judges.ts';
import type { Mutant } from '../../../bench/mutants/mutant.ts';
import { type Copy, copyProject } from '../../../bench/mutants/plant.ts';
import { startServer } from '../../../bench/mutants/server.ts';

/** @param faults - each with the operations that verify tests. Default: all */
export function testPlantedFaults(
  faults: readonly (readonly [fault: Mutant, operations?: readonly string[]])[],
  seeds: readonly string[],
): void {
  let copy: Copy;
  beforeAll(async () => {
    copy = await copyProject();
  });
  afterAll(() => copy.remove());

  async function verdict(of: Mutant['of'], settings: VerdictSettings) {
    const server = await startServer(of, copy.folder, 0);
    return verdictOf(of, server.url, server.token, settings).finally(() => server.close());
  }

  describe.each([...new Set(faults.map(([{ of }]) => of))])('%s, original', (of) => {
    test.each(seeds)('has no finding, and no operation is untested (%s)', async (seed) => {
      expect(await verdict(of, { seed })).toEqual({ missed: [], checks: [], findings: [] });
    });
  });

  describe('planted faults are found:', () => {
    test.each(faults.map(([fault, operations]) => [`${fault.of} ${fault.id}`, fault, operations] as const))(
      '%s',
      async (_, fault, operations) => {
        const { checks } = await copy.with(fault, () => verdict(fault.of, { operations }));
        expect(checks).toContain(fault.check);
      },
    );
  });

  test('a fault that no longer matches the sources is an error', async () => {
    const patches = [['src/identity/result-page.ts', 'what stands nowhere', '']] as const;
    await expect(copy.with({ id: 'old', patches }, async () => {})).rejects.toThrow('0 times, not once');
  });
}
