// The protobuf JSON mapping: accepted forms beyond plain JSON, and omitted fields.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../src/openapi/objects.ts';
import { createReferences } from '../../../src/openapi/references.ts';
import { withoutDefaults } from '../../../src/server/codec/proto-defaults.ts';
import { readProtobufJson } from '../../../src/server/codec/protobuf-json.ts';
import { ApiError } from '../../../src/server/pipeline/errors/api-error.ts';
import { checkProperty } from '../../support/runs.ts';

const COLOUR: Schema = { type: 'string', enum: ['NONE', 'RED', 'BLUE'], 'x-enum-numbers': [0, 1, 3] };
const MOTHER: Schema = {
  type: 'object',
  properties: { id: { type: 'string' }, livesLeft: { $ref: '#/Lives' }, mother: { $ref: '#/Mother' } },
};
const LIVES: Schema = { type: 'integer', format: 'int32' };
const REFERENCES = createReferences({ Colour: COLOUR, Mother: MOTHER, Lives: LIVES });

const CAT: Schema = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string' },
    furColour: COLOUR,
    livesLeft: { type: 'integer', format: 'uint32' },
    bornAt: { type: 'string', format: 'int64' },
    weight: { type: 'string', format: 'uint64' },
    isAsleep: { type: 'boolean' },
    nickNames: { type: 'array', items: { type: 'string' } },
    colours: { type: 'array', items: { $ref: '#/Colour' } },
    mother: { $ref: '#/Mother' },
    line2Text: { type: 'string' },
  },
};
const CATS: Schema = { type: 'array', items: CAT };

const read = (value: unknown, schema: Schema = CAT) => readProtobufJson(value, schema, REFERENCES);

describe('parsing', () => {
  test.each<[string, unknown, unknown]>([
    ['an empty message', {}, {}],
    ['null as absent', { id: null, mother: null, nickNames: null, isAsleep: null }, {}],
    ['null as absent within', { mother: { id: null, livesLeft: 3 } }, { mother: { livesLeft: 3 } }],
    ['camelCase', { furColour: 'RED', isAsleep: true }, { furColour: 'RED', isAsleep: true }],
    ['snake_case', { fur_colour: 'RED', is_asleep: true }, { furColour: 'RED', isAsleep: true }],
    ['snake_case within', { mother: { lives_left: 3 } }, { mother: { livesLeft: 3 } }],
    ['a digit after the underscore', { line_2_text: 'x' }, { line2Text: 'x' }],
    ['an enum number', { furColour: 3 }, { furColour: 'BLUE' }],
    ['the enum number 0', { furColour: 0 }, { furColour: 'NONE' }],
    ['enum numbers in a list', { colours: [1, 'BLUE', 0] }, { colours: ['RED', 'BLUE', 'NONE'] }],
    ['a 64-bit number', { bornAt: -5, weight: 0 }, { bornAt: '-5', weight: '0' }],
    ['the largest safe number', { weight: Number.MAX_SAFE_INTEGER }, { weight: '9007199254740991' }],
    ['a number beyond the precision of a double', { weight: 9007199254740993n }, { weight: '9007199254740993' }],
    ['such a negative number', { bornAt: -9007199254740993n }, { bornAt: '-9007199254740993' }],
    ['a 64-bit string', { weight: '18446744073709551615' }, { weight: '18446744073709551615' }],
    [
      'a 32-bit string',
      { livesLeft: '4294967295', mother: { livesLeft: '-9' } },
      { livesLeft: 4294967295, mother: { livesLeft: -9 } },
    ],
    ['a 32-bit number', { livesLeft: 9 }, { livesLeft: 9 }],
    ['an unknown enum number, which the schema rejects as a value', { furColour: 2 }, { furColour: '2' }],
  ])('accepts %s', (_, value, message) => {
    expect(read(value)).toEqual({ value: message, unknownFields: [] });
  });

  test.each<[string, unknown]>([
    ['an unknown enum name', { furColour: 'GREEN' }],
    ['an enum number as a string', { furColour: '1' }],
    ['a fraction for a 64-bit integer', { weight: 1.5 }],
    ['a string that is not a number', { livesLeft: 'nine' }],
    ['an empty string', { livesLeft: '' }],
    ['a string with a leading zero', { livesLeft: '09' }],
    ['a number as a string', { id: 5 }],
    ['a string as a boolean', { isAsleep: 'true' }],
    ['a number as a boolean', { isAsleep: 1 }],
    ['null in a list', { nickNames: [null] }],
    ['a list as message', { mother: [] }],
    ['a message as list', { nickNames: {} }],
    ['a string as a message', 'x'],
    ['a number as message', 1],
    ['a list', []],
  ])('leaves %s unchanged, for the schema to reject', (_, value) => {
    expect(read(value)).toEqual({ value, unknownFields: [] });
  });

  test.each<[string, unknown, string[], unknown]>([
    ['at the root', { id: 'a', paws: 4 }, ['/paws'], { id: 'a' }],
    ['within', { mother: { paws: { left: 2 } } }, ['/mother/paws'], { mother: {} }],
    ['in a list', [{}, { paws: 4 }], ['/1/paws'], [{}, {}]],
    ['with characters that a pointer escapes', { 'a/b~c': 1 }, ['/a~1b~0c'], {}],
    ['that are null', { paws: null }, ['/paws'], {}],
    [
      'in their order, each at its own location',
      [
        { paws: 1, mother: { 'a/b': 2, id: 'm', tail: [3] }, colours: [1], ears: {} },
        { id: 'x' },
        { mother: { nose: 4 }, fur: 5 },
      ],
      ['/0/paws', '/0/mother/a~1b', '/0/mother/tail', '/0/ears', '/2/mother/nose', '/2/fur'],
      [{ mother: { id: 'm' }, colours: ['RED'] }, { id: 'x' }, { mother: {} }],
    ],
    ['in snake_case', { paw_count: 4 }, ['/paw_count'], {}],
    ['in PascalCase', { Id: 'a' }, ['/Id'], {}],
    [
      'named like JavaScript internals',
      JSON.parse('{"__proto__":1,"constructor":2,"toString":3}'),
      ['/__proto__', '/constructor', '/toString'],
      {},
    ],
  ])('drops and reports unknown fields %s', (_, value, unknownFields, message) => {
    const schema = Array.isArray(value) ? CATS : CAT;
    expect(read(value, schema)).toEqual({ value: message, unknownFields });
  });

  test('drops unknown enum names where they are ignored, and reports their pointers', () => {
    const ignored: string[] = [];
    const cat = { furColour: 'PINK', colours: ['RED', 'PINK', 2, 'BLUE'], mother: { id: 'PINK' } };
    expect(readProtobufJson(cat, CAT, REFERENCES, ignored).value).toEqual({
      colours: ['RED', '2', 'BLUE'],
      mother: { id: 'PINK' },
    });
    expect(ignored).toEqual(['/furColour', '/colours/1']);
    readProtobufJson({ colours: new Array(50).fill('PINK') }, CAT, REFERENCES, ignored);
    expect(ignored).toHaveLength(20);
  });

  test.each<[object, string]>([
    [{ furColour: 'RED', fur_colour: 'RED' }, 'fur_colour'],
    [{ fur_colour: 1, furColour: 3 }, 'furColour'],
    [{ id: 'a', fur_colour: null, paws: 1, furColour: 3 }, 'furColour'],
    [{ line_2_text: 'x', id: 'a', line2_text: 'y' }, 'line2_text'],
    [{ mother: { lives_left: 1, livesLeft: 1 } }, 'livesLeft'],
  ])('rejects a field with both of its names: %j', (value, second) => {
    expect(() => read(value)).toThrow(ApiError);
    expect(() => read(value)).toThrow(`duplicate field "${second}"`);
  });

  test('preserves the fields of a message with additional properties', () => {
    const open: Schema = { type: 'object', properties: { id: { type: 'string' } }, additionalProperties: true };
    const value = JSON.parse('{"paw_count":4,"nothing":null,"__proto__":{"x":1},"id":"a"}');
    const result = read(value, open);
    expect(result.unknownFields).toEqual([]);
    expect(JSON.stringify(result.value)).toBe(JSON.stringify(value));
    expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype);
  });

  test('sets required fields to zero values, for any name of the schema', () => {
    const message: Schema = {
      required: ['colour', 'lives', 'mother', 'id'],
      properties: { colour: { $ref: '#/Colour' }, lives: { $ref: '#/Lives' }, mother: { $ref: '#/Mother' }, id: {} },
      'x-field-numbers': { colour: 1, lives: 2, mother: 3, id: 4 },
    };
    expect(read({ id: 'a' }, message).value).toEqual({ colour: 'NONE', lives: 0, id: 'a' });
  });

  test('returns a value without a schema unchanged', () => {
    expect(readProtobufJson({ any_thing: null }, undefined, REFERENCES)).toEqual({
      value: { any_thing: null },
      unknownFields: [],
    });
  });
});

describe('omitting defaults', () => {
  test.each<[string, object, object]>([
    ['an empty string', { line2Text: '' }, {}],
    ['0', { livesLeft: 0 }, {}],
    ['0 in 64 bits', { weight: '0', bornAt: '0' }, {}],
    ['false', { isAsleep: false }, {}],
    ['an empty list', { nickNames: [] }, {}],
    ['the enum value with the number 0', { furColour: 'NONE' }, {}],
    ['nested defaults', { mother: { id: '', livesLeft: 7 } }, { mother: { livesLeft: 7 } }],
  ])('drops %s', (_, value, stored) => {
    expect(withoutDefaults(value, CAT, REFERENCES)).toEqual(stored);
  });

  test.each<[string, object]>([
    ['a required field', { id: '' }],
    ['an empty message', { mother: {} }],
    ['items of a list', { nickNames: ['', ''], colours: ['NONE'] }],
    ['the string 0', { id: '0', line2Text: '0' }],
    ['other enum values', { furColour: 'BLUE' }],
    ['unknown fields', { paws: 0, constructor: 0 }],
    ['true and numbers', { isAsleep: true, livesLeft: 9, weight: '1' }],
  ])('does not drop %s', (_, value) => {
    expect(withoutDefaults(value, CAT, REFERENCES)).toEqual(value);
  });
});

test('values that are written with or without defaults can be parsed', () => {
  const messages = fc.record(
    {
      id: fc.string(),
      furColour: fc.constantFrom('NONE', 'RED', 'BLUE'),
      livesLeft: fc.nat(),
      bornAt: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
      isAsleep: fc.boolean(),
      nickNames: fc.array(fc.string(), { maxLength: 3 }),
      mother: fc.record({ id: fc.string(), livesLeft: fc.integer() }, { requiredKeys: [] }),
    },
    { requiredKeys: ['id'] },
  );
  checkProperty(
    fc.property(messages, (message) => {
      expect(read(message)).toEqual({ value: message, unknownFields: [] });
      const brief = withoutDefaults(message, CAT, REFERENCES);
      expect(read(brief)).toEqual({ value: brief, unknownFields: [] });
      expect(withoutDefaults(brief, CAT, REFERENCES)).toEqual(brief);
      const snake = Object.fromEntries(
        Object.entries(message).map(([name, value]) => [
          name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
          value,
        ]),
      );
      expect(read(snake)).toEqual({ value: message, unknownFields: [] });
    }),
  );
});

test('reports twenty unknown fields, however many there are', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`surplus${at}`, at]));
  const { value, unknownFields } = read(many, { properties: {} });
  expect(value).toEqual({});
  expect(unknownFields).toHaveLength(20);
  expect(unknownFields[0]).toBe('/surplus0');
});
