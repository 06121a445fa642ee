// Every rule of diff has a title.

import { expect, test } from 'vitest';
import { OPERATION_RULES } from '../../src/diff/operation/all-rules.ts';
import { ruleIds, titleOfRule } from '../../src/diff/rule-titles.ts';
import { SCHEMA_RULES } from '../../src/diff/schema/all-rules.ts';

test('each rule has a title, and rules of schemas one per location', () => {
  expect(ruleIds()).toHaveLength(Object.keys(OPERATION_RULES).length + 4 * Object.keys(SCHEMA_RULES).length);
  for (const id of ruleIds()) expect(titleOfRule(id)).toMatch(/\.$/);
});
