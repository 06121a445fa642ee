// Kinds of violations.

import { expect, test } from 'vitest';
import { classifyViolation } from '../../../src/verify/checks/invalid-input-rejected.ts';

test.each([
  ['maxLength', 'bounds of body'],
  ['exclusiveMinimum', 'bounds of body'],
  ['uniqueItems', 'bounds of body'],
  ['enum', 'enum values of body'],
  ['format', 'forms of body'],
  ['additionalProperties', 'closed objects of body'],
  ['type', 'type of body'],
  ['oneOf', 'oneOf of body'],
])('%s is of the kind %s', (keyword, kind) => {
  expect(classifyViolation({ part: 'body', keyword })).toBe(kind);
});

test('violations of query and body are different kinds', () => {
  expect(classifyViolation({ part: 'query', keyword: 'maxLength' })).toBe('bounds of query');
});
