// Human-readable texts in error responses.

import { expect, test } from 'vitest';
import { isErrorText } from '../../../src/verify/compare/value-meaning.ts';

test.each<[name: string, value: unknown, isText: boolean]>([
  ['title', 'nothing', true],
  ['detail', 'e1', true],
  ['message', '', true],
  ['error', 'Unauthorized', true],
  ['error', 'No such note', true],
  ['errors', 'name is required', true],
  ['error', 'not_found', false],
  ['code', 'NOT_FOUND', false],
  ['status', 404, false],
  ['message', { key: 'a b' }, false],
])('%s %j: %j', (name, value, isText) => {
  expect(isErrorText(name, value)).toBe(isText);
});
