// Each kind of schema change, with its level for clients in requests and responses.

import { describe, expect, test } from 'vitest';
import { SCHEMA_RULES } from '../../src/diff/schema/all-rules.ts';
import { changesOf, schemaDocument } from '../support/comparing.ts';

type Row = readonly [
  what: string,
  old: unknown,
  now: unknown,
  /** A rule and its levels for clients, in requests and in responses. */
  expected: readonly string[],
];

const text = { type: 'string' };
const whole = { type: 'integer' };
const number = { type: 'number' };
const pet = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const list = (items: unknown, more: object = {}) => ({ type: 'array', items, ...more });
const closed = { additionalProperties: false };
const cat = pet({ kind: { const: 'cat' }, lives: whole }, { required: ['kind'] });
const dog = pet({ kind: { const: 'dog' }, tricks: list(text) }, { required: ['kind'] });
// biome-ignore lint/suspicious/noThenProperty: a keyword
const sends = { if: { required: ['a'] }, then: { required: ['b'] } };
const bird = pet({ kind: { const: 'bird' } }, { required: ['kind'] });

const reported = (...branches: readonly object[]) => ({ discriminator: { propertyName: 'kind' }, oneOf: branches });

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => pet({ kind: { const: `k${index}` } }, { required: ['kind'] }));

/** Enumerations, and constraints that all their values meet. */
const CONSTRAINED_ENUMS: readonly (readonly [what: string, values: object, now: object])[] = [
  ['a length', { enum: ['a', 'ab'] }, { ...text, maxLength: 2 }],
  ['a pattern', { ...text, enum: ['ab', 'b'] }, { ...text, pattern: '^[a-z]+$' }],
  ['a bound', { const: 1 }, { ...whole, minimum: 1, maximum: 3 }],
  ['a multiple', { enum: [2, 4] }, { ...number, multipleOf: 2 }],
  ['a count', { enum: [['a']] }, { type: 'array', minItems: 1 }],
];

const ROWS: readonly Row[] = [
  // Types
  ['another type', text, whole, ['type-changed breaking breaking']],
  ['number to integer', number, whole, ['type-narrowed breaking harmless']],
  ['integer to number', whole, number, ['type-widened harmless breaking']],
  ['an additional type', text, { type: ['string', 'integer'] }, ['type-widened harmless breaking']],
  ['a type removed', { type: ['string', 'integer'] }, text, ['type-narrowed breaking harmless']],
  [
    'some types replaced',
    { type: ['string', 'integer'] },
    { type: ['string', 'array'] },
    ['type-changed breaking breaking'],
  ],
  ['a type instead of any', {}, text, ['type-narrowed breaking harmless']],
  ['any type instead of one', text, {}, ['type-widened harmless breaking']],
  ['null allowed', text, { type: ['string', 'null'] }, ['became-nullable harmless breaking']],
  ['null not allowed any more', { type: ['string', 'null'] }, text, ['became-not-nullable breaking harmless']],
  ['null as an alternative', text, { anyOf: [text, { type: 'null' }] }, ['became-nullable harmless breaking']],
  ['null written as an alternative', { type: ['string', 'null'] }, { oneOf: [{ type: 'null' }, text] }, []],
  ['the same type as a list', text, { type: ['string'] }, []],
  ['another order of types', { type: ['string', 'integer'] }, { type: ['integer', 'string'] }, []],
  ['integer in addition to number', number, { type: ['number', 'integer'] }, []],
  ['false instead of a type', text, false, ['became-never breaking harmless']],
  ['a type instead of false', false, text, ['became-possible harmless breaking']],
  ['true as an empty schema', true, {}, []],
  // Values
  ...CONSTRAINED_ENUMS.flatMap(([what, values, now]): readonly Row[] => [
    [`an enum replaced by ${what} that all its values meet`, values, now, ['enum-dropped harmless risky']],
    [`${what} replaced by an enum whose values all meet it`, now, values, ['became-enum breaking harmless']],
  ]),
  [
    'an enum replaced by a length that one of its values exceeds',
    { enum: ['a', 'abc'] },
    { ...text, maxLength: 2 },
    ['enum-dropped harmless risky', 'max-length-lowered breaking harmless'],
  ],
  ['an enum value removed', { enum: ['a', 'b'] }, { enum: ['a'] }, ['enum-value-removed breaking harmless']],
  ['an enum value added', { enum: ['a'] }, { enum: ['a', 'b'] }, ['enum-value-added harmless risky']],
  [
    'an enum value replaced',
    { enum: ['a', 'b'] },
    { enum: ['c', 'b'] },
    ['enum-value-removed breaking harmless', 'enum-value-added harmless risky'],
  ],
  ['another order of enum values', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }, []],
  ['an enum added', text, { type: 'string', enum: ['a'] }, ['became-enum breaking harmless']],
  ['an enum removed', { type: 'string', enum: ['a'] }, text, ['enum-dropped harmless risky']],
  ['another constant', { const: 'a' }, { const: 'b' }, ['enum-replaced breaking breaking']],
  ['a constant as an enum of one value', { const: 'a' }, { enum: ['a'] }, []],
  ['enum objects with properties in another order', { enum: [{ a: 1, b: 2 }] }, { enum: [{ b: 2, a: 1 }] }, []],
  ['the type of all enum values added', { enum: ['a', 1] }, { type: ['string', 'integer'], enum: ['a', 1] }, []],
  [
    'a type removed that no enum value has',
    { type: ['string', 'integer'], enum: ['a'] },
    { type: 'string', enum: ['a'] },
    [],
  ],
  ['the type of the enum values instead of the enum', { enum: [1, 2] }, whole, ['enum-dropped harmless risky']],
  [
    'another type that no enum value has',
    { type: 'string', enum: [1] },
    { type: 'boolean', enum: [1] },
    ['type-changed breaking breaking'],
  ],
  ['null as an enum value', { enum: ['a'] }, { enum: ['a', null] }, ['became-nullable harmless breaking']],
  [
    'a value of an extensible enum removed',
    { type: 'string', 'x-extensible-enum': ['a', 'b'] },
    { type: 'string', 'x-extensible-enum': ['a'] },
    ['extensible-value-removed breaking harmless'],
  ],
  [
    'a value of an extensible enum added',
    { type: 'string', 'x-extensible-enum': ['a'] },
    { type: 'string', 'x-extensible-enum': ['a', 'b'] },
    ['extensible-value-added harmless harmless'],
  ],
  [
    'another default',
    { type: 'integer', default: 1 },
    { type: 'integer', default: 2 },
    ['default-changed risky harmless'],
  ],
  ['a default added', whole, { type: 'integer', default: 2 }, ['default-added harmless harmless']],
  ['a default removed', { type: 'integer', default: 2 }, whole, ['default-dropped risky harmless']],
  // Bounds
  [
    'a higher minimum',
    { type: 'integer', minimum: 1 },
    { type: 'integer', minimum: 2 },
    ['minimum-raised breaking harmless'],
  ],
  [
    'a lower minimum',
    { type: 'integer', minimum: 2 },
    { type: 'integer', minimum: 1 },
    ['minimum-lowered harmless breaking'],
  ],
  ['a minimum added', whole, { type: 'integer', minimum: 0 }, ['minimum-raised breaking harmless']],
  ['a minimum removed', { type: 'integer', minimum: 0 }, whole, ['minimum-lowered harmless breaking']],
  [
    'a lower maximum',
    { type: 'number', maximum: 2 },
    { type: 'number', maximum: 1.5 },
    ['maximum-lowered breaking harmless'],
  ],
  [
    'a higher maximum',
    { type: 'number', maximum: 1 },
    { type: 'number', maximum: 2 },
    ['maximum-raised harmless breaking'],
  ],
  ['a maximum added', number, { type: 'number', maximum: 2 }, ['maximum-lowered breaking harmless']],
  ['a maximum removed', { type: 'number', maximum: 2 }, number, ['maximum-raised harmless breaking']],
  [
    'an inclusive bound that becomes exclusive',
    { type: 'number', minimum: 0 },
    { type: 'number', exclusiveMinimum: 0 },
    ['minimum-raised breaking harmless'],
  ],
  [
    'an exclusive bound that becomes inclusive',
    { type: 'number', exclusiveMaximum: 9 },
    { type: 'number', maximum: 9 },
    ['maximum-raised harmless breaking'],
  ],
  ['the same bound of integers', { type: 'integer', exclusiveMinimum: 0 }, { type: 'integer', minimum: 1 }, []],
  ['a minimum of a string', text, { type: 'string', minimum: 3 }, []],
  ['multipleOf added', whole, { type: 'integer', multipleOf: 5 }, ['multiple-narrowed breaking harmless']],
  ['multipleOf removed', { type: 'integer', multipleOf: 5 }, whole, ['multiple-widened harmless breaking']],
  [
    'multipleOf a multiple of the old one',
    { type: 'number', multipleOf: 0.1 },
    { type: 'number', multipleOf: 0.5 },
    ['multiple-narrowed breaking harmless'],
  ],
  [
    'another multipleOf',
    { type: 'number', multipleOf: 2 },
    { type: 'number', multipleOf: 3 },
    ['multiple-changed breaking breaking'],
  ],
  ['multipleOf 1 of an integer', whole, { type: 'integer', multipleOf: 1 }, []],
  [
    'a larger minLength',
    { type: 'string', minLength: 1 },
    { type: 'string', minLength: 2 },
    ['min-length-raised breaking harmless'],
  ],
  ['minLength 0', text, { type: 'string', minLength: 0 }, []],
  ['minLength removed', { type: 'string', minLength: 1 }, text, ['min-length-lowered harmless breaking']],
  ['maxLength added', text, { type: 'string', maxLength: 9 }, ['max-length-lowered breaking harmless']],
  [
    'a larger maxLength',
    { type: 'string', maxLength: 9 },
    { type: 'string', maxLength: 10 },
    ['max-length-raised harmless breaking'],
  ],
  ['minItems added', list(text), list(text, { minItems: 1 }), ['min-items-raised breaking harmless']],
  [
    'a smaller minItems',
    list(text, { minItems: 2 }),
    list(text, { minItems: 1 }),
    ['min-items-lowered harmless breaking'],
  ],
  [
    'a smaller maxItems',
    list(text, { maxItems: 3 }),
    list(text, { maxItems: 2 }),
    ['max-items-lowered breaking harmless'],
  ],
  ['maxItems removed', list(text, { maxItems: 3 }), list(text), ['max-items-raised harmless breaking']],
  ['minProperties added', pet({}), pet({}, { minProperties: 1 }), ['min-properties-raised breaking harmless']],
  ['minProperties removed', pet({}, { minProperties: 1 }), pet({}), ['min-properties-lowered harmless breaking']],
  ['maxProperties added', pet({}), pet({}, { maxProperties: 1 }), ['max-properties-lowered breaking harmless']],
  ['maxProperties removed', pet({}, { maxProperties: 1 }), pet({}), ['max-properties-raised harmless breaking']],
  ['uniqueItems added', list(text), list(text, { uniqueItems: true }), ['unique-items-added breaking harmless']],
  ['uniqueItems removed', list(text, { uniqueItems: true }), list(text), ['unique-items-dropped harmless breaking']],
  // Strings
  ['a pattern added', text, { type: 'string', pattern: '^a' }, ['pattern-added breaking harmless']],
  ['a pattern removed', { type: 'string', pattern: '^a' }, text, ['pattern-dropped harmless risky']],
  [
    'another pattern',
    { type: 'string', pattern: '^a' },
    { type: 'string', pattern: '^b' },
    ['pattern-changed risky risky'],
  ],
  ['a pattern that all strings match', text, { type: 'string', pattern: '.*' }, []],
  ['a format added', text, { type: 'string', format: 'date' }, ['format-added breaking harmless']],
  ['a format removed', { type: 'string', format: 'date' }, text, ['format-dropped harmless risky']],
  [
    'another format',
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
    ['format-changed breaking breaking'],
  ],
  [
    'a wider format',
    { type: 'string', format: 'uri' },
    { type: 'string', format: 'uri-reference' },
    ['format-widened harmless breaking'],
  ],
  [
    'a narrower format',
    { type: 'string', format: 'uri-reference' },
    { type: 'string', format: 'uri' },
    ['format-narrowed breaking harmless'],
  ],
  [
    'a format with a smaller range',
    { type: 'integer', format: 'int64' },
    { type: 'integer', format: 'int32' },
    ['format-added breaking harmless'],
  ],
  [
    'a format with a larger range',
    { type: 'integer', format: 'int32' },
    { type: 'integer', format: 'int64' },
    ['format-dropped harmless risky'],
  ],
  ['a format without effect', number, { type: 'number', format: 'double' }, []],
  [
    'another encoding',
    { type: 'string', contentEncoding: 'base64' },
    { type: 'string', contentEncoding: 'base64url' },
    ['content-changed breaking breaking'],
  ],
  ['the XML name in a JSON schema', text, { type: 'string', xml: { name: 'a' } }, []],
  // Objects
  ['a property added', pet({ a: text }), pet({ a: text, b: text }), ['property-added harmless harmless']],
  [
    'a required property added',
    pet({ a: text }),
    pet({ a: text, b: text }, { required: ['b'] }),
    ['required-property-added breaking harmless'],
  ],
  [
    'a required property with a default added',
    pet({}),
    pet({ b: { type: 'string', default: '' } }, { required: ['b'] }),
    ['required-property-added breaking harmless'],
  ],
  [
    'a property added to a closed object',
    pet({ a: text }, closed),
    pet({ a: text, b: text }, closed),
    ['property-added-closed harmless risky'],
  ],
  [
    'a required property added to a closed object',
    pet({ a: text }, closed),
    pet({ a: text, b: text }, { ...closed, required: ['b'] }),
    ['required-property-added-closed breaking risky'],
  ],
  [
    'a property declared that was required, but forbidden',
    pet({ a: text }, { ...closed, required: ['b'] }),
    pet({ a: text, b: text }, { ...closed, required: ['b'] }),
    ['property-added-closed harmless risky'],
  ],
  [
    'the schema of a required, undeclared property',
    pet({ a: text }, { required: ['b'] }),
    pet({ a: text, b: text }, { required: ['b'] }),
    ['type-narrowed breaking harmless'],
  ],
  [
    'the schema of a required property removed',
    pet({ a: text, b: text }, { required: ['b'] }),
    pet({ a: text }, { required: ['b'] }),
    ['type-widened harmless breaking'],
  ],
  [
    'a required property declared like its pattern',
    pet({}, { required: ['b'], patternProperties: { '^b': text } }),
    pet({ b: text }, { required: ['b'], patternProperties: { '^b': text } }),
    [],
  ],
  [
    'an empty schema of a required, undeclared property',
    pet({ a: text }, { required: ['b'] }),
    pet({ a: text, b: {} }, { required: ['b'] }),
    [],
  ],
  [
    'a required, undeclared property that becomes optional, with a schema',
    pet({ a: text }, { required: ['b'] }),
    pet({ a: text, b: text }),
    ['property-became-optional harmless breaking', 'type-narrowed breaking harmless'],
  ],
  ['a property removed', pet({ a: text, b: text }), pet({ a: text }), ['property-removed risky risky']],
  [
    'a property removed from a closed object, but still required',
    pet({ a: text, b: text }, { ...closed, required: ['b'] }),
    pet({ a: text }, { ...closed, required: ['b'] }),
    ['property-removed-closed breaking risky'],
  ],
  [
    'a required property removed',
    pet({ a: text, b: text }, { required: ['b'] }),
    pet({ a: text }),
    ['required-property-removed risky breaking'],
  ],
  [
    'a property removed from a closed object',
    pet({ a: text, b: text }, closed),
    pet({ a: text }, closed),
    ['property-removed-closed breaking risky'],
  ],
  [
    'a required property removed from a closed object',
    pet({ a: text, b: text }, { ...closed, required: ['b'] }),
    pet({ a: text }, closed),
    ['required-property-removed-closed breaking breaking'],
  ],
  [
    'a property that becomes required',
    pet({ a: text }),
    pet({ a: text }, { required: ['a'] }),
    ['property-became-required breaking harmless'],
  ],
  [
    'a property that becomes optional',
    pet({ a: text }, { required: ['a'] }),
    pet({ a: text }),
    ['property-became-optional harmless breaking'],
  ],
  [
    'another order of properties',
    pet({ a: text, b: whole }, { required: ['a', 'b'] }),
    pet({ b: whole, a: text }, { required: ['b', 'a'] }),
    [],
  ],
  ['another type of a property', pet({ a: text }), pet({ a: whole }), ['type-changed breaking breaking']],
  [
    'another type of a nested property',
    pet({ a: pet({ b: text }) }),
    pet({ a: pet({ b: whole }) }),
    ['type-changed breaking breaking'],
  ],
  ['additional properties forbidden', pet({ a: text }), pet({ a: text }, closed), ['object-closed risky harmless']],
  [
    'additional properties not forbidden any more',
    pet({ a: text }, closed),
    pet({ a: text }),
    ['object-opened harmless risky'],
  ],
  [
    'additional properties forbidden that were explicitly allowed',
    pet({}, { additionalProperties: true }),
    pet({}, closed),
    ['additional-properties-narrowed breaking harmless'],
  ],
  [
    'additional properties forbidden that were strings',
    pet({}, { additionalProperties: text }),
    pet({}, closed),
    ['additional-properties-narrowed breaking harmless'],
  ],
  [
    'additional strings allowed in a closed object',
    pet({}, closed),
    pet({}, { additionalProperties: text }),
    ['additional-properties-widened harmless breaking'],
  ],
  [
    'additional properties of any type instead of strings',
    pet({}, { additionalProperties: text }),
    pet({}, { additionalProperties: true }),
    ['additional-properties-widened harmless breaking'],
  ],
  [
    'another type of additional properties',
    pet({}, { additionalProperties: text }),
    pet({}, { additionalProperties: whole }),
    ['type-changed breaking breaking'],
  ],
  [
    'a declared property with another type than additional ones',
    pet({}, { additionalProperties: text }),
    pet({ a: whole }, { additionalProperties: text }),
    ['property-added harmless harmless', 'type-changed breaking breaking'],
  ],
  [
    'properties by pattern',
    pet({}, { patternProperties: { '^x-': text } }),
    pet({}, { patternProperties: { '^y-': text } }),
    ['pattern-properties-changed risky risky', 'pattern-properties-changed risky risky'],
  ],
  [
    'pattern properties added',
    pet({}),
    pet({}, { patternProperties: { '^x-': text } }),
    ['pattern-properties-added risky harmless'],
  ],
  [
    'pattern properties removed',
    pet({}, { patternProperties: { '^x-': text } }),
    pet({}),
    ['pattern-properties-removed harmless risky'],
  ],
  [
    'pattern properties added to a closed object',
    pet({}, closed),
    pet({}, { ...closed, patternProperties: { '^x-': text } }),
    ['pattern-properties-added-closed harmless risky'],
  ],
  [
    'pattern properties removed from a closed object',
    pet({}, { ...closed, patternProperties: { '^x-': text } }),
    pet({}, closed),
    ['pattern-properties-removed-closed breaking risky'],
  ],
  [
    'another type of pattern properties',
    pet({}, { patternProperties: { '^x-': text } }),
    pet({}, { patternProperties: { '^x-': whole } }),
    ['type-changed breaking breaking'],
  ],
  [
    'a property added that matches a pattern of a closed object',
    pet({}, { ...closed, patternProperties: { '^a': text } }),
    pet({ a: text }, { ...closed, patternProperties: { '^a': text } }),
    ['property-added harmless harmless'],
  ],
  [
    'a pattern of property names replaced by a named property',
    pet({}, { patternProperties: { '^a': text } }),
    pet({ a: whole }),
    ['pattern-properties-removed harmless risky', 'property-added harmless harmless', 'type-changed breaking breaking'],
  ],
  [
    'a named property replaced by a pattern of property names',
    pet({ a: text }, { required: ['a'] }),
    pet({}, { required: ['a'], patternProperties: { '^[ab]': whole } }),
    ['pattern-properties-added risky harmless', 'type-changed breaking breaking'],
  ],
  [
    'a schema of a required property added, beside patterns of other names',
    pet({}, { required: ['b'], patternProperties: { '^x-': text } }),
    pet({ b: text }, { required: ['b'], patternProperties: { '^x-': text } }),
    ['type-narrowed breaking harmless'],
  ],
  [
    'more patterns and names than can be matched',
    pet({}, { patternProperties: Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`^${index}`, text])) }),
    pet(Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`a${index}`, text]))),
    ['not-compared risky risky'],
  ],
  [
    'a description of additional properties and items changed',
    pet({ a: list({}) }, { additionalProperties: {} }),
    pet({ a: { type: 'array' } }, { additionalProperties: { description: 'Any.' } }),
    [],
  ],
  [
    'a property of alternatives replaced by another one beside them',
    { oneOf: [pet({ a: text, b: text }, { required: ['b'] }), list(text)] },
    pet({ a: whole }),
    [
      'alternatives-dropped harmless breaking',
      'property-added harmless harmless',
      'type-changed breaking breaking',
      'type-narrowed breaking harmless',
    ],
  ],
  // Read-only properties are not part of requests, write-only ones not of responses.
  [
    'a required read-only property added',
    pet({}),
    pet({ a: { ...text, readOnly: true } }, { required: ['a'] }),
    ['required-property-added - harmless'],
  ],
  [
    'a required write-only property added',
    pet({}),
    pet({ a: { ...text, writeOnly: true } }, { required: ['a'] }),
    ['required-property-added breaking -'],
  ],
  [
    'a property that becomes read-only',
    pet({ a: text }),
    pet({ a: { ...text, readOnly: true } }),
    ['property-removed risky -'],
  ],
  [
    'a required property that is not read-only any more',
    pet({ a: { ...text, readOnly: true } }, { required: ['a'] }),
    pet({ a: text }, { required: ['a'] }),
    ['required-property-added breaking -'],
  ],
  [
    'a required property that becomes read-only',
    pet({ a: text }, { required: ['a'] }),
    pet({ a: { ...text, readOnly: true } }, { required: ['a'] }),
    ['required-property-removed risky -'],
  ],
  [
    'a required property that becomes write-only',
    pet({ a: text }, { required: ['a'] }),
    pet({ a: { ...text, writeOnly: true } }, { required: ['a'] }),
    ['required-property-removed - breaking'],
  ],
  // Lists
  ['another type of items', list(text), list(whole), ['type-changed breaking breaking']],
  ['a schema of items added', { type: 'array' }, list(text), ['items-limited breaking harmless']],
  ['the schema of items removed', list(text), { type: 'array' }, ['items-unlimited harmless breaking']],
  [
    'another type of the first item',
    { prefixItems: [text, whole] },
    { prefixItems: [whole, whole] },
    ['type-changed breaking breaking'],
  ],
  [
    'a schema of the second item added',
    { prefixItems: [text] },
    { prefixItems: [text, text] },
    ['items-limited breaking harmless'],
  ],
  ['the same schema of items in prefixItems', list(text), { type: 'array', prefixItems: [text], items: text }, []],
  // Alternatives
  ['an alternative added', { oneOf: [cat, dog] }, { oneOf: [cat, dog, bird] }, ['alternative-added harmless breaking']],
  [
    'an alternative removed',
    { oneOf: [cat, dog, bird] },
    { oneOf: [cat, dog] },
    ['alternative-removed breaking harmless'],
  ],
  [
    'alternatives instead of one schema, with null',
    dog,
    { oneOf: [cat, dog, { type: 'null' }] },
    ['alternative-added harmless breaking', 'became-nullable harmless breaking'],
  ],
  [
    'one schema instead of alternatives with null',
    { oneOf: [cat, dog, { type: 'null' }] },
    dog,
    ['alternative-removed breaking harmless', 'became-not-nullable breaking harmless'],
  ],
  [
    'alternatives that may both match instead of one schema',
    pet({ a: text }),
    { oneOf: [pet({ a: text }), pet({ b: text })] },
    ['alternative-added harmless breaking', 'alternatives-widened risky harmless'],
  ],
  [
    'one of two alternatives with a discriminator removed',
    reported(cat, dog),
    reported(cat),
    ['alternative-removed breaking harmless'],
  ],
  [
    'a second alternative with a discriminator added',
    reported(cat),
    reported(cat, dog),
    ['alternative-added harmless breaking'],
  ],
  ['a discriminator around a single schema added', cat, reported(cat), ['discriminator-added risky risky']],
  ['a discriminator around a single schema removed', reported(cat), cat, ['discriminator-dropped risky risky']],
  [
    'a discriminator around a single schema removed, and another schema',
    reported(cat),
    bird,
    ['discriminator-dropped risky risky', 'enum-replaced breaking breaking', 'property-removed risky risky'],
  ],
  ['another order of alternatives', { oneOf: [cat, dog] }, { oneOf: [dog, cat] }, []],
  ['alternatives instead of one schema', dog, { oneOf: [cat, dog] }, ['alternative-added harmless breaking']],
  ['one schema instead of alternatives', { oneOf: [cat, dog] }, dog, ['alternative-removed breaking harmless']],
  [
    'alternatives instead of one schema, and a bound',
    pet({ a: text }),
    { minProperties: 2, oneOf: [pet({ a: text }), text] },
    ['min-properties-raised breaking harmless', 'type-widened harmless breaking', 'property-removed risky risky'],
  ],
  [
    'the default beside alternatives removed',
    { default: {}, oneOf: [pet({ a: text }), text] },
    { oneOf: [pet({ a: text }), text] },
    ['default-dropped risky harmless'],
  ],
  [
    'anyOf instead of one schema',
    pet({ a: text }),
    { anyOf: [pet({ a: text }), pet({ b: text })] },
    ['alternative-added harmless breaking'],
  ],
  [
    'one schema instead of anyOf',
    { anyOf: [pet({ a: text }), pet({ b: text })] },
    pet({ a: text }),
    ['alternative-removed breaking harmless'],
  ],
  [
    'another order of allOf with alternatives',
    { allOf: [{ oneOf: [cat, dog] }, { oneOf: [text, bird] }] },
    { allOf: [{ oneOf: [bird, text] }, { oneOf: [dog, cat] }] },
    [],
  ],
  [
    'more alternatives in allOf before existing ones',
    { allOf: [{ oneOf: [cat, dog] }] },
    { allOf: [{ oneOf: [text, bird] }, { oneOf: [cat, dog] }] },
    ['alternatives-added breaking harmless'],
  ],
  [
    'an alternative added to many that differ by a property',
    { oneOf: many(40) },
    { oneOf: many(41) },
    ['alternative-added harmless breaking'],
  ],
  ['an alternative included in another one', { anyOf: [number, text] }, { anyOf: [number, text, whole] }, []],
  [
    'a changed alternative',
    { anyOf: [text, list(text)] },
    { anyOf: [text, list(whole)] },
    ['type-changed breaking breaking'],
  ],
  [
    'alternatives added to a schema',
    pet({ a: text }),
    { ...pet({ a: text }), anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    ['alternatives-added breaking harmless'],
  ],
  [
    'alternatives removed from a schema',
    { ...pet({ a: text }), anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    pet({ a: text }),
    ['alternatives-dropped harmless breaking'],
  ],
  [
    'an alternative added that may overlap another',
    { oneOf: [text, pet({ a: text })] },
    { oneOf: [text, pet({ a: text }), pet({ b: text })] },
    ['alternative-added harmless breaking', 'alternatives-widened risky harmless'],
  ],
  [
    'an alternative added that differs by an optional property',
    { oneOf: [text, pet({ kind: { const: 'cat' } })] },
    { oneOf: [text, pet({ kind: { const: 'cat' } }), pet({ kind: { const: 'dog' } })] },
    ['alternative-added harmless breaking', 'alternatives-widened risky harmless'],
  ],
  [
    'an alternative removed that may overlap another',
    { oneOf: [text, pet({ a: text }), pet({ b: text })] },
    { oneOf: [text, pet({ a: text })] },
    ['alternative-removed breaking harmless', 'alternatives-narrowed harmless risky'],
  ],
  [
    'oneOf two alternatives that both match',
    pet({ a: text, b: text }, { required: ['a', 'b'] }),
    {
      oneOf: [pet({ a: text, b: text }, { required: ['a'] }), pet({ a: text, b: text }, { required: ['b'] })],
    },
    ['alternatives-overlap breaking breaking'],
  ],
  [
    'anyOf to oneOf',
    { anyOf: [pet({ a: text }), pet({ b: text })] },
    { oneOf: [pet({ a: text }), pet({ b: text })] },
    ['any-became-one breaking harmless'],
  ],
  [
    'oneOf to anyOf',
    { oneOf: [pet({ a: text }), pet({ b: text })] },
    { anyOf: [pet({ a: text }), pet({ b: text })] },
    ['one-became-any harmless breaking'],
  ],
  ['anyOf to oneOf of disjoint alternatives', { anyOf: [text, whole] }, { oneOf: [text, whole] }, []],
  [
    'a widened alternative that may overlap another',
    { oneOf: [pet({ a: text }), pet({ b: text, c: whole })] },
    { oneOf: [pet({ a: text }), pet({ b: {}, c: whole })] },
    ['type-widened harmless breaking', 'alternatives-widened risky harmless'],
  ],
  [
    'a narrowed alternative that may overlap another',
    { oneOf: [pet({ a: text }), pet({ b: {}, c: whole })] },
    { oneOf: [pet({ a: text }), pet({ b: text, c: whole })] },
    ['type-narrowed breaking harmless', 'alternatives-narrowed harmless risky'],
  ],
  [
    'oneOf to anyOf with null in two alternatives',
    { oneOf: [{ type: ['string', 'null'] }, { type: ['integer', 'null'] }] },
    { anyOf: [{ type: ['string', 'null'] }, { type: ['integer', 'null'] }] },
    ['became-nullable harmless breaking'],
  ],
  [
    'an alternative added that differs except for null',
    { oneOf: [pet({ kind: { enum: ['cat', null] } }, { required: ['kind'] }), text] },
    {
      oneOf: [
        pet({ kind: { enum: ['cat', null] } }, { required: ['kind'] }),
        pet({ kind: { enum: ['dog', null] } }, { required: ['kind'] }),
        text,
      ],
    },
    ['alternative-added harmless breaking', 'alternatives-widened risky harmless'],
  ],
  [
    'additional properties in allOf narrowed',
    { allOf: [pet({ a: text }), { additionalProperties: text }] },
    { allOf: [pet({ a: text }), { additionalProperties: { type: 'string', maxLength: 1 } }] },
    ['max-length-lowered breaking harmless', 'max-length-lowered breaking harmless'],
  ],
  // Combined schemas
  [
    'the same in allOf',
    pet({ a: text, b: whole }, { required: ['a'] }),
    { allOf: [pet({ a: text }, { required: ['a'] }), pet({ b: whole })] },
    [],
  ],
  [
    'a schema in allOf added',
    pet({ a: text }),
    { allOf: [pet({ a: text }), { required: ['a'] }] },
    ['property-became-required breaking harmless'],
  ],
  [
    'a schema in allOf removed',
    { allOf: [pet({ a: text }), { required: ['a'] }] },
    pet({ a: text }),
    ['property-became-optional harmless breaking'],
  ],
  [
    'a stricter bound in allOf',
    { allOf: [whole, { minimum: 1 }] },
    { allOf: [whole, { minimum: 1 }, { minimum: 3 }] },
    ['minimum-raised breaking harmless'],
  ],
  // Conditions
  ['not added', text, { ...text, not: { const: 'a' } }, ['condition-added breaking harmless']],
  ['not removed', { ...text, not: { const: 'a' } }, text, ['condition-dropped harmless breaking']],
  [
    'another constant in not',
    { not: { const: 'a' } },
    { not: { const: 'b' } },
    ['condition-narrowed breaking harmless', 'condition-widened harmless breaking'],
  ],
  [
    'more values in not',
    { not: { const: 'a' } },
    { not: { enum: ['a', 'b'] } },
    ['condition-narrowed breaking harmless'],
  ],
  [
    'fewer values in not',
    { not: { enum: ['a', 'b'] } },
    { not: { const: 'a' } },
    ['condition-widened harmless breaking'],
  ],
  ['another pattern in not', { not: { pattern: '^a' } }, { not: { pattern: '^b' } }, ['condition-changed risky risky']],
  [
    'some of several not schemas changed',
    { allOf: [{ not: { const: 'a' } }, { not: { const: 'b' } }] },
    { allOf: [{ not: { const: 'b' } }, { not: { const: 'c' } }, { not: { const: 'd' } }] },
    [
      'condition-narrowed breaking harmless',
      'condition-widened harmless breaking',
      'condition-added breaking harmless',
    ],
  ],
  [
    'another contentSchema',
    { ...text, contentSchema: pet({ a: text }) },
    { ...text, contentSchema: pet({ a: whole }) },
    ['condition-changed risky risky'],
  ],
  ['another order of enum values in not', { not: { enum: ['a', 'b'] } }, { not: { enum: ['b', 'a'] } }, []],
  ['a condition added', pet({}), { ...pet({}), ...sends }, ['condition-added breaking harmless']],
  ['contains added', list(text), list(text, { contains: { const: 'a' } }), ['condition-added breaking harmless']],
  [
    'another order of dependentRequired',
    { dependentRequired: { a: ['b', 'c'] } },
    { dependentRequired: { a: ['c', 'b'] } },
    [],
  ],
  [
    'a property added beside unevaluatedProperties',
    { ...pet({ a: text }), unevaluatedProperties: false },
    { ...pet({ a: text, b: text }), unevaluatedProperties: false },
    ['condition-changed risky risky', 'property-added harmless harmless'],
  ],
  // Deprecation
  [
    'deprecated added',
    pet({ a: text }),
    pet({ a: { ...text, deprecated: true } }),
    ['value-deprecated harmless harmless'],
  ],
  [
    'deprecated removed',
    pet({ a: { ...text, deprecated: true } }),
    pet({ a: text }),
    ['value-not-deprecated harmless harmless'],
  ],
  [
    'an earlier sunset',
    { ...text, deprecated: true, 'x-sunset': '2031-01-01' },
    { ...text, deprecated: true, 'x-sunset': '2030-01-01' },
    ['value-sunset-changed risky risky'],
  ],
  [
    'a later sunset',
    { ...text, deprecated: true, 'x-sunset': '2030-01-01' },
    { ...text, deprecated: true, 'x-sunset': '2031-01-01' },
    [],
  ],
  // Descriptions
  [
    'another title and description, and other examples',
    { ...text, title: 'A', description: 'B', example: 'c' },
    { ...text, title: 'D', examples: ['e'] },
    [],
  ],
];

/** The changes of a schema, as rules with their levels for clients, in the request and in the response. */
function found(old: unknown, now: unknown): readonly string[] {
  const changes = changesOf(schemaDocument(old), schemaDocument(now));
  const sides = (['request', 'response'] as const).map((side) =>
    changes
      .filter(({ rule }) => rule.startsWith(`${side}-`))
      .map(({ rule, clients }) => [rule.slice(side.length + 1), clients] as const),
  );
  const [request = [], response = []] = sides.map((side) => [...side]);
  const lines = request.map(([rule, level]) => {
    const other = response.findIndex(([same]) => same === rule);
    const [[, beside] = ['', '-']] = other < 0 ? [] : response.splice(other, 1);
    return `${rule} ${level} ${beside}`;
  });
  return [...lines, ...response.map(([rule, level]) => `${rule} - ${level}`)].sort();
}

describe('a schema that changes:', () => {
  test.each(ROWS)('%s', (_, old, now, expected) => {
    expect(found(old, now)).toEqual([...expected].sort());
  });

  test('each rule has a row', () => {
    const met = new Set(ROWS.flatMap(([, , , expected]) => expected.map((line) => line.split(' ')[0])));
    const elsewhere = [
      'xml-changed',
      'discriminator-changed',
      'discriminator-value-removed',
      'discriminator-value-added',
    ];
    expect(Object.keys(SCHEMA_RULES).filter((rule) => !met.has(rule))).toEqual(expect.arrayContaining(elsewhere));
    expect(Object.keys(SCHEMA_RULES).filter((rule) => !met.has(rule))).toHaveLength(elsewhere.length);
  });
});

test.each<[what: string, old: object, now: object, subject: string]>([
  ['a property', pet({ a: text }), pet({ a: whole }), 'a in request body'],
  ['an item', list(text), list(whole), '[] in request body'],
  ['the second item', { prefixItems: [text, text] }, { prefixItems: [text, whole] }, '[1] in request body'],
  ['other properties', { additionalProperties: text }, { additionalProperties: whole }, '* in request body'],
  [
    'properties by pattern',
    pet({ a: { patternProperties: { '^x-': text } } }),
    pet({ a: { patternProperties: { '^x-': whole } } }),
    'a./^x-/ in request body',
  ],
])('the message about %s has its location, and its old and new type', (_, old, now, subject) => {
  const [request] = changesOf(schemaDocument(old), schemaDocument(now));
  expect(request?.message).toBe(`POST /pets: ${subject}: type changed from string to integer`);
});

test.each<[what: string, now: object, message: string]>([
  ['each', { items: whole }, 'request body: schema of items added'],
  ['the second', { prefixItems: [text, whole] }, 'request body: schema of item 2 added'],
])('the message about %s item has the location of the schema', (_, now, message) => {
  const [request] = changesOf(
    schemaDocument({ type: 'array', prefixItems: [text] }),
    schemaDocument({ type: 'array', prefixItems: [text], ...now }),
  );
  expect(request?.message).toBe(`POST /pets: ${message}`);
});
