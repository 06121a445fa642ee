// Texts for the errors of a JSON Schema validator.

import { expect, test } from 'vitest';
import { compileSchema } from '../../src/schema/compile-schema.ts';

const FORMATTED = (type: string, format: string) => ({ type, format });
const TEXT = { type: 'string' };
const ONE_OR_NAMED = { oneOf: [TEXT, { type: 'object', required: ['name'], properties: { name: TEXT } }] };
const CHOICE = { type: 'object', oneOf: [{ required: ['name'] }, { required: ['owner'] }] };

const MATCHES_NONE = ['must be at least 5', 'must be a multiple of 2', 'must match at least one schema in "anyOf"'];
const CONDITION = ['must be at least 5', 'must match the schema in "else"'];

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
    'a day that does not exist',
    FORMATTED('string', 'date-time'),
    '2026-02-30T00:00:00Z',
    ['must be a date and time such as 2026-11-21T09:00:00Z'],
  ],
  ['a format without a description', FORMATTED('string', 'ipv4'), 'x', ['must match the format "ipv4"']],
  ['both members of a choice', CHOICE, { name: 1, owner: 2 }, ['must have exactly one of name, owner']],
  ['null where a choice belongs, once', CHOICE, null, ['must be an object']],
  [
    'a choice of something else',
    { oneOf: [{ type: 'number' }, { minimum: 5 }] },
    7,
    ['must match exactly one schema in "oneOf", but matches oneOf/0 and oneOf/1'],
  ],
  ['one of several types', { type: ['integer', 'string', 'null'] }, true, ['must be an integer, a string or null']],
  ['one of the types of a choice', { anyOf: [TEXT, { type: 'boolean' }] }, 7, ['must be a string or a boolean']],
  [
    'types and values of a choice',
    { oneOf: [{ type: 'integer' }, { enum: ['all', 'none'] }, { ...TEXT, enum: ['own'] }] },
    true,
    ['must be an integer or a string, or one of all, none'],
  ],
  ['the values of a choice', { anyOf: [{ enum: ['a', 'b'] }, { const: 'c' }] }, 'd', ['must be one of a, b, c']],
  ['a choice with one value', { anyOf: [{ type: 'integer' }, { const: 'all' }] }, 'x', ['must be an integer, or all']],
  ['of alternatives the one of the same type', ONE_OR_NAMED, {}, ['is required']],
  ['of alternatives errors of properties', ONE_OR_NAMED, { name: 7 }, ['must be a string']],
  ['of alternatives without a match the types', ONE_OR_NAMED, true, ['must be a string or an object']],
  ['of alternatives with a false schema the other', { anyOf: [false, TEXT] }, 7, ['must be a string']],
  ['equal errors once', { allOf: [TEXT, TEXT, { allOf: [TEXT] }] }, 7, ['must be a string']],
  [
    'an invalid property name with the reason',
    { propertyNames: { maxLength: 3 } },
    { long: 1 },
    ['must not have the property "long", whose name must have at most 3 characters'],
  ],
  ['a missing property', { required: ['name'] }, {}, ['is required']],
  [
    'a property that another one requires',
    { dependencies: { a: ['b'] } },
    { a: 1 },
    ['is required when "a" is present'],
  ],
  ['a text that is too short', { minLength: 1 }, '', ['must have at least 1 character']],
  ['a text that is too long', { maxLength: 2 }, 'abc', ['must have at most 2 characters']],
  ['a list with too few items', { minItems: 2 }, [1], ['must have at least 2 items']],
  ['a list with too many items', { maxItems: 1 }, [1, 2], ['must have at most 1 item']],
  ['items after the described ones', { items: [{}], additionalItems: false }, [1, 2], ['must have at most 1 item']],
  ['an object with too few properties', { minProperties: 1 }, {}, ['must have at least 1 property']],
  [
    'an object with too many properties',
    { maxProperties: 2 },
    { a: 1, b: 2, c: 3 },
    ['must have at most 2 properties'],
  ],
  ['equal items', { uniqueItems: true }, [1, 2, 1], ['must not have duplicate items (items 0 and 2 are equal)']],
  [
    'a list without a matching item',
    { contains: { const: 2 } },
    [1],
    ['must be 2', 'must have at least 1 item that matches "contains"'],
  ],
  ['a small number', { minimum: 5 }, 4, ['must be at least 5']],
  ['a large number', { maximum: 5 }, 6, ['must be at most 5']],
  ['a number on the lower limit', { exclusiveMinimum: 5 }, 5, ['must be greater than 5']],
  ['a number on the upper limit', { exclusiveMaximum: 5 }, 5, ['must be less than 5']],
  ['a number between multiples', { multipleOf: 3 }, 4, ['must be a multiple of 3']],
  ['a text of another pattern', { pattern: '^a' }, 'b', ['must match the pattern "^a"']],
  ['a condition', { if: TEXT, else: { minimum: 5 } }, 4, CONDITION],
  ['a value of none of the schemas', { anyOf: [{ minimum: 5 }, { multipleOf: 2 }] }, 3, MATCHES_NONE],
  [
    'ten of the allowed values',
    { enum: [...'abcdefghijkl'] },
    'x',
    ['must be one of a, b, c, d, e, f, g, h, i, j and 2 more'],
  ],
  ['the only allowed value', { enum: ['a'] }, 'x', ['must be a']],
  ['a property that must not be present', { properties: { a: false } }, { a: 1 }, ['must not be present']],
  ['a not schema', { not: TEXT }, 'a', ['must not match the schema in "not"']],
])('explains %s', (_, schema, value, messages) => {
  expect(compileSchema(schema)(value).map(({ message }) => message)).toEqual(messages);
});

test('reports each missing property at its own pointer', () => {
  const check = compileSchema({ properties: { pet: { required: ['name', 'a/b'] } } });
  expect(check({ pet: {} })).toEqual([
    { pointer: '/pet/name', message: 'is required' },
    { pointer: '/pet/a~1b', message: 'is required' },
  ]);
});
