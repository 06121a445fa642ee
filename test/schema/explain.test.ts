// What a validator found, in sentences for the person who made the mistake.

import { expect, test } from 'vitest';
import { compileSchema } from '../../src/schema/check.ts';

const FORMATTED = (type: string, format: string) => ({ type, format });
const TEXT = { type: 'string' };
const ONE_OR_NAMED = { oneOf: [TEXT, { type: 'object', required: ['name'], properties: { name: TEXT } }] };
const CHOICE = { type: 'object', oneOf: [{ required: ['name'] }, { required: ['owner'] }] };

test.each([
  ['a negative number', FORMATTED('integer', 'uint32'), -1, ['must be a whole number from 0 to 4294967295']],
  ['a fraction, once', FORMATTED('integer', 'uint32'), 1.5, ['must be a whole number from 0 to 4294967295']],
  [
    'a number that JSON has rounded',
    FORMATTED('string', 'uint64'),
    2 ** 60,
    ['must be a whole number from 0 to 18446744073709551615, as a string'],
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
  ['one of several types', { type: ['integer', 'string', 'null'] }, true, ['must be integer, string or null']],
  ['one of the types of a choice', { anyOf: [TEXT, { type: 'boolean' }] }, 7, ['must be string or boolean']],
  [
    'types and values of a choice',
    { oneOf: [{ type: 'integer' }, { enum: ['all', 'none'] }, { ...TEXT, enum: ['own'] }] },
    true,
    ['must be integer or string, or one of all, none'],
  ],
  ['the values of a choice', { anyOf: [{ enum: ['a', 'b'] }, { const: 'c' }] }, 'd', ['must be one of a, b, c']],
  ['a choice with one value', { anyOf: [{ type: 'integer' }, { const: 'all' }] }, 'x', ['must be integer, or all']],
  ['of a choice what is of the type that came', ONE_OR_NAMED, {}, ["must have required property 'name'"]],
  ['of a choice what is further down', ONE_OR_NAMED, { name: 7 }, ['must be string']],
  ['of a choice that nothing fits, the type', ONE_OR_NAMED, true, ['must be string or object']],
  ['of a choice with a schema that takes nothing, the other', { anyOf: [false, TEXT] }, 7, ['must be string']],
  ['the same but once', { allOf: [TEXT, TEXT, { allOf: [TEXT] }] }, 7, ['must be string']],
  [
    'a name of a property, and what is wrong with it',
    { propertyNames: { maxLength: 3 } },
    { long: 1 },
    ['must not have the property "long", whose name must NOT have more than 3 characters'],
  ],
  ['a property that must not be present', { properties: { a: false } }, { a: 1 }, ['must not be present']],
  ['what is excluded', { not: TEXT }, 'a', ['must not match the schema in "not"']],
])('tells %s', (_, schema, value, messages) => {
  expect(compileSchema(schema)(value).map(({ message }) => message)).toEqual(messages);
});
