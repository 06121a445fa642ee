// Limits of YAML texts.

import { expect, test } from 'vitest';
import { parseYaml } from '../../src/schema/yaml.ts';

/** Nested maps, one per line, with a number in the innermost. */
function nested(levels: number): string {
  const lines = Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}a:`);
  return [...lines, `${' '.repeat(levels)}1`].join('\n');
}

test('YAML may be nested 500 levels deep', () => {
  expect(parseYaml(nested(498))).toBeTypeOf('object');
  expect(() => parseYaml(nested(499))).toThrow('nesting exceeded maxDepth (500)');
});
