// `--fail-under`: minimum coverage in total and by dimension.

import { expect, test } from 'vitest';
import { findShortfalls, parseBounds } from '../../src/cli/verify/fail-under.ts';

const DIMENSIONS = ['all', 'operations', 'keywords'] as const;
const TOTALS = { all: { percent: 80 }, operations: { percent: 100 }, keywords: { percent: 79.9 } };

test.each<[text: string | undefined, sentences: string[]]>([
  [undefined, []],
  ['80', []],
  ['80.1', ['total coverage is 80%, below 80.1%.']],
  ['operations=100, keywords=80', ['keywords coverage is 79.9%, below 80%.']],
  ['100,keywords=0', ['total coverage is 80%, below 100%.']],
])('%j reports %j', (text, sentences) => {
  const found = findShortfalls(parseBounds(text, DIMENSIONS), TOTALS);
  expect(found.map(({ sentence }) => sentence)).toEqual(sentences);
});

test.each(['', 'many', '101', 'paths=5', '80,'])('%j is rejected', (text) => {
  expect(() => parseBounds(text, DIMENSIONS)).toThrow(/^--fail-under needs a percentage/);
});
