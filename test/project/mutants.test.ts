// Planted faults: each quotes a line of the source.

import { describe, expect, test } from 'vitest';
import { FAULTS } from '../../bench/mutants/faults.ts';
import { applyPatches } from '../../bench/mutants/plant.ts';
import { SAMPLE } from '../../bench/mutants/sample.ts';
import { inRepository } from '../../bench/repository.ts';

describe('a planted fault', () => {
  test.each([...FAULTS, ...SAMPLE])('$id replaces a text that occurs once in its file', (fault) => {
    expect(() => applyPatches(inRepository(''), fault)).not.toThrow();
  });
});
