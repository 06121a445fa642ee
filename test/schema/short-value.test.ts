// Values in messages.

import { expect, test } from 'vitest';
import { shortValue } from '../../src/schema/short-value.ts';

test.each<[text: string, value: unknown]>([
  ['"x"', 'x'],
  ['12345678901234567890', 12345678901234567890n],
  ['null', null],
  ['undefined', undefined],
  ['[]', []],
  ['{"a":[1,{"b":"c"}]}', { a: [1, { b: 'c' }] }],
  [`"${'x'.repeat(58)}"`, 'x'.repeat(58)],
  [`"${'x'.repeat(59)}…`, 'x'.repeat(59)],
  [`[${'7,'.repeat(29)}7…`, Array.from({ length: 1e6 }, () => 7)],
])('%s is JSON of at most 60 characters, with a mark where it is cut', (text, value) => {
  expect(shortValue(value)).toBe(text);
});

test('a caller may choose another length', () => {
  expect(shortValue({ name: 'Ann' }, 8)).toBe('{"name":…');
});
