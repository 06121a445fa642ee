// Each way in which a schema can change, and what it is to clients in requests and in answers.

import { describe, expect, test } from 'vitest';
import { SCHEMA_RULES } from '../../src/diff/schema/all-rules.ts';
import { changesOf, schemaDocument } from '../support/comparing.ts';

type Row = readonly [
  what: string,
  old: unknown,
  now: unknown,
  /** A rule, and its levels for clients: in requests, and in answers. */
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

const ROWS: readonly Row[] = [
  // Types
  ['a type', text, whole, ['type-changed breaking breaking']],
  ['a type that is part of the other', number, whole, ['type-narrowed breaking harmless']],
  ['a type that has the other', whole, number, ['type-widened harmless breaking']],
  ['a further type', text, { type: ['string', 'integer'] }, ['type-widened harmless breaking']],
  ['a type less', { type: ['string', 'integer'] }, text, ['type-narrowed breaking harmless']],
  [
    'some types for others',
    { type: ['string', 'integer'] },
    { type: ['string', 'array'] },
    ['type-changed breaking breaking'],
  ],
  ['a type where any was right', {}, text, ['type-narrowed breaking harmless']],
  ['any type', text, {}, ['type-widened harmless breaking']],
  ['null as well', text, { type: ['string', 'null'] }, ['became-nullable harmless breaking']],
  ['null no more', { type: ['string', 'null'] }, text, ['became-not-nullable breaking harmless']],
  ['null as an alternative', text, { anyOf: [text, { type: 'null' }] }, ['became-nullable harmless breaking']],
  ['the same null in other words', { type: ['string', 'null'] }, { oneOf: [{ type: 'null' }, text] }, []],
  ['the same type in a list', text, { type: ['string'] }, []],
  ['the order of types', { type: ['string', 'integer'] }, { type: ['integer', 'string'] }, []],
  ['whole numbers beside numbers', number, { type: ['number', 'integer'] }, []],
  ['nothing that fits', text, false, ['became-never breaking harmless']],
  ['something where nothing fitted', false, text, ['became-possible harmless breaking']],
  ['what is always true', true, {}, []],
  // Values
  ['a value less', { enum: ['a', 'b'] }, { enum: ['a'] }, ['enum-value-removed breaking harmless']],
  ['a value more', { enum: ['a'] }, { enum: ['a', 'b'] }, ['enum-value-added harmless risky']],
  [
    'a value for another',
    { enum: ['a', 'b'] },
    { enum: ['c', 'b'] },
    ['enum-value-removed breaking harmless', 'enum-value-added harmless risky'],
  ],
  ['the order of values', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }, []],
  ['values where any were right', text, { type: 'string', enum: ['a'] }, ['became-enum breaking harmless']],
  ['any values', { type: 'string', enum: ['a'] }, text, ['enum-dropped harmless risky']],
  ['a constant', { const: 'a' }, { const: 'b' }, ['enum-replaced breaking breaking']],
  ['a constant as the only value', { const: 'a' }, { enum: ['a'] }, []],
  ['values with members in another order', { enum: [{ a: 1, b: 2 }] }, { enum: [{ b: 2, a: 1 }] }, []],
  ['the type of what is enumerated', { enum: ['a', 1] }, { type: ['string', 'integer'], enum: ['a', 1] }, []],
  [
    'fewer types, of which no value was',
    { type: ['string', 'integer'], enum: ['a'] },
    { type: 'string', enum: ['a'] },
    [],
  ],
  ['any value of the type of those that were enumerated', { enum: [1, 2] }, whole, ['enum-dropped harmless risky']],
  [
    'a type that no enumerated value has, which nobody means',
    { type: 'string', enum: [1] },
    { type: 'boolean', enum: [1] },
    ['type-changed breaking breaking'],
  ],
  ['null among the values', { enum: ['a'] }, { enum: ['a', null] }, ['became-nullable harmless breaking']],
  [
    'an extensible value less',
    { type: 'string', 'x-extensible-enum': ['a', 'b'] },
    { type: 'string', 'x-extensible-enum': ['a'] },
    ['extensible-value-removed breaking harmless'],
  ],
  [
    'an extensible value more',
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
  ['a default', whole, { type: 'integer', default: 2 }, ['default-added harmless harmless']],
  ['no default', { type: 'integer', default: 2 }, whole, ['default-dropped risky harmless']],
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
  ['a minimum', whole, { type: 'integer', minimum: 0 }, ['minimum-raised breaking harmless']],
  ['no minimum', { type: 'integer', minimum: 0 }, whole, ['minimum-lowered harmless breaking']],
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
  ['a maximum', number, { type: 'number', maximum: 2 }, ['maximum-lowered breaking harmless']],
  ['no maximum', { type: 'number', maximum: 2 }, number, ['maximum-raised harmless breaking']],
  [
    'a bound that is not reached any more',
    { type: 'number', minimum: 0 },
    { type: 'number', exclusiveMinimum: 0 },
    ['minimum-raised breaking harmless'],
  ],
  [
    'a bound that is reached now',
    { type: 'number', exclusiveMaximum: 9 },
    { type: 'number', maximum: 9 },
    ['maximum-raised harmless breaking'],
  ],
  ['the same bound of whole numbers', { type: 'integer', exclusiveMinimum: 0 }, { type: 'integer', minimum: 1 }, []],
  ['a bound of texts for numbers', text, { type: 'string', minimum: 3 }, []],
  ['a multiple', whole, { type: 'integer', multipleOf: 5 }, ['multiple-narrowed breaking harmless']],
  ['no multiple', { type: 'integer', multipleOf: 5 }, whole, ['multiple-widened harmless breaking']],
  [
    'a multiple of a multiple',
    { type: 'number', multipleOf: 0.1 },
    { type: 'number', multipleOf: 0.5 },
    ['multiple-narrowed breaking harmless'],
  ],
  [
    'another multiple',
    { type: 'number', multipleOf: 2 },
    { type: 'number', multipleOf: 3 },
    ['multiple-changed breaking breaking'],
  ],
  ['multiples of one among whole numbers', whole, { type: 'integer', multipleOf: 1 }, []],
  [
    'a larger minLength',
    { type: 'string', minLength: 1 },
    { type: 'string', minLength: 2 },
    ['min-length-raised breaking harmless'],
  ],
  ['a minLength that says nothing', text, { type: 'string', minLength: 0 }, []],
  ['no minLength', { type: 'string', minLength: 1 }, text, ['min-length-lowered harmless breaking']],
  ['a maxLength', text, { type: 'string', maxLength: 9 }, ['max-length-lowered breaking harmless']],
  [
    'a larger maxLength',
    { type: 'string', maxLength: 9 },
    { type: 'string', maxLength: 10 },
    ['max-length-raised harmless breaking'],
  ],
  ['a minItems', list(text), list(text, { minItems: 1 }), ['min-items-raised breaking harmless']],
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
  ['no maxItems', list(text, { maxItems: 3 }), list(text), ['max-items-raised harmless breaking']],
  ['a minProperties', pet({}), pet({}, { minProperties: 1 }), ['min-properties-raised breaking harmless']],
  ['no minProperties', pet({}, { minProperties: 1 }), pet({}), ['min-properties-lowered harmless breaking']],
  ['a maxProperties', pet({}), pet({}, { maxProperties: 1 }), ['max-properties-lowered breaking harmless']],
  ['no maxProperties', pet({}, { maxProperties: 1 }), pet({}), ['max-properties-raised harmless breaking']],
  ['nothing twice', list(text), list(text, { uniqueItems: true }), ['unique-items-added breaking harmless']],
  ['the same twice', list(text, { uniqueItems: true }), list(text), ['unique-items-dropped harmless breaking']],
  // Texts
  ['a pattern', text, { type: 'string', pattern: '^a' }, ['pattern-added breaking harmless']],
  ['no pattern', { type: 'string', pattern: '^a' }, text, ['pattern-dropped harmless risky']],
  [
    'another pattern',
    { type: 'string', pattern: '^a' },
    { type: 'string', pattern: '^b' },
    ['pattern-changed risky risky'],
  ],
  ['a pattern that all texts match', text, { type: 'string', pattern: '.*' }, []],
  ['a format', text, { type: 'string', format: 'date' }, ['format-added breaking harmless']],
  ['no format', { type: 'string', format: 'date' }, text, ['format-dropped harmless risky']],
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
    'smaller numbers by their format',
    { type: 'integer', format: 'int64' },
    { type: 'integer', format: 'int32' },
    ['format-added breaking harmless'],
  ],
  [
    'larger numbers by their format',
    { type: 'integer', format: 'int32' },
    { type: 'integer', format: 'int64' },
    ['format-dropped harmless risky'],
  ],
  ['a format that says nothing', number, { type: 'number', format: 'double' }, []],
  [
    'another encoding',
    { type: 'string', contentEncoding: 'base64' },
    { type: 'string', contentEncoding: 'base64url' },
    ['content-changed breaking breaking'],
  ],
  ['how it would be in XML', text, { type: 'string', xml: { name: 'a' } }, []],
  // Objects
  ['a property', pet({ a: text }), pet({ a: text, b: text }), ['property-added harmless harmless']],
  [
    'a required property',
    pet({ a: text }),
    pet({ a: text, b: text }, { required: ['b'] }),
    ['required-property-added breaking harmless'],
  ],
  [
    'a required property with a default',
    pet({}),
    pet({ b: { type: 'string', default: '' } }, { required: ['b'] }),
    ['required-property-added breaking harmless'],
  ],
  [
    'a property where others were forbidden',
    pet({ a: text }, closed),
    pet({ a: text, b: text }, closed),
    ['property-added-closed harmless risky'],
  ],
  [
    'a required one where others were forbidden',
    pet({ a: text }, closed),
    pet({ a: text, b: text }, { ...closed, required: ['b'] }),
    ['required-property-added-closed breaking risky'],
  ],
  [
    'a property that had to be there though it was forbidden',
    pet({ a: text }, { ...closed, required: ['b'] }),
    pet({ a: text, b: text }, { ...closed, required: ['b'] }),
    ['property-added-closed harmless risky'],
  ],
  [
    'what a property is that had to be there, whatever it was',
    pet({ a: text }, { required: ['b'] }),
    pet({ a: text, b: text }, { required: ['b'] }),
    ['type-narrowed breaking harmless'],
  ],
  [
    'nothing any more of a property that must be there',
    pet({ a: text, b: text }, { required: ['b'] }),
    pet({ a: text }, { required: ['b'] }),
    ['type-widened harmless breaking'],
  ],
  [
    'what a property is that must be there, beside what its pattern says already',
    pet({}, { required: ['b'], patternProperties: { '^b': text } }),
    pet({ b: text }, { required: ['b'], patternProperties: { '^b': text } }),
    [],
  ],
  [
    'that a property may be anything that must be there',
    pet({ a: text }, { required: ['b'] }),
    pet({ a: text, b: {} }, { required: ['b'] }),
    [],
  ],
  [
    'that a property need not be there, and what it is',
    pet({ a: text }, { required: ['b'] }),
    pet({ a: text, b: text }),
    ['property-became-optional harmless breaking', 'type-narrowed breaking harmless'],
  ],
  ['no property', pet({ a: text, b: text }), pet({ a: text }), ['property-removed risky risky']],
  [
    'no property that must be there though it is forbidden',
    pet({ a: text, b: text }, { ...closed, required: ['b'] }),
    pet({ a: text }, { ...closed, required: ['b'] }),
    ['property-removed-closed breaking risky'],
  ],
  [
    'no required property',
    pet({ a: text, b: text }, { required: ['b'] }),
    pet({ a: text }),
    ['required-property-removed risky breaking'],
  ],
  [
    'no property where others are forbidden',
    pet({ a: text, b: text }, closed),
    pet({ a: text }, closed),
    ['property-removed-closed breaking risky'],
  ],
  [
    'no required one where others are forbidden',
    pet({ a: text, b: text }, { ...closed, required: ['b'] }),
    pet({ a: text }, closed),
    ['required-property-removed-closed breaking breaking'],
  ],
  [
    'a property that must be there',
    pet({ a: text }),
    pet({ a: text }, { required: ['a'] }),
    ['property-became-required breaking harmless'],
  ],
  [
    'a property that need not be there',
    pet({ a: text }, { required: ['a'] }),
    pet({ a: text }),
    ['property-became-optional harmless breaking'],
  ],
  [
    'the order of properties',
    pet({ a: text, b: whole }, { required: ['a', 'b'] }),
    pet({ b: whole, a: text }, { required: ['b', 'a'] }),
    [],
  ],
  ['what a property is', pet({ a: text }), pet({ a: whole }), ['type-changed breaking breaking']],
  [
    'what a property of a property is',
    pet({ a: pet({ b: text }) }),
    pet({ a: pet({ b: whole }) }),
    ['type-changed breaking breaking'],
  ],
  ['no others', pet({ a: text }), pet({ a: text }, closed), ['object-closed risky harmless']],
  ['others again', pet({ a: text }, closed), pet({ a: text }), ['object-opened harmless risky']],
  [
    'no others where they were expressly allowed',
    pet({}, { additionalProperties: true }),
    pet({}, closed),
    ['additional-properties-narrowed breaking harmless'],
  ],
  [
    'no others where they were texts',
    pet({}, { additionalProperties: text }),
    pet({}, closed),
    ['additional-properties-narrowed breaking harmless'],
  ],
  [
    'texts as others where none were',
    pet({}, closed),
    pet({}, { additionalProperties: text }),
    ['additional-properties-widened harmless breaking'],
  ],
  [
    'anything as others',
    pet({}, { additionalProperties: text }),
    pet({}, { additionalProperties: true }),
    ['additional-properties-widened harmless breaking'],
  ],
  [
    'what others are',
    pet({}, { additionalProperties: text }),
    pet({}, { additionalProperties: whole }),
    ['type-changed breaking breaking'],
  ],
  [
    'a property of what others were',
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
    'properties by pattern where any were right',
    pet({}),
    pet({}, { patternProperties: { '^x-': text } }),
    ['pattern-properties-added risky harmless'],
  ],
  [
    'no properties by pattern any more',
    pet({}, { patternProperties: { '^x-': text } }),
    pet({}),
    ['pattern-properties-removed harmless risky'],
  ],
  [
    'properties by pattern where others are forbidden',
    pet({}, closed),
    pet({}, { ...closed, patternProperties: { '^x-': text } }),
    ['pattern-properties-added-closed harmless risky'],
  ],
  [
    'no properties by pattern where others are forbidden',
    pet({}, { ...closed, patternProperties: { '^x-': text } }),
    pet({}, closed),
    ['pattern-properties-removed-closed breaking risky'],
  ],
  [
    'what properties by pattern are',
    pet({}, { patternProperties: { '^x-': text } }),
    pet({}, { patternProperties: { '^x-': whole } }),
    ['type-changed breaking breaking'],
  ],
  [
    'a property of what is closed but for a pattern',
    pet({}, { ...closed, patternProperties: { '^a': text } }),
    pet({ a: text }, { ...closed, patternProperties: { '^a': text } }),
    ['property-added harmless harmless'],
  ],
  // Of what is only read, requests know nothing; of what is only written, answers.
  [
    'a property that is only read',
    pet({}),
    pet({ a: { ...text, readOnly: true } }, { required: ['a'] }),
    ['required-property-added - harmless'],
  ],
  [
    'a property that is only written',
    pet({}),
    pet({ a: { ...text, writeOnly: true } }, { required: ['a'] }),
    ['required-property-added breaking -'],
  ],
  [
    'a property that is only read from now on',
    pet({ a: text }),
    pet({ a: { ...text, readOnly: true } }),
    ['property-removed risky -'],
  ],
  [
    'a property that is not only read any more',
    pet({ a: { ...text, readOnly: true } }, { required: ['a'] }),
    pet({ a: text }, { required: ['a'] }),
    ['required-property-added breaking -'],
  ],
  [
    'a property that must be there and is only read from now on',
    pet({ a: text }, { required: ['a'] }),
    pet({ a: { ...text, readOnly: true } }, { required: ['a'] }),
    ['required-property-removed risky -'],
  ],
  [
    'a property that is only written from now on',
    pet({ a: text }, { required: ['a'] }),
    pet({ a: { ...text, writeOnly: true } }, { required: ['a'] }),
    ['required-property-removed - breaking'],
  ],
  // Lists
  ['what elements are', list(text), list(whole), ['type-changed breaking breaking']],
  ['that elements are texts', { type: 'array' }, list(text), ['items-limited breaking harmless']],
  ['that elements are anything', list(text), { type: 'array' }, ['items-unlimited harmless breaking']],
  [
    'what the first element is',
    { prefixItems: [text, whole] },
    { prefixItems: [whole, whole] },
    ['type-changed breaking breaking'],
  ],
  [
    'a further first element',
    { prefixItems: [text] },
    { prefixItems: [text, text] },
    ['items-limited breaking harmless'],
  ],
  ['the same elements, one by one', list(text), { type: 'array', prefixItems: [text], items: text }, []],
  // Alternatives
  ['an alternative', { oneOf: [cat, dog] }, { oneOf: [cat, dog, bird] }, ['alternative-added harmless breaking']],
  [
    'an alternative less',
    { oneOf: [cat, dog, bird] },
    { oneOf: [cat, dog] },
    ['alternative-removed breaking harmless'],
  ],
  [
    'an alternative for what was one thing, and null',
    dog,
    { oneOf: [cat, dog, { type: 'null' }] },
    ['alternative-added harmless breaking', 'became-nullable harmless breaking'],
  ],
  [
    'one thing of what were alternatives, and no null any more',
    { oneOf: [cat, dog, { type: 'null' }] },
    dog,
    ['alternative-removed breaking harmless', 'became-not-nullable breaking harmless'],
  ],
  [
    'an alternative for what was one thing, which may fit both',
    pet({ a: text }),
    { oneOf: [pet({ a: text }), pet({ b: text })] },
    ['alternative-added harmless breaking', 'alternatives-widened risky harmless'],
  ],
  [
    'the last alternative but one, where a discriminator tells them apart',
    reported(cat, dog),
    reported(cat),
    ['alternative-removed breaking harmless'],
  ],
  ['an alternative beside the only one', reported(cat), reported(cat, dog), ['alternative-added harmless breaking']],
  ['a discriminator around one thing', cat, reported(cat), ['discriminator-added risky risky']],
  ['one thing without its discriminator', reported(cat), cat, ['discriminator-dropped risky risky']],
  [
    'one thing without its discriminator, and otherwise',
    reported(cat),
    bird,
    ['discriminator-dropped risky risky', 'enum-replaced breaking breaking', 'property-removed risky risky'],
  ],
  ['the order of alternatives', { oneOf: [cat, dog] }, { oneOf: [dog, cat] }, []],
  ['an alternative for what was one thing', dog, { oneOf: [cat, dog] }, ['alternative-added harmless breaking']],
  ['one thing of what were alternatives', { oneOf: [cat, dog] }, dog, ['alternative-removed breaking harmless']],
  [
    'an alternative for what was one thing, and a bound',
    pet({ a: text }),
    { minProperties: 2, oneOf: [pet({ a: text }), text] },
    ['min-properties-raised breaking harmless', 'type-widened harmless breaking', 'property-removed risky risky'],
  ],
  [
    'one thing of what were alternatives with a default',
    { default: {}, oneOf: [pet({ a: text }), text] },
    { oneOf: [pet({ a: text }), text] },
    ['default-dropped risky harmless'],
  ],
  [
    'an alternative that may be another, where both are right',
    pet({ a: text }),
    { anyOf: [pet({ a: text }), pet({ b: text })] },
    ['alternative-added harmless breaking'],
  ],
  [
    'one thing of what were alternatives that may be another, where both were right',
    { anyOf: [pet({ a: text }), pet({ b: text })] },
    pet({ a: text }),
    ['alternative-removed breaking harmless'],
  ],
  [
    'the order of what is put together, with alternatives each',
    { allOf: [{ oneOf: [cat, dog] }, { oneOf: [text, bird] }] },
    { allOf: [{ oneOf: [bird, text] }, { oneOf: [dog, cat] }] },
    [],
  ],
  [
    'further alternatives, before those that were there',
    { allOf: [{ oneOf: [cat, dog] }] },
    { allOf: [{ oneOf: [text, bird] }, { oneOf: [cat, dog] }] },
    ['alternatives-added breaking harmless'],
  ],
  [
    'an alternative more of many that a property tells apart',
    { oneOf: many(40) },
    { oneOf: many(41) },
    ['alternative-added harmless breaking'],
  ],
  ['an alternative that is part of another', { anyOf: [number, text] }, { anyOf: [number, text, whole] }, []],
  [
    'what an alternative is',
    { anyOf: [text, list(text)] },
    { anyOf: [text, list(whole)] },
    ['type-changed breaking breaking'],
  ],
  [
    'alternatives where there were none',
    pet({ a: text }),
    { ...pet({ a: text }), anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    ['alternatives-added breaking harmless'],
  ],
  [
    'no alternatives any more',
    { ...pet({ a: text }), anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    pet({ a: text }),
    ['alternatives-dropped harmless breaking'],
  ],
  [
    'an alternative that may be another',
    { oneOf: [text, pet({ a: text })] },
    { oneOf: [text, pet({ a: text }), pet({ b: text })] },
    ['alternative-added harmless breaking', 'alternatives-widened risky harmless'],
  ],
  [
    'an alternative whose property tells it apart where it is there',
    { oneOf: [text, pet({ kind: { const: 'cat' } })] },
    { oneOf: [text, pet({ kind: { const: 'cat' } }), pet({ kind: { const: 'dog' } })] },
    ['alternative-added harmless breaking', 'alternatives-widened risky harmless'],
  ],
  [
    'an alternative less that may have been another',
    { oneOf: [text, pet({ a: text }), pet({ b: text })] },
    { oneOf: [text, pet({ a: text })] },
    ['alternative-removed breaking harmless', 'alternatives-narrowed harmless risky'],
  ],
  [
    'just one of two that both are',
    pet({ a: text, b: text }, { required: ['a', 'b'] }),
    {
      oneOf: [pet({ a: text, b: text }, { required: ['a'] }), pet({ a: text, b: text }, { required: ['b'] })],
    },
    ['alternatives-overlap breaking breaking'],
  ],
  [
    'just one of some',
    { anyOf: [pet({ a: text }), pet({ b: text })] },
    { oneOf: [pet({ a: text }), pet({ b: text })] },
    ['any-became-one breaking harmless'],
  ],
  [
    'some, not just one',
    { oneOf: [pet({ a: text }), pet({ b: text })] },
    { anyOf: [pet({ a: text }), pet({ b: text })] },
    ['one-became-any harmless breaking'],
  ],
  ['just one of some that no value could both be', { anyOf: [text, whole] }, { oneOf: [text, whole] }, []],
  [
    'an alternative that has more values, and may be another',
    { oneOf: [pet({ a: text }), pet({ b: text, c: whole })] },
    { oneOf: [pet({ a: text }), pet({ b: {}, c: whole })] },
    ['type-widened harmless breaking', 'alternatives-widened risky harmless'],
  ],
  [
    'an alternative that has fewer values, and may be another',
    { oneOf: [pet({ a: text }), pet({ b: {}, c: whole })] },
    { oneOf: [pet({ a: text }), pet({ b: text, c: whole })] },
    ['type-narrowed breaking harmless', 'alternatives-narrowed harmless risky'],
  ],
  [
    'null, which two of several were, and it must be one',
    { oneOf: [{ type: ['string', 'null'] }, { type: ['integer', 'null'] }] },
    { anyOf: [{ type: ['string', 'null'] }, { type: ['integer', 'null'] }] },
    ['became-nullable harmless breaking'],
  ],
  [
    'an alternative that null does not tell from another',
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
    'what a part says of all that it does not name',
    { allOf: [pet({ a: text }), { additionalProperties: text }] },
    { allOf: [pet({ a: text }), { additionalProperties: { type: 'string', maxLength: 1 } }] },
    ['max-length-lowered breaking harmless', 'max-length-lowered breaking harmless'],
  ],
  // What is put together
  [
    'the same in parts',
    pet({ a: text, b: whole }, { required: ['a'] }),
    { allOf: [pet({ a: text }, { required: ['a'] }), pet({ b: whole })] },
    [],
  ],
  [
    'a part more',
    pet({ a: text }),
    { allOf: [pet({ a: text }), { required: ['a'] }] },
    ['property-became-required breaking harmless'],
  ],
  [
    'a part less',
    { allOf: [pet({ a: text }), { required: ['a'] }] },
    pet({ a: text }),
    ['property-became-optional harmless breaking'],
  ],
  [
    'a stricter bound in a part',
    { allOf: [whole, { minimum: 1 }] },
    { allOf: [whole, { minimum: 1 }, { minimum: 3 }] },
    ['minimum-raised breaking harmless'],
  ],
  // Conditions
  ['what must not be', text, { ...text, not: { const: 'a' } }, ['condition-added breaking harmless']],
  ['what may be again', { ...text, not: { const: 'a' } }, text, ['condition-dropped harmless breaking']],
  [
    'another thing that must not be',
    { not: { const: 'a' } },
    { not: { const: 'b' } },
    ['condition-narrowed breaking harmless', 'condition-widened harmless breaking'],
  ],
  [
    'more that must not be',
    { not: { const: 'a' } },
    { not: { enum: ['a', 'b'] } },
    ['condition-narrowed breaking harmless'],
  ],
  [
    'less that must not be',
    { not: { enum: ['a', 'b'] } },
    { not: { const: 'a' } },
    ['condition-widened harmless breaking'],
  ],
  [
    'a pattern that must not be matched',
    { not: { pattern: '^a' } },
    { not: { pattern: '^b' } },
    ['condition-changed risky risky'],
  ],
  [
    'one of several things that must not be',
    { allOf: [{ not: { const: 'a' } }, { not: { const: 'b' } }] },
    { allOf: [{ not: { const: 'b' } }, { not: { const: 'c' } }, { not: { const: 'd' } }] },
    [
      'condition-narrowed breaking harmless',
      'condition-widened harmless breaking',
      'condition-added breaking harmless',
    ],
  ],
  [
    'what a text holds',
    { ...text, contentSchema: pet({ a: text }) },
    { ...text, contentSchema: pet({ a: whole }) },
    ['condition-changed risky risky'],
  ],
  ['the same that must not be', { not: { enum: ['a', 'b'] } }, { not: { enum: ['b', 'a'] } }, []],
  ['a condition', pet({}), { ...pet({}), ...sends }, ['condition-added breaking harmless']],
  [
    'what a list must hold',
    list(text),
    list(text, { contains: { const: 'a' } }),
    ['condition-added breaking harmless'],
  ],
  [
    'what one property asks for',
    { dependentRequired: { a: ['b', 'c'] } },
    { dependentRequired: { a: ['c', 'b'] } },
    [],
  ],
  [
    'what is allowed by what is said beside',
    { ...pet({ a: text }), unevaluatedProperties: false },
    { ...pet({ a: text, b: text }), unevaluatedProperties: false },
    ['condition-changed risky risky', 'property-added harmless harmless'],
  ],
  // What goes
  [
    'that it is deprecated',
    pet({ a: text }),
    pet({ a: { ...text, deprecated: true } }),
    ['value-deprecated harmless harmless'],
  ],
  [
    'that it is not deprecated',
    pet({ a: { ...text, deprecated: true } }),
    pet({ a: text }),
    ['value-not-deprecated harmless harmless'],
  ],
  [
    'that it goes earlier',
    { ...text, deprecated: true, 'x-sunset': '2031-01-01' },
    { ...text, deprecated: true, 'x-sunset': '2030-01-01' },
    ['value-sunset-changed risky risky'],
  ],
  [
    'that it goes later',
    { ...text, deprecated: true, 'x-sunset': '2030-01-01' },
    { ...text, deprecated: true, 'x-sunset': '2031-01-01' },
    [],
  ],
  // What is said to people
  [
    'what is told of it',
    { ...text, title: 'A', description: 'B', example: 'c' },
    { ...text, title: 'D', examples: ['e'] },
    [],
  ],
];

/** The changes of a schema, as rules with their levels for clients: in the request, and in the answer. */
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

  test('each rule is met in a row', () => {
    const met = new Set(ROWS.flatMap(([, , , expected]) => expected.map((line) => line.split(' ')[0])));
    const elsewhere = [
      'not-compared',
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
  ['an element', list(text), list(whole), '[] in request body'],
  ['an element of its own', { prefixItems: [text, text] }, { prefixItems: [text, whole] }, '[1] in request body'],
  ['other properties', { additionalProperties: text }, { additionalProperties: whole }, '* in request body'],
  [
    'properties by pattern',
    pet({ a: { patternProperties: { '^x-': text } } }),
    pet({ a: { patternProperties: { '^x-': whole } } }),
    'a./^x-/ in request body',
  ],
])('%s is told by where it stands, with what it is and what it was', (_, old, now, subject) => {
  const [request] = changesOf(schemaDocument(old), schemaDocument(now));
  expect(request?.message).toBe(`POST /pets: ${subject}: type changed from string to integer`);
});

test.each<[what: string, now: object, message: string]>([
  ['each', { items: whole }, 'request body: schema of items added'],
  ['the second', { prefixItems: [text, whole] }, 'request body: schema of item 2 added'],
])('that something is said of %s of the elements is told in these words', (_, now, message) => {
  const [request] = changesOf(
    schemaDocument({ type: 'array', prefixItems: [text] }),
    schemaDocument({ type: 'array', prefixItems: [text], ...now }),
  );
  expect(request?.message).toBe(`POST /pets: ${message}`);
});
