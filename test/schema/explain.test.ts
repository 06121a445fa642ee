// What a validator found, in sentences for the person who made the mistake.

import { expect, test } from 'vitest';
import { compileSchema } from '../../src/schema/check.ts';

const FORMATTED = (type: string, format: string) => ({ type, format });
const CHOICE = { type: 'object', oneOf: [{ required: ['name'] }, { required: ['owner'] }] };

test.each([
  ['a negative number', FORMATTED('integer', 'uint32'), -1, ['must be a whole number from 0 to 4294967295']],
  ['a fraction, once', FORMATTED('integer', 'uint32'), 1.5, ['must be a whole number from 0 to 4294967295']],
  [
    'a number that JSON has rounded',
    FORMATTED('string', 'uint64'),
    2 ** 60,
    ['must be a whole number from 0 to 18446744073709551615, as a text'],
  ],
  [
    'a day that there is not',
    FORMATTED('string', 'date-time'),
    '2026-02-30T00:00:00Z',
    ['must be a date and time such as 2026-11-21T09:00:00Z'],
  ],
  ['a format without words of its own', FORMATTED('string', 'ipv4'), 'x', ['must match format "ipv4"']],
  ['both members of a choice', CHOICE, { name: 1, owner: 2 }, ['must have exactly one of name, owner']],
  ['null where a choice belongs, once', CHOICE, null, ['must be object']],
  [
    'a choice of something else',
    { oneOf: [{ type: 'number' }, { minimum: 5 }] },
    7,
    ['must match exactly one schema in oneOf'],
  ],
])('tells %s', (_, schema, value, messages) => {
  expect(compileSchema(schema)(value).map(({ message }) => message)).toEqual(messages);
});
