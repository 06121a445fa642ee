// Planted faults: each quotes a line that stands in the source.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { FAULTS } from '../../bench/mutants/faults.ts';
import { SAMPLE } from '../../bench/mutants/sample.ts';

const ROOT = new URL('../../', import.meta.url);

describe('a planted fault', () => {
  test.each([...FAULTS, ...SAMPLE])('$id replaces a text that stands once in its file', ({ patches }) => {
    const texts = new Map<string, string>();
    for (const [file, from, to] of patches) {
      const text = texts.get(file) ?? readFileSync(fileURLToPath(new URL(file, ROOT)), 'utf8');
      expect(text.split(from).length - 1, `${file}: ${from}`).toBe(1);
      texts.set(
        file,
        text.replace(from, () => to),
      );
    }
  });
});
