// Which violations are told together.

import { expect, test } from 'vitest';
import { kindOfViolation } from '../../../src/verify/responses/violation.ts';

test.each([
  ['maxLength', 'bounds of body'],
  ['exclusiveMinimum', 'bounds of body'],
  ['uniqueItems', 'bounds of body'],
  ['enum', 'enum values of body'],
  ['format', 'forms of body'],
  ['additionalProperties', 'closed objects of body'],
  ['type', 'type of body'],
  ['oneOf', 'oneOf of body'],
])('%s is of the %s', (keyword, kind) => {
  expect(kindOfViolation({ part: 'body', keyword })).toBe(kind);
});

test('what is wrong in a query is told apart from what is wrong in a body', () => {
  expect(kindOfViolation({ part: 'query', keyword: 'maxLength' })).toBe('bounds of query');
});
